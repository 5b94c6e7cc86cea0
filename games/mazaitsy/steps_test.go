package mazaitsy_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/mazaitsy"
)

// hands are the steps of a position: the ends of their keys, numbers, arguments, and
// behind an @ where on the board.
func hands(s games.State) []string {
	var all []string
	for _, step := range games.Steps(s) {
		said := strings.TrimPrefix(step.Text.Key, "step.")
		if step.Text.N != 0 {
			said += " " + strconv.Itoa(step.Text.N)
		}
		if len(step.Text.Args) > 0 {
			said += "(" + strings.ReplaceAll(strings.Join(step.Text.Args, " "), "#word.", "") + ")"
		}
		if step.At != "" {
			said += " at " + step.At
		}
		all = append(all, said)
	}
	return all
}

func TestTheStartIsWalkedThroughInTheOrderOfTheBook(t *testing.T) {
	for _, tt := range []struct{ setup, want string }{
		{"seats=2", "aside.device, mix, centre.two, thicket, field.two, pile 26, open 2, hares, symbols, pool, boat.two(@2), boat.second(@1), first(@1)"},
		{"seats=2 mazai=real", "aside.real, mix, centre.two, thicket, field.two, pile 26, middle, open 2, hares, symbols, pool, boat.two(@2), boat.second(@1), first(@1)"},
		{"seats=3", "aside.device, mix, centre.many, thicket, field.many, pile 15, open 3, hares, symbols, pool, boat.many(@3), boat.many(@2), boat.many(@1), first(@1)"},
		{"seats=3 mazai=real", "aside.real, mix, centre.many, thicket, field.many, pile 15, bottom 4, open 3, hares, symbols, pool, boat.many(@3), boat.many(@2), boat.many(@1), first(@1)"},
		{"seats=4 teams=on", "teams(@1 @3 @2 @4), aside.device, mix, centre.many, thicket, field.many, pile 15, open 4, hares, symbols, pool, boat.many(@4), boat.many(@3), boat.many(@2), boat.many(@1), first(@1)"},
		{"seats=4 mazai=real places=4", "aside.real, mix, centre.many, thicket, field.many, pile 15, bottom 3, open 4, hares, symbols, pool, boat.many(@4), boat.many(@3), boat.many(@2), boat.many(@1), first(@1)"},
		// With the field the table names its cards: first those of the field.
		{"seats=2 field=on deal=table", "aside.device, mix, centre.two, thicket, field.two"},
		{"seats=3 field=on deal=table mazai=real", "aside.real, mix, centre.many, thicket, field.many"},
		{"seats=4 field=on mazai=real", "aside.real, mix, centre.many, thicket, field.many"},
		{"seats=3 field=on", ""}, // the device draws first
	} {
		if got := strings.Join(hands(begun(t, tt.setup)), ", "); got != tt.want {
			t.Errorf("%s: got\n%s, want\n%s", tt.setup, got, tt.want)
		}
	}
}

// twoTurns is a question to a table of two.
const twoTurns = `
seats=2
turn 11 mazai
round 1 added 0
pile 13 row 2 discard 11 mazai 13..13
lost 0
seat 1 boat - ashore 2:1 written 0/0
seat 2 boat - ashore - written 0/0
`

