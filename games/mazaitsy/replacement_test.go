package mazaitsy_test

import (
	"strings"
	"testing"

	"tabletop/games/mazaitsy"
)

func TestWhatALaidCardChanges(t *testing.T) {
	const around = `
~ ~ ~ ~ ~ ~
~ ~:1 ~:2 ~:3 ~ ~
~ ~:4 ~ f:5 ~ ~
~ ~ # =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	for _, tt := range []struct{ name, options, says, before, after string }{
		{
			"a plain card takes the place of another, its hare moves along", "open==:3,~,~", "place c3", around, `
~ ~ ~ ~ ~ ~
~ ~:1 ~:2 ~:3 ~ ~
~ ~:4 =:3 f:5 ~ ~
~ ~ # =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a thicket can be replaced too", "open=f,~,~", "place c4", around, `
~ ~ ~ ~ ~ ~
~ ~:1 ~:2 ~:3 ~ ~
~ ~:4 ~ f:5 ~ ~
~ ~ f =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a current points where the player wants", "open=x:2,~,~", "place a1 sw", around, `
sw:2 ~ ~ ~ ~ ~
~ ~:1 ~:2 ~:3 ~ ~
~ ~:4 ~ f:5 ~ ~
~ ~ # =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a whirlpool turns clockwise; in the thicket a hare drowns", "open=@,~,~", "place c3, spin cw", around, `
~ ~ ~ ~ ~ ~
~ ~:4 ~:1 ~:2 ~ ~
~ ~ @ f:3 ~ ~
~ ~ # =:5 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a whirlpool turns the other way", "open=@,~,~", "place c3, spin ccw", around, `
~ ~ ~ ~ ~ ~
~ ~:2 ~:3 ~:5 ~ ~
~ ~:1 @ f:1 ~ ~
~ ~:4 # = ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"at the edge it washes hares ashore, its own hare stays", "open=@:9,~,~ hares=1:3,2:2,9:1", "place a3, spin cw", `
~ ~ ~ ~ ~ ~
~:1 ~ ~ ~ ~ ~
~ ~:12 ~ ~ ~ ~
~:2 ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`, `
~ ~ ~ ~ ~ ~
~ ~:1 ~ ~ ~ ~
@:9 ~ ~ ~ ~ ~
~ ~:12 ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"in the corner the other way", "open=@,~,~", "place f1, spin ccw", `
~ ~ ~ ~ ~:3 ~
~ ~ ~ ~ ~:2 ~:1
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`, `
~ ~ ~ ~ ~ @
~ ~ ~ ~ ~:3 ~:2
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a swamp draws the hares around onto itself", "open=%,~,~", "place c3", around, `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ %:112345 f ~ ~
~ ~ # = ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a twin leaves hares alone without rule 1", "open=~',~,~", "place c3", around, `
~ ~ ~ ~ ~ ~
~ ~:1 ~:2 ~:3 ~ ~
~ ~:4 ~' f:5 ~ ~
~ ~ # =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a twin clears all cards of its type with rule 1", "adv1=on open=~',~,~", "place c3", around, `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~' f:5 ~ ~
~ ~ # =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"straight and side are two types", "adv1=on open=+',~,~", "place a1 n", `
~ ~ ~ ~ ~ ~
~ s:1 ne:2 ~ ~ ~
~ ~ e:4 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`, `
n' ~ ~ ~ ~ ~
~ s ne:2 ~ ~ ~
~ ~ e ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a twin whirlpool clears first, then spins", "adv1=on open=@',~,~", "place c3, spin cw", `
~ ~ ~ ~ ~ ~
~ @:1 ~:2 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ @:4
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`, `
~ ~ ~ ~ ~ ~
~ @ ~ ~:2 ~ ~
~ ~ @' ~ ~ ~
~ ~ ~ ~ ~ @
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a twin that leaves nothing to spin doesn't ask", "adv1=on open=@',~,~", "place c3", `
~ ~ ~ ~ ~ ~
~ @:1 ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`, `
~ ~ ~ ~ ~ ~
~ @ ~ ~ ~ ~
~ ~ @' ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"rule 2: the second of the row", "adv2=on open=~,f:4,~", "place a1 from 2", around, `
f:4 ~ ~ ~ ~ ~
~ ~:1 ~:2 ~:3 ~ ~
~ ~:4 ~ f:5 ~ ~
~ ~ # =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"rule 2: the top of the pile, its hare drawn as it is laid", "adv2=on top=x", "place a1 se from pile, hare 5", around, `
se:5 ~ ~ ~ ~ ~
~ ~:1 ~:2 ~:3 ~ ~
~ ~:4 ~ f:5 ~ ~
~ ~ # =:1 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"rule 2: a whirlpool of the pile gets its hare, then spins", "adv2=on top=@", "place c3 from pile, hare 5, spin cw", around, `
~ ~ ~ ~ ~ ~
~ ~:4 ~:1 ~:2 ~ ~
~ ~ @:5 f:3 ~ ~
~ ~ # =:5 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
	} {
		s := after(t, afloat(t, tt.options, "a6 n"+others, tt.before), "forward, done, "+tt.says)
		if got := sketch(s); got != flat(tt.after) {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, flat(tt.after))
		}
	}
}

