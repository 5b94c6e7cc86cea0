package script_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/script"
)

const dealt = "card red-1, card blue-6, card red-2, card blue-5, card red-6, card blue-1"

func TestCardsOfAFileAreDealtByChanceAndHidden(t *testing.T) {
	t.Parallel()
	r := compiled(t, "highest", source(t, "testdata/highest.star"))
	one := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), dealt)
	other := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), games.Decision(strings.Replace(dealt, "red-6", "red-5", 1)))
	gamestest.Check(t, called{r, "highest"}, gamestest.In("testdata/highest"), gamestest.Hidden(
		gamestest.Twins{Name: "another card of seat 1", One: one, Other: other, Blind: []games.Seat{2, games.Nobody}},
	))
	if len(one.View(1).Cells) != 3 || one.View(1).Cells[2].Name != "red-6" {
		t.Errorf("seat 1 sees %v", one.View(1).Cells)
	}
}

func TestOnlyWhatAPositionPrintsIsRead(t *testing.T) {
	r := compiled(t, "trial", trial("", ""))
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "gain 3")
	text := s.String()
	if want := "{\n\"scores\":[3,0],\n\"turn\":2\n}\n"; text != want {
		t.Fatalf("got %q, want %q", text, want)
	}
	for name, other := range map[string]string{
		"nothing":            "",
		"no object":          "[1]\n",
		"null":               "null\n",
		"no line at the end": strings.TrimSpace(text),
		"blanks":             strings.ReplaceAll(text, ":", ": "),
		"keys in disorder":   "{\n\"turn\":2,\n\"scores\":[3,0]\n}\n",
		"a key twice":        strings.Replace(text, "{\n", "{\n\"scores\":[3,0],\n", 1),
		"a fraction":         strings.Replace(text, "3", "3.5", 1),
		"a long number":      strings.Replace(text, "3", "9007199254740993", 1),
		"zero below zero":    strings.Replace(text, "0", "-0", 1),
		"no turn":            "{\n\"scores\":[3,0]\n}\n",
		"no seat":            strings.Replace(text, "2", "3", 1),
		"no points":          strings.Replace(text, "[3,0]", "[3]", 1),
		"too much":           strings.Replace(text, "3", "3"+strings.Repeat(",1", script.MostState), 1),
		"too deep":           strings.Replace(text, "3", strings.Repeat("[", 99)+strings.Repeat("]", 99), 1),
	} {
		if p, err := r.Parse(games.Setup{Seats: 2}, other); err == nil {
			t.Errorf("%s is read as\n%s", name, p)
		}
	}
}

func TestWhatAFileChecksIsNoPosition(t *testing.T) {
	r := compiled(t, "trial", trial("    apply = apply,", "    apply = apply,\n    check = lambda state: min(state[\"scores\"]) >= 0,"))
	text := gamestest.Begin(t, r, "seats=2").String()
	if _, err := r.Parse(games.Setup{Seats: 2}, strings.Replace(text, "[0,", "[-1,", 1)); err == nil {
		t.Error("fewer points than none are read")
	}
}

func TestAViewThatFailsShowsThePlainOneAndWhy(t *testing.T) {
	for _, broken := range []string{"[][1]", "view(cells = [1, 2], width = 3)", "7", "view(cells = [\"nosuch\"])", "view(lines = [None])", "view(title = \"x\")"} {
		r := compiled(t, "trial", trial("    apply = apply,", "    apply = apply,\n    view = lambda state: "+broken+","))
		v := gamestest.Begin(t, r, "seats=2").View(1)
		if v.Title.Key != "title" || v.Prompt.Key != "ask.turn" || len(v.Lines) != 3 || !strings.HasPrefix(v.Lines[0].Key, "rule.file.") {
			t.Errorf("%s: got %+v", broken, v)
		}
	}
}

func TestWhatAFileLeavesOutIsPlain(t *testing.T) {
	r := compiled(t, "trial", trial("", ""))
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "gain 3")
	v := s.View(games.Nobody)
	if len(v.Lines) != 2 || v.Lines[0].N != 3 || !reflect.DeepEqual(v.Lines[0].Args, []string{"@1"}) {
		t.Errorf("got %+v", v)
	}
	if got, want := gamestest.Listed(s.Fixes()), "score 1 -9999..9999, score 2 -9999..9999, skip 2, turn 1, turn 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for ruling, want := range map[games.Decision]string{"fix score 2 7": "[3 7] 2", "fix skip 2": "[3 0] 1", "fix turn 1": "[3 0] 1"} {
		if got := outcome(gamestest.After(t, s, ruling), nil); got != want {
			t.Errorf("%s: got %s, want %s", ruling, got, want)
		}
	}
	over := gamestest.After(t, s, "end").Standing()
	if !over.Over || !reflect.DeepEqual(over.Won, []games.Seat{1}) || over.Why.Key != "why.most" || over.Why.N != 3 {
		t.Errorf("got %+v", over)
	}
}

func TestWinnersFollowFromPoints(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"[2, 1]", "[1] why.most 2"},
		{"[2, 2]", "[1 2] why.shared 2"},
		{"[2, 1], lowest = True", "[2] why.fewest 1"},
		{"[2, 2], ties = [1, 3]", "[2] why.ties 2"},
		{"[2, 1], won = [2]", "[2] why.won 0"},
		{"[2, 1], won = 2, why = say(\"why.most\")", "[2] why.most 0"},
	} {
		r := compiled(t, "trial", trial("    apply = apply,", "    apply = apply,\n    standing = lambda state: standing("+tt.says+"),"))
		st := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "end").Standing()
		if got := fmt.Sprint(st.Won, " ", st.Why.Key, " ", st.Why.N); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.says, got, tt.want)
		}
	}
}

func TestAllLoseOnlyTogether(t *testing.T) {
	lost := "    apply = apply,\n    standing = lambda state: standing([0, 0], won = []),"
	for more, want := range map[string]string{"": "rule.file.won", "\n    together = True,": "[0 0] -1"} {
		r := compiled(t, "trial", trial("    apply = apply,", lost+more))
		if got := outcome(gamestest.Begin(t, r, "seats=2").Apply("end")); got != want {
			t.Errorf("%q: got %s, want %s", more, got, want)
		}
	}
}

// A position is a value: whoever holds it may ask it at any time.
func TestAPositionIsAskedFromManySides(t *testing.T) {
	t.Parallel()
	s := gamestest.After(t, gamestest.Begin(t, compiled(t, "mice", source(t, miceFile)), "seats=3"), "roll, dice red white")
	want, done := s.View(1), make(chan bool)
	for range 8 {
		go func() {
			next, err := s.Apply("lure red")
			done <- err == nil && next.Turn() == 1 && reflect.DeepEqual(s.View(2), want) && len(s.Fixes()) > 0
		}()
	}
	for range 8 {
		if !<-done {
			t.Error("the position is another while others ask it")
		}
	}
}