// fourTurns is a question to two teams, the first of which has added hares.
const fourTurns = `
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

func TestMazaiAndTheDeckAreSeenToOnce(t *testing.T) {
	final := strings.Replace(strings.Replace(question, "turn 8", "turn 28", 1), "round 1 added 0", "round 3 added 3", 1)
	with := func(text, options string) string {
		return strings.Replace(text, "seats="+text[7:8], "seats="+text[7:8]+" "+options, 1)
	}
	for _, tt := range []struct{ text, says, want string }{
		{question, "mazai no", ""},
		{question, "mazai yes", "mazai.row"},
		{question, "mazai yes, take 1", ""},
		{question, "mazai yes, done", "add.type(@3), add.lay"},
		{question, "mazai yes, done, lose 1", ""},
		{question, "mazai yes, done, add log 3", "away, shuffle, up"},
		{question, "mazai yes, done, add log 3, take 1", ""},
		{with(question, "mazai=real"), "mazai yes, done, add log 3", "shuffle, bottom 4, up"},
		{with(question, "rounds=4"), "mazai yes", "mazai.row, written"},
		{final, "mazai yes", "mazai.aside"},
		{final, "mazai yes, done", ""},
		{twoTurns, "mazai yes", "mazai.row"},
		{twoTurns, "mazai yes, done, add log 3", "under.device"},
		{with(twoTurns, "mazai=real"), "mazai yes, done, add log 3", "under.real"},
		{fourTurns, "mazai yes", "mazai.second"},
		{fourTurns, "mazai yes, done", ""},
		{fourTurns, "mazai yes, done, place", "mazai.row"},
		{fourTurns, "mazai yes, done, place, done, add log 3", "away, shuffle, up, row 4"},
	} {
		if got := strings.Join(hands(after(t, position(t, tt.text), tt.says)), ", "); got != tt.want {
			t.Errorf("behind %s: got %q, want %q", tt.says, got, tt.want)
		}
	}
}

// People know what is the same in every game, but not which cards the device draws, or where Мазай
// goes.
func TestOnlyStepsThatAreTheSameInEveryGameAreUsual(t *testing.T) {
	drawn := after(t, begun(t, "seats=2 field=on cards=water:51/50 hares=1:1"), "card water hare 28, hare 1")
	for _, tt := range []struct {
		name         string
		s            games.State
		all, strange int // number of steps, and of those among them that aren't usual
	}{
		{"lay-out", begun(t, "seats=3"), 14, 0},
		{"lay-out of teams", begun(t, "seats=4 teams=on"), 16, 0},
		{"drawn lay-out", drawn, 33, 29},
		{"Мазай", after(t, position(t, question), "mazai yes"), 1, 1},
		{"addition", after(t, position(t, question), "mazai yes, done"), 2, 2},
		{"end", after(t, position(t, finalTurn), "place"), 2, 0},
	} {
		strange := 0
		for _, step := range games.Steps(tt.s) {
			if !step.Usual {
				strange++
			}
		}
		if all := len(games.Steps(tt.s)); all != tt.all || strange != tt.strange {
			t.Errorf("%s: %d of %d steps aren't usual, want %d of %d", tt.name, strange, all, tt.strange, tt.all)
		}
	}
}

// finalTurn is the last turn of a table of three.
const finalTurn = `
seats=3
turn 27 replace
round 3 added 3
pile 2 row 3 discard 10 mazai aside
lost 0
seat 1 boat 2:1 ashore 1:1,3:3 written 0/0
seat 2 boat - ashore 4:3 written 0/0
seat 3 boat 4:1 ashore 5:1 written 0/0
`

func TestARulingNeedsNoHandsOnceMore(t *testing.T) {
	s, err := after(t, position(t, question), "mazai yes").Fix("skip 3")
	if err != nil {
		t.Fatal(err)
	}
	if got := hands(s); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestTheFieldThatTheDeviceDrawsIsLaidCardByCard(t *testing.T) {
	threes := strings.TrimSuffix(strings.Repeat("hare 3, ", 11), ", ")
	laid := "card side ne hare, card log, card water hare 25, card side hare, hare 1, " + threes
	s := after(t, begun(t, "seats=2 field=on cards=water:43/42,log:4/3,side:4/3 hares=1:1,3:11"), laid)
	got := hands(s)
	for i, want := range map[int]string{
		0:  "card.way.hare(c3 side ne 3) at c3", // the centre first
		1:  "card.plain(a1 log) at a1",
		2:  "card.hare(b1 water 1) at b1",
		13: "card(d3 water) at d3", // the pool is empty
		24: "card(e5 water) at e5",
		25: "card(#step.next water)",
		26: "card(#step.next water)",
		27: "rest",
		28: "card(#step.top side)",
		29: "aside.device",
		30: "pool",
		31: "boats.2(@2 @1)",
		32: "first(@1)",
	} {
		if len(got) != 33 || got[i] != want {
			t.Errorf("%d of %d: got %q, want %q", i, len(got), got[i], want)
		}
	}
	if glyph := games.Steps(s)[0].Glyph; glyph != "current-ne-hare" {
		t.Errorf("its picture is %s", glyph)
	}
	if got := hands(after(t, s, "boat c3 n")); got != nil {
		t.Errorf("with the first boat all lies there: got %v", got)
	}
}

func TestALayOutHasAStepForEachCardAtEveryTable(t *testing.T) {
	for seats, want := range map[string]int{"2": 25 + 2 + 6, "3": 36 + 3 + 6, "4": 36 + 4 + 6} {
		s := begun(t, "seats="+seats+" field=on cards=water:51/50 hares=1:1")
		s = after(t, s, "card water hare "+map[string]string{"2": "28", "3": "40", "4": "41"}[seats]+", hare 1")
		if got := len(games.Steps(s)); got != want {
			t.Errorf("%s seats: got %d steps, want %d", seats, got, want)
		}
	}
}

func TestTheTableThatDealsIsWalkedThroughTheLayOut(t *testing.T) {
	for _, tt := range []struct {
		setup          string
		row, hare, end string
	}{
		{"seats=2 field=on deal=table mazai=real", "pile 26, middle, open 2", "hares, symbols, pool", "boats.2(@2 @1), first(@1)"},
		{"seats=3 field=on deal=table mazai=real", "pile 15, bottom 4, open 3", "hares, symbols, pool", "boats.3(@3 @2 @1), first(@1)"},
		{"seats=4 field=on deal=table", "pile 15, open 4", "hares, symbols, pool", "boats.4(@4 @3 @2 @1), first(@1)"},
		// The device draws the hares only.
		{"seats=2 field=on mazai=real", "pile 26, middle, open 2", "", "hare 1(a1 1) at a1, hare 1(b1 3) at b1, pool, boats.2(@2 @1), first(@1)"},
	} {
		seats := tt.setup[6:7]
		field, rest := "25", map[string]string{"2": "3", "3": "4", "4": "5"}[seats]
		if seats != "2" {
			field = "36"
		}
		s := after(t, begun(t, tt.setup+" cards=water:51/50 hares=1:1,3:1"), "card water hare")
		if got := hands(s); got != nil {
			t.Errorf("%s: while the field is named: got %v", tt.setup, got)
		}
		n, _ := strconv.Atoi(field)
		s = after(t, s, "card water hare "+strconv.Itoa(n-1))
		s, row := after(t, s, "card water hare "+rest), s
		end := after(t, s, "hare 1, hare 3")
		for i, want := range []string{tt.row, tt.hare, tt.end} {
			if got := strings.Join(hands([]games.State{row, s, end}[i]), ", "); got != want {
				t.Errorf("%s: got %q, want %q", tt.setup, got, want)
			}
		}
	}
}

func TestWhatCardsDoOnTheFieldIsDoneByHands(t *testing.T) {
	hares := strings.Replace(calm, "~ ~ ~ ~ ~ ~\n", "~:1 ~ ~:2 # ~ ~\n", 1)
	for _, tt := range []struct{ name, options, boats, field, says, want string }{
		{"a card", "", "d5 n", calm, "turn left, turn left, place a1", "card.hare(#step.next water 1), card(#step.top water)"},
		{"a swamp that gathers", "open=%,~,~ hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place b2", "gathered(b2) at b2, card(#step.next water), card(#step.top water)"},
		{"a whirlpool", "open=@,~,~ hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place c2, spin cw", "cw 1(c2) at c2, gone 1, card.hare(#step.next water 2), card(#step.top water)"},
		{"a whirlpool that loses none", "open=@,~,~ hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place b2, spin cw", "cw(b2) at b2, card(#step.next water), card(#step.top water)"},
		{"a swamp that is drained", "swamp1=a1", "d5 n", strings.Replace(calm, "~", "%:15", 1), "turn left, turn left", "drained 2(a1) at a1"},
		{"a twin", "open=~',~,~ adv1=on hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place a6", "swept 2(a6) at a6, card.hare(#step.next water 1), card(#step.top water)"},
	} {
		s := after(t, afloat(t, tt.options, tt.boats+others, tt.field), tt.says)
		s = dealt(t, s)
		if got := strings.Join(hands(s), ", "); got != tt.want {
			t.Errorf("%s: got\n%s, want\n%s", tt.name, got, tt.want)
		}
	}
}

// dealt answers chance as the device would, until a seat decides: always the first, and
// of cards water with a hare.
func dealt(t *testing.T, s games.State) games.State {
	t.Helper()
	for s.Turn() == games.Chance {
		d := s.Legal()[0].Says
		if d == "card water" {
			d = "card water hare"
		}
		s = after(t, s, string(d))
	}
	return s
}

func TestWhereNothingCanBeReplacedTheFarthestCardIsPutAway(t *testing.T) {
	full := strings.ReplaceAll(strings.Replace(calm, "~", "#", 1), "~", "~:1")
	full = strings.Replace(full, "#", "~", 1)
	s := after(t, afloat(t, "hares=1:40", "a1 n, f6 n, f6 w", full), "turn left, turn left")
	if got := hands(dealt(t, s))[0]; got != "tossed" {
		t.Errorf("got %s", got)
	}
}

func TestAnAdditionOnTheFieldIsWalkedThrough(t *testing.T) {
	const few = `
