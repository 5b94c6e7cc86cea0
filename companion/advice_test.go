package companion_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/adviser"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/games"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// advisers are the real one; what it finds out tests send themselves.
var advisers = map[string]games.Adviser{"maze": solve.Adviser{}}

// advised is a match of maze that is played, in which White can move a Tree or a Mate.
func advised(t *testing.T) *companiontest.Table {
	t.Helper()
	d := companiontest.NewDisk()
	d.Settings["language"] = "ru"
	tb := companiontest.Advised(t, d, advisers, maze.Rules{})
	tell(t, tb, setUp(t, `{"game":"maze","names":["Аня","Боря"],"options":{"start":"T..............................."},"first":1}`, true))
	tb.Press("ok")
	for tb.Model.View().Kind == panel.KindStep {
		tb.Press("ok")
	}
	return tb
}

// line is a line of moves that win, as far as these tests know.
var line = games.Advice{
	Verdict: games.Winnable, Line: []games.Decision{"3-14", "48-44", "1-5"},
	Said: []games.Text{games.Say("move", "#piece.wT", "3-14", "a3-b4"), games.Say("move", "#piece.bM", "48-44", "d10-c9"), games.Say("move", "#piece.wM", "1-5", "c1-d2")},
}

var lost = games.Advice{Verdict: games.Lost, Why: games.Count("proof.all", 7)}

// finds sends what the adviser has found out about what it was asked last.
func finds(tb *companiontest.Table, a games.Advice) {
	last := tb.Thought.Line[len(tb.Thought.Line)-1]
	tb.Send(companion.Analysis{Position: tb.Thought.Position, At: last.Seq, Advice: a})
}

func consult(tb *companiontest.Table, item string) {
	tb.Press("hold")
	tb.Choose("pause.advice", item)
}

// given are the facts of advice in the match, undone or not.
func given(tb *companiontest.Table) (all []string) {
	for f := range tb.Model.Match().Facts() {
		if f.Kind == "hinted" {
			all = append(all, f.Says)
		}
	}
	return all
}

func wantGiven(t *testing.T, tb *companiontest.Table, want ...string) {
	t.Helper()
	if got := given(tb); !slices.Equal(got, want) {
		t.Errorf("the record has the advice %q, want %q", got, want)
	}
}

func TestWhetherItCanBeWonIsAnsweredOnceItIsKnown(t *testing.T) {
	tb := advised(t)
	consult(tb, "advice.possible")
	tb.Want("advice.thinking")
	wantGiven(t, tb)
	if n := len(tb.Thought.Line); n != 1 {
		t.Fatalf("it thinks about a line of %d positions", n)
	}
	finds(tb, line)
	tb.Want("advice.won 3")
	wantGiven(t, tb, "won")
	tb.Press("back")
	tb.Choose("advice.possible")
	tb.Want("advice.won 3")
	wantGiven(t, tb, "won") // the same is no other advice
}

func TestAHintIsAMoveThenThree(t *testing.T) {
	tb := advised(t)
	consult(tb, "advice.move")
	finds(tb, line)
	tb.Want("3-14", "piece.wT")
	tb.Choose("advice.moves")
	tb.Want("48-44", "1-5")
	wantGiven(t, tb, "3-14", "3-14, 48-44, 1-5")
	if got := tb.Disk.Records[tb.Model.Point().Match].Text(); !strings.Contains(got, `"kind":"hinted","says":"3-14, 48-44, 1-5"`) {
		t.Errorf("the disk has\n%s", got)
	}
	tb.Decide("3-14")
	if n := len(tb.Thought.Line); n != 2 {
		t.Errorf("after a move it thinks about a line of %d positions, want 2", n)
	}
	next, _ := line.After("3-14")
	finds(tb, next)
	consult(tb, "advice.move")
	tb.Want("48-44", "piece.bM")
	tb.Press("hold")
	tb.Choose("pause.log")
	tb.Want("log.hinted 48-44")
}

func TestAHintIsSeenOnlyOnceItIsKept(t *testing.T) {
	tb := advised(t)
	consult(tb, "advice.move")
	tb.Slow = true
	finds(tb, line)
	if got := tb.Screen(); strings.Contains(got, "3-14") {
		t.Errorf("before the disk has it the panel shows\n%s", got)
	}
	if c := tb.Model.Moment().Counsel; c.Told != "" || len(c.Advice.Line) > 0 {
		t.Errorf("before the disk has it pages are told %+v", c)
	}
	tb.Slow = false
	tb.Answer()
	tb.Want("3-14")
	if c := tb.Model.Moment().Counsel; c.Told != adviser.Move {
		t.Errorf("then pages are told %+v", c)
	}
}

func TestWhoPlaysOnMeanwhileIsNotInterrupted(t *testing.T) {
	tb := advised(t)
	consult(tb, "advice.move")
	asked := tb.Thought
	tb.Press("back", "back", "back")
	tb.Decide("3-14")
	tb.Send(companion.Analysis{Position: asked.Position, Advice: line}) // too late
	finds(tb, lost)
	if tb.Model.View().Kind == panel.KindMenu {
		t.Errorf("the panel shows\n%s", tb.Screen())
	}
	wantGiven(t, tb)
}

