package companion_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/games"
)

// anya is a phone that may play.
var anya = companion.Sender{Role: door.Play, Guest: door.Guest{ID: 1, Name: "iPhone", Role: door.Play}}

// throws lets a phone throw a cup, and waits until the dice lie.
func throws(t *testing.T, tb *companiontest.Table, cup string) companion.Answer {
	t.Helper()
	got := tb.Ask(anya, companion.Roll{Cup: cup})
	if got.Refusal.Kind != companion.Accepted {
		t.Fatalf("%s: %+v", cup, got.Refusal)
	}
	tb.Wait(time.Second)
	return got
}

func TestAThrowFromAPhoneIsSealedKeptAndSeen(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	got := tb.Ask(anya, companion.Roll{Cup: "2К6 + 1"})
	if v := tb.Model.View(); got.Refusal.Kind != companion.Accepted || v.Lamps.Rolling == 0 {
		t.Fatalf("%+v, the panel shows\n%s", got, tb.Screen())
	}
	tb.Wait(time.Second)
	v, thrown := tb.Model.View(), tb.Model.Moment().DiceMatch
	if v.Kind != panel.KindBig || !strings.HasPrefix(v.Title, "2d6+1 = ") || v.Lamps.Faces[1] == "" {
		t.Errorf("the panel shows %q\n%s", v.Title, tb.Screen())
	}
	outcomes := 0
	for f := range thrown.Match.Line() {
		if f.Kind == match.Decided && f.Seat == games.Chance && f.Luck == match.Device {
			outcomes++
		}
	}
	if got.Seq != thrown.Match.Seq() || onDisk(tb) != got.Seq || outcomes != 2 || thrown.Match.Seal() == "" {
		t.Errorf("seq %d, on disk %d, outcomes %d:\n%s", got.Seq, onDisk(tb), outcomes, thrown.Match.Since(0))
	}
	if h := thrown.Hands; len(h) != 1 || h[0] != (companion.ThrowOrigin{Seq: got.Seq - 2, Guest: "iPhone"}) {
		t.Errorf("thrown by %+v", h)
	}
	tb.Press("ok") // rolls the same again
	if h := tb.Model.Moment().DiceMatch.Hands; len(h) != 2 || h[1] != (companion.ThrowOrigin{Seq: got.Seq + 1, Panel: true}) {
		t.Errorf("then thrown by %+v", h)
	}
}

func TestAThrowBesideAMatchLiesOverItForAMoment(t *testing.T) {
	tb := inMice(t)
	before, mt := tb.Model.View(), tb.Model.Match()
	got := throws(t, tb, "3d6")
	v := tb.Model.View()
	if !strings.HasPrefix(v.Title, "3d6 = ") || v.Lamps.Faces[2] == "" || v.Tabs != [2]string{"", tb.Text("tab.on")} {
		t.Errorf("the panel shows %q, %q\n%s", v.Title, v.Tabs, tb.Screen())
	}
	if tb.Model.Match() != mt || tb.Model.Point().After != mt.Seq() || got.Seq != tb.Model.Moment().DiceMatch.Match.Seq() {
		t.Error("the match on the panel is another")
	}
	tb.Press("ok") // only goes back
	if tb.Model.View() != before || tb.Model.Match() != mt {
		t.Errorf("then there is\n%s", tb.Screen())
	}
	throws(t, tb, "d20")
	throws(t, tb, "d4")
	tb.Wait(2 * time.Second)
	tb.Want("d4")
	tb.Wait(3 * time.Second)
	if tb.Model.View() != before {
		t.Errorf("it doesn't leave:\n%s", tb.Screen())
	}
	throws(t, tb, "d4")
	tb.Decide("roll") // by a phone that sees the match
	tb.Want("ask.dice")
	if tb.Model.Match().Seq() != mt.Seq()+1 {
		t.Error("nothing was decided")
	}
}

func TestNoPhoneCoversAMatchForGood(t *testing.T) {
	tb := inMice(t)
	before, covered := tb.Model.View(), 0
	for range 40 {
		throws(t, tb, "d6")
		if tb.Model.View() != before {
			covered++
		}
	}
	if covered > 12 || tb.Model.Moment().DiceMatch.Match.Seq() < 40 {
		t.Errorf("of 40 throws in 40 s %d cover the match, and %d facts are kept", covered, tb.Model.Moment().DiceMatch.Match.Seq())
	}
	tb.Wait(30 * time.Second)
	if throws(t, tb, "d6"); tb.Model.View() == before {
		t.Error("after a rest a throw is not shown")
	}
}

