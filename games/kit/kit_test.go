package kit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/internal/nim"
)

type heap = nim.Heap

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
		words[lang], _ = parseCatalogue(lang, nim.Rules{}.Assets()[lang], "")
	}
	tb := &table{
		Kit: &Kit{rules: nim.Rules{}, words: words, worded: map[games.Decision]bool{}}, t: v, setup: games.Setup{Seats: 2},
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
	good := heap{Seats: 2, Next: 1, Left: 5, Lucky: 1}
	coin := heap{Seats: 2, Left: 5, Lucky: 1}
	end := heap{Seats: 2, Next: 2, Lucky: 1}
	text := games.Say("ask.none")
	board := func(w, h int, cells ...games.Cell) *games.View {
		return &games.View{Title: text, Prompt: text, W: w, H: h, Cells: cells}
	}
	changing := 5
	tests := map[string]struct {
		state games.State
		want  string // part of the complaint
	}{
		"nothing":                        {good, ""},
		"nothing at chance":              {coin, ""},
		"nothing at the end":             {end, ""},
		"turn of a missing seat":         {heap{Seats: 2, Next: 3, Left: 5}, "Turn() = 3"},
		"no decision for a seat":         {bent{heap: good, legal: []games.Choice{}}, "with 0 legal decisions"},
		"a decision after the end":       {bent{heap: end, legal: []games.Choice{{Says: "take 1"}}}, "with 1 legal decisions"},
		"unsorted":                       {bent{heap: good, legal: []games.Choice{{Says: "take 2"}, {Says: "take 1"}}}, "precedes"},
		"twice the same":                 {bent{heap: good, legal: []games.Choice{{Says: "take 1"}, {Says: "take 1"}}}, "precedes"},
		"a double blank":                 {bent{heap: good, legal: []games.Choice{{Says: "take  1"}}}, "single blanks"},
		"a range backwards":              {bent{heap: good, legal: []games.Choice{{Says: "take", From: 2, To: 1}}}, "range 2..1"},
		"no words for a decision":        {bent{heap: good, legal: []games.Choice{{Says: "pass"}}}, `"say.pass"`},
		"no word for a word":             {bent{heap: coin, legal: []games.Choice{{Says: "coin edge"}}}, `"word.edge"`},
		"two streams in a question":      {bent{heap: coin, legal: []games.Choice{{Says: "coin heads"}, {Says: "take 1"}}}, "two streams"},
		"odds for some outcomes":         {bent{heap: coin, legal: []games.Choice{{Says: "coin heads", Weight: 1}, {Says: "coin tails"}}}, "1 of 2 decisions"},
		"odds for a person":              {bent{heap: good, legal: []games.Choice{{Says: "take 1", Weight: 1}}}, "1 of 1 decisions"},
		"scores of another table":        {bent{heap: good, standing: &games.Standing{Scores: []int32{1}}}, "Standing()"},
		"ties of another table":          {bent{heap: good, standing: &games.Standing{Scores: []int32{1, 2}, Ties: []int32{1}}}, "Standing()"},
		"over too early":                 {bent{heap: good, standing: &games.Standing{Scores: []int32{1, 2}, Over: true, Won: []games.Seat{1}}}, "Standing()"},
		"nobody won":                     {bent{heap: end, standing: &games.Standing{Scores: []int32{1, 2}, Over: true}}, "Standing()"},
		"won without a reason":           {bent{heap: end, standing: &games.Standing{Scores: []int32{1, 2}, Over: true, Won: []games.Seat{1}}}, "Why"},
		"winners out of order":           {bent{heap: end, standing: &games.Standing{Scores: []int32{1, 1}, Over: true, Won: []games.Seat{2, 1}, Why: text}}, "Won"},
		"a view without words":           {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("ask.nothing")}}, `"ask.nothing"`},
		"a rule without words":           {bent{heap: good, view: &games.View{Title: text, Prompt: text, Rule: games.Say("phase.nothing")}}, `"phase.nothing"`},
		"a rule too long":                {bent{heap: good, view: &games.View{Title: text, Prompt: text, Rule: games.Say("won", strings.Repeat("words of a rule that ", 13))}}, "not 1 to 12"},
		"an argument too few":            {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("won")}}, "{0}"},
		"a prompt too long":              {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("won", strings.Repeat("word ", 9))}}, "two lines"},
		"a prompt too wide":              {bent{heap: good, view: &games.View{Title: text, Prompt: games.Say("won", strings.Repeat("x", 22))}}, "two lines"},
		"a stake of an illegal decision": {bent{heap: good, view: &games.View{Title: text, Prompt: text, Stakes: []games.Stake{{Says: "take 4", Text: text}}}}, `a stake of "take 4"`},
		"a stake without words":          {bent{heap: good, view: &games.View{Title: text, Prompt: text, Stakes: []games.Stake{{Says: "take 1", Text: games.Say("stake")}}}}, `"stake"`},
		"a stake too long":               {bent{heap: good, view: &games.View{Title: text, Prompt: text, Stakes: []games.Stake{{Says: "take 1", Text: games.Say("won", "seven")}}}}, "doesn't fit"},
		"a stake that fits":              {bent{heap: good, view: &games.View{Title: text, Prompt: text, Stakes: []games.Stake{{Says: "take 1", Text: text}}}}, "another position"},
		"cells that are missing":         {bent{heap: good, view: board(2, 1, games.Cell{})}, "cells"},
		"more cells than lamps":          {bent{heap: good, view: board(13, 5, make([]games.Cell, 65)...)}, "cells"},
		"a picture that is missing":      {bent{heap: good, view: board(1, 1, games.Cell{Glyph: "cat"})}, `"cat"`},
		"a cell of a missing seat":       {bent{heap: good, view: board(1, 1, games.Cell{Seat: 3})}, "seat 3"},
		"text that isn't read":           {bent{heap: good, text: "nonsense"}, "Parse refuses"},
		"text of another position":       {bent{heap: good, text: "turn 2 left 5 lucky 1\n"}, "another position"},
		"a legal decision refused": {bent{heap: good, apply: func(_ heap, d games.Decision) (games.State, error) {
			return nil, games.Refuse(d, "rule.take")
		}}, "is refused"},
		"anything taken": {bent{heap: good, apply: func(h heap, _ games.Decision) (games.State, error) {
			return h, nil
		}}, "is accepted"},
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
		"any ruling taken":    {bent{heap: good, fix: func(h heap, _ games.Decision) (games.State, error) { return h, nil }}, "but not offered"},
		"a ruling to nowhere": {bent{heap: good, fix: func(h heap, _ games.Decision) (games.State, error) { h.Next = 7; return h, nil }}, "Turn() = 7"},
		"a ruling refused": {bent{heap: good, fix: func(_ heap, d games.Decision) (games.State, error) {
			return nil, games.Refuse(d, "rule.take")
		}}, "ruling"},
		"a receiver that changes":        {shifting{good, &changing}, "changed"},
		"some legal decisions in a menu": {listing{good, good.Legal()[:1]}, ""},
		"an illegal decision in a menu":  {listing{good, []games.Choice{{Says: "take 9"}}}, `lists "take 9"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := judge(tt.state); !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
				t.Errorf("got %q, want it to say %q", got, tt.want)
			}
		})
	}
}

// listing is a position whose menu lists other choices.
type listing struct {
	heap
	entry []games.Choice
}

func (l listing) Entry() []games.Choice { return l.entry }

// shifting is a position that all its successors share and Apply changes.
type shifting struct {
	heap
	shared *int
}

func (s shifting) String() string {
	h := s.heap
	h.Left = *s.shared
	return h.String()
}

func (s shifting) Apply(d games.Decision) (games.State, error) {
	next, err := s.heap.Apply(d)
	if err == nil {
		*s.shared--
	}
	return next, err
}

func TestLettersOfPicturesAreOneEach(t *testing.T) {
	v := &verdict{TB: t}
	catalogue{"letter.red": "R", "letter.green": "Gr", "letter.rose": "R", "title": "R"}.checkLetters(v, "en")
	for _, want := range []string{`letter.green = "Gr" is not one letter`, `letter.red and letter.rose are both "R"`} {
		if !strings.Contains(v.said, want) {
			t.Errorf("got %q, want it to say %q", v.said, want)
		}
	}
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
		tb := &table{Kit: &Kit{Together: tt.together}}
		if got := tb.winners(tt.won, tt.over, 2); got != tt.want {
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
		_, err := parseCatalogue(tt.lang, tt.text, "")
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

func TestPicksFollowTheOdds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	choices := []games.Choice{{Says: "a", Weight: 1}, {Says: "b", From: 1, To: 3, Weight: 1}}
	counts := map[games.Decision]int{}
	const n = 40_000
	for range n {
		counts[Pick(rnd, choices).Says]++
	}
	if a := counts["a"]; a < n/4-500 || a > n/4+500 { // 5.8 standard deviations
		t.Errorf("1 of 4 was picked %d times of %d", a, n)
	}
}