func TestWhereNoneBearsTheSymbolNoneIsATwin(t *testing.T) {
	field := strings.Replace(calm, "~ ~", "=':3 ='", 1)
	line, text := afloatText("adv1=on symbols=exact open==',~,~", "a6 n, f6 n, f5 n", field)
	exact := strings.Replace(line, "log:3/2", "log:3/0", 1)
	s, err := mazaitsy.Rules{}.Parse(setup(exact), text)
	if err != nil {
		t.Fatalf("%v in\n%s\n%s", err, exact, text)
	}
	if got := strings.Fields(sketch(after(t, s, "turn left, done, place b1"))); got[0] != "=':3" || got[1] != "='" {
		t.Errorf("rule 1 clears nothing: got %v", got[:2])
	}
	if _, err := (mazaitsy.Rules{}).Parse(setup(strings.Replace(exact, "exact", "twin", 1)), text); err == nil {
		t.Error("three twins of a box that has one are read")
	}
}

func TestWhereACardCanBeLaid(t *testing.T) {
	// All but the last row bears hares.
	field := strings.Repeat("~:1 ~:1 ~:1 ~:1 ~:1 ~:1\n", 5) + "~ # ~ ~:1 ~:1 ~:1"
	for _, tt := range []struct{ options, says, want string }{
		{"", "turn left, turn left", "place b6, place c6"},
		{"open=+,~,~", "turn left, turn left", "place b6 e, place b6 n, place b6 s, place b6 w, place c6 e, place c6 n, place c6 s, place c6 w"},
		{"open=x,~,~", "turn left, turn left", "place b6 ne, place b6 nw, place b6 se, place b6 sw, place c6 ne, place c6 nw, place c6 se, place c6 sw"},
		{"adv2=on", "turn left, turn left", "place b6, place c6"},
		{"adv2=on", "turn left, done", "place b6, place b6 from 2, place b6 from 3, place b6 from pile, place c6, place c6 from 2, place c6 from 3, place c6 from pile"},
		{
			"adv2=on open=~,x,~ top=+", "turn left, done",
			"place b6, place b6 e from pile, place b6 from 3, place b6 n from pile, place b6 ne from 2, place b6 nw from 2, place b6 s from pile, place b6 se from 2, " +
				"place b6 sw from 2, place b6 w from pile, place c6, place c6 e from pile, place c6 from 3, place c6 n from pile, place c6 ne from 2, place c6 nw from 2, " +
				"place c6 s from pile, place c6 se from 2, place c6 sw from 2, place c6 w from pile",
		},
		{"adv2=on", "diagonal right, leave", "place a6, place b6, place c6"},
	} {
		s := after(t, afloat(t, "hares=1:60,9:1 "+tt.options, "a6 n"+others, field), tt.says)
		if got := listed(s.Legal()); got != tt.want {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", tt.options, tt.says, got, tt.want)
		}
	}
}

func TestFromOneIsTheFarthestCardWhereverACardIsLaid(t *testing.T) {
	for _, tt := range []struct{ options, says, one, first string }{
		{"adv2=on", "turn left, done", "place b6 from 1", "place b6"},
		{"adv2=on", "turn left, turn left", "place b6 from 1", "place b6"},
		{"adv2=on", "diagonal right", "place b6 from 1", "place b6"},
		{"adv2=on", "unload 1", "place b6 from 1", "place b6"},
		{"adv2=on open=x,~,~", "turn left, turn left", "place b6 ne from 1", "place b6 ne"},
		{"", "turn left, done", "place b6 from 1", "place b6"},
	} {
		s := after(t, afloat(t, tt.options, "a6 n 1:1"+others, calm), tt.says)
		if one, first := after(t, s, tt.one).String(), after(t, s, tt.first).String(); one != first {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", tt.options, tt.says, one, first)
		}
	}
}

