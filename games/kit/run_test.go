package kit_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/internal/nim"
	"tabletop/games/kit"
)

// some is enough to find whatever these games do wrong.
var some = kit.Bounds{Games: 8, Positions: 40}

func TestAGameIsCheckedOutsideOfATest(t *testing.T) {
	got := kit.Run(nim.Rules{}, some)
	if len(got.Findings) > 0 || got.Games != 16 || got.Positions < 32 {
		t.Errorf("got %+v, want 16 games at 2 and 3 seats, and nothing found", got)
	}
	if again := kit.Run(nim.Rules{}, some); again.Positions != got.Positions {
		t.Errorf("%d positions now, %d then", again.Positions, got.Positions)
	}
	left := 5
	short := kit.Bounds{Games: 8, Positions: 40, While: func() bool { left--; return left >= 0 }}
	if got := kit.Run(nim.Rules{}, short); got.Positions < 1 || got.Positions > 5 {
		t.Errorf("got %+v, want up to five positions", got)
	}
}

// counted is nim that counts the decisions tried at its first position.
type counted struct {
	nim.Rules
	tried *int
}

type countedHeap struct {
	nim.Heap
	tried *int
}

func (c counted) New(s games.Setup) (games.State, error) {
	first, err := c.Rules.New(s)
	if err != nil {
		return nil, err
	}
	return countedHeap{first.(nim.Heap), c.tried}, nil
}

func (h countedHeap) Apply(d games.Decision) (games.State, error) {
	*h.tried++
	return h.Heap.Apply(d)
}

// A game that is slow at each decision must not hold up whoever ends the check by a clock.
func TestAClockEndsTheCheckWithinAPosition(t *testing.T) {
	whole, short, left := 0, 0, 3
	kit.Run(counted{tried: &whole}, kit.Bounds{Games: 1, Positions: 1})
	kit.Run(counted{tried: &short}, kit.Bounds{Games: 1, Positions: 1, While: func() bool { left--; return left >= 0 }})
	if short > 3 || whole < 10 {
		t.Errorf("tried %d decisions of %d, want the few before the clock ended it", short, whole)
	}
}

// noted is nim that counts which positions are held against the contract: these are read.
type noted struct {
	nim.Rules
	all, first, ends *int
}

func (n noted) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := n.Rules.Parse(setup, text)
	*n.all++
	if begun, _ := n.New(setup); begun != nil && begun.String() == text {
		*n.first++
	}
	if err == nil && s.Turn() == games.Nobody {
		*n.ends++
	}
	return s, err
}

func TestOfSomePositionsTheFirstAndTheEndAreChecked(t *testing.T) {
	seen := func(every int) (all, first, ends int) {
		kit.Run(noted{all: &all, first: &first, ends: &ends}, kit.Bounds{Games: 8, Positions: 400, Every: every})
		return all, first, ends
	}
	all, first, ends := seen(0)
	few, same, over := seen(4)
	if same != first || first == 0 || over < first || ends < first {
		t.Errorf("%d and %d first positions, %d and %d ends are read", first, same, ends, over)
	}
	if few >= all || few <= same+over {
		t.Errorf("%d positions are read, want some of %d", few, all)
	}
}

// coins is a game in which seat 2 alone sees the coin: then seat 1 takes.
type coins struct {
	nim.Rules
	name string
	leak string // what tells the coin: "onlooker", "legal", "moments", "steps", "view"; or what else it does
}

func (c coins) Name() string { return c.name }

func (c coins) New(s games.Setup) (games.State, error) {
	if err := games.CheckSetup(c, s); err != nil {
		return nil, err
	}
	return coin{seats: s.Seats, leak: c.leak}, nil
}

func (c coins) Parse(s games.Setup, text string) (games.State, error) {
	p := coin{seats: s.Seats, leak: c.leak}
	if _, err := fmt.Sscanf(text, "coin %s took %d", &p.shows, &p.took); err != nil {
		return nil, err
	}
	if p.shows == "-" {
		p.shows = ""
	}
	return p, nil
}

