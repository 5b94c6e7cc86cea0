package companion_test

import (
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
)

// drafted is a match of two that nobody has decided in, its first seat chosen.
func drafted(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := inMice(t)
	if tb.Model.Match().Seq() != 1 || len(tb.Disk.Records) != 1 {
		t.Fatalf("the match has begun: %s", tb.Model.Match().Since(0))
	}
	return tb
}

func TestAMatchInWhichNothingHasHappenedIsForgottenOutOfSight(t *testing.T) {
	for name, leave := range map[string]func(*companiontest.Table){
		"home": func(tb *companiontest.Table) { tb.Press("hold"); tb.Choose("pause.away") },
		"under its seal": func(tb *companiontest.Table) {
			tb.Press("hold")
			tb.Choose("pause.away", "score:title", "honesty")
			tb.Press("back")
			tb.Choose("mice:title")
		},
		"a phone's match": func(tb *companiontest.Table) {
			tell(t, tb, setUp(t, `{"game":"score","names":["А","Б"]}`, true))
			tell(t, tb, companion.Begin{Point: tb.Model.Point()})
			tb.Decide("score 1 5")
		},
		"once the disk returns": func(tb *companiontest.Table) {
			tb.Disk.Fails = full{}
			tb.Do(companiontest.Phone, companion.Choose{Key: "cups", Value: `["d8"]`})
			tb.Choose("disk.unsaved")
			tb.Press("hold")
			tb.Choose("pause.away")
			tb.Disk.Fails = nil
			tb.Wait(2 * companion.RetryDisk)
			tb.Press("ok")
		},
	} {
		tb := drafted(t)
		id := tb.Model.Match().Seal()[:16]
		leave(tb)
		if r := tb.Disk.Records[id]; r != nil {
			t.Errorf("%s: it is still on disk", name)
		}
		for _, o := range tb.Model.Open() {
			if o.Seal()[:16] == id {
				t.Errorf("%s: it is still open", name)
			}
		}
		next := again(t, tb)
		next.Times(9, "back")
		for _, o := range next.Model.Moment().Offer.Open {
			if o.ID == id {
				t.Errorf("%s: after a power cut it is offered again", name)
			}
		}
	}
}

func TestAMatchIsKeptAsSoonAsAnythingHasHappenedInIt(t *testing.T) {
	for name, happen := range map[string]func(*companiontest.Table){
		"a decision":        func(tb *companiontest.Table) { tb.Press("ok") },
		"the seal was seen": func(tb *companiontest.Table) { tb.Press("hold"); tb.Choose("honesty"); tb.Press("back") },
		"a seat handed on": func(tb *companiontest.Table) {
			tb.Press("hold")
			tb.Choose("pause.players", "seats.seat 1", "@2")
		},
		"a power cut": func(tb *companiontest.Table) { tb.Send(companion.Started{Evening: tb.Disk.Evening(), Ticket: 100}) },
	} {
		tb := drafted(t)
		id := tb.Model.Match().Seal()[:16]
		happen(tb)
		tb.Press("hold")
		tb.Choose("pause.away")
		if tb.Disk.Records[id] == nil || len(tb.Model.Open()) != 1 {
			t.Errorf("%s: and yet the match is forgotten", name)
		}
		tb.Press("ok")
		if tb.Model.View().Kind == panel.KindMenu { // among the other matches
			tb.Press("ok")
		}
		if mt := tb.Model.Match(); mt.IsZero() || mt.Seal()[:16] != id {
			t.Errorf("%s: home doesn't lead back to it:\n%s", name, tb.Screen())
		}
	}
}

// Words of the table's own and a first seat that was drawn are facts.
func TestAStirredOrDrawnMatchIsNoDraft(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "honesty", "ready.stir")
	tb.Press("ok", "up", "ok")
	tb.Press("back", "back")
	home(t, tb)
	tb.Choose("maze:title", "setup.first", "@1")
	tb.Choose("setup.start")
	if got := len(tb.Model.Open()); got != 2 {
		t.Errorf("%d matches are open, want the stirred one and this", got)
	}
	drawn := newTable(t)
	drawn.Press("ok")
	drawn.Choose("mice:title", "setup.start") // by lot
	drawn.Press("hold")
	drawn.Choose("pause.away")
	drawn.Want("> home.resume")
}

func TestDiceOverADraftDontTakeItAway(t *testing.T) {
	tb := drafted(t)
	tb.Press("hold")
	tb.Choose("say.roll", "2d6")
	tb.Press("ok", "back", "back", "back")
	tb.Want("[@1]", "> say.roll")
	if len(tb.Model.Open()) != 1 || len(tb.Disk.Records) != 2 {
		t.Errorf("%d matches are open, %d on disk with the dice", len(tb.Model.Open()), len(tb.Disk.Records))
	}
	tb.Press("ok")
	tb.Want("[table]")
}

func TestAMatchThatWaitsUnseenUnderItsSealIsADraft(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "honesty")
	tb.Press("back")
	home(t, tb)
	tb.Choose("score:title", "setup.start")
	if got := tb.Model.Open(); len(got) != 1 || got[0].Rules().Name() != "score" || len(tb.Disk.Records) != 1 {
		t.Errorf("open are %d, on disk %d, want the scoreboard alone", len(got), len(tb.Disk.Records))
	}
}