= ~ ~ ~ ~ ~
~ = ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	for _, tt := range []struct{ options, says, want string }{
		// The device draws hares and cards: nothing is shuffled.
		{"", "add log, hare 1, hare 5, card water hare", "hare 1(a1 1) at a1, hare 1(b2 5) at b2, away, gather, card(#step.top water)"},
		// The table draws: first it shuffles.
		{"deal=table", "add log, hare 1, hare 5", "away, shuffle, up"},
		{"deal=table mazai=real", "add log, hare 1, hare 5", "shuffle, bottom 4, up"},
		{"mazai=real", "add log, hare 1, hare 5", "hare 1(a1 1) at a1, hare 1(b2 5) at b2, shuffle, bottom 4, up"},
		{"deal=table", "add log, hare 1, hare 5, card water hare", ""},
	} {
		s := afloat(t, "where=row stage=add "+tt.options, "d5 n"+others, few)
		if got := strings.Join(hands(after(t, s, tt.says)), ", "); got != tt.want {
			t.Errorf("%s: behind %s: got\n%s, want\n%s", tt.options, tt.says, got, tt.want)
		}
	}
}

func TestMazaiOnTheFieldIsPutWhereHeGoes(t *testing.T) {
	for _, options := range []string{"", " deal=table", " mazai=real", " deal=table mazai=real"} {
		s, _ := until(t, ready(t, "seats=2"+options, "boat c3 n, boat c3 s"))
		s = after(t, s, "mazai yes")
		if got := strings.Join(hands(s), ", "); !strings.Contains(got, "mazai.row") {
			t.Errorf("%q: at once: got %s", options, got)
		}
		s = after(t, named(t, s), "turn left, done")
		if got := strings.Join(hands(s), ", "); strings.Contains(got, "mazai") {
			t.Errorf("%q: then no more: got %s", options, got)
		}
		s = after(t, s, "add water")
		under := map[bool]string{true: "under.real", false: "under.device"}[strings.Contains(options, "mazai=real")]
		if got := hands(s); !slices.Contains(got, under) {
			t.Errorf("%q: behind the addition: got %v, want %s", options, got, under)
		}
		s, _ = until(t, s)
		s = after(t, s, "mazai yes")
		if got := hands(s); !slices.Contains(got, "mazai.aside") {
			t.Errorf("%q: the last time: got %v", options, got)
		}
	}
}

