package mazaitsy_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/mazaitsy"
)

const ruledField = `
~ ~ ~ ~ ~ ~
~ # ~:23 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`

func TestWhatTheTableRulesOnTheField(t *testing.T) {
	for _, tt := range []struct{ path, says, line, want string }{
		{"", "move 2 c3", "boat 2", "boat 2 c3 e swamp -"},
		{"", "nose 2 s", "boat 2", "boat 2 f6 s swamp -"},
		{"", "lift c2 3", "2", "2 ~ # ~:2 ~ ~ ~"},
		{"", "give 5/2", "seat 2", "seat 2 boat 5:1 ashore - written 0/0"},
		{"", "back 1/1", "seat 1", "seat 1 boat 1:1 ashore - written 0/0"},
		{"", "score 1 12", "seat 1", "seat 1 boat 1:2 ashore - written 10/0"},
		{"", "turn 3", "turn", "turn 3 move"},
		{"forward", "turn 1", "turn", "turn 1 move"},
		{"forward", "turn 1", "path", "path 0"},
		{"forward", "move 1 c2", "turn", "turn 1 window"}, // the stage begins there anew
		{"forward", "move 1 c2", "path", "path 0"},
		{"forward", "nose 1 w", "path", "path 1 at a4 forward a3"},
		{"", "skip 1", "turn", "turn 2 move"},
		{"forward", "skip 1", "turn", "turn 2 move"},
		{"forward", "skip 1", "path", "path 1 at a4 forward a3"},
		{"turn left, done", "skip 1", "turn", "turn 2 move"},
		{"turn left, done", "move 1 c3", "turn", "turn 1 replace"}, // it is over
	} {
		s := afloat(t, "", "a4 n 1:2"+others, ruledField)
		if tt.path != "" {
			s = after(t, s, tt.path)
		}
		fixed, err := s.Fix(games.Decision(tt.says))
		if err != nil {
			t.Errorf("%s: %v", tt.says, err)
			continue
		}
		if got := strings.Join(strings.Fields(lineOf(fixed.String(), tt.line)), " "); got != tt.want {
			t.Errorf("%s behind %q: got %s, want %s", tt.says, tt.path, got, tt.want)
		}
	}
}

func TestAHareIsRuledOntoACardByItsPoints(t *testing.T) {
	for _, path := range []string{"turn left", "turn left, done"} {
		s := after(t, afloat(t, "", "a4 n"+others, ruledField), path)
		fixed, err := s.Fix("drop d4")
		if err != nil || fixed.Turn() != games.Chance {
			t.Fatalf("a hare is asked for: %v, %v", fixed, err)
		}
		back := after(t, fixed, "hare 4")
		if got := strings.Fields(sketch(back))[21]; got != "~:4" || back.Turn() != 1 {
			t.Errorf("got %s\n%s", got, back)
		}
		if got, want := listed(back.Legal()), listed(s.Legal()); path == "turn left" && got != want {
			t.Errorf("it goes on as before: got %s, want %s", got, want)
		}
	}
}

func TestWhatTheTableCantRuleOnTheField(t *testing.T) {
	for _, says := range []string{
		"", "move", "move 2", "move 2 b2", "move 2 f6", "move 4 a1", "move 0 a1", "move 2 g1", "nose 1 n", "nose 1 ne", "nose 1 x", "nose 9 n",
		"lift c2 4", "lift a1 1", "lift g1 1", "drop b2", "drop g1", "give 1/9", "give 9/1", "back 3/1", "back 1/1/1", "give 1", "score 1 1000", "score 1 -1", "score 1 01",
		"score 4 1", "turn 4", "turn 0", "turn 1 1", "skip 2", "skip 0", "skip", "skip 1 1", "cards 3", "give  1/1", strings.Repeat("9", 1000),
	} {
		if s, err := afloat(t, "", "a4 n 1:2"+others, ruledField).Fix(games.Decision(says)); broken(err) != "rule.fix" {
			t.Errorf("%.60q: got %v, %v, want it refused", says, s, err)
		}
	}
	lying, err := afloat(t, "", "a4 n"+others, ruledField).Fix("drop d4")
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range []games.Decision{"turn 1", "skip 1", "move 1 a1", "give 1/1", "drop d4"} {
		if _, err := lying.Fix(says); broken(err) != "rule.fix" {
			t.Errorf("%s while a hare is drawn: got %v", says, err)
		}
	}
}

