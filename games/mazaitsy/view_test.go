package mazaitsy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mazaitsy"
)

func TestWhatTheTableMustNotMissIsSaidAndShown(t *testing.T) {
	const second = `
seats=4 teams=on
turn 16 mazai
round 2 added 1
pile 2 row 4 discard 9 mazai 0..2
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
seat 4 boat - ashore - written 0/0
`
	final := strings.Replace(strings.Replace(question, "turn 8", "turn 28", 1), "round 1 added 0", "round 3 added 3", 1)
	closing := strings.Replace(final, "turn 28", "turn 30", 1)
	two := `
seats=2
turn 12 add
round 1 added 0
pile 13 row 2 discard 11 mazai row
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
`
	alarm := []games.Cell{{Glyph: "mazai", Seat: games.Nobody, Mark: games.MarkAlarm}}
	count := func(left string) []games.Cell {
		return []games.Cell{{Glyph: left, Seat: games.Nobody, Mark: games.MarkCount}}
	}
	for _, tt := range []struct {
		name, text, says, prompt, line string
		cells                          []games.Cell
	}{
		{"a question", question, "", "ask.mazai", "", nil},
		{"no Мазай yet", question, "mazai no", "ask.move", "", nil},
		{"Мазай", question, "mazai yes", "ask.news.row", "line.adds", alarm},
		{"still there after a hare was taken", question, "mazai yes, take 1", "ask.news.row", "line.adds", alarm},
		{"hares are to be added", question, "mazai yes, done", "ask.add", "line.add.outside", nil},
		{"the deck is to be shuffled", question, "mazai yes, done, add log 3", "ask.news.shuffle.device", "", nil},
		{"Мазай goes under the pile of two", two, "add log 3", "ask.news.under.device", "", nil},
		{"Мазай for the team that has added", second, "mazai yes", "ask.news.second", "line.adds", alarm},
		{"he goes to the end when a card was laid", second, "mazai yes, done, place", "ask.news.row", "line.adds", alarm},
		{"the last circle begins", final, "mazai yes", "ask.news.aside", "line.last", alarm},
		{"the last circle goes on", final, "mazai yes, done", "ask.replace", "line.last", count("2")},
		{"the last turn", final, "mazai yes, done, place", "ask.move", "line.last", count("1")},
		{"over at once", closing, "mazai yes", "ask.over", "", alarm},
		{"over after the last circle", final, "mazai yes, done, place, done, place", "ask.over", "", nil},
	} {
		s := position(t, tt.text)
		if tt.says != "" {
			s = after(t, s, tt.says)
		}
		v := s.View(1)
		if v.Prompt.Key != tt.prompt || !slices.Equal(v.Cells, tt.cells) {
			t.Errorf("%s: got %s, cells %v, want %s, cells %v", tt.name, v.Prompt.Key, v.Cells, tt.prompt, tt.cells)
		}
		if tt.line != "" && v.Lines[0].Key != tt.line {
			t.Errorf("%s: the first line is %s, want %s", tt.name, v.Lines[0].Key, tt.line)
		}
	}
}

func TestWhoAddsIsNamedAheadOfTime(t *testing.T) {
	const teams = `
seats=4 teams=on
turn 17 move
round 2 added 1
pile 2 row 4 discard 9 mazai second
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
seat 4 boat - ashore - written 0/0
`
	for _, tt := range []struct{ text, says, want string }{
		{question, "mazai yes", "@3"},
		{teams, "take 1", "@2"},
		{teams, "done", "@2"},
		{teams, "done, place", "@2"},
	} {
		line := after(t, position(t, tt.text), tt.says).View(1).Lines[0]
		if line.Key != "line.adds" || line.Args[0] != tt.want {
			t.Errorf("behind %q: got %v, want line.adds of %s", tt.says, line, tt.want)
		}
	}
}

func TestTheBoatIsShownWithItsRoom(t *testing.T) {
	for _, tt := range []struct {
		text string
		want games.Text
	}{
		{middle, games.Say("line.boat", "1 1 2", "3", "4")},
		{points, games.Say("line.boat", "1 1 1 1 1 2", "7", "9")},
	} {
		got := position(t, tt.text).View(1).Lines[0]
		if got.Key != tt.want.Key || !slices.Equal(got.Args, tt.want.Args) {
			t.Errorf("got %v, want %v", got, tt.want)
		}
	}
}

func TestEachStageWithoutTheFieldTellsItsRule(t *testing.T) {
	for _, tt := range []struct{ text, says, want string }{
		{middle, "", "how.off"},
		{middle, "done", "how.replace.any"},
		{middle, "unload 1, done", "how.replace.off"}, // only the farthest then
		{pairs, "done", "how.replace.off"},
		{addition, "", "how.add"},
		{question, "", "how.mazai"},
		{certainty, "", "how.mazai.real"},
		{last, "place, done, place", ""},
	} {
		s := position(t, tt.text)
		if tt.says != "" {
			s = after(t, s, tt.says)
		}
		if got := s.View(1).Rule.Key; got != tt.want {
			t.Errorf("behind %q: got %q, want %q\n%s", tt.says, got, tt.want, s)
		}
	}
}

// spoken is a decision in words.
func spoken(t *testing.T, lang words.Lang, d games.Decision) string {
	t.Helper()
	w, err := words.For(lang, words.Companion(lang), mazaitsy.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return w.Decision(d, []string{"Ann", "Bob"})
}

// The file is to be read aloud.
func TestAReplacedCardIsSaidWithTheFieldAndWithout(t *testing.T) {
	var said strings.Builder
	for _, lang := range words.Langs {
		for _, d := range []games.Decision{"place", "place from 2", "place c3", "place c3 ne", "place c3 from 2", "place c3 ne from pile"} {
			fmt.Fprintf(&said, "%s: %s = %s\n", lang, d, spoken(t, lang, d))
		}
	}
	gamestest.Kept(t, "said.txt", said.String())
}
