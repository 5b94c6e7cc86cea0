package pairing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Score is points, or a tie-break, in parts of a [Win] so small that shares of tables up to
// [MostSeats], and shares of these, are whole numbers.
type Score int64

// Win is what the first place at a table gives, and a bye.
const Win Score = 840 * 840

// Wins returns a score in wins: 2.5 of five ties.
func (s Score) Wins() float64 { return float64(s) / float64(Win) }

// Played is a round that was played.
type Played struct {
	Tables []Result
	Byes   []string // ids of those who had a win without playing
}

// Result is what came of a table: of each seat, the first begins, who it was and which place he took.
// The best place is the lowest; equal places are ties.
type Result struct {
	Seats  []string
	Places []int
}

// Line is where somebody stands.
type Line struct {
	Place           int // from 1; who is level has the same
	ID              string
	Points          Score
	Buchholz        Score
	SonnebornBerger Score
	Tables          int // at which he sat
	Byes            int
}

// Standings returns where everybody stands who played or had a bye, the first first; see the
// package comment. Who shares a place is in the order of ids. It fails with [ErrTwice] if
// somebody is twice in a round, and with [ErrTable].
func Standings(rounds []Played) ([]Line, error) {
	lines := map[string]*Line{}
	for i, round := range rounds {
		if err := round.check(); err != nil {
			return nil, fmt.Errorf("pairing: round %d: %w", i+1, err)
		}
		round.score(lines)
	}
	for _, round := range rounds {
		round.breakTies(lines)
	}
	all := make([]Line, 0, len(lines))
	for _, id := range slices.Sorted(maps.Keys(lines)) {
		all = append(all, *lines[id])
	}
	slices.SortStableFunc(all, Line.compare)
	rank(all, rounds)
	return all, nil
}

// check says what can't be in a round.
func (p Played) check() error {
	known := map[string]bool{}
	all := slices.Clone(p.Byes)
	for _, t := range p.Tables {
		if len(t.Seats) < 2 || len(t.Seats) > MostSeats || len(t.Seats) != len(t.Places) {
			return fmt.Errorf("%w: %q, places %v", ErrTable, t.Seats, t.Places)
		}
		all = append(all, t.Seats...)
	}
	for _, id := range all {
		if known[id] {
			return fmt.Errorf("%w: %q", ErrTwice, id)
		}
		known[id] = true
	}
	return nil
}

// score adds the points of a round.
func (p Played) score(lines map[string]*Line) {
	line := func(id string) *Line {
		if lines[id] == nil {
			lines[id] = &Line{ID: id}
		}
		return lines[id]
	}
	for _, id := range p.Byes {
		line(id).Points += Win
		line(id).Byes++
	}
	for _, t := range p.Tables {
		for i, id := range t.Seats {
			line(id).Tables++
			for j := range t.Seats {
				line(id).Points += t.over(i, j, Win)
			}
		}
	}
}

// over is seat i's part of the worth of seat j: all of it if j was left behind, half if
// they tied, divided by the number of others at the table.
func (t Result) over(i, j int, worth Score) Score {
	switch others := Score(len(t.Seats) - 1); {
	case i == j || t.Places[i] > t.Places[j]:
		return 0
	case t.Places[i] == t.Places[j]:
		return worth / (2 * others)
	default:
		return worth / others
	}
}

// breakTies adds to Buchholz and Sonneborn-Berger once all points are known.
func (p Played) breakTies(lines map[string]*Line) {
	for _, id := range p.Byes {
		line := lines[id]
		line.Buchholz += line.Points
		line.SonnebornBerger += line.Points
	}
	for _, t := range p.Tables {
		for i, id := range t.Seats {
			for j, other := range t.Seats {
				lines[id].SonnebornBerger += t.over(i, j, lines[other].Points)
				if i != j {
					lines[id].Buchholz += lines[other].Points / Score(len(t.Seats)-1)
				}
			}
		}
	}
}

// compare orders by all but the encounters of two.
func (l Line) compare(o Line) int {
	return cmp.Or(cmp.Compare(o.Points, l.Points), cmp.Compare(o.Buchholz, l.Buchholz), cmp.Compare(o.SonnebornBerger, l.SonnebornBerger))
}

// rank gives places, and lets two who are level be decided by their encounters.
func rank(lines []Line, rounds []Played) {
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && lines[i].compare(lines[end]) == 0 {
			end++
		}
		for j := i; j < end; j++ {
			lines[j].Place = i + 1
		}
		if end-i == 2 {
			decide(&lines[i], &lines[i+1], rounds)
		}
		i = end
	}
}

// decide orders two by who was before the other more often.
func decide(a, b *Line, rounds []Played) {
	ahead := 0
	for _, round := range rounds {
		for _, t := range round.Tables {
			i, j := slices.Index(t.Seats, a.ID), slices.Index(t.Seats, b.ID)
			if i >= 0 && j >= 0 {
				ahead += cmp.Compare(t.Places[j], t.Places[i])
			}
		}
	}
	if ahead < 0 {
		*a, *b = *b, *a
	}
	if ahead != 0 {
		b.Place++
	}
}

// Players returns those who are here for the next round, each with his past in the rounds that
// were played; see the package comment for who comes late or left. Ratings may be nil, and
// somebody may lack one: his is 0. It fails as [Standings] does, and with [ErrTwice] if
// somebody is here twice.
func Players(here []string, rounds []Played, ratings map[string]float64) ([]Player, error) {
	lines, err := Standings(rounds)
	if err != nil {
		return nil, err
	}
	past := make(map[string]*Player, len(here))
	for _, id := range here {
		if past[id] != nil {
			return nil, fmt.Errorf("pairing: %w: %q", ErrTwice, id)
		}
		past[id] = &Player{ID: id, Rating: ratings[id], Met: map[string]int{}}
	}
	for _, line := range lines {
		if p := past[line.ID]; p != nil {
			p.Points, p.Buchholz, p.Byes = line.Points, line.Buchholz, line.Byes
		}
	}
	for _, round := range rounds {
		for _, t := range round.Tables {
			t.remember(past)
		}
	}
	players := make([]Player, len(here))
	for i, id := range here {
		players[i] = *past[id]
	}
	return players, nil
}

// remember notes who met whom, and who began.
func (t Result) remember(past map[string]*Player) {
	for i, id := range t.Seats {
		p := past[id]
		if p == nil {
			continue
		}
		p.BeganLast = i == 0
		if p.BeganLast {
			p.Began++
		}
		for _, other := range t.Seats {
			if other != id {
				p.Met[other]++
			}
		}
	}
}