// What is on the panel with the steps doesn't say them once more.
func TestLinesDontRepeatSteps(t *testing.T) {
	for _, s := range []games.State{begun(t, "seats=3"), after(t, position(t, question), "mazai yes, done"), after(t, position(t, question), "mazai yes, done, add log 3")} {
		for _, line := range s.View(games.Nobody).Lines {
			if !slices.Contains([]string{"line.boat.empty", "line.boat", "line.pile", "line.mazai", "line.row", "line.seat", "line.lost", "line.add.outside"}, line.Key) {
				t.Errorf("got %s behind steps %v", line.Key, hands(s))
			}
		}
	}
}

// Hands must find their work after a power cut too.
func TestStepsAreReadWithThePosition(t *testing.T) {
	line, text := afloatText("open=@,~,~", "d5 n"+others, strings.Replace(calm, "~ ~ ~ ~ ~ ~\n", "~:1 ~ ~:2 # ~ ~\n", 1))
	s, err := mazaitsy.Rules{}.Parse(setup(line), text)
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{"turn left", "turn left", "place c2", "spin cw", "", "turn left"} {
		if says == "" {
			s = dealt(t, s)
		} else {
			s = after(t, s, says)
		}
		back, err := mazaitsy.Rules{}.Parse(setup(line), s.String())
		if err != nil || !slices.Equal(hands(back), hands(s)) {
			t.Errorf("behind %q: got %v, %v, want %v", says, hands(back), err, hands(s))
		}
	}
}