type coin struct {
	seats int
	leak  string
	shows string // "heads", "tails" or "" of none yet
	took  int
	fresh bool // the last decision was seat 1's
}

func (p coin) String() string {
	shows := p.shows
	if shows == "" {
		shows = "-"
	}
	return fmt.Sprintf("coin %s took %d\n", shows, p.took)
}

func (p coin) Turn() games.Seat {
	switch {
	case p.took == 4:
		return games.Nobody
	case p.shows == "":
		return games.Chance
	}
	return 1
}

func (p coin) Legal() []games.Choice {
	switch p.Turn() {
	case games.Nobody:
		return nil
	case games.Chance:
		return []games.Choice{{Says: "coin heads", Weight: 1}, {Says: "coin tails", Weight: 1}}
	}
	if p.leak == "legal" && p.shows == "heads" && p.took > 1 {
		return []games.Choice{{Says: "take 1"}}
	}
	return []games.Choice{{Says: "take 1"}, {Says: "turn"}}
}

func (p coin) Apply(d games.Decision) (games.State, error) {
	if p.leak == "panic" && p.took == 2 {
		panic("a mistake of the game")
	}
	if _, ok := games.Find(p.Legal(), d); !ok {
		return nil, games.Refuse(d, "rule.take")
	}
	p.fresh = p.shows != ""
	if p.shows == "" {
		p.shows = d.Word(1)
	} else {
		p.took++
	}
	return p, nil
}

func (coin) Fixes() []games.Choice { return nil }

func (coin) Fix(d games.Decision) (games.State, error) { return nil, games.Refuse(d, "rule.take") }

func (p coin) View(seat games.Seat) games.View {
	v := games.View{Title: games.Say("title"), Prompt: games.Count("ask.take", p.took, "@1")}
	if p.shows != "" && (seat == 2 || p.leak == "onlooker" && seat == games.Nobody || p.leak == "view") {
		v.Lines = []games.Text{games.Say("word." + p.shows)}
	}
	if p.leak == "failed" && p.took == 2 {
		v.Lines = []games.Text{games.Say("rule.take")}
	}
	return v
}

// Faults say that hands were to be told something, and that this failed.
func (p coin) Faults() []error {
	switch {
	case p.leak == "fault" && p.took == 2:
		return []error{games.Refuse("steps", "rule.take")}
	case p.leak == "placed" && p.took == 2:
		return []error{placed{}}
	}
	return nil
}

// placed is an error that says itself.
type placed struct{}

func (p placed) Error() string       { return p.In("en") }
func (placed) In(lang string) string { return "coins.star:3:1: no, in " + lang }

func (p coin) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, p.seats)}
	if p.took == 4 {
		st.Over, st.Won, st.Why = true, []games.Seat{1}, games.Say("won", "@1")
	}
	return st
}

func (p coin) Steps() []games.Step {
	if p.leak == "steps" && p.shows == "tails" && p.took == 3 {
		return []games.Step{{Text: games.Say("word.tails")}}
	}
	return nil
}

func (p coin) Moments() []games.Moment {
	if p.leak == "moments" && p.shows == "tails" && p.took == 3 && p.fresh {
		return []games.Moment{{Kind: games.High, Text: games.Say("word.tails")}}
	}
	return nil
}

func TestASecretThatIsToldIsFoundWithoutTwins(t *testing.T) {
	for leak, want := range map[string]string{
		"":         "",
		"onlooker": "View(-1) reveals to an onlooker a secret of View(1)",
		"legal":    "Legal reveals to seat 1 a secret of its views",
		"steps":    "Steps reveal",
		"moments":  "Moments reveal",
		"view":     "", // everybody sees it: perhaps it is no secret
	} {
		got := kit.Run(coins{name: "coins", leak: leak}, some).Findings
		if said := fmt.Sprint(got); (len(got) == 0) != (want == "") || !strings.Contains(said, want) {
			t.Errorf("%q: found %s, want %q", leak, said, want)
		}
	}
}

