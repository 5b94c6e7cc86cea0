package companion_test

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

func TestASeatIsHandedToSomebodyWhoComes(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll", "dice red green", "lure green")
	tb.Press("hold")
	tb.Choose("pause.players", "seats.seat 1", "setup.newname", "naming.spell")
	tb.Press("ok", "up", "ok") // А, then done
	tb.Want("[А]")
	tb.Press("hold")
	tb.Want("> pause.undo", "pause.undo log.seated (setup.player 1) А")
	tb.Choose("pause.log")
	tb.Want("log.seated (setup.player 1) А", "log.seat (setup.player 1) past.lure green")
	tb.Press("back", "back")
	if got := tb.Disk.Players[0]; got != "А" {
		t.Errorf("known players begin with %q", got)
	}
	tb = again(t, tb)
	tb.Want("[А]")
	tb.Press("hold")
	tb.Choose("pause.undo")
	tb.Want("[@1]")
	tb.Press("hold")
	tb.Choose("pause.redo")
	tb.Want("[А]")
	tb.Decide("stop")
	if got := tb.Model.Match().Name(1); got != "А" {
		t.Errorf("seat 1 is %s's", got)
	}
}

func TestTwoChangePlacesAndWhoIsAwayStaysAway(t *testing.T) {
	tb := threeMice(t)
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@2")
	tb.Press("back")
	tb.Choose("seats.seat 2", "@3  seats.swap")
	if got := strings.Join(tb.Model.Match().Names(), ","); got != strings.Join(texts(tb, "setup.player 1", "setup.player 3", "setup.player 2"), ",") {
		t.Fatalf("seats %s", got)
	}
	turn(tb)
	tb.Want("[setup.player 3]")
	turn(tb)
	tb.Want("[@1]")
	tb.Press("hold")
	tb.Choose("pause.log")
	tb.Times(30, "down")
	tb.Want("log.swapped (setup.player 2) setup.player 3")
}

func TestWhoTakesAnAbsentSeatOverIsThere(t *testing.T) {
	tb := threeMice(t)
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@2")
	tb.Press("back")
	tb.Choose("seats.seat 2", "setup.newname", "naming.spell")
	tb.Press("ok", "up", "ok")
	turn(tb)
	tb.Want("[А]")
}

func TestWhoeverIsAwayIsPassedOverOnAnotherSeatAtOnce(t *testing.T) {
	tb := threeMice(t)
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@2")
	tb.Press("back")
	tb.Choose("seats.seat 1", "@2  seats.swap")
	tb.Want("[setup.player 1]") // on seat 2 now, and seat 1 was passed over
	if got := tb.Model.Match().State().Turn(); got != 2 {
		t.Errorf("seat %d is on turn", got)
	}
}

func TestASeriesCountsWhoTookASeatOver(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Choose("result.again", "again.next")
	tb.Press("hold")
	tb.Choose("pause.players", "seats.seat 2  setup.player 1", "setup.newname", "naming.spell") // the loser begins
	tb.Press("ok", "up", "ok")
	first, _ := tb.Model.SeriesTotal()
	tb.Finish()
	played, scores := tb.Model.SeriesTotal()
	st := tb.Model.Match().State().Standing()
	if names := tb.Model.Match().Names(); first != 1 || played != 2 || len(scores) != 3 || names[1] != "А" || scores[2] != st.Scores[1] {
		t.Errorf("%d matches, %v: %v after %v", played, tb.Model.Match().Names(), scores, st.Scores)
	}
}

// fairTable is a table of mice for three that lets the box choose who begins fairly.
func fairTable(t *testing.T, firsts map[int]int) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb = againFair(t, tb, firsts)
	tb.Choose("mice:title", "setup.seats", "3", "setup.first", "setup.fair")
	tb.Want("setup.fair")
	if got := tb.Model.Moment().Offer.Drafts["mice"].First; got != -1 {
		t.Fatalf("seat %d begins, want a fair draw", got)
	}
	return tb
}

