package companion_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

var (
	theUpdate = companion.Update{Upload: "x.deb", Version: "1.3.0"}
	updatable = companion.UpdateState{CanGoBack: true, News: map[words.Lang][]string{
		words.Russian: {"Мыши бегают быстрее.", "Кубики катятся дальше, чем прежде."},
		words.English: {"Mice run faster.", "Dice roll further than before."},
	}}
)

func TestThePartsThatStoppedAnsweringAreNamed(t *testing.T) {
	w := words.Companion(words.English)
	for parts, want := range map[string]string{"keys": "answer: keys.", "keys, tags": "answer: keys, tag reader.", "": "answer: a part of the box.", "x": "answer: a part of the box."} {
		_, text := companion.UpdateText(w, companion.UpdateResult{ID: "1", Outcome: "back", Why: "parts", Parts: parts, From: "1.2.0", To: "1.3.0"}, "1.2.0")
		if !strings.Contains(text, want) {
			t.Errorf("%q: %s", parts, text)
		}
	}
}

func withResult(id, outcome, why string) companion.UpdateState {
	s := updatable
	s.Result = companion.UpdateResult{ID: id, Outcome: outcome, Why: why, From: "1.2.0", To: "1.3.0"}
	if why == "parts" {
		s.Result.Parts = "keys, tags"
	}
	return s
}

func TestAnUpdateIsInstalledAfterAYesAtTheBox(t *testing.T) {
	tb := inMice(t)
	tb.Send(updatable)
	match := tb.Screen()
	ask(tb, theUpdate)
	tb.Want("update.ask 1.3.0", "update.ask.back", "> ask.yes")
	asked := tb.Screen()
	if tb.Press("ok"); tb.Screen() != asked {
		t.Errorf("a key that was meant for the page below acts:\n%s", tb.Screen())
	}
	tb.Choose("ask.no")
	if len(tb.Carries) > 0 || strings.Join(tb.Discards, " ") != "x.deb" || tb.Screen() != match {
		t.Fatalf("after a no: carried %v, deleted %v\n%s", tb.Carries, tb.Discards, tb.Screen())
	}
	ask(tb, theUpdate)
	tb.Wait(companion.ReadFor)
	tb.Press("ok")
	tb.Want("update.going 1.3.0")
	tb.Press("ok", "ok")
	tb.Send(companion.CarryResult{Command: theUpdate})
	tb.Want("update.going 1.3.0")
	going, facts := tb.Screen(), onDisk(tb)
	tb.Press("ok", "up", "down", "back")
	tb.Send(companion.Sent{From: companion.Keys, Command: companion.Edge{Key: panel.Back, Down: true}})
	tb.Wait(time.Hour)
	if tb.Screen() != going || onDisk(tb) != facts {
		t.Errorf("a key acts:\n%s", tb.Screen())
	}
	if r := ask(tb, companion.Decide{Point: tb.Model.Point(), Says: "roll"}); !refuses(tb, r.Refusal, "update.under") {
		t.Errorf("a phone is answered %q", r.Refusal)
	}
	if !tb.Model.Moment().Updating {
		t.Error("nobody is told of the update")
	}
	tb.Send(withResult("1", "refused", "room"))
	tb.Want("update.refused", "update.why.room")
	tb.Press("ok")
	if tb.Screen() != match {
		t.Errorf("after the refusal:\n%s\nwant\n%s", tb.Screen(), match)
	}
}

func TestAnUpdateThatNobodyTakesIsTold(t *testing.T) {
	tb := atHome(t)
	tb.Send(withResult("1", "done", ""))
	tb.Press("ok")
	accepted(tb)
	s := withResult("1", "done", "")
	tb.Send(s)
	tb.Want("update.going 1.3.0")
	s.Untaken = true
	tb.Send(s)
	tb.Want("update.refused", "update.why.untaken")
	tb.Press("ok")
	home(t, tb)
	tb.Send(s)
	home(t, tb)
}

