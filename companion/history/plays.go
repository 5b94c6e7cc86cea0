package history

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Plays contains the statistics of one game. They count finished matches.
//
// A match is decided if some of its players won and others didn't. Only decided matches can show
// whether a seat or the first turn helps; a match that all players won or lost together can't.
type Plays struct {
	Game      string
	Latest    Item // latest finished match; its ID is "" if there is none
	Matches   int
	Left      int     // number of matches that aren't finished
	Unsure    int     // number of matches without a date
	First     string  // earliest start of a match, RFC 3339; "" if no match has a date
	Last      string  // latest start of a match, RFC 3339; "" if no match has a date
	Decided   int     // number of decided matches
	AllWon    int     // number of matches of two or more players that all of them won
	NoneWon   int     // number of matches of two or more players that none of them won
	Alone     int     // number of matches of one player
	AloneWon  int     // number of matches of one player who won
	Length    Figures // lengths in ms, of the matches with a known length
	Points    Points
	Sizes     []Size  // by number of players, the lowest first
	Seats     []Place // by seat of the decided matches, seat 1 first
	Beginners Place   // the players with the first turn in the decided matches; its Seat is 0
	Players   []Plain // the most matches first
}

// Points are the figures of the points of all players. They come from matches with points. In some
// games, options determine whether more or fewer points are better. Then Points covers only the
// matches in which they count as in the latest one.
type Points struct {
	Figures
	Lowest    bool    // fewer points are better
	Best      float64 // the best of the points
	Matches   int     // number of matches that the figures cover
	Otherwise int     // number of matches with points that count the other way round
	Recent    float64 // mean of the points in the last TrendMatches matches
	Before    float64 // mean of the points in all matches before those
	Trend     bool    // Recent and Before are known: each covers at least TrendMatches matches
}

// TrendMatches is the number of latest matches that a trend compares with all matches before them.
const TrendMatches = 5

// Size contains the statistics of a game with one number of players.
type Size struct {
	Players int
	Matches int
	Won     int     // number of matches with a winner
	Length  Figures // in ms
	Points  Figures // of the matches that Plays.Points covers
}

// Place contains the results in decided matches of a seat, or of the players with the first turn.
type Place struct {
	Seat    int
	Matches int
	Wins    int
	// Fair is the expected number of wins if all players of each match had equal chances: the sum
	// of the winners' share of the players.
	Fair float64
}

// Plain contains the statistics of a player at one game.
type Plain struct {
	Name    string
	Matches int
	Wins    int
	Points  Figures // of the matches that Plays.Points covers
	Best    float64 // the best of the points
	Last    string  // latest start of a match, RFC 3339; "" if no match has a date
}

// PlaysOf returns the statistics of a game. The matches in latestFirst are in the order of lists,
// the latest first. They may be of any games. PlaysOf ignores tools.
func PlaysOf(game string, latestFirst []Item) Plays {
	var finished []Item // the oldest first
	p := Plays{Game: game}
	for _, item := range slices.Backward(latestFirst) {
		switch {
		case item.Tool || item.Summary.Game != game:
		case item.Summary.Over:
			finished = append(finished, item)
		default:
			p.Left++
		}
	}
	if p.Matches = len(finished); p.Matches > 0 {
		p.Latest = finished[p.Matches-1]
	}
	p.dates(finished)
	p.outcomes(finished)
	scored := p.score(finished)
	p.sizes(finished, scored)
	p.Length = lengths(finished)
	p.people(finished, scored)
	return p
}

// dates sets First, Last and Unsure.
func (p *Plays) dates(finished []Item) {
	for _, item := range finished {
		start, ok := item.Summary.start()
		if !ok {
			p.Unsure++
			continue
		}
		p.First, p.Last = span(p.First, p.Last, start)
	}
}

// span widens a span of time so that it contains at. Its ends are in RFC 3339 in UTC, where the order of
// texts is that of times, or "" for an empty span.
func span(first, last string, at time.Time) (newFirst, newLast string) {
	label := at.UTC().Format(time.RFC3339)
	return min(cmp.Or(first, label), label), max(last, label)
}

// decided reports whether some players of the match won and others didn't.
func (s Summary) decided() bool { return len(s.Won) > 0 && len(s.Won) < len(s.Names) }