func TestAFieldThatNoGameComesToIsRefused(t *testing.T) {
	line, good := afloatText("hares=1:5,2:2,3:1 swamp2=e2 adv4=on", "c4 n 1:1, f6 e, f6 w", `
~ ~ ~ ~ ~ ~
~ # =:12 ~ % ~
~ ~ ~ o ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ n`)
	if _, err := (mazaitsy.Rules{}).Parse(setup(line), good); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new string }{
		{"turn 1 move", "turn 1 swim"},
		{"turn 1 move", "turn 1 card"},
		{"turn 1 move", "turn 1 hare"},
		{"turn 1 move", "turn 1 boat"},
		{"turn 1 move", "turn 1 pull"},
		{"turn 1 move", "turn 1 spin"},
		{"turn 1 move", "turn 1 lay"},
		{"turn 1 move", "turn 1 add"},
		{"turn 1 move", "turn 1 mazai"},
		{"turn 1 move", "turn 1 over"},
		{"turn 1 move", "turn 1 move robbed"},
		{"pile 12", "pile 11"},
		{"row 3", "row 2"},
		{"boat 1 c4 n", "boat 1 b2 n"},
		{"boat 1 c4 n", "boat 1 - n"},
		{"boat 1 c4 n", "boat 1 c4 ne"},
		{"boat 1 c4 n", "boat 1 c4"},
		{"boat 1 c4 n", "boat 4 c4 n"},
		{"boat 3 f6 w", "boat 3 - n"},
		{"swamp e2", "swamp c2"},
		{"swamp e2", "swamp x"},
		{"1 ~", "1 ?"},
		{"1 ~", "1 ~:9"},
		{"1 ~", "1 ~:0"},
		{"1 ~", "1 y"},
		{"1 ~", "1 #'"},
		{"1 ~", "1 @"},
		{"1 ~", "1"},
		{"1 ~", "7 ~"},
		{"# =", "#:1 ="},
		{"=:12", "=:21"},
		{"=:12", "=:1222"},
		{"=:12", "=:11111"},
		{"open ~ ~ ~", "open ~ ~ ~ ~"},
		{"open ~ ~ ~", "open ~ ~"},
		{"open ~ ~ ~", "open ~:9 ~ ~"},
		{"open ~ ~ ~", "open #:1 ~ ~"},
		{"open ~ ~ ~", "open n ~ ~"},
		{"top ~", "top ?"},
		{"top ~", "top"},
		{"under 0", "under 1"},
		{"under 0", "under"},
		{"tossed -", "tossed log:1"},
		{"tossed -", "tossed lake:1"},
		{"path 0", "path 1"},
		{"path 0", "path 1 at c4 forward"},
		{"path 0", "path 1 at c4 forward g3"},
		{"path 0", "path 1 forward c3"},
		{"path 0", "path 1 at c5 forward c3"},
		{"path 0", "path 1 at c5 forward c4 log c4"},
		{"path 0", "path 1 at c5 slant-left c4"},
		{"path 0", "path 1 at c5 left c5 forward c4"},
		{"path 0", "path 1 at c5 at c5 forward c4"},
		{"path 0", "path 9 at c5 forward c4"},
		{"path 0\n", "path 0\ndue a1 then boat\n"},
		{"path 0\n", "path 0\npick a1\n"},
		{"path 0\n", "path 0\nfresh a1\n"},
		{"lost 0\n", ""},
	} {
		bad := strings.Replace(good, tt.old, tt.new, 1)
		if bad == good {
			t.Fatalf("%q isn't in\n%s", tt.old, good)
		}
		if s, err := (mazaitsy.Rules{}).Parse(setup(line), bad); err == nil {
			t.Errorf("%q for %q is read as\n%s", tt.new, tt.old, s)
		}
	}
	moved := strings.Replace(good, "path 0", "path 1 at c5 forward c4", 1)
	if _, err := (mazaitsy.Rules{}).Parse(setup(line), moved); err != nil {
		t.Errorf("a path that leads to the boat: %v", err)
	}
}
