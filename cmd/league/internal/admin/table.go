package admin

import (
	"cmp"
	"slices"
	"time"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/rating"
)

// Result is the record of a match by one box, as stored by the league.
type Result struct {
	Match, Box, Game string
	Day              string // day of play, 2006-01-02
	Received         string // time of first reception in UTC, RFC 3339
	ReceivedMS       int64  // the same time in ms since 1970
	Seats            []audit.Seat
	Claims           []string // id of the player at each unlinked seat, else ""; nil if all seats are linked
	Unrated          audit.Unrated
	Luck             audit.Fairness
	Witnessed        bool
	Unwitnessed      string // reason of the ledger why the match is not witnessed
	Hints            int
}

// Line is a row of a season table, for one person.
type Line struct {
	Person, Name  string
	Points        float64 // sum of the person's shares; see the package comment
	Matches, Wins int
	Rating        rating.Rating // rating after all rated matches of the game
	RatedOverall  int           // number of matches in the rating
	Place         int           // place from 1; tied lines have the same place
}

// Counts reports whether a match counts. If the match does not count, why is the organiser's
// reason.
func (d State) Counts(match string) (counts bool, why string) {
	why, struck := d.struck[match]
	return !struck, why
}

// Seats returns the seats of a match, with corrected ranks if an organiser corrected this record.
func (d State) Seats(r Result) []audit.Seat {
	ruled, ok := d.ranks[r.Match]
	ranks := ruled.ranks
	if !ok || len(ranks) != len(r.Seats) || ruled.box != "" && ruled.box != r.Box {
		return r.Seats
	}
	seats := slices.Clone(r.Seats)
	for i := range seats {
		seats[i].Rank, seats[i].Won = ranks[i], ranks[i] == slices.Min(ranks)
	}
	return seats
}

// In reports whether a match counts for a season.
func (d State) In(s Span, r Result) bool {
	l, ok := d.LeagueOf(s.League)
	counts, _ := d.Counts(r.Match)
	return ok && counts && slices.Contains(l.Games, r.Game) && s.From <= r.Day && r.Day <= s.To && r.Unrated == ""
}

// Table returns the lines of a season table, the best first. results must come from Ordered, and
// rated from Ratings.
func (d State) Table(s Span, results []Result, rated map[Rated]Standing) []Line {
	lines := map[string]*Line{}
	for _, r := range results {
		if d.In(s, r) {
			d.addMatch(lines, d.Seats(r))
		}
	}
	l, _ := d.LeagueOf(s.League)
	var all []Line
	for _, line := range lines {
		if len(l.Games) == 1 { // ratings of different games are not comparable
			of := rated[Rated{line.Person, l.Games[0]}]
			line.Rating, line.RatedOverall = of.Rating, of.Matches
		}
		all = append(all, *line)
	}
	return rank(all)
}

// addMatch adds a match to the lines of its persons. It skips seats without a named player.
func (d State) addMatch(lines map[string]*Line, seats []audit.Seat) {
	for i, seat := range seats {
		if seat.Player == "" {
			continue
		}
		person := d.Person(seat.Player)
		if lines[person] == nil {
			lines[person] = &Line{Person: person}
		}
		line := lines[person]
		line.Name = cmp.Or(d.Name(person), seat.Name) // the name in the latest match counts
		line.Matches++
		line.Points += share(seats, i)
		if seat.Won {
			line.Wins++
		}
	}
}

// share returns the share of opponents that seat index i has beaten, from 0 to 1. A tie counts
// half.
func share(seats []audit.Seat, i int) float64 {
	if len(seats) < 2 {
		return 0
	}
	halves := 0
	for j, other := range seats {
		switch {
		case i == j:
		case other.Rank > seats[i].Rank:
			halves += 2
		case other.Rank == seats[i].Rank:
			halves++
		}
	}
	return float64(halves) / float64(2*(len(seats)-1))
}

// rank sorts lines, the best first, and sets their places.
func rank(lines []Line) []Line {
	better := func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Wins, a.Wins), cmp.Compare(a.Matches, b.Matches))
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(better(a, b), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Person, b.Person))
	})
	for i := range lines {
		lines[i].Place = i + 1
		if i > 0 && better(lines[i-1], lines[i]) == 0 {
			lines[i].Place = lines[i-1].Place
		}
	}
	return lines
}

// Ordered returns results in the order of rating: by day, then by match id.
func Ordered(results []Result) []Result {
	return slices.SortedFunc(slices.Values(results), func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Match, b.Match))
	})
}

// Rated is the key of a rating: a person and a game.
type Rated struct{ Person, Game string }

// Standing is a person's rating in a game.
type Standing struct {
	Rating  rating.Rating
	Matches int
	Day     string // day of the last rated match
}

// Ratings rates all matches that count. It returns the rating of each person in each game.
func (d State) Ratings(results []Result) map[Rated]Standing {
	all := map[Rated]Standing{}
	for _, r := range Ordered(results) {
		if counts, _ := d.Counts(r.Match); counts && r.Unrated == "" {
			d.rate(all, r)
		}
	}
	return all
}

// rate rates one match and updates all. An unnamed player counts as a newcomer, whose new rating is
// discarded.
func (d State) rate(all map[Rated]Standing, r Result) {
	seats := d.Seats(r)
	teams, ranks := make([][]rating.Rating, len(seats)), make([]int, len(seats))
	for i, seat := range seats {
		ranks[i] = seat.Rank
		teams[i] = []rating.Rating{d.ratingBefore(all, seat, r)}
	}
	for i, after := range rating.Rate(teams, ranks) {
		if player := seats[i].Player; player != "" {
			who := Rated{d.Person(player), r.Game}
			all[who] = Standing{Rating: after[0], Matches: all[who].Matches + 1, Day: r.Day}
		}
	}
}

// ratingBefore returns the rating of a seat's player before a match.
func (d State) ratingBefore(all map[Rated]Standing, seat audit.Seat, r Result) rating.Rating {
	was, known := all[Rated{d.Person(seat.Player), r.Game}]
	if seat.Player == "" || !known {
		return rating.New()
	}
	return was.Rating.Later(months(was.Day, r.Day))
}

// months returns the number of month boundaries between two days.
func months(from, to string) int {
	a, err := time.Parse(time.DateOnly, from)
	b, err2 := time.Parse(time.DateOnly, to)
	if err != nil || err2 != nil {
		return 0
	}
	return max(0, 12*(b.Year()-a.Year())+int(b.Month()-a.Month()))
}