func TestAPackageThatCannotBeHandedOverIsTold(t *testing.T) {
	tb := inMice(t)
	tb.Send(updatable)
	ask(tb, theUpdate)
	tb.Wait(companion.ReadFor)
	tb.Press("ok")
	tb.Send(companion.CarryResult{Command: theUpdate, Err: full{}})
	tb.Want("disk.full")
	tb.Press("ok")
	tb.Want("[@1]", "> say.roll")
}

func TestAnImpossibleUpdateIsRefusedWithTheReason(t *testing.T) {
	tb := atHome(t)
	if r := ask(tb, theUpdate); r.Refusal == "" {
		t.Error("asked before the daemon has told whether it can update")
	}
	tb.Send(companion.UpdateState{Impossible: "update.nokeys"})
	if r := ask(tb, theUpdate); !refuses(tb, r.Refusal, "update.nokeys") {
		t.Errorf("refused with %q", r.Refusal)
	}
	tb.Send(companion.UpdateState{})
	ask(tb, theUpdate)
	tb.Want("update.ask.noback")
}

// The end of the daemon would lose what only its memory has.
func TestNoUpdateBeginsWhileAMatchIsUnsaved(t *testing.T) {
	tb := inMice(t)
	tb.Send(updatable)
	tb.Disk.Fails = full{}
	tb.Press("ok")
	tb.Choose("disk.unsaved")
	if r := ask(tb, theUpdate); !refuses(tb, r.Refusal, "update.unsaved") {
		t.Errorf("refused with %q", r.Refusal)
	}
}

func TestTheSocketUpdatesWithoutAQuestion(t *testing.T) {
	tb := inMice(t)
	tb.Send(updatable)
	tb.Send(companion.Sent{From: companion.Socket, Command: theUpdate, Call: 7})
	tb.Send(companion.CarryResult{Command: theUpdate})
	if len(tb.Answers) != 1 || tb.Answers[0].Answer.Refusal.Text != "" {
		t.Errorf("answered %+v", tb.Answers)
	}
	tb.Want("update.going 1.3.0")
}

// The page stays through a power cut until somebody has closed it, and never comes back.
func TestTheOutcomeIsShownOnce(t *testing.T) {
	for _, c := range []struct {
		outcome, why string
		want         []string
	}{
		{"done", "", []string{"update.done 1.3.0", "• Мыши бегают быстрее."}},
		{"back", "parts", []string{"update.back 1.2.0", "• клавиши, считыватель меток"}},
		{"stayed", "store", []string{"update.stayed", "update.why.store"}},
		{"refused", "unsigned", []string{"update.refused", "update.why.unsigned"}},
	} {
		tb := inMice(t)
		s := withResult("1", c.outcome, c.why)
		again := func() {
			tb = companiontest.OnDisk(t, tb.Disk, all...)
			tb.Send(s)
		}
		again()
		for range 2 {
			text := tb.Model.View().Title + " " + tb.Scrolled()
			for _, w := range c.want {
				w, isText := strings.CutPrefix(w, "• ")
				if !isText {
					w = tb.Text(w)
				}
				if !strings.Contains(strings.Join(strings.Fields(text), " "), w) {
					t.Errorf("%s: no %q on\n%s", c.outcome, w, text)
				}
			}
			again()
		}
		tb.Press("back")
		tb.Want("[@1]", "> say.roll")
		again()
		tb.Want("[@1]", "> say.roll")
	}
}

func TestTheRowOfTheVersionTellsItsNews(t *testing.T) {
	tb := companiontest.OfVersion(t, companiontest.NewDisk(), "1.3.0+4.gabc", all...)
	tb.Press("ok")
	tb.Send(updatable)
	examined(tb)
	tb.Choose("checkup.version")
	tb.Want("checkup.version.good 1.3.0 1.3.0+4.gabc")
	if text := tb.Scrolled(); !strings.Contains(text, "• "+updatable.News[words.Russian][0]) {
		t.Errorf("no news on\n%s", text)
	}
}

