package table_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// sheets are lists of categories that the kit draws.
var sheets = []string{"none", "coins=0..50;built;lost=0..10*-1", "Взятки=0..13*10", "b*2;a=-3..-1"}

// sheet is the scoreboard as a game that always offers sheets.
type sheet struct{ table.Score }

func (sheet) Options() []games.Option {
	all := slices.Clone(table.Score{}.Options())
	i := slices.IndexFunc(all, func(o games.Option) bool { return o.Name == "categories" })
	all[i].Values = sheets
	return all
}

// Assets have words for the sheets and what the kit takes for words of a decision.
func (sheet) Assets() map[string]string {
	all := table.Score{}.Assets()
	for _, lang := range []string{"ru", "en"} {
		for _, word := range []string{"coins", "built", "lost"} {
			all[lang] += "\nword." + word + " = " + word
		}
		for _, s := range sheets[1:] {
			all[lang] += "\noption.categories." + s + " = " + s
		}
	}
	return all
}

func TestSheetsKeepTheContract(t *testing.T) {
	t.Parallel()
	gamestest.Check(t, sheet{})
}

func FuzzSheetPosition(f *testing.F) {
	gamestest.FuzzParse(f, table.Score{}, gamestest.Setup("seats=3 target=50 ties=more categories="+sheets[1]))
}

func FuzzSheetDecision(f *testing.F) {
	gamestest.FuzzApply(f, table.Score{}, gamestest.Setup("seats=3 categories="+sheets[1]), "score coins 5", "for 2 lost 3", "edit 1 1 lost 5", "finish", "skip 2", "more")
}

const abc = " categories=coins=0..50;built;lost=0..10*-1"

func TestWhatTheTableMayDecideOnASheet(t *testing.T) {
	for _, tt := range []struct{ setup, text, turn, legal, fixes string }{
		{"2" + abc, "round 1", "1", "for 2 built -999..999, for 2 coins 0..50, for 2 lost 0..10, score built -999..999, score coins 0..50, score lost 0..10", "skip 1, skip 2, swap 1 2"},
		{"2" + abc, "round 1 / 5,.,. .,.,.", "2", "edit 1 1 coins 0..50, for 1 built -999..999, for 1 lost 0..10, score built -999..999, score coins 0..50, score lost 0..10", "finish, skip 1, skip 2"},
		{"2" + abc, "round 1 / 5,2,. 0,0,.", "1", "edit 1 1 built -999..999, edit 1 1 coins 0..50, edit 1 2 built -999..999, edit 1 2 coins 0..50, for 2 lost 0..10, score lost 0..10", "finish, skip 1, skip 2"},
		{"2" + abc, "round 1 / 5,2,1 0,0,.", "2", "edit 1 1 built -999..999, edit 1 1 coins 0..50, edit 1 1 lost 0..10, edit 1 2 built -999..999, edit 1 2 coins 0..50, score lost 0..10", "finish, skip 2"},
		{"3 categories=b;a", "round 1 / .,. -,- 7,.", "1", "edit 1 2 a -999..999, edit 1 2 b -999..999, edit 1 3 b -999..999, for 3 a -999..999, score a -999..999, score b -999..999", "finish, skip 1, skip 3"},
		{"2 categories=a;ab", "round 2 / 1,2 3,4", "1", "edit 1 1 a -999..999, edit 1 1 ab -999..999, edit 1 2 a -999..999, edit 1 2 ab -999..999, finish, for 2 a -999..999, for 2 ab -999..999, score a -999..999, score ab -999..999", "skip 1, skip 2, swap 1 2"},
		{"2" + abc, "over / 5,2,1 0,0,-", "-1", "", "more"},
		{"2 categories=a;b;c;d;e;f;g;h", "over" + strings.Repeat(" / 1,1,1,1,1,1,1,1 1,1,1,1,1,1,1,1", 25), "-1", "", ""},
	} {
		s := position(t, tt.setup, tt.text)
		turn, legal, fixes := fmt.Sprint(s.Turn()), gamestest.Listed(s.Legal()), gamestest.Listed(settled(s.Fixes()))
		if turn != tt.turn || legal != tt.legal || fixes != tt.fixes {
			t.Errorf("%s: %s: turn %s: %s; rulings %s\nwant turn %s: %s; rulings %s", tt.setup, tt.text, turn, legal, fixes, tt.turn, tt.legal, tt.fixes)
		}
	}
}

