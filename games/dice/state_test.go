package dice_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tabletop/companion/words"
	"tabletop/companion/words/wordstest"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// setup has the dice of own.
var setup = games.Setup{Seats: 1, Options: map[string]string{"dice": ownOption}}

// position reads a table drawn as text.
func position(t testing.TB, text string) games.State {
	t.Helper()
	s, err := dice.Rules{}.Parse(setup, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheTableAsksForARollOrChanceForTheNextDie(t *testing.T) {
	for _, tt := range []struct {
		text  string
		turn  games.Seat
		legal string
	}{
		{"rolls 0\n", 1, "roll <dice>"},
		{"rolls 1\ndone d6: 3\n", 1, "roll <dice>"},
		{"rolls 0\nnow 2d6+d8:\n", 0, "d6 1..6"},
		{"rolls 0\nnow 2d6+d8: 6\n", 0, "d6 1..6"},
		{"rolls 0\nnow 2d6+d8: 6 6\n", 0, "d8 1..8"},
		{"rolls 0\nnow d6!: 6\n", 0, "d6 1..6"},
		{"rolls 0\nnow 2d6!: 6 5\n", 0, "d6 1..6"},
		{"rolls 0\nnow 5+d100:\n", 0, "d100 1..100"},
		{"rolls 0\nnow 4dF: 0\n", 0, "dF -1..1"},
		{"rolls 0\nnow 2coin: tails\n", 0, "coin heads, coin tails"},
		{"rolls 0\nnow d{red,red,blue}:\n", 0, "d{red,red,blue} blue, d{red,red,blue} red"},
		{"rolls 0\nnow 2dF.1[a b]: 0\n", 0, "dF.1 -1, dF.1 0, dF.1 1"},
		{"rolls 0\nnow d6r1: 1\n", 0, "d6 1..6"},
		{"rolls 0\nnow dцвет:\n", 0, "dцвет красный, dцвет синий"},
		{"rolls 0\nnow dfate:\n", 0, "dfate +, dfate -, dfate 0"},
		{"rolls 0\nnow dmixed:\n", 0, "dmixed -5, dmixed 1, dmixed joker"},
	} {
		s := position(t, tt.text)
		if got := gamestest.Listed(s.Legal()); s.Turn() != tt.turn || got != tt.legal {
			t.Errorf("%sturn %d, %s; want turn %d, %s", tt.text, s.Turn(), got, tt.turn, tt.legal)
		}
	}
}

func TestWhatCantBeDecidedIsRefusedByARule(t *testing.T) {
	const still, rolling = "rolls 0\n", "rolls 0\nnow d6+dcolour:\n"
	for _, tt := range []struct {
		text string
		says games.Decision
		rule string
	}{
		{still, "", "rule.dice.roll"},
		{still, "roll", "rule.dice.roll"},
		{still, "d6 3", "rule.dice.roll"},
		{still, "Roll d6", "rule.dice.roll"},
		{still, " roll d6", "rule.dice.roll"},
		{still, "roll ", "rule.dice.end"},
		{still, "roll roll d6", "rule.dice.instead"},
		{still, "roll 1001d6", "rule.dice.count"},
		{still, "roll dnobody", "rule.dice.unknown"},
		{rolling, "roll d6", "rule.dice.face"},
		{rolling, "d6", "rule.dice.face"},
		{rolling, "d6 ", "rule.dice.face"},
		{rolling, "d6 0", "rule.dice.face"},
		{rolling, "d6 7", "rule.dice.face"},
		{rolling, "d6 03", "rule.dice.face"},
		{rolling, "d6 +3", "rule.dice.face"},
		{rolling, "d6 3 ", "rule.dice.face"},
		{rolling, "d6 3 4", "rule.dice.face"},
		{rolling, "d8 3", "rule.dice.face"},
		{rolling, "dcolour red", "rule.dice.face"},
		{rolling, "d6 99999999999999999999", "rule.dice.face"},
		{"rolls 0\nnow dcolour:\n", "dcolour Red", "rule.dice.face"},
		{"rolls 0\nnow dcolour:\n", "dcolour 1", "rule.dice.face"},
		{"rolls 0\nnow dfate:\n", "dfate 1", "rule.dice.face"},
		{"rolls 0\nnow coin:\n", "coin edge", "rule.dice.face"},
		{"rolls 0\nnow dF:\n", "dF 2", "rule.dice.face"},
		{"rolls 0\nnow dF:\n", "dF +", "rule.dice.face"},
		{"rolls 0\nnow dF:\n", "dF -0", "rule.dice.face"},
	} {
		s := position(t, tt.text)
		_, err := s.Apply(tt.says)
		var illegal games.Illegal
		if !errors.As(err, &illegal) || illegal.Rule.Key != tt.rule || illegal.Says != tt.says {
			t.Errorf("%s%q: got %v, want %s", tt.text, tt.says, err, tt.rule)
		}
		if _, err := s.Fix(tt.says); !errors.Is(err, games.ErrIllegal) {
			t.Errorf("%sruling %q: got %v, want it refused", tt.text, tt.says, err)
		}
	}
}

func TestADecisionMakesTheNextPosition(t *testing.T) {
	for _, tt := range []struct {
		before string
		says   games.Decision
		after  string
	}{
		{"rolls 0\n", "roll 3D6 + 2", "rolls 0\nnow 3d6+2:\n"},
		{"rolls 0\n", "roll 2к%", "rolls 0\nnow 2d100:\n"},
		{"rolls 0\nnow 3d6+2:\n", "d6 4", "rolls 0\nnow 3d6+2: 4\n"},
		{"rolls 0\nnow 3d6+2: 4 3\n", "d6 5", "rolls 1\ndone 3d6+2: 4 3 5\n"},
		{"rolls 0\nnow d6!: 6\n", "d6 6", "rolls 0\nnow d6!: 6 6\n"},
		{"rolls 0\nnow d6!: 6 6\n", "d6 1", "rolls 1\ndone d6!: 6 6 1\n"},
		{"rolls 1\ndone coin: heads\n", "roll coin", "rolls 1\ndone coin: heads\nnow coin:\n"},
		{"rolls 1\ndone coin: heads\nnow coin:\n", "coin tails", "rolls 2\ndone coin: heads\ndone coin: tails\n"},
		{"rolls 0\nnow dcolour-1:\n", "dcolour blue", "rolls 1\ndone dcolour-1: blue\n"},
		{history(12) + "now d6:\n", "d6 6", strings.Replace(history(12), "rolls 12\ndone d20: 1\n", "rolls 13\n", 1) + "done d6: 6\n"},
	} {
		if got := gamestest.After(t, position(t, tt.before), tt.says).String(); got != tt.after {
			t.Errorf("%s%s makes\n%swant\n%s", tt.before, tt.says, got, tt.after)
		}
	}
}

func TestD66IsTensAndUnitsWhereTheTableSaysSo(t *testing.T) {
	for notation, want := range map[string]string{
		"":  "d66 1..66", // as in records that say nothing
		"1": "d66 1..66",
		"2": "d66 11, d66 12, d66 13, d66 14, d66 15, d66 16, d66 21, d66 22, d66 23, d66 24, d66 25, d66 26, " +
			"d66 31, d66 32, d66 33, d66 34, d66 35, d66 36, d66 41, d66 42, d66 43, d66 44, d66 45, d66 46, " +
			"d66 51, d66 52, d66 53, d66 54, d66 55, d66 56, d66 61, d66 62, d66 63, d66 64, d66 65, d66 66",
	} {
		setup := games.Setup{Seats: 1, Options: map[string]string{"notation": notation}}
		if notation == "" {
			setup.Options = nil
		}
		s, err := dice.Rules{}.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		s = gamestest.After(t, s, "roll d66")
		for _, c := range s.Legal() {
			if c.Weight != 1 {
				t.Errorf("notation %q: %s has weight %d", notation, c, c.Weight)
			}
		}
		if got := gamestest.Listed(s.Legal()); got != want {
			t.Errorf("notation %q: got %s, want %s", notation, got, want)
		}
	}
}

func TestNewTablesAreOfferedTheMeaningThatPlayersKnow(t *testing.T) {
	for _, o := range (dice.Rules{}).Options() {
		if o.Name == "notation" && (o.Default != "1" || o.Proposes() != "3") {
			t.Errorf("got %+v, want 1 by default and 3 proposed", o)
		}
	}
}

func TestARollIsKeptInPlainSigns(t *testing.T) {
	s := position(t, "rolls 0\n")
	for says, want := range map[games.Decision]games.Decision{
		"roll 3d6–2":          "roll 3d6-2",
		"roll 3d6\t—\u00a02":  "roll 3d6 - 2",
		"roll 3D6 + 2":        "roll 3D6 + 2",
		"roll 3d6−2":          "roll 3d6−2", // as older records have it
		"roll 3dцвет":         "roll 3dцвет",
		"roll nothing at all": "roll nothing at all",
	} {
		if got := games.Canonical(s, says); got != want {
			t.Errorf("%q is canonically %q, want %q", says, got, want)
		}
	}
}

// history is the table after n rolls of a die of twenty, which show 1, 2 …
func history(n int) string {
	text := fmt.Sprintf("rolls %d\n", n)
	for i := range n {
		text += fmt.Sprintf("done d20: %d\n", i+1)
	}
	return text
}

func TestAPositionThatCantBeIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "\n", "rolls\n", "rolls x\n", "rolls -1\n", "rolls 01\n", "rolls 0", "rolls 0\n\n", "rolls 99999999999999999999\n", " rolls 0\n",
		"rolls 1\n", "rolls 0\ndone d6: 3\n", "rolls 13\ndone d6: 3\n", "rolls 1\ndone d6:\n", "rolls 1\ndone d6: 3 4\n", "rolls 1\ndone d6: 7\n", "rolls 1\ndone 2d6: 3\n",
		"rolls 1\ndone d6: 3", "rolls 1\ndone d6:  3\n", "rolls 1\ndone 1d6: 3\n", "rolls 1\ndone dx: 3\n", "rolls 1\ndone: 3\n", "rolls 1\nthen d6: 3\n",
		"rolls 0\nnow d6: 3\n", "rolls 0\nnow d6\n", "rolls 0\nnow d6:\nnow d6:\n", "rolls 1\nnow d6:\ndone d6: 3\n", "rolls 0\nnow 2d6: 3 \n", "rolls 1\ndone d6!: 6\n", "rolls 1\ndone dcolour: green\n",
		strings.Replace(history(13), "rolls 13", "rolls 12", 1), history(13), "rolls 0\nnow " + strings.Repeat("9", 1000) + ":\n",
	} {
		if s, err := (dice.Rules{}).Parse(setup, text); err == nil {
			t.Errorf("%q is read as\n%s", text, s)
		}
	}
}

