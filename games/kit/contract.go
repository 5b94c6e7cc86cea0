package kit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// table is one random game in progress. Its failures state the decisions that led to the
// position.
type table struct {
	*Kit
	t       T
	setup   games.Setup
	rnd     *rand.Rand
	path    []games.Decision // the decisions so far, with rulings as "fix …"
	offered []games.Decision // decisions that were legal at earlier positions
	twin    *twin            // the second game, which detects revealed secrets, or nil
}

// fail ends the test with a finding: the message, the position, and the decisions that led to it.
func (tb *table) fail(s games.State, format string, args ...any) {
	tb.t.Helper()
	f := tb.found(s, format, args...)
	if p, ok := tb.t.(*part); ok {
		p.stop(f)
	}
	tb.t.Fatalf("%s", f)
}

// found returns a finding at s, without the part of the kit.
func (tb *table) found(s games.State, format string, args ...any) Finding {
	f := Finding{
		What: fmt.Sprintf(format, args...), Said: tb.rule(args), Setup: start(tb.setup), Path: slices.Clone(tb.path), Position: s.String(),
	}
	if strings.HasPrefix(f.What, "the legal ") {
		f.Tried, _ = args[0].(games.Decision)
	}
	f.Said = tb.blame(f)
	return f
}

// blamed is implemented by rules of files. Blame returns the text about the place in the file that causes
// a breach of a part of the contract, by language. part is "Likely", "Steps", "View" and so on, and quote
// the decision or the text that is wrong, or "".
type blamed interface {
	Blame(part, quote string) map[string]string
}

// parts maps the first words of breaches to the part of the contract, unless they begin with its name.
var parts = []struct{ begins, part string }{
	{"the legal ", "Apply"},
	{"the listed ", "Apply"},
	{"the ruling ", "Fixes"},
	{"the menu ", "Entry"},
	{"a hundred ", "Legal"},
	{"a decision of chance", "Legal"},
	{"a stake", "View"},
	{"the ru stake", "View"},
	{"the en stake", "View"},
	{"a pile", "View"},
	{"in a pile", "View"},
	{"seat ", "View"},
	{"Fix", "Fixes"},
	{"Turn", "Legal"},
}

// blame returns the text of a finding by language. A file's own text about a breach has the place in the
// file; a text of the file itself, such as that of a refusal, has none.
func (k *Kit) blame(f Finding) map[string]string {
	b, ok := k.rules.(blamed)
	if name, file := strings.CutPrefix(k.rules.Name(), "file/"); !ok || !file || strings.HasPrefix(f.Said["en"], name+".star:") {
		return f.Said
	}
	part := f.What[:len(f.What)-len(strings.TrimLeftFunc(f.What, unicode.IsLetter))]
	for _, p := range parts {
		if strings.HasPrefix(f.What, p.begins) {
			part = p.part
			break
		}
	}
	quote := ""
	if _, after, ok := strings.Cut(f.What, `"`); ok {
		quote, _, _ = strings.Cut(after, `"`)
	}
	return b.Blame(part, quote)
}

// rule returns the text of the rule that refused a decision, by language. If an error in args has
// a method In, the text comes from that method. If an error in args is a [games.Illegal], the text
// comes from the catalogues. Otherwise rule returns no text.
func (k *Kit) rule(args []any) map[string]string {
	texts := map[string]string{}
	for _, a := range args {
		var illegal games.Illegal
		var own interface{ In(lang string) string }
		err, _ := a.(error)
		for lang, words := range k.words {
			if errors.As(err, &own) {
				texts[lang] = own.In(lang)
			} else if errors.As(err, &illegal) {
				if s, err := words.say(lang, illegal.Rule); err == nil {
					texts[lang] = s
				}
			}
		}
	}
	return texts
}

// check checks s against every part of the contract.
func (tb *table) check(s games.State) {
	tb.t.Helper()
	tb.checkFaults(s)
	tb.checkLegal(s)
	tb.checkEntry(s)
	tb.checkStanding(s)
	tb.checkLeft(s)
	for seat := games.Nobody; int(seat) <= tb.seats(s); seat++ {
		if seat != games.Chance {
			tb.checkView(s, seat)
		}
	}
	tb.checkMoments(s)
	tb.checkSteps(s)
	tb.checkFixes(s)
	tb.checkText(s)
	tb.checkApply(s)
	tb.checkRefused(s)
}

