package companion_test

import (
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
)

// phoneOf returns the phone of a guest who may play.
func phoneOf(id int, name string) companion.Sender {
	return companion.Sender{Role: door.Play, Guest: door.Guest{ID: id, Name: name, Role: door.Play}}
}

// inScore returns a table that keeps score.
func inScore(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	intoScore(tb)
	return tb
}

// takeBack undoes by a phone as far as to, and returns the answer.
func takeBack(tb *companiontest.Table, from companion.Sender, to int) companion.Answer {
	return tb.Ask(from, companion.Undo{Point: tb.Model.Point(), To: to})
}

func TestAPhoneTakesBackItsOwnLastDecisionAlone(t *testing.T) {
	anya, boris := phoneOf(1, "Аня"), phoneOf(2, "Боря")
	for _, c := range []struct {
		name string
		from companion.Sender
		undo func(seq int) int // the fact to go back to
		asks bool
	}{
		{"its own", anya, func(seq int) int { return seq - 1 }, false},
		{"another's", boris, func(seq int) int { return seq - 1 }, true},
		{"two", anya, func(seq int) int { return seq - 2 }, true},
		{"by the keys, two", companion.Keys, func(seq int) int { return seq - 2 }, false},
		{"by the socket, two", companion.Socket, func(seq int) int { return seq - 2 }, false},
	} {
		tb := inScore(t)
		for _, says := range []string{"score 1 3", "score 2 5", "score 3 4"} {
			tb.Ask(anya, companion.Decide{Point: tb.Model.Point(), Says: says})
		}
		seq := tb.Model.Match().Seq()
		a := takeBack(tb, c.from, c.undo(seq))
		if a.Refusal.Kind != companion.Accepted || a.NeedsConsent != c.asks {
			t.Errorf("%s: %+v, asks %t, want %t", c.name, a.Refusal, a.NeedsConsent, c.asks)
		}
		if undone := tb.Model.Match().Seq() > seq; undone == c.asks {
			t.Errorf("%s: undone is %t", c.name, undone)
		}
	}
}

func TestAPhoneThatGoesOnTakingBackAsks(t *testing.T) {
	anya, tb := phoneOf(1, "Аня"), inScore(t)
	for _, says := range []string{"score 1 3", "score 2 5"} {
		tb.Ask(anya, companion.Decide{Point: tb.Model.Point(), Says: says})
	}
	seq := tb.Model.Match().Seq()
	if a := takeBack(tb, anya, seq-1); a.NeedsConsent {
		t.Fatal("its own last decision is asked about")
	}
	if a := takeBack(tb, anya, seq-2); !a.NeedsConsent {
		t.Fatal("a second one is not asked about")
	}
	tb.Press("ok") // no
	if a := takeBack(tb, anya, seq); a.NeedsConsent {
		t.Error("one step of redo is asked about")
	}
}

func TestTheWiredKeysDecideAboutAnUndo(t *testing.T) {
	for _, c := range []struct {
		name   string
		keys   []string
		undone bool
	}{
		{"no", []string{"ok"}, false},
		{"back", []string{"back"}, false},
		{"yes", []string{"down", "ok"}, true},
	} {
		anya, tb := phoneOf(1, "Аня"), inScore(t)
		for _, says := range []string{"score 1 3", "score 2 5"} {
			tb.Ask(anya, companion.Decide{Point: tb.Model.Point(), Says: says})
		}
		seq := tb.Model.Match().Seq()
		takeBack(tb, anya, seq-2)
		if !strings.Contains(tb.Screen(), "2 хода") || !strings.Contains(tb.Screen(), "Аня") {
			t.Errorf("the keys are asked\n%s", tb.Screen())
		}
		tb.Press(c.keys...)
		if undone := tb.Model.Match().Seq() > seq; undone != c.undone {
			t.Errorf("%s: undone is %t\n%s", c.name, undone, tb.Screen())
		}
	}
}
