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
	unmet := f.allowedPairs()
	s := swiss{field: f, unmet: match(len(players), unmet), fair: match(len(players), f.fairPairs(unmet))}
	r := s.round()
	for _, pair := range slices.Backward(s.pairs) {
		f.seat(&r, pair[:])
	}
	return r, nil
}

// swiss is the state of pairing one round.
type swiss struct {
	field
	unmet *matching // matching of the players not yet paired, without repeats
	fair  *matching // the same, and nobody has a side for the third time in a row
	pairs [][2]int  // pairs of the round, the lowest first, once it is found
	tries int       // number of pairs that may still be tried within the present allowance
}

// allowance is the number of pairs of a round that may be undesirable.
type allowance struct {
	repeats int
	thirds  int // pairs in which a player has a side for the third time in a row
}

// mostTries is the maximum number of pairs tried within one allowance. Rounds of real events take
// about as many as they have pairs. The limit is for the contrived ones: these may have more thirds
// than necessary.
const mostTries = 20_000

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

// fairPairs returns the allowed pairs without those in which a player has a side for the third time
// in a row.
func (f *field) fairPairs(allowed []bool) []bool {
	n, fair := len(f.players), slices.Clone(allowed)
	for i := range fair {
		fair[i] = fair[i] && !f.third(i/n, i%n)
	}
	return fair
}

// third reports whether one of the players a and b has a side for the third time in a row if they
// are paired.
func (f *field) third(a, b int) bool {
	side := f.players[a].side(2)
	return side != 0 && side == f.players[b].side(2)
}

// round pairs all players with as few repeats, then as few thirds as possible. It returns the round
// with its bye, if the number of players is odd, and without tables.
func (s *swiss) round() Round {
	odd := len(s.players) % 2
	may := allowance{repeats: (s.unmet.free() - odd) / 2}
	for ; ; may.repeats++ {
		may.thirds = max(0, (s.fair.free()-odd)/2-may.repeats)
		for ; may.thirds <= len(s.players)/2; may.thirds++ {
			s.tries = mostTries
			if r, ok := s.within(may); ok {
				return r
			}
		}
	}
}

// within looks for a round within an allowance. If the number of players is odd, the lowest of the
// players with the fewest byes who can have the bye gets it.
func (s *swiss) within(may allowance) (Round, bool) {
	if len(s.players)%2 == 0 {
		return Round{}, s.pair(may)
	}
	for _, a := range s.fewestByes() {
		before := s.save()
		if s.take(may, a) && s.pair(may) {
			return Round{Byes: []string{s.players[a].ID}}, true
		}
		s.restore(before)
	}
	return Round{}, false
}

// pair pairs all players who are left, the highest first, each with the first opponent in the order
// of opponents with whom the others can be paired. It reports whether that is possible within the
// allowance. It then has added the pairs.
func (s *swiss) pair(may allowance) bool {
	a := slices.Index(s.unmet.removed, false)
	if a < 0 {
		return true
	}
	for _, b := range s.opponents(a) {
		left := s.without(may, a, b)
		if left.repeats < 0 || left.thirds < 0 || s.tries == 0 {
			continue
		}
		s.tries--
		before := s.save()
		if s.take(left, a, b) && s.pair(left) {
			s.pairs = append(s.pairs, [2]int{a, b})
			return true
		}
		s.restore(before)
	}
	return false
}

// opponents returns the players who are left beside a: those whom a has not met, the nearest first,
// then those whom a met least often, the nearest first.
func (s *swiss) opponents(a int) (all []int) {
	for b := a + 1; b < len(s.players); b++ {
		if !s.unmet.removed[b] {
			all = append(all, b)
		}
	}
	again := func(b int) int {
		if s.allows(a, b) {
			return 0
		}
		return s.times(a, b)
	}
	slices.SortStableFunc(all, func(b, c int) int { return cmp.Compare(again(b), again(c)) })
	return all
}

// allows reports whether the pair of a and b is no repeat.
func (s *swiss) allows(a, b int) bool { return s.unmet.allowed[a*len(s.players)+b] }

// without returns the allowance that remains if a and b are paired.
func (s *swiss) without(may allowance, a, b int) allowance {
	if !s.allows(a, b) {
		may.repeats--
	}
	if s.third(a, b) {
		may.thirds--
	}
	return may
}

// take removes players from those who are left. It returns false if those who remain certainly can't
// be paired within the allowance.
func (s *swiss) take(may allowance, some ...int) bool {
	return s.unmet.without(2*may.repeats, some...) && s.fair.without(2*(may.repeats+may.thirds), some...)
}

// save returns a copy of the matchings for restore.
func (s *swiss) save() [2]matching { return [2]matching{s.unmet.copy(), s.fair.copy()} }

// restore restores the matchings that save has returned.
func (s *swiss) restore(before [2]matching) { *s.unmet, *s.fair = before[0], before[1] }
