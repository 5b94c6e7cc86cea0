package companion_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/words"
)

// inSettings is a table that has read its settings.
func inSettings(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	pick(tb, "home.more", "home.settings")
	return tb
}

// tumbles reports whether something moves before a roll is shown.
func tumbles(tb *companiontest.Table) bool {
	tb.Times(9, "back")
	for !onItem(tb, wordOf(tb, "home.roll")) {
		tb.Press("down")
	}
	tb.Do(companion.Keys, companion.Press{Key: companion.OK})
	return tb.Model.View().Lamps.Rolling > 0
}

// Each row says what holds, changes it, and a power cut changes nothing of that.
func TestEverySettingIsSaidKeptAndActs(t *testing.T) {
	for _, c := range []struct {
		key, from, to string
		downs         int
		acts          func(*companiontest.Table) bool // as it does with to, and not with from
	}{
		{"settings.language", "Русский", "English", 1, func(tb *companiontest.Table) bool { return tb.Model.Lang() == words.English }},
		{"settings.level", "полная", "средняя", 1, func(tb *companiontest.Table) bool {
			return tb.Model.View().Level == 1 && tb.Model.View().LampLevel >= 1
		}},
		{"settings.level", "полная", "слабая", 2, func(tb *companiontest.Table) bool {
			return tb.Model.View().Level == 2 && tb.Model.View().LampLevel == 2
		}},
		{"settings.still", "да", "нет", 1, func(tb *companiontest.Table) bool { return !tumbles(tb) }},
		{"settings.mute", "да", "нет", 1, func(tb *companiontest.Table) bool { return tb.Model.Mute() }},
		{"settings.quiet", "да", "нет", 1, nil},  // see TestATableMayWantNoMoments
		{"settings.sealed", "нет", "да", 1, nil}, // see TestATableMayWantEachSealFirst
	} {
		tb := inSettings(t)
		label, end := wordOf(tb, c.key), " "+c.from
		for !onItem(tb, label) {
			tb.Press("down")
		}
		if got := tb.Cursor(); !strings.HasSuffix(got, end) {
			t.Errorf("%s: at first it says %q, want %s", c.key, got, c.from)
		}
		if c.acts != nil && c.acts(inSettings(t)) {
			t.Errorf("%s: it acts before it is set", c.key)
		}
		tb.Press("ok")
		tb.Times(c.downs, "down")
		tb.Press("ok")
		if got := tb.Cursor(); !strings.HasSuffix(got, " "+c.to) {
			t.Errorf("%s: then it says %q, want %s", c.key, got, c.to)
		}
		cut := again(t, tb)
		cut.Times(9, "back")
		pick(cut, "home.more", "home.settings")
		for label = wordOf(cut, c.key); !onItem(cut, label); {
			cut.Press("down")
		}
		if got := cut.Cursor(); !strings.HasSuffix(got, " "+c.to) {
			t.Errorf("%s: after a power cut it says %q, want %s", c.key, got, c.to)
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
	turned(tb, "settings.still", 1)
	tb.Times(9, "back")
	tell(t, tb, setUp(t, `{"game":"mice","names":["А","Б"],"first":1,"luck":"table"}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll", "dice red white", "lure red")
	decide(tb, "stop")
	before := tb.Model.View()
	if before.Kind != companion.KindMoment {
		t.Fatalf("there is no moment:\n%s", tb.Screen())
	}
	tb.Wait(500 * time.Millisecond)
	if got := tb.Model.View(); got.Kind != companion.KindMoment || got.Frame != before.Frame || got.Lamps.Frame != before.Lamps.Frame {
		t.Errorf("half a second later it is another picture:\n%s", tb.Screen())
	}
	tb.Wait(2 * time.Second)
	tb.Want("[Б]")
}

func TestPlayersAreRenamedAndForgottenOnThePanel(t *testing.T) {
	tb := inSettings(t)
	pick(tb, "settings.players")
	tb.Want("Пока никто не играл.")
	tb.Times(9, "back")
	tell(t, tb, setUp(t, `{"game":"mice","names":["Аня","Боря"],"first":1}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll")
	toPlayer := func(name string) {
		t.Helper()
		tb.Times(9, "back")
		pick(tb, "home.more", "home.settings", "settings.players")
		tb.Choose(name)
		tb.Want("[" + name + "]")
	}
	tb.Press("hold")
	pick(tb, "pause.away")
	toPlayer("Аня")
	pick(tb, "players.forget")
	tb.Want("Нельзя", "играет") // in a match that is open
	tb.Times(9, "back")
	tb.Choose("Продолжить")
	tb.Press("hold")
	pick(tb, "pause.leave", "ask.yes")
	toPlayer("Аня")
	pick(tb, "players.rename")
	tb.Press("ok") // А
	for tb.Model.View().Wheel[2] != companion.SignDone {
		tb.Press("up")
	}
	tb.Press("ok")
	pick(tb, "ask.no")
	if len(tb.Carries) != 0 {
		t.Errorf("asked for is %+v, and nobody said yes", tb.Carries)
	}
	toPlayer("Аня")
	pick(tb, "players.rename")
	tb.Press("ok")
	for tb.Model.View().Wheel[2] != companion.SignDone {
		tb.Press("up")
	}
	tb.Press("ok")
	carried(t, tb, companion.Rename{Name: "Аня", To: "А"}, "А", "Боря")
	toPlayer("Боря")
	pick(tb, "players.forget")
	carried(t, tb, companion.ErasePlayers{Names: []string{"Боря"}}, "А")
}

// carried says yes, and fails unless that was asked for and those are the players then.
func carried(t *testing.T, tb *companiontest.Table, want companion.Command, players ...string) {
	t.Helper()
	tb.Choose("Да")
	tb.Send(companion.Done{Command: want, Evening: companion.Evening{Players: players}})
	if n := len(tb.Carries); n == 0 || fmt.Sprintf("%#v", tb.Carries[n-1]) != fmt.Sprintf("%#v", want) {
		t.Fatalf("asked for is %#v, want %#v:\n%s", tb.Carries, want, tb.Screen())
	}
	tb.Times(9, "back")
	pick(tb, "home.more", "home.settings", "settings.players")
	if got := slices.Sorted(slices.Values(around(tb))); !slices.Equal(got, players) {
		t.Errorf("the players are %q, want %q", got, players)
	}
}

func TestTheBoxSaysWhatItIs(t *testing.T) {
	tb := inSettings(t)
	pick(tb, "settings.about")
	tb.Want("[О приборе]", "Карта памяти  цела", "Часы", "Адрес для телефонов:", "сети нет")
	tb.Press("back")
	tb.Want("> О приборе")
	onNetwork(tb)
	tb.Disk.Fails = full{}
	tb.Do(companiontest.Phone, companion.Choose{Key: "cups", Value: `["d8"]`})
	tb.Choose("Играть без")
	tb.Times(9, "back")
	pick(tb, "home.more", "home.settings", "settings.about")
	tb.Want("Карта памяти  сбоит")
	if strings.Contains(tb.Screen(), "сети нет") {
		t.Errorf("it has a network, and says\n%s", tb.Screen())
	}
}