func TestACorrectionBeginsAtTheNumberThatStands(t *testing.T) {
	s := position(t, "3"+abc, "round 1 / 5,-2,. .,.,3 -,.,-")
	var now []string
	for _, c := range s.Legal() {
		if c.Says.Word(0) == "edit" {
			now = append(now, fmt.Sprint(c.Says.Word(2), c.Says.Word(3), c.Now))
		}
	}
	if got := strings.Join(now, " "); got != "1built-2 1coins5 2lost3 3coins0 3lost0" {
		t.Errorf("corrections begin at %s", got)
	}
}

func TestWhatCantBeDecidedOnASheetIsRefusedByARule(t *testing.T) {
	const half = "round 2 / 1,2,3 4,5,6 / 7,8,. .,9,."
	for _, tt := range []struct {
		says games.Decision
		rule string
	}{
		{"score 5", "rule.unknown.category"},
		{"score coins", "rule.unknown.category"},
		{"score coins 5 6", "rule.unknown.category"},
		{"score  coins 5", "rule.unknown.category"},
		{"score", "rule.unknown.category"},
		{"for 1 5", "rule.unknown.category"},
		{"for coins 5", "rule.unknown.category"},
		{"for 1 coins 5 6", "rule.unknown.category"},
		{"edit 1 2 5", "rule.unknown.category"},
		{"edit 1 2 coins 5 6", "rule.unknown.category"},
		{"nosuchverb", "rule.unknown.category"},
		{"score 2 5", "rule.category"}, // as without categories
		{"score Coins 5", "rule.category"},
		{"score coin 5", "rule.category"},
		{"edit 1 2 nosuch 5", "rule.category"},
		{"for coins 1 5", "rule.number"},
		{"score coins x", "rule.number"},
		{"score coins 05", "rule.number"},
		{"for 01 coins 5", "rule.number"},
		{"for 3 coins 5", "rule.seat"},
		{"for 0 coins 5", "rule.seat"},
		{"edit 1 3 coins 5", "rule.seat"},
		{"score coins 51", "rule.limits"},
		{"score coins -1", "rule.limits"},
		{"for 1 lost 11", "rule.limits"},
		{"edit 1 1 lost -1", "rule.limits"},
		{"score built 1000", "rule.limits"},
		{"score built 5", "rule.twice"},
		{"for 1 coins 5", "rule.twice"},
		{"for 2 coins 5", "rule.for"},
		{"edit 2 1 lost 5", "rule.edit"},
		{"edit 2 2 coins 5", "rule.edit"},
		{"edit 3 1 coins 5", "rule.edit"},
		{"edit 0 1 coins 5", "rule.edit"},
		{"edit -9223372036854775808 1 coins 5", "rule.edit"},
		{"finish", "rule.middle"},
	} {
		_, err := position(t, "2"+abc, half).Apply(tt.says)
		var illegal games.Illegal
		if !errors.As(err, &illegal) || illegal.Rule.Key != tt.rule || illegal.Says != tt.says {
			t.Errorf("%q: got %v, want %s", tt.says, err, tt.rule)
		}
	}
}

