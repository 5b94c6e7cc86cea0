package maze

import (
	"errors"
	"fmt"

	"tabletop/games"
)

// validate returns an error if no game with rulings can reach this position.
func (s *state) validate() error {
	switch {
	case s.moves < 0:
		return errors.New("a negative number of moves")
	case s.last != (move{}) && (s.occupied.has(s.last.from) || !s.occupied.has(s.last.to)):
		return errors.New("the last move can't have been made")
	}
	if err := s.validateStart(); err != nil {
		return err
	}
	first := s.atStart()
	for _, it := range tokens {
		want := first.squaresOf(it).count()
		if got := s.squaresOf(it).count(); got != want {
			return fmt.Errorf("%d of %s, want %d", got, it, want)
		}
	}
	is := s.withPhase().phase
	if is != s.phase && (is != playing || s.phase != stopped) {
		return fmt.Errorf("the phase is %s, want %s", phaseNames[s.phase], phaseNames[is])
	}
	return nil
}

// squaresOf returns the squares of the pieces of a kind and colour.
func (p *position) squaresOf(it piece) (some set) {
	for at, on := range p.on {
		if on == it {
			some |= of(square(at))
		}
	}
	return some
}

// validateStart returns an error if the start is impossible. During the set-up it also returns an
// error if the position doesn't follow from the start.
func (s *state) validateStart() error {
	fresh := s.table.begun()
	switch {
	case s.table.start != nil:
		fresh.start = *s.table.start
	case s.table.list != nil && s.filled > 0:
		if s.listed = s.table.list.find(&s.start); s.listed == 0 {
			return fmt.Errorf("the start %s is not in the list", &s.start)
		}
		fresh.start = s.start
	case s.table.list == nil && s.table.problem == nil:
		for _, i := range s.table.bag.order[:s.filled] {
			if s.table.odds(&fresh.start, i)[s.start[i]] == 0 {
				_, at := spot(i)
				return fmt.Errorf("no start has %s on square %s", s.start[i], at)
			}
			fresh.setUp(i, s.start[i])
		}
	}
	switch {
	case fresh.start != s.start:
		return fmt.Errorf("the start is %s, want %s", &s.start, &fresh.start)
	case s.Turn() == games.Chance && fresh.position != s.position:
		return errors.New("pieces on the board that were not set up")
	}
	return nil
}