// seats returns the number of seats at s.
func (tb *table) seats(s games.State) int { return games.SeatsAt(s, tb.setup) }

// checkLeft fails unless the seats whose players left are in ascending order, aren't on turn and
// don't win.
func (tb *table) checkLeft(s games.State) {
	left := games.Left(s)
	for i, seat := range left {
		if seat < 1 || int(seat) > tb.seats(s) || i > 0 && left[i-1] >= seat {
			tb.fail(s, "Left() = %v at a table of %d", left, tb.seats(s))
		}
		if s.Turn() == seat || slices.Contains(s.Standing().Won, seat) {
			tb.fail(s, "seat %d has left, and is on turn or has won", seat)
		}
	}
}

// checkAttendance fails unless only a ruling join has added a seat between two positions, only a
// ruling leave has taken a player away, and only a ruling back has taken one back in. None of them
// changes the points of others.
func (tb *table) checkAttendance(s, next games.State, d games.Decision) {
	grown, gone := tb.seats(next)-tb.seats(s), len(games.Left(next))-len(games.Left(s))
	ruled := d.Word(0) == "fix"
	join, leave, back := ruled && d.Word(1) == "join", ruled && d.Word(1) == "leave", ruled && d.Word(1) == "back"
	switch {
	case join != (grown == 1), !join && grown != 0, leave != (gone == 1), !leave && gone != 0 && (!back || gone != -1):
		tb.fail(next, "after %q %d seats more and %d players gone", d, grown, gone)
	case (join || leave) && !slices.Equal(s.Standing().Scores, next.Standing().Scores[:tb.seats(s)]):
		tb.fail(next, "%q has changed the points of others", d)
	}
}

// doubts reports whether s is stuck after corrections or rulings, and keeps the shortest way there.
func (tb *table) doubts(s games.State) bool {
	f, ok := s.(interface{ Faults() []error })
	if !ok || !slices.ContainsFunc(tb.path, corrects) {
		return false
	}
	for _, err := range f.Faults() {
		var stuck interface{ Stuck() bool }
		if errors.As(err, &stuck) && stuck.Stuck() {
			tb.keep(tb.found(s, "%v", err))
			return true
		}
	}
	return false
}

// keep keeps the doubt with the shortest path.
func (k *Kit) keep(f Finding) {
	if f.Part = "games"; k.doubt == nil || len(f.Path) < len(k.doubt.Path) {
		k.doubt = &f
	}
}

// Corrected reports whether corrections or rulings are among the decisions that led to f.
func (f Finding) Corrected() bool { return slices.ContainsFunc(f.Path, corrects) }

// corrects reports whether a decision of a path is a correction or a ruling.
func corrects(d games.Decision) bool { return d.Word(0) == "edit" || d.Word(0) == "fix" }

// checkFaults fails if s has a method Faults that returns errors. The states of games in files
// use the method to report failures of their optional functions, such as the one that lists steps.
func (tb *table) checkFaults(s games.State) {
	if f, ok := s.(interface{ Faults() []error }); ok {
		for _, err := range f.Faults() {
			tb.fail(s, "%v", err)
		}
	}
}

func (tb *table) checkLegal(s games.State) {
	legal, turn := s.Legal(), s.Turn()
	switch {
	case turn < games.Nobody || int(turn) > tb.seats(s):
		tb.fail(s, "Turn() = %d at a table of %d", turn, tb.seats(s))
	case (len(legal) == 0) != (turn == games.Nobody):
		tb.fail(s, "Turn() = %d with %d legal decisions", turn, len(legal))
	}
	tb.checkChoices(s, "Legal", legal)
	odds := 0
	for _, c := range legal {
		if c.Weight > 0 {
			odds++
		}
		if turn == games.Chance && c.Says.Word(0) != legal[0].Says.Word(0) {
			tb.fail(s, "a decision of chance has two streams: %q and %q", legal[0].Says, c.Says)
		}
	}
	if odds > 0 && (turn != games.Chance || odds < len(legal)) {
		tb.fail(s, "%d of %d decisions of seat %d have odds", odds, len(legal), turn)
	}
}

