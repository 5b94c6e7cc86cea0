package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// Swiss pairs a round with two seats per table by the Monrad system, the highest players at the
// first table; see the package comment. It returns an [ErrFew] or an [ErrTwice].
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

// swiss is the state of pairing one round.
type swiss struct {
	field
	unmet   *matching // matching of the players not yet paired, without repeats
	repeats int       // number of repeats that are still unavoidable
}

// allowedPairs returns the pairs of players that have met least often, in the form of the field
// matching.allowed. While some pairs have not met, it returns these pairs.
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
		open[i] = times == least && i%(n+1) != 0 // i%(n+1) is 0 where both players of a pair are the same
	}
	return open
}

// bye returns the new round. If the number of players is odd, bye gives one player a bye.
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

// opponent returns the opponent of player a. Player a must be the highest player not yet paired. An
// opponent always exists: the partner of a in the matching, or another player without a partner.
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
