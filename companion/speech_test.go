package companion_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/ear"
	"tabletop/companion/panel"
	"tabletop/companion/words"
)

// ears hear what a table says.
type ears struct {
	was     ear.Screen
	heard   []string     // texts in order, each in full
	said    []string     // texts since the last one that cut
	langs   []words.Lang // languages of heard
	earcons []ear.Earcon
}

// listen lets a table be heard from now on.
func listen(tb *companiontest.Table) *ears {
	e := &ears{was: *tb.Model.Moment().Aloud}
	tb.Watch = e.hear
	return e
}

func (e *ears) hear(now companion.Moment) {
	text, cut, earcon := ear.Next(e.was, *now.Aloud, now.Speech)
	e.was = *now.Aloud
	if cut {
		e.said = nil
	}
	if text != "" {
		e.heard, e.said, e.langs = append(e.heard, text), append(e.said, text), append(e.langs, now.Aloud.Lang)
	}
	if earcon != ear.Silence {
		e.earcons = append(e.earcons, earcon)
	}
}

// fresh returns the heard texts as one text, and forgets them.
func (e *ears) fresh() string {
	text := strings.Join(e.heard, " | ")
	e.heard, e.earcons, e.langs = nil, nil, nil
	return text
}

// aloud is the text of items as it is spoken.
func aloud(tb *companiontest.Table, item string) string {
	return ear.Spoken(tb.Model.Lang(), tb.Text(item))
}

// hold holds back for d.
func hold(tb *companiontest.Table, d time.Duration) {
	tb.Do(companion.Keys, companion.Edge{Key: panel.Back, Down: true})
	tb.Wait(d)
	tb.Do(companion.Keys, companion.Edge{Key: panel.Back})
}

// withCard is a table of the gallery that can play sound.
func withCard(t *testing.T, way func(*companiontest.Table)) *companiontest.Table {
	tb := inRussian(t, way)
	tb.Send(companion.SoundCard{Present: true})
	return tb
}

func TestNothingIsComputedWhileNothingIsSpoken(t *testing.T) {
	for name, tb := range map[string]*companiontest.Table{"without a card": inRussian(t, intoMice), "with a card": withCard(t, intoMice)} {
		before := tb.Model.Moment()
		tb.Press("down", "up", "back", "down", "ok")
		if now := tb.Model.Moment(); now.Aloud != before.Aloud || now.Speech != ear.None || *now.Aloud != (ear.Screen{}) {
			t.Errorf("%s: level %q, %+v", name, now.Speech, *now.Aloud)
		}
	}
	deaf := inRussian(t, func(tb *companiontest.Table) { tb.Disk.Settings["speech"] = "all"; *tb = *again(t, tb) })
	if now := deaf.Model.Moment(); now.Speech != ear.None || *now.Aloud != (ear.Screen{}) {
		t.Errorf("without a card level %q, %+v", now.Speech, *now.Aloud)
	}
}

func TestBackHeldSwitchesSpeechAnywhere(t *testing.T) {
	for name, way := range map[string]func(*companiontest.Table){
		"home":         func(*companiontest.Table) {},
		"a turn":       intoMice,
		"a name":       toName,
		"a dark panel": func(tb *companiontest.Table) { tb.Wait(companion.DarkAfter) },
		"a log":        func(tb *companiontest.Table) { intoMice(tb); tb.Press("hold"); tb.Choose("pause.log") },
	} {
		tb := withCard(t, way)
		before, dark := tb.Screen(), tb.Model.View().Kind == panel.KindDark
		e := listen(tb)
		hold(tb, companion.SpeechAfter)
		tb.Want("[settings.speech]", "speech.on")
		if got, want := e.fresh(), aloud(tb, "speech.on"); got != want {
			t.Errorf("%s: heard %q, want %q", name, got, want)
		}
		tb.Wait(5 * time.Second)
		if tb.Screen() != before && !dark {
			t.Errorf("%s: after it the panel shows\n%s\nwant\n%s", name, tb.Screen(), before)
		}
		if next := again(t, tb); next.Disk.Settings["speech"] != "all" {
			t.Errorf("%s: stored is %q", name, next.Disk.Settings["speech"])
		}
		e.fresh()
		hold(tb, companion.SpeechAfter)
		tb.Want("speech.off")
		if got, want := e.said, aloud(tb, "speech.off"); len(got) != 1 || got[0] != want {
			t.Errorf("%s: then heard %q, want %q", name, got, want)
		}
		e.fresh()
		tb.Wait(5 * time.Second)
		tb.Press("down", "up")
		if got := e.fresh(); got != "" {
			t.Errorf("%s: without speech heard %q", name, got)
		}
	}
}