// checkChoices fails unless choices are sorted, unique and in canonical notation, and the
// catalogues have texts for them.
func (tb *table) checkChoices(s games.State, name string, choices []games.Choice) {
	for i, c := range choices {
		if string(c.Says) != strings.Join(strings.Fields(string(c.Says)), " ") || c.Says == "" {
			tb.fail(s, "%s: %q is not words separated by single blanks", name, c.Says)
		}
		if c.From > c.To || c.Grammar != "" && c.From != c.To {
			tb.fail(s, "%s: %q has the range %d..%d and the grammar %q", name, c.Says, c.From, c.To, c.Grammar)
		}
		if i > 0 && choices[i-1].Says >= c.Says {
			tb.fail(s, "%s: %q precedes %q", name, choices[i-1].Says, c.Says)
		}
		if d := c.At(0); games.Canonical(s, d) != d {
			tb.fail(s, "%s: %q is not canonical, want %q", name, d, games.Canonical(s, d))
		}
		if !tb.worded[c.Says] {
			tb.checkWords(s, name, c)
			tb.worded[c.Says] = true
		}
	}
}

// checkWords fails unless both languages have texts for c and for its verb alone. Menus show
// both.
func (tb *table) checkWords(s games.State, name string, c games.Choice) {
	for lang, words := range tb.words {
		if _, err := words.decision(lang, c.At(0)); err != nil {
			tb.fail(s, "%s: %v", name, err)
		}
		verb := c.Says.Word(0)
		if text, _ := words.decision(lang, games.Decision(verb)); strings.TrimSpace(text) == "" {
			tb.fail(s, "%s: in %s \"say.%s\" says nothing without other words", name, lang, verb)
		}
	}
}

func (tb *table) checkStanding(s games.State) {
	got, over := s.Standing(), s.Turn() == games.Nobody
	switch {
	case got.Over != over, !tb.winners(got.Won, over, tb.seats(s)):
		tb.fail(s, "Standing() = %+v where Turn() = %d", got, s.Turn())
	case len(got.Scores) != tb.seats(s), got.Ties != nil && len(got.Ties) != tb.seats(s):
		tb.fail(s, "Standing() = %+v at a table of %d", got, tb.seats(s))
	case over || got.Why.Key != "":
		tb.checkSaid(s, "Standing().Why", got.Why)
	}
	for i, seat := range got.Won {
		if seat < 1 || int(seat) > tb.seats(s) || i > 0 && got.Won[i-1] >= seat {
			tb.fail(s, "Standing().Won = %v at a table of %d", got.Won, tb.seats(s))
		}
	}
}

// winners reports whether the number of winners is possible at a table with that many seats. A game that is not over has no
// winner. A game that is over has at least one; if all seats play together, it has all seats or
// none as winners.
func (tb *table) winners(won []games.Seat, over bool, seats int) bool {
	if tb.Together && over {
		return len(won) == 0 || len(won) == seats
	}
	return (len(won) > 0) == over
}

func (tb *table) checkSaid(s games.State, name string, text games.Text) {
	if err := tb.sayable(text); err != nil {
		tb.fail(s, "%s: %v", name, err)
	}
}

func (tb *table) checkView(s games.State, seat games.Seat) {
	v := s.View(seat)
	for _, text := range append([]games.Text{v.Title, v.Prompt}, v.Lines...) {
		if strings.HasPrefix(text.Key, "rule.") {
			tb.fail(s, "View(%d) reports that it failed: %v", seat, games.Illegal{Says: "view", Rule: text})
		}
		tb.checkSaid(s, fmt.Sprintf("View(%d)", seat), text)
	}
	for lang, words := range tb.words {
		prompt, _ := words.say(lang, v.Prompt)
		for i, line := range wrap(prompt) {
			if i > 1 || len([]rune(line)) > columns {
				tb.fail(s, "View(%d): the %s prompt %q is longer than two lines of %d", seat, lang, prompt, columns)
			}
		}
	}
	tb.checkRule(s, v.Rule)
	if len(v.Cells) != v.W*v.H || len(v.Cells) > 64 {
		tb.fail(s, "View(%d): %d cells on a board of %d×%d", seat, len(v.Cells), v.W, v.H)
	}
	tb.checkBearings(s, v.Seats)
	if len(v.Strip) > games.MostTallies {
		tb.fail(s, "View(%d): %d tallies", seat, len(v.Strip))
	}
	for _, t := range v.Strip {
		if !tb.glyphs[t.Glyph] || t.N < 0 || t.N > games.MostCounted || t.Seat < games.Nobody || int(t.Seat) > tb.seats(s) {
			tb.fail(s, "View(%d): a tally %+v", seat, t)
		}
	}
	tb.checkPiles(s, v.Piles)
	tb.checkStakes(s, v.Stakes)
	for _, cell := range v.Cells {
		_, err := strconv.Atoi(cell.Glyph)
		if cell.Glyph != "" && err != nil && !tb.glyphs[cell.Glyph] {
			tb.fail(s, "View(%d): there is no picture %q", seat, cell.Glyph)
		}
		if cell.Seat < games.Nobody || int(cell.Seat) > tb.seats(s) {
			tb.fail(s, "View(%d): a cell belongs to seat %d", seat, cell.Seat)
		}
	}
}