func TestFewTriesFindWhatIsEverywhere(t *testing.T) {
	few := kit.Bounds{Games: 8, Positions: 40, Tries: 1}
	if got := kit.Run(nim.Rules{}, few).Findings; len(got) > 0 {
		t.Errorf("found %v", got)
	}
	if got := kit.Run(coins{name: "coins", leak: "panic"}, few).Findings; len(got) == 0 {
		t.Error("found nothing")
	}
}

func TestAPanicIsAFindingAndSaysWhat(t *testing.T) {
	got := kit.Run(coins{name: "coins", leak: "panic"}, some).Findings
	if len(got) != 1 || got[0].Part != "games" || !strings.Contains(got[0].What, "a mistake of the game") {
		t.Errorf("found %v", got)
	}
}

func TestAFindingSaysHowToComeThere(t *testing.T) {
	got := kit.Run(coins{name: "coins", leak: "legal"}, some).Findings
	if len(got) != 1 {
		t.Fatalf("found %v", got)
	}
	f := got[0]
	s := gamestest.After(t, gamestest.Begin(t, coins{name: "coins", leak: "legal"}, f.Setup), f.Path...)
	if s.String() != f.Position || !strings.Contains(f.String(), f.Setup+" : coin ") {
		t.Errorf("%s leads to\n%s", f, s)
	}
}

func TestWhatAGameSaysOfItselfIsFoundInItsWords(t *testing.T) {
	for leak, want := range map[string]string{"fault": `"steps": rule.take`, "failed": "reports that it failed"} {
		got := kit.Run(coins{name: "coins", leak: leak}, some).Findings
		if len(got) != 1 || !strings.Contains(got[0].What, want) || got[0].Said["en"] != "You can't take so" || got[0].Said["ru"] == "" {
			t.Errorf("%s: found %+v", leak, got)
		}
	}
}

func TestAnErrorThatKnowsItsPlaceSaysItself(t *testing.T) {
	got := kit.Run(coins{name: "coins", leak: "placed"}, some).Findings
	if len(got) != 1 || got[0].What != "coins.star:3:1: no, in en" || got[0].Said["ru"] != "coins.star:3:1: no, in ru" {
		t.Errorf("found %+v", got)
	}
}

func TestAGameInAFileMayBeCalledSo(t *testing.T) {
	for name, want := range map[string]bool{
		"coins": true, "file/coins": true, "file/darts501": true,
		"501": false, "coins-2": false, "file/": false, "file/501": false, "file/a-b": false, "file/A": false, "files/coins": false, "file/a/b": false,
	} {
		if got := kit.Run(coins{name: name}, kit.Bounds{}).Findings; (len(got) == 0) != want {
			t.Errorf("%s: found %v", name, got)
		}
	}
}

// pair is nim that both win.
type pair struct {
	nim.Rules
	together bool
}

func (p pair) Together() bool { return p.together }

func TestRulesSayThatAllPlayTogether(t *testing.T) {
	for together, want := range map[bool]bool{false: true, true: false} {
		if got := kit.Run(pair{together: together}, some).Findings; (len(got) == 0) != want {
			t.Errorf("together %v: found %v", together, got)
		}
	}
}

func TestASetUpThatIsNotRefusedByARuleIsFound(t *testing.T) {
	for _, f := range kit.Run(rude{}, some).Findings {
		if f.Part == "setup" && strings.Contains(f.What, "want a games.Illegal") {
			return
		}
	}
	t.Error("not found")
}

// rude is nim that says no without a rule.
type rude struct{ nim.Rules }

func (r rude) New(s games.Setup) (games.State, error) {
	if next, err := r.Rules.New(s); err == nil {
		return next, nil
	}
	return nil, errors.New("no")
}