func TestBackHeldForASecondIsAsEver(t *testing.T) {
	tb := withCard(t, intoMice)
	hold(tb, companion.HoldAfter)
	tb.Wait(companion.SpeechAfter)
	tb.Want("pause.topics")
	card := inRussian(t, intoMice)
	hold(card, 2*companion.SpeechAfter)
	card.Want("pause.topics")
}

func TestADiskThatAsksDoesNotForgetTheSwitch(t *testing.T) {
	tb := withCard(t, func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Disk.Fails = full{}
		tb.Press("ok")
	})
	tb.Want("disk.title")
	hold(tb, companion.SpeechAfter)
	tb.Want("speech.on")
	tb.Wait(5 * time.Second)
	tb.Disk.Fails = nil
	tb.Choose("disk.again")
	if tb.Disk.Settings["speech"] != "all" || tb.Model.Moment().Speech != ear.All {
		t.Errorf("stored is %q, the level %q", tb.Disk.Settings["speech"], tb.Model.Moment().Speech)
	}
}

func TestTheWholeScreenIsReadFromThePauseMenu(t *testing.T) {
	tb := loud(withCard(t, intoMice))
	e, before := listen(tb), tb.Screen()
	tb.Press("back")
	tb.Want("> speech.read")
	e.fresh()
	tb.Press("ok")
	if tb.Screen() != before {
		t.Errorf("the menu stays:\n%s", tb.Screen())
	}
	got := e.fresh()
	for _, item := range []string{"@1", "say.roll", "name.mice"} {
		if want := aloud(tb, item); !strings.Contains(got, want) {
			t.Errorf("read was %q without %q", got, want)
		}
	}
	tb.Model = tb.Model.Quiet(ear.Some)
	tb.Press("back")
	if tb.Shows("speech.read") {
		t.Error("the screen can be read where turns alone are spoken")
	}
}

func TestANewBoxAsksItsFirstQuestionInBothLanguages(t *testing.T) {
	tb := newTable(t)
	e := listen(tb)
	tb.Send(companion.SoundCard{Present: true})
	tb.Wait(2*companion.TellEvery + time.Second)
	first := map[words.Lang]string{}
	for _, lang := range words.Langs {
		first[lang] = ear.Spoken(lang, words.Companion(lang).Word("speech.first"))
	}
	if want := []string{first[words.Russian], first[words.English], first[words.Russian]}; !slices.Equal(e.heard, want) {
		t.Errorf("heard %q, want %q", e.heard, want)
	}
	if want := []words.Lang{words.Russian, words.English, words.Russian}; !slices.Equal(e.langs, want) {
		t.Errorf("in the languages %v, want %v", e.langs, want)
	}
	e.fresh()
	tb.Press("down")
	if len(e.langs) != 1 || e.langs[0] != words.English || !strings.Contains(e.heard[0], words.Companion(words.English).Word("language.name")) {
		t.Errorf("the row is spoken as %q in %v", e.heard, e.langs)
	}
	e.fresh()
	tb.Press("ok")
	tb.Wait(3 * companion.TellEvery)
	if got := e.fresh(); got != "" || tb.Model.Moment().Speech != ear.None {
		t.Errorf("the language is chosen, and it says %q", got)
	}
}

