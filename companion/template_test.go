package companion_test

import (
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// sheets are templates as a table may have them.
var sheets = []companion.Template{
	{
		Game: "score", Seats: 3,
		Names: map[words.Lang]string{words.Russian: "Взятки и бонус", words.English: "Tricks and bonus"},
		Options: map[words.Lang]map[string]string{
			words.Russian: {"rounds": "2", "categories": "взятки=0..13*10;бонус=0..200;штрафы=0..20*-5"},
			words.English: {"rounds": "2", "categories": "tricks=0..13*10;bonus=0..200;fines=0..20*-5"},
		},
	},
	{
		Game:  "score",
		Names: map[words.Lang]string{words.Russian: "До ста", words.English: "To a hundred"},
		Options: map[words.Lang]map[string]string{
			words.Russian: {"target": "100", "wins": "lowest"}, words.English: {"target": "100", "wins": "lowest"},
		},
	},
}

// withSheets starts the companion of tb anew, on the same disk, with templates.
func withSheets(tb *companiontest.Table) *companiontest.Table {
	m, err := companion.New(companion.Config{Games: games.Of(all...), Templates: sheets})
	if err != nil {
		panic(err)
	}
	tb.Model = m
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
	return tb
}

// withTricks is a table that chose the first template.
func withTricks(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := withSheets(newTable(t))
	tb.Press("ok")
	tb.Choose("score:title", "template.item", "Взятки и бонус")
	return tb
}

func TestATableWithoutTemplatesIsNotAskedForOne(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("score:title")
	if tb.Shows("template.item") {
		t.Fatalf("a template is offered\n%s", tb.Screen())
	}
}

func TestATemplateFillsTheSetUpInAndCanBeChanged(t *testing.T) {
	tb := withTricks(t)
	tb.Want("Взятки и бо", "setup.seats", "3")
	tb.Choose("setup.seats", "4")
	tb.Choose("template.item")
	tb.Want("template.title", "До ста", "template.without")
	tb.Press("back")
	tb.Choose("option.rounds", "option.rounds.none")
	chosen(t, tb, "setup.own")
	tb.Choose("option.categories")
	tb.Want("option.categories", "option.categories.none", "взятки=0..13*10", "бонус=0..200", "штрафы=0..20*-5")
	tb.Choose("option.categories.none")
	chosen(t, tb, "template.none")
	tb.Choose("template.item", "До ста")
	chosen(t, tb, "До ста")
	tb = again(t, tb) // the draft is on disk
	tb.Choose("option.target")
	tb.Press("back")
	tb.Want("option.target", "100")
}

// chosen fails unless the set-up's item of the template says want.
func chosen(t *testing.T, tb *companiontest.Table, want string) {
	t.Helper()
	tb.Choose("template.item")
	tb.Press("back")
	if !tb.At("template.item  " + want) {
		t.Errorf("the set-up says %q, want %q", tb.Cursor(), want)
	}
}

func TestAMatchIsPlayedByATemplateAndNeedsItNoMore(t *testing.T) {
	tb := withTricks(t)
	tb.Choose("setup.start")
	tb.Want("[log.seat @1 взятки]", "0") // the first is asked at once
	tb.Press("back")
	tb.Want("[@1]", "> Взятки…", "Бонус…")
	for _, n := range []string{"взятки", "бонус", "взятки", "бонус", "взятки", "бонус", "штрафы", "штрафы"} {
		enter(tb, n, 1)
	}
	tb.Want("[log.seat @3 штрафы]")
	enter(tb, "штрафы", 2)
	tb.Want("[log.seat @1 взятки]", "1") // what this seat had last

	tb = again(t, tb) // the file is gone
	if got := tb.Model.Match().State().String(); got != "round 2\n1,1,1 1,1,1 1,1,2\n" {
		t.Fatalf("after a round by keys the sheet is\n%s", got)
	}
	tb.Decide("for 3 взятки 13", "score взятки 0", "score взятки 0", "score бонус 5", "score бонус 5", "score бонус 5")
	tb.Decide("score штрафы 0", "score штрафы 0", "edit 1 1 взятки 2", "score штрафы 1")
	tb.Press("ok") // the victory waits for a key
	tb.Want("[@3]", "why.most 131")
	tb.Choose("result.state")
	tb.Want("line.category @3 взятки 140", "line.category @3 бонус 6", "line.category @3 штрафы -15")
	if got := tb.Model.Match().State().Standing().Scores; got[0] != 21 || got[1] != 11 || got[2] != 131 {
		t.Fatalf("the scores are %d", got)
	}
	for _, r := range tb.Disk.Records {
		mt, err := match.Read(strings.NewReader(r.Text()), "disk", games.Of(all...))
		if err != nil || mt.State().String() != "over\n2,1,1 1,1,1 1,1,2\n0,5,0 0,5,0 13,5,1\n" {
			t.Errorf("the record replays as\n%v, %v", mt.State(), err)
		}
	}
}

// enter puts n into a category of the seat on turn, by keys: it is the one asked at once, or
// is chosen.
func enter(tb *companiontest.Table, category string, n int) {
	if v := tb.Model.View(); v.Turns && !strings.HasSuffix(v.Title, category) {
		tb.Press("back")
	}
	if !tb.Model.View().Turns {
		tb.Choose(category)
	}
	tb.Dial(n)
}

func TestATemplateSpeaksTheLanguageOfThePanel(t *testing.T) {
	tb := withSheets(newTable(t))
	tb.Press("down", "ok")
	tb.Choose("score:title", "template.item", "Tricks and bonus", "setup.start")
	if got := tb.Model.Match().Setup().Options["categories"]; !strings.HasPrefix(got, "tricks=0..13*10;") {
		t.Errorf("the categories are %q", got)
	}
}

func TestABrokenTemplateIsSaidAndTheEveningGoesOn(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Send(companion.Trouble{Key: "trouble.template", Arg: "порт.toml:3, dice.toml:seats"})
	tb.Want("trouble.title", "порт.toml:3")
	tb.Times(4, "down")
	tb.Want("dice.toml:seats")
	tb.Press("ok")
	home(t, tb)
}
