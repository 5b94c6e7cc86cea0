package fox_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

// accused returns whom the audit names once a round is over: "seat 1 trick 3".
func accused(s games.State) []string {
	a, _ := games.AuditOf(s)
	var all []string
	for _, f := range a.Findings {
		all = append(all, fmt.Sprintf("seat %d trick %d", f.Seat, f.Trick))
	}
	slices.Sort(all)
	return all
}

// shown returns whom the view names once a round is over.
func shown(s games.State) []string {
	var all []string
	for _, l := range s.View(games.Nobody).Lines {
		if l.Key == "line.revoke" || l.Key == "line.monarch" {
			all = append(all, fmt.Sprintf("seat %s trick %d", strings.TrimPrefix(l.Args[0], "@"), l.N))
		}
	}
	slices.Sort(all)
	return all
}

// A real table plays thousands of rounds; in every second one players break rules.
// Nobody is named who didn't, and everybody is whom the open cards prove to.
func TestTheAuditNamesNoInnocentAndEverybodyWhomOpenCardsProve(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	broken, named := 0, 0
	for n := range rounds() {
		tb := deal(t, rnd, after(t, "seats=2"), n%2 == 1)
		for tb.round(); tb.breaks && len(tb.broke) == 0; tb.round() {
			tb = deal(t, rnd, after(t, "seats=2"), true)
		}
		got := accused(tb.state)
		for _, who := range got {
			if !tb.broke[who] {
				t.Fatalf("round %d: %s is named and broke no rule\n%s", n, who, tb.state)
			}
		}
		if want := tb.proven(); !slices.Equal(got, want) {
			t.Fatalf("round %d: got %v named, want %v of %v\n%s", n, got, want, tb.broke, tb.state)
		}
		if seen := shown(tb.state); !slices.Equal(seen, got) {
			t.Fatalf("round %d: the view names %v, the audit %v\n%s", n, seen, got, tb.state)
		}
		broken, named = broken+len(tb.broke), named+len(got)
	}
	if named == 0 || named == broken {
		t.Errorf("%d of %d broken rules are proven: want some, not all", named, broken)
	}
	t.Logf("%d of %d broken rules are proven", named, broken)
}

// proven decides by brute force: it goes through every world, every way the deck
// can have held the cards that were drawn, and finds the answers that broke a rule
// in all of them. A card that never lay open may have been any card and proves
// nothing. Of a seat that broke none the real world tells already.
func (tb *table) proven() []string {
	var all []string
	for seat := range 2 {
		if !tb.brokeAny(seat) {
			continue
		}
		w := worlds{}
		for _, e := range tb.log {
			w.events = append(w.events, e)
			if e.seat == seat {
				w.mine = append(w.mine, e)
			}
		}
		w.try(seat, nil)
		if w.count == 0 {
			tb.t.Fatalf("nothing explains the cards of seat %d\n%s", seat+1, tb.state)
		}
		for trick, n := range w.guilty {
			if n == w.count {
				all = append(all, named(seat, trick))
			}
		}
	}
	slices.Sort(all)
	return all
}

func (tb *table) brokeAny(seat int) bool {
	for who := range tb.broke {
		if strings.HasPrefix(who, fmt.Sprintf("seat %d ", seat+1)) {
			return true
		}
	}
	return false
}

// worlds counts the ways in which one seat can have come to its cards, and in how
// many of them each answer broke a rule.
type worlds struct {
	events []event // of both
	mine   []event
	count  int
	guilty [14]int // by trick
}

// try goes through all that the next Woodcutter of the seat can have drawn: a card
// that it showed from then on, or one that nobody ever saw.
func (w *worlds) try(seat int, drawn []pip) {
	at := w.woodcutter(len(drawn))
	if at < 0 {
		w.judge(seat, drawn)
		return
	}
	w.try(seat, append(slices.Clone(drawn), pip{}))
	for _, e := range w.mine[at:] {
		for _, p := range []pip{e.card, e.given} {
			if p != (pip{}) && !slices.Contains(drawn, p) {
				w.try(seat, append(slices.Clone(drawn), p))
			}
		}
	}
}

// woodcutter returns which play of the seat was its n-th Woodcutter, from 0, or -1.
func (w *worlds) woodcutter(n int) int {
	for i, e := range w.mine {
		if e.card.rank == 5 {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

// judge deals the seat what it must have had if it drew these, and plays.
func (w *worlds) judge(seat int, drawn []pip) {
	hand := w.dealt(drawn)
	var guilty [14]int
	var seen []pip // lay open
	draw := 0
	for _, e := range w.events {
		if e.seat == seat {
			if e.lead != (pip{}) && !slices.Contains(allowed(w.shownAfter(hand, e), e.lead), e.card) {
				guilty[e.trick] = 1
			}
			if !take(&hand, e.card) {
				return
			}
			if e.card.rank == 5 {
				p := drawn[draw]
				draw++
				if slices.Contains(hand, p) || slices.Contains(seen, p) {
					return
				}
				if p != (pip{}) {
					hand = append(hand, p)
				}
			}
			if e.given != (pip{}) {
				if !take(&hand, e.given) {
					return
				}
				hand = append(hand, e.took)
			}
		}
		for _, p := range []pip{e.card, e.given, e.took} {
			if p != (pip{}) {
				seen = append(seen, p)
			}
		}
	}
	w.count++
	for trick, n := range guilty {
		w.guilty[trick] += n
	}
}

// dealt returns the cards that the seat showed before it took or drew them.
func (w *worlds) dealt(drawn []pip) []pip {
	var hand, had []pip
	for _, e := range w.mine {
		for _, p := range []pip{e.card, e.given} {
			if p != (pip{}) && !slices.Contains(drawn, p) && !slices.Contains(had, p) {
				hand = append(hand, p)
				had = append(had, p)
			}
		}
		if e.took != (pip{}) {
			had = append(had, e.took)
		}
	}
	return hand
}

// shownAfter returns the cards of hand that the seat showed with e or later: what
// it held and never showed proves nothing.
func (w *worlds) shownAfter(hand []pip, e event) []pip {
	shown := make([]pip, 0, 16)
	for _, later := range w.mine {
		if later.trick < e.trick {
			continue
		}
		for _, p := range []pip{later.card, later.given} {
			if slices.Contains(hand, p) && !slices.Contains(shown, p) {
				shown = append(shown, p)
			}
		}
	}
	return shown
}

// take takes p out of hand, if it is there.
func take(hand *[]pip, p pip) bool {
	i := slices.Index(*hand, p)
	if i >= 0 {
		*hand = slices.Delete(*hand, i, i+1)
	}
	return i >= 0
}
