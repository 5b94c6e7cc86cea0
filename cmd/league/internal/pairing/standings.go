package pairing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Score is a number of points, or the value of a tie-break. Its unit is so small that the shares of
// a [Win] at tables of up to [MostSeats], and the shares of these shares, are whole numbers.
type Score int64

// Win is the score of a first place, and of a bye.
const Win Score = 840 * 840

// Wins returns a score as a number of wins: five ties give 2.5.
func (s Score) Wins() float64 { return float64(s) / float64(Win) }

// Played is a round with the results of its tables.
type Played struct {
	Tables []Result
	Byes   []string // ids of players with a bye, which counts as a win
	Half   []string // ids of players who asked for a bye, which counts as a tie
}

// Result is the result of a table. Seats holds the ids of the players, the first seat first. Places
// holds the place of each player. The lowest place is the best, and equal places are ties.
type Result struct {
	Seats  []string
	Places []int
}

// Line is a row of the standings, for one player.
type Line struct {
	Place           int // place from 1; tied players have the same place
	ID              string
	Points          Score
	Buchholz        Score
	SonnebornBerger Score
	Tables          int // number of tables played
	Byes            int
	Halves          int  // number of byes that count as a tie
	Direct          bool // the order of the two players tied otherwise is that of their encounters
}

// Standings returns the standings of all players who played or had a bye, the best first; see the
// package comment. Tied players are ordered by id. It returns an [ErrTwice] if a player appears
// twice in a round, and an [ErrTable] for a malformed table.
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

// check returns an error if the round is malformed.
func (p Played) check() error {
	known := map[string]bool{}
	all := slices.Concat(p.Byes, p.Half)
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

// score adds the points of a round to the lines of its players.
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
	for _, id := range p.Half {
		line(id).Points += Win / 2
		line(id).Halves++
	}
	for _, t := range p.Tables {
		for i, id := range t.Seats {
			line(id).Tables++
			for j := range t.Seats {
				line(id).Points += t.share(i, j, Win)
			}
		}
	}
}

// share returns the part of worth that seat i gets for seat j: all if i beat j, half for a tie,
// none otherwise. The part is divided by the number of opponents at the table.
func (t Result) share(i, j int, worth Score) Score {
	switch others := Score(len(t.Seats) - 1); {
	case i == j || t.Places[i] > t.Places[j]:
		return 0
	case t.Places[i] == t.Places[j]:
		return worth / (2 * others)
	default:
		return worth / others
	}
}

// breakTies adds a round to the Buchholz and Sonneborn-Berger scores of the players of the round.
// The points of all rounds must be known.
func (p Played) breakTies(lines map[string]*Line) {
	for _, id := range p.Byes {
		line := lines[id]
		line.Buchholz += line.Points
		line.SonnebornBerger += line.Points
	}
	for _, id := range p.Half {
		line := lines[id]
		line.Buchholz += line.Points
		line.SonnebornBerger += line.Points / 2
	}
	for _, t := range p.Tables {
		for i, id := range t.Seats {
			for j, other := range t.Seats {
				lines[id].SonnebornBerger += t.share(i, j, lines[other].Points)
				if i != j {
					lines[id].Buchholz += lines[other].Points / Score(len(t.Seats)-1)
				}
			}
		}
	}
}

// compare orders two lines by points, Buchholz and Sonneborn-Berger. It returns a negative number
// if l comes first.
func (l Line) compare(o Line) int {
	return cmp.Or(cmp.Compare(o.Points, l.Points), cmp.Compare(o.Buchholz, l.Buchholz), cmp.Compare(o.SonnebornBerger, l.SonnebornBerger))
}

// rank sets the places in sorted lines. It orders exactly two tied players by their encounters.
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

// decide orders two tied players by the number of their encounters that each has won.
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
		a.Direct, b.Direct = true, true
	}
}

// Players returns the players of the next round. here holds their ids. The history of each comes
// from the rounds played; see the package comment for late entries and withdrawals. A player
// without a rating has rating 0. It returns the errors of [Standings], and an [ErrTwice] if here
// contains a player twice.
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
			t.addHistory(past)
		}
	}
	players := make([]Player, len(here))
	for i, id := range here {
		players[i] = *past[id]
	}
	return players, nil
}

// addHistory adds the meetings and the first seat of a table to the history of its players.
func (t Result) addHistory(past map[string]*Player) {
	for i, id := range t.Seats {
		p := past[id]
		if p == nil {
			continue
		}
		if i == 0 {
			p.Began, p.Row = p.Began+1, max(p.Row, 0)+1
		} else {
			p.Row = min(p.Row, 0) - 1
		}
		for _, other := range t.Seats {
			if other != id {
				p.Met[other]++
			}
		}
	}
}