func TestANewBoxGoesOnSpeakingIfItIsToldTo(t *testing.T) {
	tb := newTable(t)
	tb.Send(companion.SoundCard{Present: true})
	hold(tb, companion.SpeechAfter)
	tb.Wait(5 * time.Second)
	e := listen(tb)
	tb.Press("down", "ok")
	if got := e.fresh(); tb.Model.Moment().Speech != ear.All || !strings.Contains(got, aloud(tb, "mice:title")) {
		t.Errorf("level %q, heard %q", tb.Model.Moment().Speech, got)
	}
	silent := newTable(t)
	f := listen(silent)
	silent.Wait(companion.TellEvery)
	silent.Press("down")
	if got := f.fresh(); got != "" {
		t.Errorf("without a card it says %q", got)
	}
}

func TestAFaultOfSpeechIsSaidOnceAndGoesAway(t *testing.T) {
	for _, reason := range []string{"program", "device", "stuck"} {
		tb := withCard(t, intoMice)
		before := tb.Screen()
		for range 3 {
			tb.Send(companion.SpeechFailed{Reason: reason})
		}
		tb.Want("[trouble.title]", "trouble.speech."+reason)
		tb.Press("ok")
		tb.Send(companion.SpeechFailed{Reason: reason})
		if tb.Screen() != before {
			t.Errorf("%s is said again:\n%s", reason, tb.Screen())
		}
		tb.Send(companion.SpeechFailed{})
		tb.Send(companion.SpeechFailed{Reason: reason})
		tb.Want("trouble.speech." + reason)
		tb.Send(companion.SpeechFailed{})
		if tb.Screen() != before {
			t.Errorf("%s is over, and the panel shows\n%s", reason, tb.Screen())
		}
	}
}

func TestTheLevelIsSetWhereThereIsACard(t *testing.T) {
	tb := withCard(t, func(*companiontest.Table) {})
	tb.Choose("home.more", "home.settings", "settings.speech")
	tb.Press("down", "ok")
	tb.Want("settings.speech  speech.some")
	if got := tb.Model.Moment().Speech; got != ear.Some || tb.Disk.Settings["speech"] != "some" {
		t.Errorf("the level is %q, stored %q", got, tb.Disk.Settings["speech"])
	}
	without := inRussian(t, func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings") })
	if without.Shows("settings.speech") {
		t.Error("a box without a sound card offers speech")
	}
}

func TestAThrowIsSpokenOnceTheDiceLie(t *testing.T) {
	tb := loud(inRussian(t, func(tb *companiontest.Table) { rolls(tb, "3d6") }))
	e := listen(tb)
	for range 3 { // also if it comes to the same
		e.fresh()
		tb.Do(companion.Keys, companion.Press{Key: panel.OK})
		tb.Wait(300 * time.Millisecond)
		if got, want := e.fresh(), aloud(tb, "rolling"); got != want {
			t.Errorf("while the dice roll it says %q, want %q", got, want)
		}
		tb.Wait(time.Second)
		if got, total := e.fresh(), ear.Spoken(tb.Model.Lang(), tb.Model.View().Big); !strings.Contains(got, total) {
			t.Errorf("heard %q without the total %q", got, total)
		}
	}
}

func TestTurnsAloneAreSpokenAtTheMiddleLevel(t *testing.T) {
	tb := withCard(t, intoTableMice)
	tb.Model = tb.Model.Quiet(ear.Some)
	e := listen(tb)
	tb.Press("down", "up", "back", "down", "back")
	if got := e.fresh(); got != "" {
		t.Errorf("moving about it says %q", got)
	}
	tb.Decide("roll", "dice red green", "lure red")
	if got, want := e.fresh(), aloud(tb, "name.red"); !strings.Contains(got, want) {
		t.Errorf("the dice are heard as %q, want %q", got, want)
	}
	tb.Decide("stop")
	tb.Wait(5 * time.Second)
	got := e.fresh()
	for _, item := range []string{"moment.catch", "@2", "ask.roll"} {
		if want := strings.TrimRight(aloud(tb, item), "!"); !strings.Contains(got, want) {
			t.Errorf("the turn passes with %q, want %q", got, want)
		}
	}
}