// While step.json exists, no fact can arise, whatever happens.
func TestOnTrialNothingIsDecided(t *testing.T) {
	played := inMice(t)
	m, err := companion.New(companion.Config{Games: games.Of(all...)})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Duration(0)
	update := func(what any) (effects []companion.Effect) {
		at += time.Hour
		m, effects = m.Update(companion.Event{At: at, Wall: companiontest.Midday.Add(at), What: what})
		return effects
	}
	if effects := update(companion.Trial{}); len(effects) > 0 {
		t.Errorf("the trial begins with %+v", effects)
	}
	picture := m.View()
	happened := append(happens(played), companion.UpdateState{}, companion.Kept{}, companion.DatabaseReplaced{}, companion.BackedUp{}, companion.HotspotFailed{}, companion.Checkup{}, companion.Loaded{ID: played.Model.Point().Match, Match: played.Model.Match()})
	for timer := range companion.KindsOfTimers {
		for n := range 3 {
			happened = append(happened, companion.Tick{Tag: companion.Tag{Timer: timer, N: n}})
		}
	}
	for _, from := range []companion.Sender{companion.Keys, companion.Socket, companiontest.Phone} {
		for call := range 2 {
			for _, c := range append(asked(played), theUpdate, companion.Edge{Key: panel.Back, Down: true}, companion.Edge{Key: panel.Back}) {
				happened = append(happened, companion.Sent{From: from, Command: c, Call: call})
			}
		}
	}
	happened = append(happened, companion.Trouble{Key: "trouble.buzzer", Arg: "lost"})
	for _, what := range happened {
		if _, begins := what.(companion.Started); begins {
			continue
		}
		for _, e := range update(what) {
			if r, ok := e.(companion.Reply); !ok || r.Answer.Refusal.Kind != companion.Illegal && !isWait(what) {
				t.Errorf("%+v makes %T", what, e)
			}
		}
		if m.View() != picture {
			t.Fatalf("%+v changes the picture", what)
		}
	}
	if m.Started() || !m.Moment().Updating || !m.Settled() {
		t.Error("the evening has begun, or the panel isn't shown")
	}
	effects := update(companion.Started{Evening: played.Disk.Evening()})
	loads := 0
	for _, e := range effects {
		switch e := e.(type) {
		case companion.Load:
			loads++
			effects = append(effects, update(played.Disk.Load(e.ID, games.Of(all...)))...)
		case companion.Keep:
			t.Errorf("what was pressed in the trial is done later: %+v", e)
		}
	}
	if loads != 1 || m.Match().Seq() != played.Model.Match().Seq() || m.Moment().Updating {
		t.Errorf("%d matches are loaded; the match is at %d, was at %d", loads, m.Match().Seq(), played.Model.Match().Seq())
	}
	if v := m.View(); v.Title != played.Text("trouble.title") || !strings.Contains(fmt.Sprint(v.Rows), "lost") {
		t.Errorf("the trouble of the trial is lost: %q, %v", v.Title, v.Rows)
	}
}

func isWait(what any) bool {
	s, _ := what.(companion.Sent)
	_, waits := s.Command.(companion.WaitSettled)
	return waits
}

func TestATrialThatNeverEndsSaysWhatToDo(t *testing.T) {
	long := companion.TrialView(companion.Trial{Late: true})
	for i, r := range long.Rows {
		if long.Title == "" || r.Text == "" || len([]rune(r.Text)) > panel.Columns {
			t.Errorf("line %d is %q", i, r.Text)
		}
	}
	short := companion.TrialView(companion.Trial{})
	if short.Title == "" || short.Rows[0].Text == "" || short.Rows[2].Text == "" || short == long {
		t.Errorf("the trial shows %q, %v", short.Title, short.Rows)
	}
}
