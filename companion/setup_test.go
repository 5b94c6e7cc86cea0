package companion_test

import (
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
)

func TestAValueIsTurnedInItsRow(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Лови")
	kept := len(tb.Kept)
	for !strings.HasPrefix(tb.Cursor(), "Игроков") {
		tb.Press("down")
	}
	tb.Press("ok")
	for _, step := range []struct{ key, want string }{
		{"", "‹2›"}, // it begins on what holds
		{"down", "‹3›"},
		{"down", "‹4›"},
		{"up", "‹3›"},
		{"up", "‹2›"},
		{"up", "‹4›"}, // round
		{"down", "‹2›"},
	} {
		if step.key != "" {
			tb.Press(step.key)
		}
		if got := tb.Cursor(); got != step.want {
			t.Errorf("%q leads to %q, want %q", step.key, got, step.want)
		}
	}
	tb.Press("down", "back")
	tb.Want("[Лови мышей!]", "> Игроков  2") // it stays as it was, and so does the page
	tb.Press("ok", "ok")
	tb.Want("> Игроков  2")
	if got := len(tb.Kept) - kept; got != 0 {
		t.Errorf("%d transactions where nothing has changed", got)
	}
	tb.Press("ok", "down", "ok")
	tb.Want("> Игроков  3")
	if got := tb.Model.Offer().Drafts["mice"].Names; len(got) != 3 {
		t.Errorf("those who play are %q", got)
	}
	if got := len(tb.Kept) - kept; got != 1 {
		t.Errorf("%d transactions, want one", got)
	}
	again(t, tb).Want("Игроков  3")
	tb.Press("back")
	home(t, tb)
}

func TestAHeldKeyTurnsAValueOn(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Счёт", "Раундов")
	if got := tb.Cursor(); got != "‹любое число›" {
		t.Errorf("it begins on %q", got)
	}
	held(tb, companion.Down, 11) // and the press that begins it
	if got := tb.Cursor(); got != "‹12›" {
		t.Errorf("eleven repeats lead to %q", got)
	}
	tb.Press("ok")
	if got := draftOf(t, tb, "score")["rounds"]; got != "12" {
		t.Errorf("%q rounds are set up", got)
	}
}

// What a game offers is how a table begins that says nothing else; what phones leave out
// means what it meant.
func TestASetUpBeginsWithWhatTheGamesOffer(t *testing.T) {
	for game, want := range map[string]string{"mice": "odds=on", "fox": "mode=tricks"} {
		tb := newTable(t)
		tb.Press("ok")
		pick(tb, game+":title")
		name, value, _ := strings.Cut(want, "=")
		if got := draftOf(t, tb, game)[name]; got != value {
			t.Errorf("%s is set up with %s=%s, want %s", game, name, got, want)
		}
		tb.Press("ok")
		if got := tb.Model.Match().Setup().Options[name]; got != value {
			t.Errorf("%s is played with %s=%s, want %s", game, name, got, want)
		}
		tell(t, tb, setUp(t, `{"game":"`+game+`","names":["А","Б"]}`, true))
		if got := tb.Model.Match().Setup().Options[name]; got != "" {
			t.Errorf("%s from a phone that says nothing has %s=%s", game, name, got)
		}
	}
}

// A value against the offer is the table's word, and stays it the next time.
func TestWhatATableChoosesAgainstTheOfferHolds(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	pick(tb, "fox:title")
	turned(tb, "fox:option.mode", 1)
	pick(tb, "setup.start")
	chose := tb.Model.Match().Setup().Options["mode"]
	if chose == "tricks" {
		t.Fatal("nothing else was chosen")
	}
	tb.Press("hold")
	tb.Choose("Закончить партию", "Да")
	tb.Press("ok")
	tb = again(t, tb)
	pick(tb, "fox:title")
	tb.Want("> Как в прошлый раз")
	tb.Press("ok")
	if got := tb.Model.Match().Setup().Options["mode"]; got != chose {
		t.Errorf("as last time it is played with mode %q, and was with %q", got, chose)
	}
}

// A match of phones waits under its seal, the panel's own is played at once.
func TestOnlyWhatPhonesBeginWaitsUnderItsSeal(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tell(t, tb, setUp(t, miceDraft(nil), true))
	if !tb.Model.Ready() || tb.Model.Match().Seq() != 1 {
		t.Errorf("a phone's match is played already: %s", tb.Model.Match().Since(0))
	}
	tb.Press("back")
	tb.Choose("Лови", "Начать")
	if tb.Model.Ready() || tb.Model.View().Kind != companion.KindTurn {
		t.Errorf("the panel's own waits:\n%s", tb.Screen())
	}
}

func TestTheNextMatchOfASeriesCanBeSetUpWhoeverHadTheDice(t *testing.T) {
	for luck, want := range map[string]string{"в приборе": "", "настоящие": match.Table} {
		tb := newTable(t)
		tb.Press("ok")
		tb.Choose("Лови", "Кубики", luck, "Начать")
		tb.Finish()
		tb.Press("up") // the victory
		tb.Choose("Ещё партию", "Кубики")
		if got := tb.Cursor(); got != "‹"+luck+"›" {
			t.Errorf("the dice are %s, want %s", got, luck)
		}
		tb.Press("ok")
		if got := tb.Model.Offer().Drafts["mice"].Luck; got != want && got != match.Device {
			t.Errorf("%s: chance is %q's", luck, got)
		}
	}
}

// A row that is longer than the panel slides to its end, and begins anew.
func TestALongRowSlidesToItsEnd(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tell(t, tb, setUp(t, `{"game":"mice","names":["Александра","Константин"],"first":1}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll")
	tb.Press("hold")
	tb.Choose("В начало")
	const whole = "Продолжить: Лови мышей! · Александра, Константин"
	seen, first := slides(tb)
	if !strings.HasPrefix(whole, strings.TrimSuffix(first, "…")) || !strings.HasSuffix(first, "…") {
		t.Errorf("it begins as %q", first)
	}
	if last := seen[len(seen)-1]; !strings.HasSuffix(whole, last) {
		t.Errorf("it ends as %q", last)
	}
	for i, part := range seen {
		if !strings.Contains(whole, strings.TrimSuffix(part, "…")) {
			t.Errorf("its %d. part is %q", i, part)
		}
	}
	if got := tb.Read(); got != whole {
		t.Errorf("slowly read it says %q", got)
	}
	tb.Press("down", "up")
	if got := tb.Cursor(); got != first {
		t.Errorf("after a key it stands at %q", got)
	}
}

// slides are what a long row shows one after the other until it begins anew, and at first.
func slides(tb *companiontest.Table) (seen []string, first string) {
	first = tb.Cursor()
	seen = []string{first}
	for range 600 {
		tb.Wait(50 * time.Millisecond)
		switch now := tb.Cursor(); {
		case now == first && len(seen) > 1:
			return seen, first
		case now != seen[len(seen)-1]:
			seen = append(seen, now)
		}
	}
	return seen, first
}