func TestADecisionMakesTheNextPositionOfASheet(t *testing.T) {
	for _, tt := range []struct {
		setup, before string
		says          games.Decision // "fix …" is a ruling
		after         string
	}{
		{"2" + abc, "round 1", "for 2 lost 3", "round 1 / .,.,. .,.,3"},
		{"2" + abc, "round 1 / .,.,. .,.,3", "score coins 50", "round 1 / 50,.,. .,.,3"},
		{"2" + abc, "round 1 / 1,2,3 4,.,6", "score built -5", "round 2 / 1,2,3 4,-5,6"},
		{"2" + abc, "round 2 / 1,2,3 4,5,6", "edit 1 2 lost 0", "round 2 / 1,2,3 4,5,0"},
		{"2" + abc, "round 2 / 1,2,- 4,5,6", "edit 1 1 lost 7", "round 2 / 1,2,7 4,5,6"},
		{"2" + abc, "round 2 / 1,2,3 4,5,6 / 7,.,. .,.,.", "edit 2 1 coins 8", "round 2 / 1,2,3 4,5,6 / 8,.,. .,.,."},
		{"2" + abc, "round 2 / 1,2,3 4,5,6", "finish", "over / 1,2,3 4,5,6"},
		// the end is judged by factors
		{"2 rounds=1" + abc, "round 1 / 1,2,3 4,5,.", "score lost 6", "over / 1,2,3 4,5,6"},
		{"2 rounds=1 ties=more" + abc, "round 1 / 1,2,3 4,2,.", "score lost 6", "round 2 / 1,2,3 4,2,6"},
		{"2 rounds=1 ties=more" + abc, "round 2 / 1,2,3 4,2,6", "edit 1 2 lost 5", "over / 1,2,3 4,2,5"},
		{"2 target=10" + abc, "round 1 / 9,9,9 10,0,.", "score lost 1", "round 2 / 9,9,9 10,0,1"},
		{"2 target=10" + abc, "round 1 / 9,9,9 10,0,.", "score lost 0", "over / 9,9,9 10,0,0"},
		{"2 target=10" + abc, "round 2 / 9,9,9 10,0,1", "edit 1 1 lost 8", "over / 9,9,8 10,0,1"},
		{"2 target=100 categories=tricks=0..13*10", "round 1 / 10 .", "score tricks 3", "over / 10 3"},
		// rulings
		{"2" + abc, "round 1", "fix skip 2", "round 1 / .,.,. -,-,-"},
		{"2" + abc, "round 1 / 1,2,3 4,.,.", "fix skip 2", "round 2 / 1,2,3 4,-,-"},
		{"2" + abc, "round 1 / 1,.,. 4,.,.", "fix skip 1", "round 1 / 1,-,- 4,.,."},
		{"2" + abc, "round 1 / 1,.,. 4,.,6", "fix finish", "over / 1,-,- 4,-,6"},
		{"2 rounds=1" + abc, "over / 1,2,3 4,5,6", "fix more", "round 2 / more 1 / 1,2,3 4,5,6"},
		{"2 rounds=1" + abc, "round 2 / more 1 / 1,2,3 4,5,6 / 0,0,0 0,0,.", "score lost 1", "over / 1,2,3 4,5,6 / 0,0,0 0,0,1"},
		// the very last round
		{"2 ties=more categories=a;b;c;d;e;f;g;h", "round 25" + strings.Repeat(" / 1,1,1,1,1,1,1,1 1,1,1,1,1,1,1,1", 24) + " / 1,1,1,1,1,1,1,1 .,1,1,1,1,1,1,1", "score a 1", "over" + strings.Repeat(" / 1,1,1,1,1,1,1,1 1,1,1,1,1,1,1,1", 25)},
	} {
		s := position(t, tt.setup, tt.before)
		take, says := s.Apply, tt.says
		if ruling, ok := strings.CutPrefix(string(says), "fix "); ok {
			take, says = s.Fix, games.Decision(ruling)
		}
		next, err := take(says)
		if err != nil {
			t.Errorf("%s: %s: %v", tt.setup, tt.before, err)
		} else if got := next.String(); got != drawn(tt.after) {
			t.Errorf("%s: %s: %s makes\n%swant\n%s", tt.setup, tt.before, tt.says, got, drawn(tt.after))
		}
	}
}

func TestAPositionOfASheetThatCantBeIsRefused(t *testing.T) {
	for _, text := range []string{
		"round 2 / 1 2",
		"round 2 / 1,2 3,4",
		"round 2 / 1,2,3 4,5,6,7",
		"round 2 / 1,2 3,4,5,6",
		"round 2 / 1 2 3 4 5 6",
		"round 2 / 1,2,3,4,5,6",
		"round 2 / 1,2,3  4,5,6",
		"round 2 / 1,,2,3 4,5,6",
		"round 2 / 1,2,3 4,5,6,",
		"round 2 / 51,2,3 4,5,6",
		"round 2 / 1,2,-3 4,5,6",
		"round 2 / 1,2,03 4,5,6",
		"round 1 / .,.,. .,.,.",
		"round 2 / 1,2,3 4,5,.",
	} {
		if s, err := (table.Score{}).Parse(gamestest.Setup("seats=2"+abc), drawn(text)); err == nil {
			t.Errorf("%s is read as\n%s", text, s)
		}
	}
}

func TestMenusOfferCategoriesInTheOrderOfTheSheet(t *testing.T) {
	for _, tt := range []struct{ setup, text, want string }{
		{"2" + abc, "round 1 / 5,.,3 .,.,1", "edit 1 1 coins 0..50, edit 1 1 lost 0..10, edit 1 2 lost 0..10, for 1 built -999..999, score coins 0..50, score built -999..999"},
		{"2" + abc, "over / 1,1,1 1,1,1", ""},
		{"2", "round 1 / 5 .", "edit 1 1 -999..999, score 2 -999..999"},
	} {
		if got := gamestest.Listed(games.Entry(position(t, tt.setup, tt.text))); got != tt.want {
			t.Errorf("%s: %s: menus offer %s, want %s", tt.setup, tt.text, got, tt.want)
		}
	}
}

