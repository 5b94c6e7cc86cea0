package gamestest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

func TestAGameThatKeepsTheContractPasses(t *testing.T) {
	first := func(lucky int) games.State { return heap{seats: 2, turn: 1, left: 3, lucky: lucky} }
	Check(t, nim{}, Hidden(Twins{Name: "lucky number", One: first(1), Other: first(2), Blind: []games.Seat{games.Nobody, 1}}))
}

// bent is a position of nim with one method replaced.
type bent struct {
	heap
	legal    []games.Choice
	fixes    []games.Choice
	view     *games.View
	standing *games.Standing
	text     string
	apply    func(h heap, d games.Decision) (games.State, error)
	fix      func(h heap, d games.Decision) (games.State, error)
}

func (b bent) Legal() []games.Choice {
	if b.legal != nil {
		return b.legal
	}
	return b.heap.Legal()
}

func (b bent) Fixes() []games.Choice {
	if b.fixes != nil {
		return b.fixes
	}
	return b.heap.Fixes()
}

func (b bent) View(s games.Seat) games.View {
	if b.view != nil {
		return *b.view
	}
	return b.heap.View(s)
}

func (b bent) Standing() games.Standing {
	if b.standing != nil {
		return *b.standing
	}
	return b.heap.Standing()
}

func (b bent) String() string {
	if b.text != "" {
		return b.text
	}
	return b.heap.String()
}

func (b bent) Apply(d games.Decision) (games.State, error) {
	if b.apply != nil {
		return b.apply(b.heap, d)
	}
	return b.heap.Apply(d)
}

func (b bent) Fix(d games.Decision) (games.State, error) {
	if b.fix != nil {
		return b.fix(b.heap, d)
	}
	return b.heap.Fix(d)
}

// verdict is a testing.TB that remembers why the test failed.
type verdict struct {
	testing.TB
	said string
}

func (v *verdict) Helper() {}

func (v *verdict) Errorf(format string, args ...any) { v.said += fmt.Sprintf(format, args...) }

