package companion_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/games"
	"tabletop/games/table"
)

// laying is a table whose hands are to lay a game out. If people know its steps from earlier games,
// they look them up in the pause menu.
func laying(t *testing.T, game string) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose(game+":title", "setup.start")
	if tb.Model.View().Kind != panel.KindStep {
		tb.Press("back")
		tb.Choose("pause.steps")
	}
	if tb.Model.View().Kind != panel.KindStep {
		t.Fatalf("%s has nothing to be laid out:\n%s", game, tb.Screen())
	}
	return tb
}

// steps is how many steps there are, and which of them is in sight.
func steps(tb *companiontest.Table) (at, of int) {
	_, _ = fmt.Sscanf(tb.Model.View().Aside, "%d/%d", &at, &of)
	return at, of
}

func TestStepsLeadThroughWhatHandsDoAndBehindTheLastComesTheGame(t *testing.T) {
	artist := painter(t)
	for _, game := range []string{"maze", "mazaitsy", "fox"} {
		for _, key := range []string{"ok", "down"} {
			tb := laying(t, game)
			seq := tb.Model.Match().Seq()
			_, of := steps(tb)
			said := ""
			for i := 1; i <= of; i++ {
				v := tb.Model.View()
				if at, n := steps(tb); v.Kind != panel.KindStep || at != i || n != of || v.Big == "" || v.Tabs[1] == "" {
					t.Fatalf("%s: step %d of %d is\n%s", game, i, of, tb.Screen())
				}
				for _, flaw := range artist.Flaws(v) {
					t.Errorf("%s, step %d: %s", game, i, flaw)
				}
				said += v.Big + " "
				tb.Press(key)
			}
			if v := tb.Model.View(); v.Kind == panel.KindStep || tb.Model.Match().Seq() != seq {
				t.Errorf("%s: %q on the last step has decided, or led to\n%s", game, key, tb.Screen())
			}
			mt := tb.Model.Match()
			for _, step := range games.Steps(mt.State()) {
				if text := tb.Model.Words(game).Say(step.Text, mt.Names()); !step.Usual && !strings.Contains(said, text) {
					t.Errorf("%s: nobody is asked for %q, but %s", game, text, said)
				}
			}
		}
	}
}

func TestAStepAboutHalfOfABoardShowsThatHalf(t *testing.T) {
	tb := laying(t, "maze")
	board := tb.Model.Match().State().View(games.Nobody)
	halves := 0
	for tb.Model.View().Kind == panel.KindStep {
		if v := tb.Model.View(); v.Part {
			from := halves * (board.W - int(v.W))
			for i := range int(v.W) * int(v.H) {
				if got, want := v.Cells[i].Glyph, board.Cells[i/int(v.W)*board.W+from+i%int(v.W)].Glyph; got != want {
					t.Errorf("cell %d of half %d is %q, want %q", i, halves, got, want)
				}
			}
			if v.W != 4 || int(v.H) != board.H {
				t.Errorf("half %d is %d×%d, want 4×%d", halves, v.W, v.H, board.H)
			}
			halves++
		}
		tb.Press("ok")
	}
	if halves != 2 {
		t.Errorf("%d steps show a part of the board, want 2", halves)
	}
}

func TestBackLeadsToTheStepBeforeAndFromTheFirstToTheGame(t *testing.T) {
	for _, key := range []string{"back", "up"} {
		tb := laying(t, "maze")
		first := tb.Model.View()
		tb.Press("ok")
		if at, _ := steps(tb); at != 2 {
			t.Fatalf("a press leads to step %d", at)
		}
		tb.Press(key)
		if got := tb.Model.View(); got.Big != first.Big || got.Aside != first.Aside {
			t.Errorf("%q leads to\n%s", key, tb.Screen())
		}
		tb.Press(key)
		if got := tb.Model.View().Kind; got != panel.KindBoard {
			t.Errorf("%q on the first step leads to\n%s", key, tb.Screen())
		}
	}
}