func TestTheViewOfASheetSaysWhatIsEnteredAndAtTheEndTheTotals(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"round 1", "ask.left 3; line.first @1 0; line.first @2 0; line.category @1 coins ?; line.category @1 built ?; line.category @1 lost ?"},
		{"round 1 / 5,.,. .,.,.", "ask.left 3; line.now 1 @1 5 +5; line.place 2 @2 0; line.category @2 coins ?; line.category @2 built ?; line.category @2 lost ?"},
		{"round 1 / 5,.,2 7,.,.", "ask.left 2; line.now 1 @2 7 +7; line.now 2 @1 3 +3; line.category @2 coins 7; line.category @2 built ?; line.category @2 lost ?"},
		{"round 2 / 5,1,2 7,1,9 / -,-,- 1,.,4", "ask.left 1; line.now 1 @1 4 –; line.now 2 @2 -4 -3; line.category @2 coins 1; line.category @2 built ?; line.category @2 lost 4"},
		{"round 2 / 5,1,2 7,1,9 / .,-,- 1,2,4", "ask.left 1; line.now 1 @1 4 –; line.now 2 @2 -2 -1; line.category @1 coins ?; line.category @1 built –; line.category @1 lost –"},
		{"over / 5,1,2 7,1,9 / 1,1,0 -,2,4", "ask.over; line.place 1 @1 6; line.place 2 @2 -3; line.category @1 coins 6; line.category @1 built 2; line.category @1 lost -2; line.category @2 coins 7; line.category @2 built 3; line.category @2 lost -13"},
	} {
		v := position(t, "2"+abc, tt.text).View(games.Nobody)
		var said []string
		for _, text := range append([]games.Text{v.Prompt}, v.Lines...) {
			said = append(said, keyed(text))
		}
		if got := strings.Join(said, "; "); got != tt.want {
			t.Errorf("%s: the view is\n%s, want\n%s", tt.text, got, tt.want)
		}
	}
}

// pads is the model of a sheet: every number, by round, seat and category.
type pads struct {
	state      games.State
	seats      int
	categories []table.Category
	numbers    map[[3]int]int // by round, seat, category; rounds and seats from 1
	round      int
}

func (p *pads) take(t *rapid.T, d string) {
	next, err := p.state.Apply(games.Decision(d))
	if err != nil {
		t.Fatalf("%v\n%s", err, p.state)
	}
	p.state = next
}

// number draws one within the limits of category c.
func (p *pads) number(t *rapid.T, c int) int {
	return rapid.IntRange(p.categories[c].From, p.categories[c].To).Draw(t, "number")
}

func (p *pads) enter(t *rapid.T) {
	if p.round > table.MostRounds/len(p.categories)-1 {
		t.Skip("the last round")
	}
	var free [][3]int
	for seat := 1; seat <= p.seats; seat++ {
		for c := range p.categories {
			if _, ok := p.numbers[[3]int{p.round, seat, c}]; !ok {
				free = append(free, [3]int{p.round, seat, c})
			}
		}
	}
	at := rapid.SampledFrom(free).Draw(t, "at")
	n := p.number(t, at[2])
	says := "score"
	if at[1] != int(p.state.Turn()) {
		says = fmt.Sprintf("for %d", at[1])
	}
	p.take(t, fmt.Sprintf("%s %s %d", says, p.categories[at[2]].Name, n))
	p.numbers[at] = n
	if len(free) == 1 {
		p.round++
	}
}

func (p *pads) edit(t *rapid.T) {
	at := [3]int{
		rapid.IntRange(1, p.round).Draw(t, "round"), rapid.IntRange(1, p.seats).Draw(t, "seat"),
		rapid.IntRange(0, len(p.categories)-1).Draw(t, "category"),
	}
	if _, ok := p.numbers[at]; !ok {
		t.Skip("nothing to correct")
	}
	n := p.number(t, at[2])
	p.take(t, fmt.Sprintf("edit %d %d %s %d", at[0], at[1], p.categories[at[2]].Name, n))
	p.numbers[at] = n
}

// check compares totals and turn with the model.
func (p *pads) check(t *rapid.T) {
	sums, left := make([]int32, p.seats), make([]int, p.seats)
	for at, n := range p.numbers {
		sums[at[1]-1] += int32(n * p.categories[at[2]].Factor)
	}
	for seat := range p.seats {
		for c := range p.categories {
			if _, ok := p.numbers[[3]int{p.round, seat + 1, c}]; !ok {
				left[seat]++
			}
		}
	}
	if got := p.state.Standing().Scores; !slices.Equal(got, sums) {
		t.Fatalf("the scores are %d, want %d\n%s", got, sums, p.state)
	}
	if got, want := int(p.state.Turn()), slices.Index(left, slices.Max(left))+1; got != want {
		t.Fatalf("turn %d, want %d\n%s", got, want, p.state)
	}
}