func TestAThrowCoversNothingThatMustBeSeen(t *testing.T) {
	for name, to := range map[string][]string{
		"a name is entered":    {"mice:title", "1 ", "naming.spell"},
		"good night is wanted": {"home.more", "night.item"},
	} {
		tb := newTable(t)
		tb.Press("ok")
		tb.Choose(to...)
		before, seq := tb.Screen(), tb.Model.Moment().DiceMatch.Match
		throws(t, tb, "2d6")
		if tb.Model.Moment().DiceMatch.Match == seq {
			t.Errorf("%s: nothing was thrown", name)
		}
		if tb.Screen() != before {
			t.Errorf("%s: it is covered by\n%s", name, tb.Screen())
		}
	}
}

func TestWhatCantBeThrownIsRefusedWithItsReason(t *testing.T) {
	for cup, why := range map[string]string{"": "dice:rule.dice.end", "dнет": "dice:rule.dice.unknown нет"} { // package dice has more
		tb := inMice(t)
		before := tb.Screen()
		got := tb.Ask(anya, companion.Roll{Cup: cup})
		if got.Refusal.Kind != companion.Illegal || !refuses(tb, got.Refusal.Text, why) {
			t.Errorf("%.20q: %+v, want %s", cup, got.Refusal, why)
		}
		if !tb.Model.Moment().DiceMatch.Match.IsZero() || tb.Screen() != before {
			t.Errorf("%.20q: refused, and yet\n%s", cup, tb.Screen())
		}
	}
	tb := newTable(t)
	if got := tb.Ask(companion.Sender{Role: door.Look}, companion.Roll{Cup: "d6"}); got.Refusal.Kind != companion.Forbidden {
		t.Errorf("who may look throws: %+v", got)
	}
}

func TestALongEveningThrowsOnUnderANewSeal(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.Press("ok")
	seal := ""
	for range 120 {
		throws(t, tb, "100d2")
		if mt := tb.Model.Moment().DiceMatch.Match; seal == "" {
			seal = mt.Seal()
		} else if mt.Seal() != seal {
			if mt.Seq() > 200 {
				t.Errorf("the new match has %d facts", mt.Seq())
			}
			tb.Want("100d2")
			return
		}
	}
	t.Errorf("it goes on for %d facts", tb.Model.Moment().DiceMatch.Match.Seq())
}

func TestWhoHasThrownIsKnownOfTheLastThrows(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	for i := range 20 {
		throws(t, tb, fmt.Sprintf("d%d", i+2))
	}
	h := tb.Model.Moment().DiceMatch.Hands
	if len(h) != 12 || h[11].Seq != tb.Model.Moment().DiceMatch.Match.Seq()-1 {
		t.Errorf("%d hands: %+v", len(h), h)
	}
	if h := again(t, tb).Model.Moment().DiceMatch; len(h.Hands) != 0 || h.Match.IsZero() {
		t.Errorf("after a power cut %+v", h.Hands)
	}
}

func TestWhatLiesOverAMatchIsDrawnWithoutFlaws(t *testing.T) {
	artist := painter(t)
	for _, cup := range []string{"d6", "2d6", "4d6k3", "16d6", "17d6", "100d20", "40d20+40d8+19d6-1", "coin", "3coin", "4dF", "d66"} {
		tb := inMice(t)
		throws(t, tb, cup)
		v := tb.Model.View()
		if v.Kind != panel.KindBig || v.W == 0 {
			t.Errorf("%s is shown as %+v", cup, v.Kind)
		}
		for _, flaw := range artist.Flaws(v) {
			t.Errorf("%s: %s\n%s", cup, flaw, tb.Screen())
		}
	}
}

func TestAThrowWakesAnIdlePanel(t *testing.T) {
	for name, idle := range map[string]time.Duration{"it invites, or a hare sits there": 90 * time.Second, "it is dark": 20 * time.Minute} {
		tb := newTable(t)
		tb.Press("ok")
		tb.Wait(idle)
		throws(t, tb, "2d6")
		if v := tb.Model.View(); !strings.HasPrefix(v.Title, "2d6 = ") || v.Light != panel.Bright {
			t.Errorf("%s: there is\n%s", name, tb.Screen())
		}
	}
}