func TestTheRowIsRefilledAfterEachWayOfTaking(t *testing.T) {
	for _, tt := range []struct{ name, says, want string }{
		{"the farthest", "place a1", "open f:4 @ = top ? under 0"},
		{"the second: the nearer one closes the gap", "place a1 from 2", "open ~ @ = top ? under 0"},
		{"the nearest", "place a1 from 3", "open ~ f:4 = top ? under 0"},
		{"the top of the pile: the row stays", "place a1 from pile", "open ~ f:4 @ top ? under 0"},
	} {
		s := after(t, afloat(t, "adv2=on open=~,f:4,@ top==", "a6 n"+others, calm), "forward, done, "+tt.says)
		for s.Turn() == 0 && strings.HasPrefix(listed(s.Legal()), "hare") {
			s = after(t, s, "hare 1")
		}
		got := strings.ReplaceAll(lineOf(s.String(), "open"), ":1", "")
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// lineOf returns the line of a position that begins with a word.
func lineOf(text, word string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, word+" ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func TestAReplacedSwampIsForgotten(t *testing.T) {
	const field = `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ % ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	s := after(t, afloat(t, "swamp2=c3 open=%,~,~", "a6 n"+others, field), "forward, done, place c3")
	if got := lineOf(s.String(), "boat 2"); got != "boat 2 f6 e swamp -" {
		t.Errorf("the old one: got %s", got)
	}
	if got := lineOf(s.String(), "boat 1"); got != "boat 1 a5 n swamp c3" {
		t.Errorf("the new one: got %s", got)
	}
}

func TestWhereNothingCanBeReplacedTheFarthestCardGoes(t *testing.T) {
	full := strings.ReplaceAll(calm, "~", "~:1")
	s := after(t, afloat(t, "hares=1:60,2:5 open=f:2,~,~", "a6 n"+others, full), "forward, leave, done")
	if got := lineOf(s.String(), "tossed"); got != "tossed fish:1/1" {
		t.Errorf("got %s\n%s", got, s)
	}
	if !strings.HasPrefix(s.String(), "turn 1 hare\n") {
		t.Errorf("the pile's card goes to the row and gets its hare:\n%s", s)
	}
}

func TestAMassAddition(t *testing.T) {
	const field = `
~:1 ~ f ~ ~ ~
~ ~ f:2 ~ ~ ~
~ ~ f' ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	s := after(t, afloat(t, "stage=add where=row", "c1 n, f6 e, f6 w", field), "add fish, hare 3, hare 4, hare 5")
	want := strings.NewReplacer("f ~", "f:3 ~", "f:2", "f:24", "f'", "f':5").Replace(flat(field))
	if got := sketch(s); got != want {
		t.Errorf("one on each, twins and cards under boats too: got\n%s\nwant\n%s", got, want)
	}
	if got := lineOf(s.String(), "pile"); got != "pile 12 row 3 discard 0 mazai 0..4" {
		t.Errorf("he is hidden again: got %s", got)
	}
	s = after(t, s, "card water hare")
	if got := told(s, 2); !strings.HasPrefix(got, "move, f6 e") {
		t.Errorf("the next seat's turn: got %s", got)
	}
}

func TestTooFewHaresAreLaidWhereThePlayerSays(t *testing.T) {
	const field = `
~ ~ f ~ ~ ~
~ ~ f ~ ~ ~
~ ~ f' ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	s := after(t, afloat(t, "stage=add where=row hares=1:1,2:1", "c1 n, f6 e, f6 w", field), "add fish")
	for _, tt := range []struct{ says, legal string }{
		{"lay c3", "lay c1, lay c2, lay c3"},
		{"hare 2", "hare 1, hare 2"},
		{"lay c1", "lay c1, lay c2"},
		{"hare 1", "hare 1"},
	} {
		if got := listed(s.Legal()); got != tt.legal {
			t.Errorf("before %s: got %s, want %s", tt.says, got, tt.legal)
		}
		s = after(t, s, tt.says)
	}
	if got := strings.Fields(sketch(s)); got[2] != "f:1" || got[8] != "f" || got[14] != "f':2" {
		t.Errorf("got\n%s", sketch(s))
	}
	if !strings.HasPrefix(s.String(), "turn 1 card news\n") {
		t.Errorf("then the shuffled pile opens:\n%s", s)
	}
}