func TestStepsAreThereAgainInThePauseMenuAndAfterAPowerCut(t *testing.T) {
	tb := laying(t, "maze")
	tb.Press("ok")
	cut := again(t, tb)
	if at, of := steps(cut); at != 1 || of < 2 {
		t.Errorf("after a power cut step %d of %d is in sight", at, of)
	}
	for cut.Model.View().Kind == panel.KindStep {
		cut.Press("ok")
	}
	turn := cut.Screen()
	if got := again(t, cut).Screen(); got != turn {
		t.Errorf("what hands have done is told again:\n%s", got)
	}
	cut.Press("back")
	cut.Choose("pause.steps")
	if at, _ := steps(cut); at != 1 {
		t.Errorf("the pause menu leads to\n%s", cut.Screen())
	}
	cut.Press("hold")
	cut.Times(9, "back")
	if cut.Screen() != turn {
		t.Errorf("back leads to\n%s", cut.Screen())
	}
	if cut.Decide(string(first(cut))); cut.Model.View().Kind == panel.KindStep {
		t.Errorf("after a move hands are to do\n%s", cut.Screen())
	}
}

// first is what may be decided first.
func first(tb *companiontest.Table) games.Decision { return tb.Model.Match().State().Legal()[0].At(0) }

// An upkeep that has something to say is told and done by the same press.
func TestTheLastStepDecidesWhereNothingElseIsLeftTo(t *testing.T) {
	const texts = "title = Проба\nphase.feed = Хлеб и вино каждому."
	farm, err := table.New(table.Def{
		Name: "farm", Words: map[string]string{"ru": texts, "en": texts},
		Phases: []table.Phase{{Name: "feed", Order: table.Upkeep}}, Points: table.Each,
	})
	if err != nil {
		t.Fatal(err)
	}
	for key, decides := range map[string]bool{"ok": true, "down": false} {
		tb := companiontest.New(t, farm)
		tell(t, tb, setUp(t, `{"game":"farm","names":["А","Б"]}`, true))
		tell(t, tb, companion.Begin{Point: tb.Model.Point()})
		tb.Wait(3 * time.Second) // who begins
		seq := tb.Model.Match().Seq()
		if v := tb.Model.View(); v.Kind != panel.KindStep || v.Tabs[1] != tb.Text("tab.done") {
			t.Fatalf("the upkeep is\n%s", tb.Screen())
		}
		tb.Press(key)
		if got := tb.Model.Match().Seq() > seq; got != decides {
			t.Errorf("%q: decided %v\n%s", key, got, tb.Screen())
		}
	}
}

// A step that is about a square points at it on the board, which the matrix shows.
func TestAStepPointsAtItsSquare(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tell(t, tb, setUp(t, `{"game":"mazaitsy","names":["А","Б"],"options":{"field":"on"}}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Wait(3 * time.Second) // who begins
	mt := tb.Model.Match()
	board, all := mt.State().View(games.Nobody), games.Steps(mt.State())
	about := func(text string) string { // the square of the step that says so
		for _, step := range all {
			if strings.Contains(tb.Model.Words("mazaitsy").Say(step.Text, mt.Names()), text) {
				return step.At
			}
		}
		return "no step"
	}
	pointed := map[string]bool{}
	for tb.Model.View().Kind == panel.KindStep {
		v, at := tb.Model.View(), ""
		for i, c := range v.Cells {
			if c.Cursor {
				at = board.Cells[i].Name
			}
		}
		if want := about(v.Big); at != want {
			t.Errorf("%q points at %q, want %q", v.Big, at, want)
		}
		pointed[at] = true
		tb.Press("ok")
	}
	if len(pointed) < 25 {
		t.Errorf("only %d squares are pointed at", len(pointed))
	}
}

// A ruling that changes nothing for hands doesn't lead through their steps once more.
func TestStepsAreToldOnce(t *testing.T) {
	tb := laying(t, "fox")
	for tb.Model.View().Kind == panel.KindStep {
		tb.Press("ok")
	}
	tb.Ask(companiontest.Phone, companion.Rule{Point: tb.Model.Point(), Says: "score 1 3", Why: "agreed"})
	if tb.Model.View().Kind == panel.KindStep {
		t.Errorf("behind a ruling is\n%s", tb.Screen())
	}
}