func (v *verdict) Fatalf(format string, args ...any) {
	v.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// judge returns what check says of s, "" if it finds nothing.
func judge(s games.State) string {
	v := &verdict{}
	words := map[string]catalogue{}
	for lang := range languages {
		words[lang], _ = parseCatalogue(lang, nim{}.Assets()[lang])
	}
	tb := &table{
		kit: &kit{rules: nim{}, words: words, said: map[games.Decision]bool{}}, t: v, setup: games.Setup{Seats: 2},
		rnd: rand.New(rand.NewPCG(1, 1)),
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		tb.check(s)
	}()
	<-done
	return v.said
}

func TestEveryBreachOfTheContractIsFound(t *testing.T) {
	good := heap{seats: 2, turn: 1, left: 5, lucky: 1}
	coin := heap{seats: 2, left: 5, lucky: 1}
	end := heap{seats: 2, turn: 2, lucky: 1}
	text := games.Say("ask.none")
	board := func(w, h int, cells ...games.Cell) *games.View {
		return &games.View{Title: text, Prompt: text, W: w, H: h, Cells: cells}
	}
	changing := 5
	tests := map[string]struct {
		state games.State
		want  string // part of the complaint
	}{
		"nothing":                   {good, ""},
		"nothing at chance":         {coin, ""},
		"nothing at the end":        {end, ""},
		"turn of a missing seat":    {heap{seats: 2, turn: 3, left: 5}, "Turn() = 3"},
		"no decision for a seat":    {bent{heap: good, legal: []games.Choice{}}, "with 0 legal decisions"},
		"a decision after the end":  {bent{heap: end, legal: []games.Choice{{Says: "take 1"}}}, "with 1 legal decisions"},
		"unsorted":                  {bent{heap: good, legal: []games.Choice{{Says: "take 2"}, {Says: "take 1"}}}, "stands before"},
		"twice the same":            {bent{heap: good, legal: []games.Choice{{Says: "take 1"}, {Says: "take 1"}}}, "stands before"},
		"a double blank":            {bent{heap: good, legal: []games.Choice{{Says: "take  1"}}}, "single blanks"},
		"a range backwards":         {bent{heap: good, legal: []games.Choice{{Says: "take", From: 2, To: 1}}}, "range 2..1"},
		"no words for a decision":   {bent{heap: good, legal: []games.Choice{{Says: "pass"}}}, `"say.pass"`},
		"no word for a word":        {bent{heap: coin, legal: []games.Choice{{Says: "coin edge"}}}, `"word.edge"`},
		"two streams in a question": {bent{heap: coin, legal: []games.Choice{{Says: "coin heads"}, {Says: "take 1"}}}, "two streams"},
		"odds for some outcomes":    {bent{heap: coin, legal: []games.Choice{{Says: "coin heads", Weight: 1}, {Says: "coin tails"}}}, "1 of 2 decisions"},
		"odds for a person":         {bent{heap: good, legal: []games.Choice{{Says: "take 1", Weight: 1}}}, "1 of 1 decisions"},
		"scores of another table":   {bent{heap: good, standing: &games.Standing{Scores: []int32{1}}}, "Standing()"},
		"ties of another table":     {bent{heap: good, standing: &games.Standing{Scores: []int32{1, 2}, Ties: []int32{1}}}, "Standing()"},
		"over too early":            {bent{heap: good, standing: &games.Standing{Scores: []int32{1, 2}, Over: true, Won: []games.Seat{1}}}, "Standing()"},
		"nobody won":                {bent{heap: end, standing: &games.Standing{Scores: []int32{1, 2}, Over: true}}, "Standing()"},
		"won without a reason":      {bent{heap: end, standing: &games.Standing{Scores: []int32{1, 2}, Over: true, Won: []games.Seat{1}}}, "Why"},
		"winners out of order":      {bent{heap: end, standing: &games.Standing{Scores: []int32{1, 1}, Over: true, Won: []games.Seat{2, 1}, Why: text}}, "Won"},
		"a view without words":      {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("ask.nothing")}}, `"ask.nothing"`},
		"a rule without words":      {bent{heap: good, view: &games.View{Title: text, Prompt: text, Rule: games.Say("phase.nothing")}}, `"phase.nothing"`},
		"a rule too long":           {bent{heap: good, view: &games.View{Title: text, Prompt: text, Rule: games.Say("won", strings.Repeat("words of a rule that ", 13))}}, "not 1 to 12"},
		"an argument too few":       {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("won")}}, "{0}"},
		"a prompt too long":         {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("won", strings.Repeat("word ", 9))}}, "two lines"},
		"a prompt too wide":         {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("won", strings.Repeat("x", 22))}}, "two lines"},
		"cells that are missing":    {bent{heap: good, view: board(2, 1, games.Cell{})}, "cells"},
		"more cells than lamps":     {bent{heap: good, view: board(13, 5, make([]games.Cell, 65)...)}, "cells"},
		"a picture that is missing": {bent{heap: good, view: board(1, 1, games.Cell{Glyph: "cat"})}, `"cat"`},
		"a cell of a missing seat":  {bent{heap: good, view: board(1, 1, games.Cell{Seat: 3})}, "seat 3"},
		"text that isn't read":      {bent{heap: good, text: "nonsense"}, "Parse refuses"},
		"text of another position":  {bent{heap: good, text: "turn 2 left 5 lucky 1\n"}, "another position"},
		"a legal decision refused": {bent{heap: good, apply: func(_ heap, d games.Decision) (games.State, error) {
			return nil, games.Refuse(d, "rule.take")
		}}, "is refused"},
		"anything taken": {bent{heap: good, apply: func(h heap, _ games.Decision) (games.State, error) {
			return h, nil
		}}, "is taken"},
		"refused without a rule": {bent{heap: good, apply: func(h heap, d games.Decision) (games.State, error) {
			if next, err := h.Apply(d); err == nil {
				return next, nil
			}
			return nil, errors.New("no")
		}}, "want a games.Illegal"},
		"refused by an unknown rule": {bent{heap: good, apply: func(h heap, d games.Decision) (games.State, error) {
			if next, err := h.Apply(d); err == nil {
				return next, nil
			}
			return nil, games.Refuse(d, "rule.unheard")
		}}, "rule.unheard"},
		"rulings unsorted":    {bent{heap: good, fixes: []games.Choice{{Says: "turn 2"}, {Says: "turn 1"}}}, "Fixes"},
		"any ruling taken":    {bent{heap: good, fix: func(h heap, _ games.Decision) (games.State, error) { return h, nil }}, "and not offered"},
		"a ruling to nowhere": {bent{heap: good, fix: func(h heap, _ games.Decision) (games.State, error) { h.turn = 7; return h, nil }}, "Turn() = 7"},
		"a ruling refused": {bent{heap: good, fix: func(_ heap, d games.Decision) (games.State, error) {
			return nil, games.Refuse(d, "rule.take")
		}}, "ruling"},
		"a receiver that changes": {shifting{good, &changing}, "changed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := judge(tt.state); !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
				t.Errorf("got %q, want it to say %q", got, tt.want)
			}
		})
	}
}

