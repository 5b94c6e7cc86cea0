package kit

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// checkApply fails unless the game accepts legal decisions. It also fails if Apply changes its
// receiver, or a position that another call of Apply has returned.
func (tb *table) checkApply(s games.State) {
	before := s.String()
	type step struct {
		state games.State
		text  string
	}
	var steps []step
	for _, c := range tb.some(s.Legal()) {
		if !tb.goesOn() {
			break
		}
		for _, d := range tb.samples(c) {
			next, err := s.Apply(d)
			if err != nil && !tb.mayRefuse(s, c, err) {
				tb.fail(s, "the legal %q is refused: %v", d, err)
			}
			if err == nil {
				steps = append(steps, step{next, next.String()})
			}
		}
	}
	for _, n := range steps {
		if n.state.String() != n.text {
			tb.fail(s, "another Apply changed the position\n%s", n.text)
		}
	}
	if s.String() != before {
		tb.fail(s, "Apply changed its receiver, which was\n%s", before)
	}
}

// mayRefuse reports whether s may refuse a decision of a listed choice with err: a text, or one of many
// numbers, by a rule.
func (tb *table) mayRefuse(s games.State, c games.Choice, err error) bool {
	return c.Grammar != "" || Sifts(s, c) && !failed(err) && tb.refusal(err) == nil
}

// Sifts reports whether s may refuse, by a rule, some numbers of a choice that Legal lists, because there
// are too many to ask about each. It is the result of the method Sifts of s, or false without that
// method.
func Sifts(s games.State, c games.Choice) bool {
	f, ok := s.(interface{ Sifts(games.Choice) bool })
	return ok && f.Sifts(c)
}

// checkEntry fails if a menu lists a decision that is not legal: nobody may be offered a decision
// that is then refused.
func (tb *table) checkEntry(s games.State) {
	legal := s.Legal()
	for _, c := range games.Entry(s) {
		covers := func(l games.Choice) bool {
			return l.Says == c.Says && l.Grammar == c.Grammar && l.From <= c.From && c.To <= l.To
		}
		if !slices.ContainsFunc(legal, covers) {
			tb.fail(s, "the menu lists %q, which is not legal", c.String())
		}
	}
}

// some returns the choices to try at a position: all choices or, if there are more than
// Bounds.Tries, that number drawn at random.
func (tb *table) some(choices []games.Choice) []games.Choice {
	if tb.Bounds.Tries == 0 || len(choices) <= tb.Bounds.Tries {
		return choices
	}
	drawn := make([]games.Choice, tb.Bounds.Tries)
	for i := range drawn {
		drawn[i] = choices[tb.rnd.IntN(len(choices))]
	}
	return drawn
}

// samples returns decisions that c covers: both ends of its range and a random number of it, or
// the sample texts of its grammar.
func (tb *table) samples(c games.Choice) []games.Decision {
	switch {
	case c.Grammar != "":
		return tb.grammarSamples(c)
	case c.From < c.To:
		return []games.Decision{c.At(0), c.At(tb.rnd.IntN(c.Len())), c.At(c.Len() - 1)}
	}
	return []games.Decision{c.Says}
}

func (tb *table) grammarSamples(c games.Choice) []games.Decision {
	var all []games.Decision
	for _, text := range tb.Texts[c.Grammar] {
		all = append(all, c.Says+" "+games.Decision(text))
	}
	return all
}

// checkRefused fails unless the game refuses illegal decisions by a rule and without changing the
// position.
func (tb *table) checkRefused(s games.State) {
	before, legal := s.String(), s.Legal()
	for _, d := range tb.foreign(legal) {
		if _, ok := games.Find(legal, d); ok || !tb.goesOn() {
			continue
		}
		if _, err := s.Apply(d); err == nil {
			tb.fail(s, "%q is accepted, but not legal", d)
		} else if err := tb.refusal(err); err != nil {
			tb.fail(s, "%q is refused: %v", d, err)
		}
	}
	if s.String() != before {
		tb.fail(s, "a refused decision changed the position, which was\n%s", before)
	}
}

// foreign returns decisions that are probably illegal: damaged decisions, and decisions that were
// legal at earlier positions.
func (tb *table) foreign(legal []games.Choice) []games.Decision {
	all := []games.Decision{"", " ", "nosuchverb", "nosuchverb 1", "\x00\xff", "roll 0", games.Decision(strings.Repeat("9", 1000))}
	if len(legal) > 0 {
		c := legal[tb.rnd.IntN(len(legal))]
		all = append(all, " "+c.At(0), c.At(0)+" ")
		if c.Grammar == "" {
			all = append(all, c.At(0)+" 99", c.At(0)+" nosuchword", c.At(0)+"9999")
		}
		if c.From < c.To {
			all = append(all, c.Says, beyond(c.Says, int64(c.From)-1), beyond(c.Says, int64(c.To)+1), c.Says+" 0"+c.At(0)[len(c.Says)+1:])
		}
		tb.offered = append(tb.offered, c.At(0))
	}
	for range min(len(tb.offered), 5) {
		all = append(all, tb.offered[tb.rnd.IntN(len(tb.offered))])
	}
	return all
}

func beyond(says games.Decision, n int64) games.Decision {
	return says + " " + games.Decision(strconv.FormatInt(n, 10))
}

func (tb *table) checkFixes(s games.State) {
	before, fixes := s.String(), s.Fixes()
	tb.checkChoices(s, "Fixes", fixes)
	for _, c := range tb.some(fixes) {
		if !tb.goesOn() {
			break
		}
		for _, d := range tb.samples(c) {
			next, err := s.Fix(d)
			if err != nil && c.Grammar == "" {
				tb.fail(s, "the ruling %q is refused: %v", d, err)
			}
			if err == nil {
				tb.checkLegal(next)
				tb.checkStanding(next)
			}
		}
	}
	for _, d := range []games.Decision{"", "nosuchverb", "turn 0", "turn 99"} {
		if _, ok := games.Find(fixes, d); ok {
			continue
		}
		if _, err := s.Fix(d); err == nil {
			tb.fail(s, "the ruling %q is accepted, but not offered", d)
		} else if err := tb.refusal(err); err != nil {
			tb.fail(s, "the ruling %q is refused: %v", d, err)
		}
	}
	if s.String() != before {
		tb.fail(s, "Fix changed its receiver, which was\n%s", before)
	}
}
