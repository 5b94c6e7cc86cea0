package admin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tabletop/cmd/league/internal/pairing"
	"tabletop/cmd/league/internal/trf"
)

// importEvent begins an event with the players and the rounds of a TRF16 file. The players are
// guests.
func (d *State) importEvent(deed Command) error {
	t, err := trf.Read(strings.NewReader(deed.File))
	if err != nil {
		return Fault{"event.file", err.Error()}
	}
	name := cmp.Or(strings.TrimSpace(deed.Name), firstLetters(t.Name, mostName))
	if len(deed.Games) != 1 {
		return Fault{"league.games", name}
	}
	e := Event{ID: deed.Seq, Name: name, Game: deed.Games[0], System: Swiss, Size: 2, Wanted: max(t.Rounds, t.Played())}
	return onlyIf(checkName(name), func() {
		for _, p := range t.Players {
			id := guestID(deed.Seq, p.Number)
			d.names = append(d.names, personName{id, cmp.Or(p.Name, fmt.Sprint(p.Number))})
			e.Here = append(e.Here, id)
		}
		for i := range t.Played() {
			e.Rounds = append(e.Rounds, importRound(deed, t, i))
		}
		d.Events = append(d.Events, e)
	})
}

// firstLetters returns the first n letters of a text.
func firstLetters(text string, n int) string {
	letters := []rune(strings.TrimSpace(text))
	return string(letters[:min(len(letters), n)])
}

// importRound returns round i of a file, from 0.
func importRound(deed Command, t trf.Tournament, i int) Round {
	r := Round{At: deed.At, ranks: map[int][]int{}}
	for _, p := range t.Players {
		g, id := p.Games[i], guestID(deed.Seq, p.Number)
		switch {
		case g.Result == trf.Bye || g.Result == trf.FullBye:
			r.Byes = append(r.Byes, id)
		case g.Result == trf.HalfBye:
			r.Half = append(r.Half, id)
		case g.Side == trf.White && !nobodyCame(g, t, p.Number, i):
			if ranks := ranksBy[g.Result]; ranks != nil {
				r.ranks[len(r.Tables)] = ranks
			}
			r.Tables = append(r.Tables, []string{id, guestID(deed.Seq, g.Opponent)})
		}
	}
	return r
}

// ranksBy holds the ranks of a table for the result of the first seat.
var ranksBy = map[trf.Result][]int{
	trf.Won: {1, 2}, trf.ForfeitWon: {1, 2}, trf.ShortWon: {1, 2},
	trf.Lost: {2, 1}, trf.ForfeitLost: {2, 1}, trf.ShortLost: {2, 1},
	trf.Drawn: {1, 1}, trf.ShortDrawn: {1, 1},
}

// nobodyCame reports whether both players of a game have lost, since neither came. Such a table counts
// as two absences.
func nobodyCame(g trf.Game, t trf.Tournament, number, i int) bool {
	at := slices.IndexFunc(t.Players, func(p trf.Player) bool { return p.Number == g.Opponent })
	return g.Result == trf.ForfeitLost && t.Players[at].Games[i].Result == trf.ForfeitLost
}

// Report returns an event of two per table as a tournament of the format TRF16. The starting ranks
// are those by rating, then by name. It returns a Fault for an event of larger tables.
func (d State) Report(e Event, results []Result, name func(person string) string) (trf.Tournament, error) {
	if e.System == Tables {
		return trf.Tournament{}, Fault{"event.trf", e.Name}
	}
	lines, err := d.Standings(e, results)
	if err != nil {
		return trf.Tournament{}, err
	}
	r := reporter{d: d, numbers: d.startingRanks(e, results, name)}
	t := trf.Tournament{Name: e.Name, Rounds: e.Planned(), Players: make([]trf.Player, len(r.numbers))}
	for person, n := range r.numbers {
		t.Players[n-1] = trf.Player{Number: n, Name: name(person)}
	}
	for _, l := range lines {
		if n := r.numbers[l.ID]; n > 0 {
			t.Players[n-1].Halves, t.Players[n-1].Place = int(2*l.Points/pairing.Win), l.Place
		}
	}
	for i, outcomes := range d.Outcomes(e, results) {
		t.Days = append(t.Days, day(e.Rounds[i].At))
		r.add(&t, e.Rounds[i], outcomes)
	}
	if len(t.Days) > 0 {
		t.From, t.To = "20"+t.Days[0], "20"+t.Days[len(t.Days)-1]
	}
	return t, nil
}

// day returns the day of a time in RFC 3339, as 26/11/27.
func day(at string) string {
	if len(at) < len("2026-11-27") {
		return ""
	}
	return strings.ReplaceAll(at[len("20"):len("2026-11-27")], "-", "/")
}

// startingRanks returns the starting rank of each person of an event, from 1.
func (d State) startingRanks(e Event, results []Result, name func(string) string) map[string]int {
	strength := d.strengths(e, results)
	all := slices.Compact(slices.Sorted(slices.Values(d.persons(e.Players()))))
	slices.SortStableFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(strength[b], strength[a]), cmp.Compare(name(a), name(b)))
	})
	numbers := map[string]int{}
	for i, person := range all {
		numbers[person] = i + 1
	}
	return numbers
}

// reporter adds rounds to a tournament.
type reporter struct {
	d       State
	numbers map[string]int // starting rank of each person
}

// add adds a round to a tournament.
func (r reporter) add(t *trf.Tournament, round Round, outcomes []Outcome) {
	games := make([]trf.Game, len(t.Players))
	for i := range games {
		games[i] = trf.Game{Side: trf.NoSide, Result: trf.Absent}
	}
	at := func(player string) *trf.Game { return &games[r.numbers[r.d.Person(player)]-1] }
	for _, p := range round.Byes {
		at(p).Result = trf.Bye
	}
	for _, p := range round.Half {
		at(p).Result = trf.HalfBye
	}
	for i, table := range round.Tables {
		white, black := table[0], table[1]
		a, b := resultsOf(outcomes[i].Ranks)
		*at(white) = trf.Game{Opponent: r.numbers[r.d.Person(black)], Side: trf.White, Result: a}
		*at(black) = trf.Game{Opponent: r.numbers[r.d.Person(white)], Side: trf.Black, Result: b}
	}
	for i, g := range games {
		t.Players[i].Games = append(t.Players[i].Games, g)
	}
}

// resultsOf returns the results of the two seats of a table with these ranks; nil if it is open.
func resultsOf(ranks []int) (a, b trf.Result) {
	switch {
	case ranks == nil:
		return trf.Open, trf.Open
	case ranks[0] < ranks[1]:
		return trf.Won, trf.Lost
	case ranks[0] > ranks[1]:
		return trf.Lost, trf.Won
	}
	return trf.Drawn, trf.Drawn
}
