package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// Swiss pairs two per table by the Monrad system, the highest players at the first table; see
// the package comment. It returns an [ErrFew] or an [ErrTwice].
func Swiss(players []Player) (Round, error) {
	if len(players) < 2 {
		return Round{}, fmt.Errorf("pairing: %w for a round: %d", ErrFew, len(players))
	}
	f, err := newField(players)
	if err != nil {
		return Round{}, err
	}
	s := swiss{field: f, unmet: match(len(players), f.allowedPairs())}
	r := s.bye()
	s.repeats = s.unmet.free() / 2
	for a := range players {
		if !s.unmet.removed[a] {
			f.seat(&r, []int{a, s.opponent(a)})
		}
	}
	return r, nil
}

// swiss is the state of pairing a round.
type swiss struct {
	field
	unmet   *matching // matching of the remaining players without repeats
	repeats int       // number of repeats still needed
}

// allowedPairs returns the pairs of players with the fewest meetings: pairs that have not met,
// or, once all have met, those that have met least often.
func (f *field) allowedPairs() []bool {
	n := len(f.players)
	least := f.times(0, 1)
	for a := range n {
		for b := range a {
			least = min(least, f.times(a, b))
		}
	}
	open := make([]bool, n*n)
	for i, times := range f.met {
		open[i] = times == least && i%(n+1) != 0 // no player meets himself
	}
	return open
}

// bye begins the round, with a bye if the number of players is odd.
func (s *swiss) bye() (r Round) {
	if len(s.players)%2 == 0 {
		return r
	}
	next := s.fewestByes()
	for most := s.unmet.free() - 1; ; most += 2 {
		for _, a := range next {
			if s.unmet.without(most, a) {
				return Round{Byes: []string{s.players[a].ID}}
			}
		}
	}
}

// opponent returns the opponent of the highest remaining player. There is always one: the
// partner in the matching, or another unmatched player.
func (s *swiss) opponent(a int) int {
	n := len(s.players)
	var again []int
	for b := a + 1; b < n; b++ {
		switch {
		case s.unmet.removed[b]:
		case !s.unmet.allowed[a*n+b]:
			again = append(again, b)
		case s.unmet.without(2*s.repeats, a, b):
			return b
		}
	}
	s.repeats--
	slices.SortStableFunc(again, func(b, c int) int { return cmp.Compare(s.times(a, b), s.times(a, c)) })
	for _, b := range again {
		if s.unmet.without(2*s.repeats, a, b) {
			return b
		}
	}
	panic("pairing: the matching of a round is not maximum")
}
