package kit

import (
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"tabletop/games"
)

// momentColumns is the number of characters in a line beside the picture of a moment.
const momentColumns = 13

// kinds lists the kinds of moments that a game may report.
var kinds = []games.Kind{
	games.Bust, games.Catch, games.Steal, games.Appear, games.Gain, games.Land, games.Carry, games.Pull, games.Whirl,
	games.Sink, games.Last, games.Trick, games.Revoke, games.Round, games.Lead, games.Target, games.Home, games.Stuck,
	games.Blocked, games.High, games.Low,
}

// checkMoments fails unless the catalogues have texts for the moments of s. It also fails if a
// first position or a parsed position has moments.
func (tb *table) checkMoments(s games.State) {
	moments := games.Moments(s)
	for i, m := range moments {
		tb.checkMoment(s, fmt.Sprintf("Moments()[%d]", i), m)
	}
	read, err := tb.rules.Parse(tb.setup, s.String())
	begun := len(tb.path) == 0
	if err == nil && len(games.Moments(read)) > 0 || begun && len(moments) > 0 {
		tb.fail(s, "Moments() in a position without a decision before it")
	}
}

func (tb *table) checkMoment(s games.State, name string, m games.Moment) {
	switch {
	case !slices.Contains(kinds, m.Kind):
		tb.fail(s, "%s has a kind that games can't report: %q", name, m.Kind)
	case m.Glyph != "" && !tb.glyphs[m.Glyph]:
		tb.fail(s, "%s: there is no picture %q", name, m.Glyph)
	case !slices.IsSorted(m.Seats):
		tb.fail(s, "%s is of seats %v", name, m.Seats)
	}
	for _, seat := range m.Seats {
		if seat < 1 || int(seat) > tb.seats(s) {
			tb.fail(s, "%s is of seats %v", name, m.Seats)
		}
	}
	tb.checkShort(s, name+".Text", m.Text, 2, momentColumns)
	if !reflect.DeepEqual(m.Note, games.Text{}) {
		tb.checkShort(s, name+".Note", m.Note, 1, columns)
	}
}

// checkShort fails unless text fits into that number of lines, each of width characters, in both
// languages.
func (tb *table) checkShort(s games.State, name string, text games.Text, lines, width int) {
	tb.checkSaid(s, name, text)
	for lang, words := range tb.words {
		shown, _ := words.say(lang, text)
		wrapped := wrapTo(shown, width)
		if n := len(wrapped); n == 0 || n > lines || slices.ContainsFunc(wrapped, func(l string) bool { return utf8.RuneCountInString(l) > width }) {
			tb.fail(s, "%s: the %s %q is longer than %d lines of %d", name, lang, shown, lines, width)
		}
	}
}

// checkSteps fails unless each step of s has a text, and names existing pictures and cells. It
// also fails if the decision of a step, or the likely decision, is illegal.
func (tb *table) checkSteps(s games.State) {
	cells := s.View(games.Nobody).Cells
	for i, step := range games.Steps(s) {
		name := fmt.Sprintf("Steps()[%d]", i)
		tb.checkSaid(s, name, step.Text)
		if step.Glyph != "" && !tb.glyphs[step.Glyph] {
			tb.fail(s, "%s: there is no picture %q", name, step.Glyph)
		}
		if _, legal := games.Find(s.Legal(), step.Says); step.Says != "" && !legal {
			tb.fail(s, "%s: its decision %q is not legal", name, step.Says)
		}
		for _, at := range append([]string{step.At}, step.Squares...) {
			if at != "" && !slices.ContainsFunc(cells, func(c games.Cell) bool { return c.Name == at }) {
				tb.fail(s, "%s: the board has no %q", name, at)
			}
		}
	}
	if l := games.Likely(s); l != "" && !slices.ContainsFunc(s.Legal(), func(c games.Choice) bool { return c.Under(l) }) {
		tb.fail(s, "Likely() = %q, which is not legal", l)
	}
}
