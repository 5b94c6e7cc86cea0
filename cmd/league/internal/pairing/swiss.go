package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// Swiss pairs two at a table by the Monrad system, the highest at the first table; see the
// package comment. It fails with [ErrFew] or [ErrTwice].
func Swiss(players []Player) (Round, error) {
	if len(players) < 2 {
		return Round{}, fmt.Errorf("pairing: %w for a round: %d", ErrFew, len(players))
	}
	f, err := enter(players)
	if err != nil {
		return Round{}, err
	}
	s := swiss{field: f, fresh: match(len(players), f.fresh())}
	r := s.bye()
	s.repeats = s.fresh.free() / 2
	for a := range players {
		if !s.fresh.gone[a] {
			f.seat(&r, []int{a, s.opponent(a)})
		}
	}
	return r, nil
}

// swiss is the pairing of a round while it is made.
type swiss struct {
	field
	fresh   *matching // of who isn't at a table yet, without repeats
	repeats int       // how many are still needed
}

// fresh says which two haven't met, or, once all have met all, which two haven't met more
// often than all have.
func (f *field) fresh() []bool {
	n := len(f.players)
	least := f.times(0, 1)
	for a := range n {
		for b := range a {
			least = min(least, f.times(a, b))
		}
	}
	open := make([]bool, n*n)
	for i, times := range f.met {
		open[i] = times == least && i%(n+1) != 0 // not with oneself
	}
	return open
}

// bye begins the round: of an odd number one is out.
func (s *swiss) bye() (r Round) {
	if len(s.players)%2 == 0 {
		return r
	}
	next := s.fewestByes()
	for most := s.fresh.free() - 1; ; most += 2 {
		for _, a := range next {
			if s.fresh.without(most, a) {
				return Round{Byes: []string{s.players[a].ID}}
			}
		}
	}
}

// opponent finds whom the highest who is left plays. There is always one: whom he is
// matched with, or, if he is free, another who is.
func (s *swiss) opponent(a int) int {
	n := len(s.players)
	var again []int
	for b := a + 1; b < n; b++ {
		switch {
		case s.fresh.gone[b]:
		case !s.fresh.open[a*n+b]:
			again = append(again, b)
		case s.fresh.without(2*s.repeats, a, b):
			return b
		}
	}
	s.repeats--
	slices.SortStableFunc(again, func(b, c int) int { return cmp.Compare(s.times(a, b), s.times(a, c)) })
	for _, b := range again {
		if s.fresh.without(2*s.repeats, a, b) {
			return b
		}
	}
	panic("pairing: the matching of a round is no maximum")
}