// shifting is a position that all its successors share and Apply changes.
type shifting struct {
	heap
	shared *int
}

func (s shifting) String() string {
	h := s.heap
	h.left = *s.shared
	return h.String()
}

func (s shifting) Apply(d games.Decision) (games.State, error) {
	next, err := s.heap.Apply(d)
	if err == nil {
		*s.shared--
	}
	return next, err
}

func TestSomebodyWinsUnlessAllPlayTogether(t *testing.T) {
	none, one, both := []games.Seat(nil), []games.Seat{2}, []games.Seat{1, 2}
	tests := []struct {
		name           string
		together, over bool
		won            []games.Seat
		want           bool
	}{
		{"one has won", false, true, one, true},
		{"both have won", false, true, both, true},
		{"nobody has won", false, true, none, false},
		{"nobody has won yet", false, false, none, true},
		{"one has won before the end", false, false, one, false},
		{"all have won together", true, true, both, true},
		{"all have lost together", true, true, none, true},
		{"one of those who play together has won", true, true, one, false},
		{"all have won together before the end", true, false, both, false},
	}
	for _, tt := range tests {
		tb := &table{kit: &kit{together: tt.together}, setup: games.Setup{Seats: 2}}
		if got := tb.winners(tt.won, tt.over); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestAMoveThatIsNoWordStandsForItself(t *testing.T) {
	tests := map[games.Decision]string{"13-20": "13-20", "a4-b5 3": "a4-b5 3", "pass": "", "pass 3": ""}
	for d, want := range tests {
		got, err := catalogue{}.decision("en", d)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", d, got, err, want)
		}
	}
}

func TestTwinsThatCanBeToldApartAreFound(t *testing.T) {
	first := func(left, lucky int) games.State { return heap{seats: 2, turn: 1, left: left, lucky: lucky} }
	tests := map[string]struct {
		twins Twins
		want  string
	}{
		"a view that shows it":  {Twins{One: first(5, 1), Other: first(5, 2), Blind: []games.Seat{2}}, "sees"},
		"decisions that depend": {Twins{One: first(5, 1), Other: first(2, 1), Blind: []games.Seat{1}}, "may decide"},
		"a standing that tells": {Twins{One: first(5, 1), Other: first(0, 1)}, "standing"},
		"one position twice":    {Twins{One: first(5, 1), Other: first(5, 1)}, "one position"},
		"a secret that is kept": {Twins{One: first(5, 1), Other: first(5, 2), Blind: []games.Seat{1}}, ""},
	}
	for name, tt := range tests {
		v := &verdict{}
		(&kit{rules: nim{}, twins: []Twins{tt.twins}}).checkTwins(v)
		if !strings.Contains(v.said, tt.want) || (v.said == "") != (tt.want == "") {
			t.Errorf("%s: got %q, want it to say %q", name, v.said, tt.want)
		}
	}
}

func TestCataloguesAreReadLineByLine(t *testing.T) {
	tests := map[string]struct{ lang, text, want string }{
		"a comment and a blank line": {"ru", "# comment\n\na = б", ""},
		"three forms in Russian":     {"ru", "hare = {n} заяц | {n} зайца | {n} зайцев", ""},
		"two forms in Russian":       {"ru", "hare = {n} заяц | {n} зайца", "ru:1"},
		"two forms in English":       {"en", "\nhare = {n} hare | {n} hares", ""},
		"three forms in English":     {"en", "\nhare = a | b | c", "en:2"},
		"no text":                    {"en", "hare =", "en:1"},
		"no key":                     {"en", " = hare", "en:1"},
		"no sign":                    {"en", "hare", "en:1"},
		"a key twice":                {"en", "a = b\na = c", "en:2"},
	}
	for name, tt := range tests {
		_, err := parseCatalogue(tt.lang, tt.text)
		if (err == nil) != (tt.want == "") || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want it at %q", name, err, tt.want)
		}
	}
}

func TestPluralsFollowTheLanguage(t *testing.T) {
	words := map[string]string{"ru": "заяц | зайца | зайцев", "en": "hare | hares"}
	tests := []struct {
		lang string
		n    int
		want string
	}{
		{"ru", 1, "заяц"},
		{"ru", 2, "зайца"},
		{"ru", 5, "зайцев"},
		{"ru", 0, "зайцев"},
		{"ru", 11, "зайцев"},
		{"ru", 12, "зайцев"},
		{"ru", 21, "заяц"},
		{"ru", 22, "зайца"},
		{"ru", 111, "зайцев"},
		{"ru", -3, "зайца"},
		{"en", 1, "hare"},
		{"en", 0, "hares"},
		{"en", 2, "hares"},
		{"en", 21, "hares"},
	}
	for _, tt := range tests {
		if got := plural(tt.lang, words[tt.lang], tt.n); got != tt.want {
			t.Errorf("%s %d: got %q, want %q", tt.lang, tt.n, got, tt.want)
		}
	}
}

