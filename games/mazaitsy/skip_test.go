package mazaitsy

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
)

// counted is what neither a field nor its lack changes about a turn that is passed
// over: everything but whose turn it is and where Мазай waits.
func counted(s state) state {
	s.turn, s.stage, s.deck.mazai = 0, 0, 0
	s.unloaded, s.robbed, s.news, s.newsShown, s.hares.lost, s.events = false, false, false, false, 0, events{}
	return s
}

// onlyEnds returns what is wrong about now, which follows on before by a ruling that
// passes its seat over, or "".
func onlyEnds(before, now state) string {
	last := before.deck.mazai == aside && before.seat() == before.table.seats
	waits := before.deck.mazai
	switch {
	case waits == secondInRow:
		waits = inRow
	case waits == inRow && before.sameTeam():
		waits = secondInRow
	}
	switch {
	case last && (now.stage != over || now.turn != before.turn):
		return "the last circle isn't over"
	case !last && (now.stage != moving && now.stage != taking || now.turn != before.turn+1):
		return "the next seat doesn't begin its turn"
	case now.deck.mazai != waits:
		return fmt.Sprintf("Мазай is at %q, not %q", mazaiPlaceNames[now.deck.mazai], mazaiPlaceNames[waits])
	case before.news && !now.news && !last:
		return "nobody is told any more what has just happened"
	case before.news && !now.newsShown && now.deck == before.deck && !last:
		return "hands are told once more what they have done"
	case counted(now) != counted(before):
		return "cards or hares have moved"
	}
	return ""
}

// passedOver returns the position after the seat on turn was passed over, the only
// one that can be, or false where nobody can.
func passedOver(t fatal, s games.State) (next games.State, ok bool) {
	for k := games.Seat(0); k <= mostSeats+1; k++ {
		says := games.Decision(fmt.Sprintf("skip %d", k))
		after, err := s.Fix(says)
		_, offered := games.Find(s.Fixes(), says)
		if offered != (err == nil) || offered && k != s.Turn() {
			t.Fatalf("%s is offered: %v, refused: %v\n%s", says, offered, err, s)
		}
		if err == nil {
			next, ok = after, true
		}
	}
	return next, ok
}

func TestWhoIsAwayIsPassedOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, anyRuling, func(_, s state) {
			next, ok := passedOver(t, s)
			if ok != (s.Turn() > 0) {
				t.Fatalf("passed over: %v\n%s", ok, s)
			}
			if !ok {
				return
			}
			if wrong := onlyEnds(s, next.(state)); wrong != "" {
				t.Fatalf("%s\n%sfrom\n%s", wrong, next, s)
			}
		})
	})
}

// passOver passes the seat on turn over in both engines, and looks at what came of it.
func (g *played) passOver(next fieldState) {
	before, says := g.now, games.Decision(fmt.Sprintf("skip %d", g.now.seat()))
	g.path = append(g.path, "fix "+string(says))
	off, err := g.off.Fix(says)
	if err != nil {
		g.fail("the engine without the field refuses %q: %v\n%s", says, err, g.off)
	}
	if before.stage.sails() {
		g.turns[before.seat()]++
	}
	g.now, g.off = next, off
	if wrong := onlyEnds(before.state, next.state); wrong != "" {
		g.fail("%s\nfrom\n%s", wrong, before)
	}
	doomed := before.swamps[before.seat()]
	if !before.hasActed() && !before.unloaded {
		doomed = nowhere
	}
	for p := range next.fieldHares {
		if sunk := cell(p) == doomed; sunk && next.fieldHares[p] != (tally{}) || !sunk && next.fieldHares[p] != before.fieldHares[p] {
			g.fail("hares at %s: %s\nfrom\n%s", cell(p), next.fieldHares[p], before)
		}
	}
	if next.field != before.field || next.row != before.row || next.boats != before.boats || next.top != before.top || next.discards != before.discards {
		g.fail("cards or boats have moved\nfrom\n%s", before)
	}
}

func TestGamesOfTheWholeFieldGoOnWithoutWhoIsAway(t *testing.T) {
	t.Parallel()
	stages := map[stage]int{}
	for i := range share(2) {
		rnd := rand.New(rand.NewPCG(17, uint64(i)))
		g := begin(t, rnd)
		seldom := 3 + rnd.IntN(20)
		for g.now.Turn() != games.Nobody {
			g.check()
			next, ok := passedOver(t, g.now)
			if half := g.now.stage == placingBoat || g.now.stage == spinning || g.now.stage == laying; ok != (g.now.Turn() > 0 && !half) {
				g.fail("passed over: %v", ok)
			}
			if !ok || rnd.IntN(seldom) > 0 {
				g.step()
				continue
			}
			stages[g.now.stage]++
			g.passOver(next.(fieldState))
		}
		g.check()
		for k := 1; k <= g.setup.Seats; k++ {
			if g.turns[k] != g.turns[1] {
				g.fail("turns by seat: %v", g.turns)
			}
		}
	}
	for _, at := range settledStages {
		if stages[at] == 0 {
			t.Errorf("nobody was passed over at the stage %s", stageNames[at])
		}
	}
}

func TestAGameEndsWithoutASeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup := drawn(t)
		setup.Options["field"] = rapid.SampledFrom(onOff).Draw(t, "field")
		gone := games.Seat(rapid.IntRange(1, setup.Seats).Draw(t, "gone"))
		s, err := Rules{}.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		for range 10_000 {
			if s.Turn() == games.Nobody {
				return
			}
			if next, err := s.Fix(games.Decision(fmt.Sprintf("skip %d", gone))); err == nil {
				s = next
				continue
			}
			s = onwards(t, s)
		}
		t.Fatalf("ten thousand decisions later it isn't over\n%s", s)
	})
}
