package dice_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// lying draws the cells of a view: the die, its tag and its face, in brackets if it
// doesn't count: "d6:4 d6:(1) d6!:3".
func lying(v games.View) string {
	all := make([]string, len(v.Cells))
	for i, c := range v.Cells {
		face := c.Glyph
		if c.Mark&games.MarkStuck != 0 {
			face = "(" + face + ")"
		}
		all[i] = c.Name + c.Tag + ":" + face
	}
	return strings.Join(all, " ")
}

func TestTheViewShowsEachDieAndTheTotal(t *testing.T) {
	english := texts(dice.Rules{}.Assets()["en"])
	for _, tt := range []struct{ notation, faces, title, lie string }{
		{"3d6+2", "4 3 5", "14", "d6:4 d6:3 d6:5"},
		{"3d12-1", "4 3 5", "11", "d12:4 d12:3 d12:5"},
		{"d20", "17", "17", "d20:17"},
		{"d%", "100", "100", "d100:100"},
		{"d1000", "1000", "1000", "d1000:1000"},
		{"d66", "61", "61", "d66:61"},
		{"d6+2d8", "1 7 8", "16", "d6:1 d8:7 d8:8"},
		{"4d6k3", "1 5 4 6", "15", "d6:(1) d6:5 d6:4 d6:6"},
		{"2d20kl1", "7 19", "7", "d20:7 d20:(19)"},
		{"2d6!", "6 6 2 3", "17", "d6:6 d6!:6 d6!:2 d6:3"},
		{"2d6!kl1", "6 6 1 5", "5", "d6:(6) d6!:(6) d6!:(1) d6:5"},
		{"d6-d4", "5 2", "3", "d6:5 d4−:2"},
		{"10-2d6!k1", "6 1 5", "3", "d6−:6 d6−!:1 d6−:(5)"},
		{"-d6", "6", "-6", "d6−:6"},
		{"4dF", "-1 0 1 1", "1", "dF:minus dF:blank dF:plus dF:plus"},
		{"3dfate", "+ 0 -", "0", "dfate:plus dfate:0 dfate:minus"},
		{"2dmixed+3", "joker -5", "-2", "dmixed:joker dmixed:-5"},
		{"2dцвет", "синий красный", "синий красный", "dцвет:синий dцвет:красный"},
		{"d6+dcolour", "4 red", "4", "d6:4 dcolour:red"},
		{"coin", "tails", "word.tails", "coin:tails"},
		{"3coin", "tails heads tails", "view.coins 1 2", "coin:tails coin:heads coin:tails"},
		{"20d6", strings.Repeat("3 ", 20), "60", strings.TrimSpace(strings.Repeat("d6:3 ", 20))},
		{"100d6", strings.Repeat("3 ", 100), "300", strings.TrimSpace(strings.Repeat("d6:3 ", 64))},
		{"2d6r1-d6!", "1 3 5 6 2", "0", "d6r:(1) d6:3 d6:5 d6−:6 d6−!:2"},
		{"3d20cs20cf1", "20 1 7", "28", "d20*:20 d20x:1 d20:7"},
		{"3d6!sd", "2 6 1 5", "14", "d6:6 d6!:1 d6:5 d6:2"},
		{"3d6s+2d6", "2 6 1 5 4", "18", "d6:1 d6:2 d6:6 d6:5 d6:4"},
		{"5d10>=8f1", "8 1 10 7 9", "2", "d10:8 d10:1 d10:10 d10:7 d10:9"},
		{"d00+d{1,1,2}", "00 1", "1", "d00:00 d{1,1,2}:1"},
		{"2dF.1", "-1 0", "-1", "dF.1:minus dF.1:blank"},
		{"10-(d6+d4)*2", "5 2", "-4", "d6−:5 d4−:2"},
		{"{2d6,d8}k1", "1 3 5", "5", "d6:(1) d6:(3) d8:5"},
		{"3x2d6k1+1", "1 4 5 2 6 6", "18", "d6:(1) d6:4 d6:5 d6:(2) d6:6 d6:(6)"},
		// while they are rolled
		{"{2d6,d8}k1", "1 3", "{2d6,d8}k1", "d6:1 d6:3"},
		{"3d6s", "2 1", "3d6sa", "d6:2 d6:1"},
		{"3d6+2", "4", "3d6+2", "d6:4"},
		{"2d6!", "6", "2d6!", "d6:6"},
		{"2d6!", "6 6", "2d6!", "d6:6 d6!:6"},
	} {
		v := rolled(t, tt.notation, tt.faces).View(games.Nobody)
		if title, lie := english.say(v.Title), lying(v); title != text(t, tt.title) || lie != tt.lie {
			t.Errorf("%s: %.40s is shown as %q of %s\nwant %q of %s", tt.notation, tt.faces, title, lie, tt.title, tt.lie)
		}
		if v.W != len(v.Cells) || v.H != 1 {
			t.Errorf("%s: %.40s lies on %d×%d", tt.notation, tt.faces, v.W, v.H)
		}
		for _, c := range v.Cells {
			if c.Seat != games.Nobody || len([]rune(c.Tag)) > 3 {
				t.Errorf("%s: a die is shown as %+v", tt.notation, c)
			}
		}
	}
}

