package kit

import (
	"reflect"
	"slices"

	"tabletop/games"
)

// twin is a position reached by the same decisions but one.
type twin struct {
	state games.State
	says  games.Decision // what was answered otherwise
	same  []games.Seat   // who has seen the same ever since, Nobody first
	told  bool           // somebody has seen what differs: to the others it is a secret
}

// shadow leads the twin beside the game, from s to next by d. Without one it begins one
// here, where d may have been decided otherwise.
func (tb *table) shadow(s, next games.State, d games.Decision) {
	if tb.twin != nil {
		if other, err := tb.twin.state.Apply(d); err == nil {
			tb.twin.state = other
			return
		}
	}
	tb.twin = tb.begin(s, d)
}

// begin returns the twin in which s was decided otherwise than by d; nil if that can't be.
func (tb *table) begin(s games.State, d games.Decision) *twin {
	c := Pick(tb.rnd, s.Legal())
	samples := tb.samples(c)
	if len(samples) == 0 {
		return nil
	}
	says := samples[tb.rnd.IntN(len(samples))]
	other, err := s.Apply(says)
	if says == d || err != nil {
		return nil
	}
	w := &twin{state: other, says: says}
	for seat := games.Nobody; int(seat) <= tb.setup.Seats; seat++ {
		if seat != games.Chance {
			w.same = append(w.same, seat)
		}
	}
	return w
}

// checkSecrets fails if somebody who has seen the same in s and in its twin is told apart.
func (tb *table) checkSecrets(s games.State) {
	w := tb.twin
	if w == nil {
		return
	}
	w.look(s)
	if len(w.same) == 0 {
		tb.twin = nil
		return
	}
	open := slices.Contains(w.same, games.Nobody)
	for _, seat := range w.same {
		switch turn := s.Turn(); {
		case !open:
			tb.fail(s, "View(-1) tells an onlooker what View(%d) hides: whether %q was decided", seat, w.says)
		case w.told && turn == seat && turn == w.state.Turn() && !slices.Equal(s.Legal(), w.state.Legal()):
			tb.fail(s, "Legal tells seat %d what its views hide: whether %q was decided", seat, w.says)
		}
	}
	if w.told && !reflect.DeepEqual(games.Steps(s), games.Steps(w.state)) {
		tb.fail(s, "Steps tell what View(-1) hides: whether %q was decided", w.says)
	}
	if w.told && !reflect.DeepEqual(games.Moments(s), games.Moments(w.state)) {
		tb.fail(s, "Moments tell what View(-1) hides: whether %q was decided", w.says)
	}
}

// look leaves those who see the same in s and in the twin.
func (w *twin) look(s games.State) {
	alike := reflect.DeepEqual(s.Standing(), w.state.Standing())
	before := len(w.same)
	w.same = slices.DeleteFunc(w.same, func(seat games.Seat) bool {
		return !alike || !reflect.DeepEqual(s.View(seat), w.state.View(seat))
	})
	w.told = w.told || len(w.same) < before
}
