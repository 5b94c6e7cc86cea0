package kit

import (
	"reflect"
	"slices"

	"tabletop/games"
)

// twin is a position of the second game. The decisions of the second game are those of the first
// game, except for one.
type twin struct {
	state    games.State
	says     games.Decision // the decision of the second game that differs from the first
	same     []games.Seat   // seats whose views have been equal in both games so far, Nobody first
	revealed bool           // a seat not in same has seen a difference, which is a secret
}

// shadow applies d to the twin too. The decision d led the game from s to next. Without a twin, or
// if the twin refuses d, shadow begins a new twin at s with a decision other than d.
func (tb *table) shadow(s, next games.State, d games.Decision) {
	if tb.twin != nil {
		if other, err := tb.twin.state.Apply(d); err == nil {
			tb.twin.state = other
			return
		}
	}
	tb.twin = tb.begin(s, d)
}

// begin returns a twin that made a random decision at s instead of d. It returns nil if the drawn
// decision equals d or is refused.
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
	for seat := games.Nobody; int(seat) <= tb.seats(s); seat++ {
		if seat != games.Chance {
			w.same = append(w.same, seat)
		}
	}
	return w
}

// checkSecrets fails if s reveals a difference from its twin to a seat whose views were equal in
// both games.
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
			tb.fail(s, "View(-1) reveals to an onlooker a secret of View(%d): whether %q was decided", seat, w.says)
		case w.revealed && turn == seat && turn == w.state.Turn() && !slices.Equal(s.Legal(), w.state.Legal()):
			tb.fail(s, "Legal reveals to seat %d a secret of its views: whether %q was decided", seat, w.says)
		}
	}
	if w.revealed && !reflect.DeepEqual(games.Steps(s), games.Steps(w.state)) {
		tb.fail(s, "Steps reveal a secret of View(-1): whether %q was decided", w.says)
	}
	if w.revealed && !reflect.DeepEqual(games.Moments(s), games.Moments(w.state)) {
		tb.fail(s, "Moments reveal a secret of View(-1): whether %q was decided", w.says)
	}
}

// look removes from w.same the seats whose views of s and of the twin differ.
func (w *twin) look(s games.State) {
	alike := reflect.DeepEqual(s.Standing(), w.state.Standing())
	before := len(w.same)
	w.same = slices.DeleteFunc(w.same, func(seat games.Seat) bool {
		return !alike || !reflect.DeepEqual(s.View(seat), w.state.View(seat))
	})
	w.revealed = w.revealed || len(w.same) < before
}