// checkBearings fails unless all is nil, or each seat has a bearing, at most one seat is OnDeck,
// and the seat on turn is Waiting.
func (tb *table) checkBearings(s games.State, all []games.Bearing) {
	if all == nil {
		return
	}
	if len(all) != tb.seats(s) {
		tb.fail(s, "%d bearings of %d seats", len(all), tb.seats(s))
	}
	next := 0
	for i, b := range all {
		if b < games.Waiting || b > games.Gone || s.Turn() == games.Seat(i+1) && b != games.Waiting {
			tb.fail(s, "seat %d has bearing %d", i+1, b)
		}
		if b == games.OnDeck {
			next++
		}
	}
	if next > 1 {
		tb.fail(s, "%d seats are on deck", next)
	}
}

// checkPiles fails unless each pile has a name and pictures, and lies in front of a seat or in
// the middle.
func (tb *table) checkPiles(s games.State, piles []games.Pile) {
	for _, p := range piles {
		tb.checkSaid(s, "pile", p.What)
		if len(p.Of) == 0 || p.Seat < games.Nobody || int(p.Seat) > tb.seats(s) {
			tb.fail(s, "a pile %+v", p)
		}
		for _, t := range p.Of {
			if base, _, _ := strings.Cut(t.Glyph, "-"); t.N < 1 || !tb.glyphs[t.Glyph] && !tb.glyphs[base] {
				tb.fail(s, "in a pile %+v", t)
			}
		}
	}
}

// The width of a row of a menu, and of a stake in it, in characters.
const (
	rowColumns   = 19
	stakeColumns = 12
)

// checkStakes fails unless each stake is that of a legal decision and fits into the row of the
// decision in both languages.
func (tb *table) checkStakes(s games.State, stakes []games.Stake) {
	for _, stake := range stakes {
		if _, ok := games.Find(s.Legal(), stake.Says); !ok {
			tb.fail(s, "a stake of %q, which is not legal", stake.Says)
		}
		tb.checkSaid(s, "a stake", stake.Text)
		for lang, words := range tb.words {
			text, _ := words.say(lang, stake.Text)
			label, _ := words.decision(lang, stake.Says)
			if n := utf8.RuneCountInString(text); n < 1 || n > stakeColumns || n+1+utf8.RuneCountInString(label) > rowColumns {
				tb.fail(s, "the %s stake %q doesn't fit into the row %q", lang, text, label)
			}
		}
	}
}

// mostRule is the maximum number of panel lines for the rule of a phase: two pages.
const mostRule = 12

// checkRule fails if the text of a phase's rule is missing or longer than mostRule lines. A phase
// may have no rule.
func (tb *table) checkRule(s games.State, rule games.Text) {
	if reflect.DeepEqual(rule, games.Text{}) {
		return
	}
	tb.checkSaid(s, "View().Rule", rule)
	for lang, words := range tb.words {
		text, _ := words.say(lang, rule)
		if n := len(wrap(text)); n < 1 || n > mostRule {
			tb.fail(s, "View().Rule: in %s %q has %d lines, not 1 to %d", lang, rule.Key, n, mostRule)
		}
	}
}

// checkText fails unless Parse turns the output of String back into the same position.
func (tb *table) checkText(s games.State) {
	back, err := tb.rules.Parse(tb.setup, s.String())
	if err != nil {
		tb.fail(s, "Parse refuses what String prints: %v", err)
	}
	same := back.String() == s.String() && back.Turn() == s.Turn() &&
		slices.Equal(back.Legal(), s.Legal()) && slices.Equal(back.Fixes(), s.Fixes()) &&
		reflect.DeepEqual(back.Standing(), s.Standing())
	for seat := games.Nobody; int(seat) <= tb.seats(s); seat++ {
		same = same && reflect.DeepEqual(back.View(seat), s.View(seat))
	}
	if !same {
		tb.fail(s, "Parse reads another position than String prints:\n%s", back)
	}
}