func TestTotalsAreTheNumbersTimesTheirFactorsWhateverIsCorrected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &pads{seats: rapid.IntRange(2, 8).Draw(t, "seats"), categories: drawCategories(t), numbers: map[[3]int]int{}, round: 1}
		var err error
		p.state, err = table.Score{}.New(games.Setup{Seats: p.seats, Options: map[string]string{"categories": optionOf(p.categories)}})
		if err != nil {
			t.Fatal(err)
		}
		t.Repeat(map[string]func(*rapid.T){"enter": p.enter, "edit": p.edit, "": p.check})
	})
}

// A table whose rounds have one category without limits plays as a table without
// categories does: the same positions, turns, standings and words for them.
func TestASingleCategoryChangesNothingButTheNotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bare := gamestest.Setup("seats=3 target=20 rounds=4 ties=" + rapid.SampledFrom([]string{"more", "shared"}).Draw(t, "ties"))
		one := gamestest.Setup("seats=3 target=20 rounds=4 categories=all ties=" + bare.Options["ties"])
		a, err := table.Score{}.New(bare)
		b, err2 := table.Score{}.New(one)
		for range 30 {
			if err != nil || err2 != nil || a.String() != b.String() || a.Turn() != b.Turn() || fmt.Sprint(a.Standing()) != fmt.Sprint(b.Standing()) {
				t.Fatalf("without: %v, %v\nwith: %v, %v", a, err, b, err2)
			}
			if a.Turn() == games.Nobody {
				return
			}
			d := draw(t, a.Legal())
			named := underAll(d, a.Turn())
			a, err = a.Apply(d)
			b, err2 = b.Apply(named)
		}
	})
}

// underAll says d, of a table without categories, with its one category.
func underAll(d games.Decision, turn games.Seat) games.Decision {
	words := strings.Fields(string(d))
	switch {
	case len(words) == 1:
		return d
	case words[0] == "score" && words[1] == fmt.Sprint(turn):
		words = slices.Delete(words, 1, 2)
	case words[0] == "score":
		words[0] = "for"
	}
	return games.Decision(strings.Join(slices.Insert(words, len(words)-1, "all"), " "))
}

// draw draws a decision with few points.
func draw(t *rapid.T, choices []games.Choice) games.Decision {
	c := rapid.SampledFrom(choices).Draw(t, "choice")
	if c.From < c.To {
		return c.Says + games.Decision(fmt.Sprintf(" %d", rapid.IntRange(-3, 9).Draw(t, "points")))
	}
	return c.Says
}

func BenchmarkLegalOfAFullSheet(b *testing.B) {
	s := position(b, "8 categories=a;b;c;d;e;f;g;h", "round 25"+strings.Repeat(" / "+strings.TrimSpace(strings.Repeat("1,2,3,4,5,6,7,8 ", 8)), 24))
	b.ReportAllocs()
	for b.Loop() {
		if n := len(s.Legal()); n != 24*64+1+64 {
			b.Fatal(n)
		}
	}
}

func TestTheRuleIsOfPointsOrOfCategories(t *testing.T) {
	for setup, want := range map[string]string{"2": "phase.score", "2" + abc: "phase.sheet"} {
		if got := position(t, setup, "round 1").View(1).Rule.Key; got != want {
			t.Errorf("%s: got %s, want %s", setup, got, want)
		}
	}
}

func TestAScoreIsWrittenDownRoundByRound(t *testing.T) {
	for _, tt := range []struct{ setup, before, want string }{
		{"2", "round 1", ""},
		{"3", "round 2 / 14 -7 0 / . 5 .", "1: 14 -7 0 / 2:  5 "},
		{"2", "round 3 / 4 1 / - 2", "1: 4 1 / 2: – 2"},
		{"2 categories=coins;lost=0..10*-2", "round 1 / 3,4 5,.", "1 coins: 3 5 / 1 lost: -8 "},
	} {
		var got []string
		for _, r := range games.Sheet(position(t, tt.setup, tt.before)) {
			got = append(got, strings.TrimSpace(fmt.Sprint(r.Round, " ", r.Name))+": "+strings.Join(r.Points, " "))
		}
		if text := strings.Join(got, " / "); text != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.setup, tt.before, text, tt.want)
		}
	}
}