func FuzzPosition(f *testing.F) {
	for _, text := range []string{"rolls 0\n", history(12), "rolls 1\ndone 2d6!k1: 6 3 2\nnow 3dfate+dcolour: + -\n", "rolls 0\nnow 2coin: heads\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := dice.Rules{}.Parse(setup, text)
		if err != nil {
			return
		}
		if s.String() != text {
			t.Fatalf("%q is read as %q", text, s)
		}
		for _, c := range s.Legal() {
			if c.Grammar != "" {
				continue
			}
			next, err := s.Apply(c.At(c.Len() - 1))
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if again, err := (dice.Rules{}).Parse(setup, next.String()); err != nil || again.String() != next.String() {
				t.Fatalf("%q then %s: %v, %v", text, c, again, err)
			}
		}
	})
}

func TestTheLastRollsAreKnownTheLatestFirst(t *testing.T) {
	s := position(t, "rolls 0\n")
	for i := range 20 {
		s = gamestest.After(t, s, games.Decision(fmt.Sprintf("roll d20, d20 %d", i+1)))
	}
	var totals []int
	for _, r := range s.(dice.State).Results() {
		totals = append(totals, r.Total)
	}
	if want := []int{20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9}; !slices.Equal(totals, want) || s.(dice.State).Rolls() != 20 {
		t.Errorf("after 20 rolls: %d known as %v, want 20, %v", s.(dice.State).Rolls(), totals, want)
	}
	if got := s.Standing().Scores; !slices.Equal(got, []int32{20}) {
		t.Errorf("the score is %d, want the last total, 20", got)
	}
}

