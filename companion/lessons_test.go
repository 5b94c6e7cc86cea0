package companion_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/games"
	"tabletop/games/mice"
)

// newcomers are at a box on which no game was ever played.
func newcomers(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := companiontest.OnDisk(t, companiontest.NewDisk().Knows(), all...)
	tb.Press("ok")
	return tb
}

// learning are newcomers at their first match of mice, with real dice. They have read the aim and have
// laid the game out.
func learning(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newcomers(t)
	tb.Choose("mice:title", "setup.first", "@1", "luck", "luck.table", "setup.start")
	tb.Wait(5 * time.Second)
	readsOn(tb)
	return tb
}

// readsOn presses ok until the panel shows no topic and no step, and returns the titles of the topics.
func readsOn(tb *companiontest.Table) (titles []string) {
	for kind := tb.Model.View().Kind; kind == panel.KindTopic || kind == panel.KindStep; kind = tb.Model.View().Kind {
		if title := tb.Model.View().Title; title != "" && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
		tb.Press("ok")
	}
	return titles
}

// textsOf returns the texts of the keys.
func textsOf(tb *companiontest.Table, keys ...string) (all []string) {
	for _, key := range keys {
		all = append(all, tb.Text(key))
	}
	return all
}

func TestNewcomersLearnTheGameWhileTheyPlay(t *testing.T) {
	tb := newcomers(t)
	tb.Choose("mice:title", "setup.first", "@1", "luck", "luck.table", "setup.start")
	tb.Wait(5 * time.Second)
	if got, want := readsOn(tb), textsOf(tb, "topic.aim"); !slices.Equal(got, want) {
		t.Errorf("before the first turn: %q, want %q", got, want)
	}
	tb.Want("> say.roll")
	for _, step := range []struct {
		decisions []string
		want      []string
	}{
		{[]string{"roll"}, []string{"topic.dice"}},
		{[]string{"dice red blue"}, []string{"topic.two"}},
		{[]string{"lure red"}, []string{"topic.turn"}},
		{[]string{"roll", "dice green green"}, []string{"topic.pair"}},
		{[]string{"lure green"}, []string{"topic.again"}},
		{[]string{"stop"}, []string{"topic.catch"}}, // the topic of the moment
		{[]string{"roll", "dice red blue", "lure blue"}, nil},
		{[]string{"roll", "dice blue blue"}, nil}, // the topic of the moment was shown already
	} {
		tb.Decide(step.decisions...)
		tb.Wait(5 * time.Second)
		if got, want := readsOn(tb), textsOf(tb, step.want...); !slices.Equal(got, want) {
			t.Errorf("after %q: %q, want %q", step.decisions, got, want)
		}
	}
}

func TestALessonIsOneScreenOfWholeSentences(t *testing.T) {
	tb := learning(t)
	tb.Decide("roll", "dice red blue")
	tb.Want("[topic.two]")
	var lines []string
	for _, row := range tb.Model.View().Rows {
		lines = append(lines, strings.TrimSpace(row.Text))
	}
	if text := strings.TrimSpace(strings.Join(lines, " ")); !strings.HasSuffix(text, ".") {
		t.Errorf("the lesson ends within a sentence: %q", text)
	}
}

func TestAnyKeyEndsALesson(t *testing.T) {
	for _, key := range []string{"down", "up", "back", "ok"} {
		tb := learning(t)
		tb.Decide("roll", "dice red blue")
		tb.Want("[topic.two]")
		tb.Press(key)
		tb.Want("[@1]", "say.lure red")
	}
}

func TestALessonIsShownOnceEvenIfItsDecisionIsUndone(t *testing.T) {
	tb := learning(t)
	tb.Decide("roll", "dice red blue")
	if got := readsOn(tb); !slices.Equal(got, textsOf(tb, "topic.two")) {
		t.Fatalf("got %q", got)
	}
	tb.Press("hold")
	tb.Choose("pause.undo")
	tb.Decide("dice red blue")
	if got := readsOn(tb); slices.Equal(got, textsOf(tb, "topic.two")) {
		t.Errorf("the lesson is shown again after an undo: %q", got)
	}
}