func TestChoresThatHandsCantHaveAreRefused(t *testing.T) {
	line, text := afloatText("", "d5 n"+others, strings.Replace(calm, "~", "~:1", 1))
	for _, words := range []string{"row 1", "top", "tossed", "hares a1", "cw b2 3", "drained a1 0 tossed row 2 top hares a1"} {
		if _, err := (mazaitsy.Rules{}).Parse(setup(line), text+"hands "+words+"\n"); err != nil {
			t.Errorf("%s: %v", words, err)
		}
	}
	for _, words := range []string{"", "row", "row 4", "row x", "row 0", "hares", "hares b2", "hares 1", "hares g9", "cw", "cw b2", "cw b2 x", "cw z2 1", "cw z9 1", "top row 1", "tossed tossed", "cw b2 100", "dance"} {
		if s, err := (mazaitsy.Rules{}).Parse(setup(line), text+strings.TrimRight("hands "+words, " ")+"\n"); err == nil {
			t.Errorf("%q is read as\n%s", words, s)
		}
	}
}

// On the panel a step has five lines: of 13 letters beside a picture, of 21 without.
func TestAStepFitsOnOnePageOfThePanel(t *testing.T) {
	const longName, lines, beside, alone = "Александра", 5, 13, 21
	for lang, text := range (mazaitsy.Rules{}).Assets() {
		for line := range strings.Lines(text) {
			key, forms, _ := strings.Cut(strings.TrimSpace(line), " = ")
			if !strings.HasPrefix(key, "step.") || strings.HasPrefix(key, "step.card") {
				continue
			}
			name, width := "c3", beside
			switch {
			case strings.HasPrefix(key, "step.boats"):
				name, width = longName, alone
			case strings.HasPrefix(key, "step.boat"), key == "step.add.type":
				name = longName
			}
			for form := range strings.SplitSeq(forms, " | ") {
				said := strings.NewReplacer("{n}", "12", "{0}", name, "{1}", name, "{2}", name, "{3}", name).Replace(form)
				if n := panelLines(said, width); n > lines {
					t.Errorf("%s: %q has %d lines", lang, said, n)
				}
			}
		}
	}
}

// panelLines is how many lines of so many letters a text takes, or too many for a word
// that is longer.
func panelLines(text string, width int) int {
	n, left := 0, 0
	for word := range strings.FieldsSeq(text) {
		letters := len([]rune(word))
		switch {
		case letters > width:
			return len(text)
		case letters < left:
			left -= letters + 1
		default:
			n, left = n+1, width-letters
		}
	}
	return n
}