// outcomes counts who won: all, none, which seat, who began.
func (p *Plays) outcomes(finished []Item) {
	for _, item := range finished {
		s := item.Summary
		switch {
		case len(s.Names) == 1:
			p.Alone++
			p.AloneWon += len(s.Won)
		case len(s.Won) == 0:
			p.NoneWon++
		case !s.decided():
			p.AllWon++
		default:
			p.Decided++
			p.places(s)
		}
	}
}

func (p *Plays) places(s Summary) {
	fair := float64(len(s.Won)) / float64(len(s.Names))
	for seat := range s.Names {
		if len(p.Seats) == seat {
			p.Seats = append(p.Seats, Place{Seat: seat + 1})
		}
		p.Seats[seat].add(s.won(seat), fair)
	}
	if s.First > 0 {
		p.Beginners.add(s.won(s.First-1), fair)
	}
}

func (p *Place) add(won bool, fair float64) {
	p.Matches++
	p.Fair += fair
	if won {
		p.Wins++
	}
}

// score sets Points. It returns the matches that the figures cover.
func (p *Plays) score(finished []Item) (scored []Item) {
	for _, item := range finished {
		if hasScores(item.Summary.Scores) {
			scored = append(scored, item)
		}
	}
	if len(scored) == 0 {
		return nil
	}
	lowest := scored[len(scored)-1].Summary.Lowest
	all := len(scored)
	scored = slices.DeleteFunc(scored, func(item Item) bool { return item.Summary.Lowest != lowest })
	p.Points = Points{Figures: pointsOf(scored), Lowest: lowest, Matches: len(scored), Otherwise: all - len(scored)}
	p.Points.Best = p.Points.best(lowest)
	if n := len(scored) - TrendMatches; n >= TrendMatches {
		p.Points.Recent, p.Points.Before = pointsOf(scored[n:]).Mean, pointsOf(scored[:n]).Mean
		p.Points.Trend = true
	}
	return scored
}

// best returns the best of the numbers.
func (f Figures) best(lowest bool) float64 {
	if lowest {
		return f.Least
	}
	return f.Most
}

// pointsOf returns the figures of the points of all players in the matches. As in a record, points
// that are low only because a player came late or left early don't count where low is good.
func pointsOf(items []Item) Figures {
	var all []float64
	for _, item := range items {
		for seat, score := range item.Summary.Scores {
			if !item.Summary.easily(seat) {
				all = append(all, float64(score))
			}
		}
	}
	return figuresOf(all)
}

// lengths returns the figures of the lengths of the matches. A length of 0 is unknown.
func lengths(items []Item) Figures {
	var all []float64
	for _, item := range items {
		if item.Summary.MS > 0 {
			all = append(all, float64(item.Summary.MS))
		}
	}
	return figuresOf(all)
}

func (p *Plays) sizes(finished, scored []Item) {
	played, points := bySize(finished), bySize(scored)
	for _, n := range slices.Sorted(maps.Keys(played)) {
		size := Size{Players: n, Matches: len(played[n]), Length: lengths(played[n]), Points: pointsOf(points[n])}
		for _, item := range played[n] {
			if len(item.Summary.Won) > 0 {
				size.Won++
			}
		}
		p.Sizes = append(p.Sizes, size)
	}
}

// bySize returns the matches by their number of players.
func bySize(items []Item) map[int][]Item {
	all := map[int][]Item{}
	for _, item := range items {
		n := len(item.Summary.Names)
		all[n] = append(all[n], item)
	}
	return all
}

func (p *Plays) people(finished, scored []Item) {
	all, points := map[string]*Plain{}, map[string][]float64{}
	for _, item := range finished {
		s := item.Summary
		start, dated := s.start()
		for seat, name := range s.Names {
			if all[name] == nil {
				all[name] = &Plain{Name: name}
			}
			one := all[name]
			one.Matches++
			if s.won(seat) {
				one.Wins++
			}
			if dated {
				_, one.Last = span("", one.Last, start)
			}
		}
	}
	for _, item := range scored {
		for seat, name := range item.Summary.Names {
			if !item.Summary.easily(seat) {
				points[name] = append(points[name], float64(item.Summary.Scores[seat]))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		one := all[name]
		one.Points = figuresOf(points[name])
		one.Best = one.Points.best(p.Points.Lowest)
		p.Players = append(p.Players, *one)
	}
	slices.SortStableFunc(p.Players, func(a, b Plain) int {
		return cmp.Or(b.Matches-a.Matches, b.Wins-a.Wins, strings.Compare(a.Name, b.Name))
	})
}