func TestALessonThatAPowerCutInterruptsIsShownAgain(t *testing.T) {
	tb := learning(t)
	tb.Decide("roll", "dice red blue")
	tb.Want("[topic.two]")
	cut := again(t, tb)
	cut.Want("[topic.two]")
	readsOn(cut)
	cut = again(t, cut)
	if v := cut.Model.View(); v.Kind == panel.KindTopic && v.Title == cut.Text("topic.two") {
		t.Errorf("a lesson that was read is shown again")
	}
}

func TestAGameThatWasPlayedToItsEndIsNotExplainedAgain(t *testing.T) {
	tb := newcomers(t)
	explained := func() bool {
		tb.Choose("mice:title")
		tb.MoveTo("setup.explain")
		yes := strings.HasSuffix(tb.Cursor(), tb.Text("settings.on"))
		tb.Press("back")
		return yes
	}
	if !explained() {
		t.Fatal("a game that nobody knows isn't explained")
	}
	tb.Choose("mice:title", "setup.first", "@1", "luck", "luck.table", "setup.start")
	tb.Wait(5 * time.Second)
	readsOn(tb)
	tb.Finish()
	tb.Wait(5 * time.Second)
	tb.Choose("result.end")
	tb.Press("ok")
	if explained() {
		t.Error("a game that was played to its end is explained")
	}
	if got := tb.Disk.Settings["learnt"]; !strings.Contains(got, mice.Rules{}.Name()) {
		t.Errorf("the box remembers %q", got)
	}
	for key := range tb.Disk.Settings {
		if strings.HasPrefix(key, "lessons:") {
			t.Errorf("the lessons of a match that has ended are still stored: %s", key)
		}
	}
}

func TestATableMayRefuseToBeTaught(t *testing.T) {
	tb := newcomers(t)
	tb.Choose("mice:title", "setup.first", "@1", "luck", "luck.table", "setup.explain", "setup.start")
	tb.Wait(5 * time.Second)
	tb.Want("> say.roll")
	tb.Decide("roll", "dice red blue")
	tb.Want("[@1]", "say.lure red")
}

func TestARefusalLeadsToItsTopicByOnePress(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll", "dice red blue")
	tb.Do(companion.Keys, companion.Decide{Point: tb.Model.Point(), Says: "lure yellow"})
	tb.Want("play.illegal", "rule.colour #word.yellow")
	tb.Press("ok")
	tb.Want("[topic.two]")
	tb.Press("back")
	tb.Want("[@1]", "say.lure red")
}

func TestTheRulesOfAGameAreTwoPressesAwayInItsSetUp(t *testing.T) {
	tb := atHome(t)
	tb.Choose("mice:title")
	tb.MoveTo("option.scoring")
	tb.Press("hold", "ok")
	tb.Want("[topic.values]")
	tb.Press("back")
	tb.Choose("pause.topics")
	tb.Want("> topic.aim", "topic.values")
	if topics := games.Topics(mice.Rules{}, games.Setup{Seats: 2}); int(tb.Model.View().All) != len(topics)+1 { // odds=on is offered
		t.Errorf("the index has %d topics, want %d", tb.Model.View().All, len(topics)+1)
	}
}

// A game that everybody knows takes a press for each decision.
func TestAFirstGameOfMiceTakesAtMost25PressesMore(t *testing.T) {
	h := &hand{Table: newcomers(t)}
	h.Choose("mice:title", "setup.start")
	h.ok(func() bool { return h.Model.Match().State().Standing().Over })
	more := h.presses - h.decided()
	if more > 25 || more < 5 {
		t.Errorf("learning takes %d presses more, want 5 to 25", more)
	}
	t.Logf("%d presses, of them %d to learn the game", h.presses, more)
}