func TestATableThatWantsToKnowIsToldOnceThatItIsLost(t *testing.T) {
	tb := advised(t)
	tb.Press("hold")
	tb.Choose("pause.advice", "advice.watch")
	tb.Press("back", "back")
	if tb.Disk.Settings["watch"] != "true" {
		t.Fatalf("the disk has %v", tb.Disk.Settings)
	}
	finds(tb, line)
	tb.Decide("3-14")
	finds(tb, lost)
	tb.Want("advice.lost", "advice.goon")
	wantGiven(t, tb, "lost")
	tb.Choose("advice.why")
	tb.Want("proof.all 7")
	tb.Press("back")
	tb.Choose("advice.goon")
	tb.Decide("48-44")
	finds(tb, lost)
	if tb.Model.View().Kind == panel.KindMenu {
		t.Errorf("told once more:\n%s", tb.Screen())
	}
	wantGiven(t, tb, "lost")
}

func TestWhoOnlyAsksForWarningsIsWarnedOnceTheMatchIsInSight(t *testing.T) {
	tb := advised(t)
	tb.Press("hold")
	tb.Choose("pause.advice", "advice.watch")
	finds(tb, lost)
	if got := tb.Screen(); tb.Shows("advice.lost") {
		t.Fatalf("in the menu the panel shows\n%s", got)
	}
	tb.Press("back", "back")
	tb.Want("advice.lost")
	wantGiven(t, tb, "lost")
}

func TestWhatIsLostCanBeTakenBackThere(t *testing.T) {
	tb := advised(t)
	tb.Decide("3-14")
	consult(tb, "advice.possible")
	finds(tb, lost)
	tb.Choose("pause.undo")
	if got := tb.Model.Match().State().View(games.Nobody).Title.N; got != 0 {
		t.Errorf("after %d moves", got)
	}
	if len(tb.Thought.Line) != 1 {
		t.Errorf("it thinks about %d positions", len(tb.Thought.Line))
	}
}

func TestNobodyKnowsIsAnAnswerToo(t *testing.T) {
	tb := advised(t)
	consult(tb, "advice.move")
	finds(tb, games.Advice{Verdict: games.Open})
	tb.Want("advice.open")
	wantGiven(t, tb, "open")
}

func TestAGameWithHintsSaysSoAtItsEnd(t *testing.T) {
	tb := advised(t)
	consult(tb, "advice.move")
	finds(tb, line)
	tell(t, tb, companion.Rule{Point: tb.Model.Point(), Says: "stop"})
	tb.Want("result.hints 1")
}

func TestAfterADefeatTheTableHearsWhereTheWinWas(t *testing.T) {
	tb := advised(t)
	tb.Decide("3-14")
	tell(t, tb, companion.Rule{Point: tb.Model.Point(), Says: "stop"})
	if tb.Thought.Position != "" {
		t.Errorf("unasked it thinks of %s", tb.Thought.Position)
	}
	tb.Choose("advice.where")
	tb.Want("advice.thinking")
	if !tb.Thought.LastWon {
		t.Fatalf("it was asked %+v", tb.Thought)
	}
	first := tb.Thought.Line[0]
	tb.Send(companion.Analysis{Position: tb.Thought.Position, At: first.Seq, Advice: line})
	tb.Want("title.moves 0")
	tb.Choose("advice.line")
	tb.Want("3-14", "48-44")
	tb.Press("back")
	tb.Choose("advice.back")
	if got := tb.Model.Match().LineSeq(); got != first.Seq {
		t.Errorf("the match stands at %d, want %d", got, first.Seq)
	}
	wantGiven(t, tb)
}

func TestAPhoneAsksAsThePanelDoes(t *testing.T) {
	tb := advised(t)
	hint := func(topic adviser.Topic) reply {
		return tell(t, tb, companion.Hint{Point: tb.Model.Point(), Topic: topic})
	}
	if got := hint("everything").Refusal; got == "" {
		t.Error("it can be asked everything")
	}
	if got := hint(adviser.Where).Refusal; got == "" {
		t.Error("before the end it tells where the win was")
	}
	if got := hint(adviser.Move).Refusal; got != "" {
		t.Fatal(got)
	}
	tb.Want("advice.thinking")
	finds(tb, line)
	tb.Want("3-14")
	wantGiven(t, tb, "3-14")
	if c := tb.Model.Moment().Counsel; len(c.Advice.Line) != 1 || c.Moves != 3 || len(c.Topics) != 3 {
		t.Errorf("the page knows %+v", c)
	}
	tell(t, tb, companion.Rule{Point: tb.Model.Point(), Says: "stop"})
	if got := hint(adviser.Move).Refusal; got == "" {
		t.Error("a game that is over gets a hint")
	}
}

func TestGamesWithoutAnAdviserHaveNoSuchItem(t *testing.T) {
	d := companiontest.NewDisk()
	d.Settings["language"] = "ru"
	tb := companiontest.OnDisk(t, d, maze.Rules{})
	tell(t, tb, setUp(t, `{"game":"maze","names":["Аня","Боря"],"options":{"start":"T..............................."},"first":1}`, true))
	if got := tell(t, tb, companion.Hint{Point: tb.Model.Point(), Topic: adviser.Move}).Refusal; got == "" {
		t.Error("advice without an adviser")
	}
}

func TestAfterAPowerCutATableThatHadHintsIsThoughtForAgain(t *testing.T) {
	tb := advised(t)
	consult(tb, "advice.move")
	finds(tb, line)
	again := companiontest.Advised(t, tb.Disk, advisers, maze.Rules{})
	if again.Thought.Position != tb.Thought.Position {
		t.Errorf("it thinks of %q, want %q", again.Thought.Position, tb.Thought.Position)
	}
}
