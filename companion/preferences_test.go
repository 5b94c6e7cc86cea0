package companion_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
	"tabletop/companion/words"
)

// inSettings is a table that has read its settings.
func inSettings(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("home.more", "home.settings")
	return tb
}

// tumbles reports whether something moves before a roll is shown.
func tumbles(tb *companiontest.Table) bool {
	tb.Times(9, "back")
	tb.MoveTo("home.roll")
	tb.Do(companion.Keys, companion.Press{Key: panel.OK})
	return tb.Model.View().Lamps.Rolling > 0
}

// Each row says what holds, changes it, and a power cut changes nothing of that.
func TestEverySettingIsSaidKeptAndActs(t *testing.T) {
	for _, c := range []struct {
		key, from, to string
		downs         int
		acts          func(*companiontest.Table) bool // as it does with to, and not with from
	}{
		{"settings.language", "language.name", "language.name", 1, func(tb *companiontest.Table) bool { return tb.Model.Lang() == words.English }},
		{"settings.level", "settings.level.0", "settings.level.1", 1, func(tb *companiontest.Table) bool {
			return tb.Model.View().Level == 1 && tb.Model.View().LampLevel >= 1
		}},
		{"settings.level", "settings.level.0", "settings.level.2", 2, func(tb *companiontest.Table) bool {
			return tb.Model.View().Level == 2 && tb.Model.View().LampLevel == 2
		}},
		{"settings.still", "settings.on", "settings.off", 0, func(tb *companiontest.Table) bool { return !tumbles(tb) }},
		{"settings.mute", "settings.on", "settings.off", 0, func(tb *companiontest.Table) bool { return tb.Model.Mute() }},
		{"settings.quiet", "settings.on", "settings.off", 0, nil},  // see TestATableMayWantNoMoments
		{"settings.sealed", "settings.off", "settings.on", 0, nil}, // see TestATableMayWantEachSealFirst
	} {
		tb := inSettings(t)
		tb.MoveTo(c.key)
		if !tb.At(c.key + "  " + c.from) {
			t.Errorf("%s: at first it says %q, want %s", c.key, tb.Cursor(), c.from)
		}
		if c.acts != nil && c.acts(inSettings(t)) {
			t.Errorf("%s: it acts before it is set", c.key)
		}
		tb.Press("ok")
		if c.downs > 0 {
			tb.Times(c.downs, "down")
			tb.Press("ok")
		}
		if !tb.At(c.key + "  " + c.to) {
			t.Errorf("%s: then it says %q, want %s", c.key, tb.Cursor(), c.to)
		}
		cut := again(t, tb)
		cut.Times(9, "back")
		cut.Choose("home.more", "home.settings")
		cut.MoveTo(c.key)
		if !cut.At(c.key + "  " + c.to) {
			t.Errorf("%s: after a power cut it says %q, want %s", c.key, cut.Cursor(), c.to)
		}
		for name, tb := range map[string]*companiontest.Table{"at once": tb, "after a power cut": cut} {
			if c.acts != nil && !c.acts(tb) {
				t.Errorf("%s: %s it does nothing", c.key, name)
			}
		}
	}
}

func TestATableWithoutAnimationsHasStillMoments(t *testing.T) {
	tb := inSettings(t)
	tb.Choose("settings.still")
	tb.Times(9, "back")
	tell(t, tb, setUp(t, `{"game":"mice","names":["А","Б"],"first":1,"luck":"table"}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll", "dice red white", "lure red")
	decide(tb, "stop")
	before := tb.Model.View()
	if before.Kind != panel.KindMoment {
		t.Fatalf("there is no moment:\n%s", tb.Screen())
	}
	tb.Wait(500 * time.Millisecond)
	if got := tb.Model.View(); got.Kind != panel.KindMoment || got.Frame != before.Frame || got.Lamps.Frame != before.Lamps.Frame {
		t.Errorf("half a second later it is another picture:\n%s", tb.Screen())
	}
	tb.Wait(2 * time.Second)
	tb.Want("[Б]")
}

func TestPlayersAreRenamedAndForgottenOnThePanel(t *testing.T) {
	tb := inSettings(t)
	tb.Choose("settings.players")
	tb.Want("settings.nobody")
	tb.Times(9, "back")
	tell(t, tb, setUp(t, `{"game":"mice","names":["Аня","Боря"],"first":1}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll")
	toPlayer := func(name string) {
		t.Helper()
		tb.Times(9, "back")
		tb.Choose("home.more", "home.settings", "settings.players")
		tb.Choose(name)
		tb.Want("[" + name + "]")
	}
	tb.Press("hold")
	tb.Choose("pause.away")
	toPlayer("Аня")
	tb.Choose("players.forget")
	tb.Want("play.illegal", "absent.here") // in a match that is open
	tb.Times(9, "back")
	tb.Choose("home.resume")
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	toPlayer("Аня")
	tb.Choose("players.rename", "naming.spell")
	tb.Press("ok") // А
	for tb.Model.View().Wheel[2] != sheet.SignDone {
		tb.Press("up")
	}
	tb.Press("ok")
	tb.Choose("ask.no")
	if len(tb.Carries) != 0 {
		t.Errorf("asked for is %+v, and nobody said yes", tb.Carries)
	}
	toPlayer("Аня")
	tb.Choose("players.rename", "naming.spell")
	tb.Press("ok")
	for tb.Model.View().Wheel[2] != sheet.SignDone {
		tb.Press("up")
	}
	tb.Press("ok")
	carried(t, tb, companion.Rename{Name: "Аня", To: "А"}, "А", "Боря")
	toPlayer("Боря")
	tb.Choose("players.forget")
	carried(t, tb, companion.ErasePlayers{Names: []string{"Боря"}}, "А")
}

// carried says yes, and fails unless that was asked for and those are the players then.
func carried(t *testing.T, tb *companiontest.Table, want companion.Command, players ...string) {
	t.Helper()
	tb.Choose("ask.yes")
	tb.Send(companion.CarryResult{Command: want, Evening: companion.Evening{Players: players}})
	if n := len(tb.Carries); n == 0 || fmt.Sprintf("%#v", tb.Carries[n-1]) != fmt.Sprintf("%#v", want) {
		t.Fatalf("asked for is %#v, want %#v:\n%s", tb.Carries, want, tb.Screen())
	}
	tb.Times(9, "back")
	tb.Choose("home.more", "home.settings", "settings.players")
	if got := slices.Sorted(slices.Values(around(tb))); !slices.Equal(got, players) {
		t.Errorf("the players are %q, want %q", got, players)
	}
}

func TestTheBoxSaysWhatItIs(t *testing.T) {
	tb := inSettings(t)
	tb.Choose("settings.about")
	tb.Want("[settings.about]", "about.disk  about.disk.good", "clock.title", "about.address", "about.nowhere")
	tb.Press("back")
	tb.Want("> settings.about")
	onNetwork(tb)
	tb.Disk.Fails = full{}
	tb.Do(companiontest.Phone, companion.Choose{Key: "cups", Value: `["d8"]`})
	tb.Choose("disk.unsaved")
	tb.Times(9, "back")
	tb.Choose("home.more", "home.settings", "settings.about")
	tb.Want("about.disk  about.disk.unsaved")
	if tb.Shows("about.nowhere") {
		t.Errorf("it has a network, and says\n%s", tb.Screen())
	}
}
