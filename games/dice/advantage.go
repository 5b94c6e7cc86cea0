package dice

import "unicode"

// The words for advantage and disadvantage: two dice are rolled instead of one, and the better or the
// worse counts. Longer words come first.
var (
	advantages    = []string{"advantage", "adv", "преимущество", "преим"}
	disadvantages = []string{"disadvantage", "dis", "помеха"}
)

// isAdvantage reports whether a word for advantage or disadvantage is next.
func (p *parser) isAdvantage() bool { return p.favours(p.peek()) }

// favours is the same as isAdvantage. The next character is r.
func (p *parser) favours(r rune) bool {
	return (r == 'a' || r == 'п' || r == 'd' && p.at+1 < len(p.all) && p.all[p.at+1]|' ' == 'i') && p.isFavour()
}

func (p *parser) isFavour() bool { return p.isWord(advantages) || p.isWord(disadvantages) }

// isWord reports whether one of the given words is next and isn't a part of a longer word.
func (p *parser) isWord(words []string) bool {
	ahead := *p
	ahead.peek()
	if !ahead.word(words...) {
		return false
	}
	if ahead.at == len(ahead.all) {
		return true
	}
	r, _ := ahead.next()
	return !unicode.IsLetter(r)
}

// advantage parses a word for advantage or disadvantage and changes t, which must be a single die.
func (p *parser) advantage(t *term) bool {
	better := p.word(advantages...)
	if !better {
		p.word(disadvantages...)
	}
	switch {
	case t.die.words():
		p.fail("rule.dice.words", t.die.String())
		return true
	case t.count != 1 || p.dice == MostDice:
		p.fail("rule.dice.advantage")
		return true
	}
	p.dice++
	if t.count = 2; better {
		t.low = 1
	} else {
		t.high = 1
	}
	return true
}

// follows reports whether a word for advantage that is next belongs to the die of t: it stands directly
// behind it, or the die has twenty faces. Otherwise the word belongs to the whole notation.
func (p *parser) follows(t *term) bool { return t.die.isTwenty() || !p.afterBlank() }

// lastAdvantage parses a word for advantage or disadvantage at the end of a sum, as in "d20+5 adv",
// whose terms are those from the index from on. It belongs to the first d20, or to the first other
// single die.
func (p *parser) lastAdvantage(from int) {
	if p.rule != nil || !p.isAdvantage() {
		return
	}
	var single *term
	for i := from; i < len(p.terms); i++ {
		t := &p.terms[i]
		if t.count == 1 && (single == nil || t.die.isTwenty() && !single.die.isTwenty()) {
			single = t
		}
	}
	if single == nil {
		p.fail("rule.dice.advantage")
		return
	}
	p.advantage(single)
}