// text is the English text of an item of [wordstest.Texts].
func text(t *testing.T, item string) string {
	t.Helper()
	said, err := wordstest.TextsOf(words.English, games.Of(dice.Rules{})).In("dice", nil).Text(item)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

func TestThePromptFitsOnALineAndTellsTheResult(t *testing.T) {
	english := texts(dice.Rules{}.Assets()["en"])
	for _, tt := range []struct{ text, want string }{
		{"rolls 0\n", "view.first"},
		{"rolls 1\ndone 3d6+2: 4 3 5\n", "3d6+2 = 14"},
		{"rolls 1\ndone d6-10: 1\n", "d6-10 = -9"},
		{"rolls 1\ndone d4+d6+d8+d10+d12+d20: 4 6 8 10 12 20\n", "d4+d6+d8+d10+d1… = 60"},
		{"rolls 1\ndone coin: tails\n", "word.tails"},
		{"rolls 1\ndone 3coin: tails heads heads\n", "view.coins 2 1"},
		{"rolls 1\ndone 2dcolour: red white\n", "red white"},
		{"rolls 1\ndone 8dcolour: red white blue blue blue blue blue blue\n", "red white blue blue …"},
		{"rolls 1\ndone dcolour+d6+100: red 5\n", "= 105; red"},
		{"rolls 1\ndone dcolour+99d1000+9999: red" + strings.Repeat(" 1000", 99) + "\n", "= 108999; red"},
		{"rolls 0\nnow 2d6!: 6 6\n", "view.die 3 4 d6"},
		{"rolls 0\nnow 2d6ro<3: 1 2\n", "view.die 3 3 d6"},
		{"rolls 1\ndone 3x2d6k1+1: 1 4 5 2 6 6\n", "5 6 7"},
		{"rolls 1\ndone 9xd1000+9999:" + strings.Repeat(" 1000", 9) + "\n", "10999 10999 10999 10…"},
		{"rolls 1\ndone {2d6,d8}k1: 1 3 5\n", "{2d6,d8}k1 = 5"},
		{"rolls 0\nnow 3x2d6: 6 6\n", "view.die 3 6 d6"},
		{"rolls 0\nnow 100d1000: " + strings.Repeat("1000 ", 98) + "1000\n", "view.die 100 100 d1000"},
		{"rolls 0\nnow 2coin: heads\n", "view.coin 2 2"},
	} {
		got := english.say(position(t, tt.text).View(games.Nobody).Prompt)
		if want := text(t, tt.want); got != want || utf8.RuneCountInString(got) > 21 {
			t.Errorf("%sthe prompt is %q, want %q", tt.text, got, want)
		}
	}
}

func TestFacesHavePicturesWhereTheyAreNoNumbers(t *testing.T) {
	pictures := dice.Rules{}.Assets()["glyphs"]
	for text, want := range map[string]string{
		"4dF: -1 0 1 0": "minus blank plus blank", "2dfate: + -": "plus minus", "coin: heads": "heads", "dцвет: красный": "красный", "dcolour: blue": "blue",
	} {
		v := position(t, "rolls 1\ndone "+text+"\n").View(games.Nobody)
		var glyphs []string
		for _, c := range v.Cells {
			glyphs = append(glyphs, c.Glyph)
			if !strings.Contains("\n"+pictures, "\nglyph "+c.Glyph+" ") {
				t.Errorf("%s: no picture is called %q", text, c.Glyph)
			}
		}
		if got := strings.Join(glyphs, " "); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
}

// catalogue is the words of one language, without plurals.
type catalogue map[string]string

func texts(asset string) catalogue {
	c := catalogue{}
	for line := range strings.Lines(asset) {
		if key, text, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
			c[key] = text
		}
	}
	return c
}

func (c catalogue) say(t games.Text) string {
	said := strings.ReplaceAll(c[t.Key], "{n}", fmt.Sprint(t.N))
	for i, arg := range t.Args {
		said = strings.ReplaceAll(said, fmt.Sprintf("{%d}", i), arg)
	}
	return said
}

func TestTheRuleIsOfTheDiceOrOfTheNextDie(t *testing.T) {
	s, err := dice.Rules{}.New(games.Setup{Seats: 1})
	for _, step := range []struct {
		says games.Decision
		want string
	}{{"roll 2d6", "phase.roll"}, {"d6 3", "phase.face"}, {"d6 5", "phase.face"}, {"roll coin", "phase.roll"}} {
		if err != nil {
			t.Fatal(err)
		}
		if got := s.View(1).Rule.Key; got != step.want {
			t.Errorf("before %q: got %s, want %s", step.says, got, step.want)
		}
		s, err = s.Apply(step.says)
	}
}