func TestBeforeTheFirstRollNothingLies(t *testing.T) {
	s := roll(t, "2d6")
	if v := s.View(games.Nobody); len(v.Cells) > 0 || v.W != 0 || v.H != 0 || v.Title.Args[0] != "2d6" {
		t.Errorf("as 2d6 begins the view is %+v", v)
	}
	before := gamestest.Begin(t, dice.Rules{}, "seats=1").View(games.Nobody)
	if got := fmt.Sprint(before.Title.Key, len(before.Cells)); got != "title0" {
		t.Errorf("before the first roll the view is %+v", before)
	}
}

func TestALineSaysTheFacesSoFar(t *testing.T) {
	for _, tt := range []struct{ notation, faces, want string }{
		{"3d6+2", "4", "line.now 3d6+2 4"},
		{"2d6!", "6 6", "line.now 2d6! 6 6"},
		{"2dcolour", "red", "line.now 2dcolour red"},
		{"3coin", "heads", "line.coin #word.heads"}, // a word of the catalogue
		{"3coin", "heads tails", "view.coins 1 1"},
		{"70d3", strings.Repeat("3 1 ", 33), "line.now 70d3 1×33 3×33"},
		{"70d3sd", strings.Repeat("3 1 ", 35), "line.total 70d3sd 140 1×35 3×35"},
		{"66d3k1", strings.Repeat("2 ", 66), "line.total 66d3k1 2 (2)×65 2×1"},
		{"66d100", counted(66), "line.total 66d100 2211 " + counted(64) + "+2"},
		{"{4d6+4}s", "6 1 5 2", "line.total {4d6+4}sa 18 1 2 5 6"},
		{"{2d6,d8}sd", "6 1 8", "line.total {2d6,d8}sd 15 8 7"},
		{"{2d6,d8,2d4}s", "6 1 8 3 2", "line.total {2d6,d8,2d4}sa 20 5 7 8"},
	} {
		line := rolled(t, tt.notation, tt.faces).View(games.Nobody).Lines[0]
		if got := line.Key + " " + strings.Join(line.Args, " "); got != tt.want {
			t.Errorf("%s: %s: the line is %s, want %s", tt.notation, tt.faces, got, tt.want)
		}
	}
}

// counted returns the numbers from 1 to n, each with a blank behind it.
func counted(n int) (all string) {
	for i := range n {
		all += fmt.Sprint(i+1, " ")
	}
	return all
}

// outlines reads the pictures of dice, their rows by name.
func outlines() map[string][]string {
	all := map[string][]string{}
	for block := range strings.SplitSeq(dice.Rules{}.Assets()["pictures"], "\n\n") {
		rows := strings.Split(strings.TrimSpace(block), "\n")
		all[strings.TrimPrefix(rows[0], "picture ")] = rows[1:]
	}
	maps.DeleteFunc(all, func(name string, _ []string) bool { return name == "cover" || strings.HasPrefix(name, "dice-") })
	return all
}

func TestEveryUsualDieHasAnOutlineOfItsOwn(t *testing.T) {
	const side = 29
	drawn, of := outlines(), map[string]string{}
	for _, die := range append(dice.Rules{}.Dice(), "coin", "d66") {
		rows, ok := drawn[die]
		if !ok || len(rows) != side {
			t.Errorf("%s has %d rows, want %d", die, len(rows), side)
			continue
		}
		for _, row := range rows {
			if len(row) != side || strings.Trim(row, ".#") != "" {
				t.Errorf("%s has the row %q", die, row)
			}
		}
		if other := of[strings.Join(rows, "")]; other != "" {
			t.Errorf("%s looks like %s", die, other)
		}
		of[strings.Join(rows, "")] = die
		if middle := rows[side/2][side/2-3 : side/2+4]; die != "d100" && die != "d66" && strings.Contains(middle, "#") {
			t.Errorf("%s has no room for a digit", die)
		}
	}
	if len(drawn) != len(of) {
		t.Errorf("there are %d outlines of %d dice", len(drawn), len(of))
	}
}

func TestALineOfPartsSaysWhatEachCameTo(t *testing.T) {
	for _, tt := range []struct{ notation, faces, want string }{
		{"3x2d6k1+1", "1 4 5 2 6 6", "line.total 3x2d6k1+1 18 5 6 7"},
		{"{2d6,d8}k1", "1 3 5", "line.total {2d6,d8}k1 5 (4) 5"},
		{"{2d6,d8}k1", "1 3", "line.now {2d6,d8}k1 1 3"},
	} {
		line := rolled(t, tt.notation, tt.faces).View(games.Nobody).Lines[0]
		if got := line.Key + " " + strings.Join(line.Args, " "); got != tt.want {
			t.Errorf("%s: %s: the line is %s, want %s", tt.notation, tt.faces, got, tt.want)
		}
	}
}