func TestPerftCountsWhatTheFileSays(t *testing.T) {
	_, err := parsePerft("x.perft", "1 1\n")
	if err == nil || !strings.HasPrefix(err.Error(), "x.perft:1:") {
		t.Errorf("a count without a start: got %v", err)
	}
	if _, err := parsePerft("x.perft", "seats=two\n"); err == nil {
		t.Error("seats=two is read as a set-up")
	}
	counts, err := parsePerft("x.perft", "# by hand\nseats=2 heap=3 : coin heads, take 1 # comment\n1 2\n2 1 # why\n")
	if err != nil || len(counts) != 2 || counts[1].line != "x.perft:4" || counts[1].want != 1 || counts[1].depth != 2 {
		t.Errorf("got %+v, %v", counts, err)
	}
	if want := []games.Decision{"coin heads", "take 1"}; !slices.Equal(counts[0].path, want) {
		t.Errorf("got the path %q, want %q", counts[0].path, want)
	}
}

func TestAPlaythroughTellsTheFirstLineThatDiffers(t *testing.T) {
	if got := firstDifference("a\nb\nc", "a\nB\nC"); got != `2: got "b", want "B"` {
		t.Errorf("got %s", got)
	}
	if got := firstDifference("a", "a\nb"); got != `2: got the end, want "b"` {
		t.Errorf("got %s", got)
	}
	if got := firstDifference("a", "a"); got != "" {
		t.Errorf("got %s", got)
	}
}

func TestAPlaythroughRefusesWhatIsNotPlayed(t *testing.T) {
	k := &kit{rules: nim{}}
	for name, text := range map[string]string{
		"no set-up":             "# nothing\n",
		"an unknown option":     "seats=2 colour=red\n> 0 coin heads\n",
		"a move before set-up":  "> 0 coin heads\n",
		"another seat's turn":   "seats=2\n> 1 coin heads\n",
		"an illegal decision":   "seats=2\n> 0 coin edge\n",
		"an illegal ruling":     "seats=2\n> fix turn 3\n",
		"no decision, no fresh": "seats=2\n",
	} {
		if _, err := k.replay(text, false); err == nil {
			t.Errorf("%s is played", name)
		}
	}
	got, err := k.replay("seats=2\n", true)
	if again, _ := k.replay(got, false); err != nil || again != got || !strings.Contains(got, "won [") {
		t.Errorf("a random game of %q, %v replays as %q", got, err, again)
	}
}

func TestAGameWithoutPerftOrPlaythroughHasNoProof(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "testdata")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(data, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ name, text, want string }{
		{"a.perft", "# nothing\n", "no perft file"},
		{"b.perft", "seats=2\n1 1\n", "no playthrough"},
		{"a.play", "seats=2\n", "no playthrough"},
	} {
		write(step.name, step.text)
		if err := HasProof(dir); err == nil || !strings.Contains(err.Error(), step.want) {
			t.Errorf("with %s: got %v, want %q", step.name, err, step.want)
		}
	}
	write("b.play", "seats=2\n| turn 0\n\n> 0 coin heads\n| turn 1\n")
	if err := HasProof(dir); err != nil {
		t.Errorf("with both: %v", err)
	}
	if HasProof(t.TempDir()) == nil {
		t.Error("an empty folder has proof")
	}
}

func TestPicksFollowTheOdds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	choices := []games.Choice{{Says: "a", Weight: 1}, {Says: "b", From: 1, To: 3, Weight: 1}}
	counts := map[games.Decision]int{}
	const n = 40_000
	for range n {
		counts[pick(rnd, choices).Says]++
	}
	if a := counts["a"]; a < n/4-500 || a > n/4+500 { // 5.8 standard deviations
		t.Errorf("1 of 4 was picked %d times of %d", a, n)
	}
}

func BenchmarkNim(b *testing.B) { Games(b, nim{}, games.Setup{Seats: 2}) }

func FuzzNimParse(f *testing.F) { FuzzParse(f, nim{}, games.Setup{Seats: 2}) }

func FuzzNimApply(f *testing.F) { FuzzApply(f, nim{}, games.Setup{Seats: 2}, "take 1", "take 01", "") }