func TestWhoHasBegunLeastOftenBegins(t *testing.T) {
	tb := fairTable(t, map[int]int{1: 3, 2: 1, 3: 2})
	var order []string
	for i := range 4 {
		tb.Choose([]string{"setup.start", "setup.same"}[min(i, 1)])
		order = append(order, strings.TrimPrefix(tb.Model.Match().Name(1), strings.TrimSuffix(tb.Text("setup.player"), "{0}")))
		tb.Press("hold")
		tb.Choose("pause.leave", "ask.yes")
		verified(t, tb)
		tb.Press("ok")
		tb.Choose("mice:title")
	}
	// 3 1 2: the second alone; 3 2 2: one of two, then the other; 3 3 3: anybody.
	if got := strings.Join(order[:3], ""); got != "223" && got != "232" {
		t.Errorf("began: %v", order)
	}
}

// verified fails unless the luck of the match that ended last is as its seal says.
func verified(t *testing.T, tb *companiontest.Table) {
	t.Helper()
	if _, err := match.Verify(tb.Model.Moment().Match); err != nil {
		t.Fatalf("%v\n%s", err, tb.Model.Moment().Match.Since(0))
	}
}

func TestAFairDrawSaysAmongWhom(t *testing.T) {
	for _, c := range []struct {
		firsts map[int]int // by seat
		want   string
	}{
		{nil, `"luck":"device"`},
		{map[int]int{2: 1}, `"among":[1,3],"luck":"device"`},
		{map[int]int{2: 1, 3: 4}, `"says":"first 1","among":[1],"luck":"device"`},
		{map[int]int{1: 2, 2: 2, 3: 2}, `"luck":"device"`},
	} {
		tb := fairTable(t, c.firsts)
		tb.Choose("honesty")
		tb = againFair(t, tb, c.firsts) // the spot before play knows that it is fair
		tb.Do(companion.Keys, companion.Press{Key: panel.OK})
		if v, first := tb.Model.View(), tb.Model.Match().Name(1); v.Moment != games.First || v.Title != first {
			t.Errorf("%v: it isn't said that %s begins:\n%s", c.firsts, first, tb.Screen())
		}
		drawn := strings.Split(tb.Model.Match().Since(1), "\n")[0]
		if !strings.HasSuffix(drawn, c.want+"}") || strings.Contains(drawn, "among") != strings.Contains(c.want, "among") {
			t.Errorf("%v: %s, want %s", c.firsts, drawn, c.want)
		}
		tb.Press("ok", "hold")
		tb.Choose("pause.leave", "ask.yes")
		verified(t, tb)
	}
}

// againFair is again, with who began in evenings before.
func againFair(t *testing.T, tb *companiontest.Table, firsts map[int]int) *companiontest.Table {
	t.Helper()
	next := again(t, tb)
	e := tb.Disk.Evening()
	e.Firsts = map[string]int{}
	for seat, times := range firsts {
		e.Firsts[tb.Text(fmt.Sprint("setup.player ", seat))] = times
	}
	next.Send(companion.Started{Evening: e, Ticket: 100})
	return next
}

func TestAnOpenMatchCountsForWhoBeganIt(t *testing.T) {
	tb := fairTable(t, nil)
	tb.Choose("setup.start")
	first := tb.Model.Match().Name(1)
	tb.Decide("roll")
	tb = again(t, tb)
	tb.Press("hold")
	tb.Choose("pause.away", "mice:title", "setup.same")
	if second := tb.Model.Match().Name(1); second == first {
		t.Errorf("%s begins twice running", second)
	}
	if got, want := tb.Model.Match().Since(1), fmt.Sprintf("%q", "among"); !strings.Contains(got, want) {
		t.Errorf("drawn among all: %s", got)
	}
}

func TestSeatsAreReadInBothLanguagesWithTheLongestNames(t *testing.T) {
	artist := painter(t)
	for _, lang := range words.Langs {
		tb := inClocked(t, "mice", lang, "Магомедрасулович")
		look := func() {
			t.Helper()
			for range 6 {
				for _, flaw := range artist.Flaws(tb.Model.View()) {
					t.Fatalf("%s\n%s", flaw, tb.Screen())
				}
				tb.Press("down")
			}
		}
		look()
		tb.Press("back")
		look()
		tb.Press("hold")
		tb.Choose("pause.players")
		look()
		tb.Choose("seats.seat 1  Магомедрасулович")
		look()
		tb.Choose("Боря")
		tb.Press("hold")
		look()
		tb.Choose("pause.log")
		tb.Want("log.swapped Магомедрасулович Боря")
		look()
		tb.Press("hold")
		tb.Choose("pause.away")
		tb.Choose("score:title")
		look()
		tb.Choose("setup.first")
		look()
	}
}
