package dice

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// isDeep reports whether the character r makes a notation more than a sum of terms.
func isDeep(r rune) bool { return strings.ContainsRune("({[*/%^#,", r) || isTimes(r) }

// isTimes reports whether r is the multiplication sign x of a repetition.
func isTimes(r rune) bool { return r == 'x' || r == 'х' || r == '×' }

// tree parses the whole notation again, as a tree and without its comment. It returns nil if a
// rule is broken or the notation is a plain sum.
func (p *parser) tree() *node {
	p.at, p.dice, p.terms, p.rule, p.nested = 0, 0, p.terms[:0], nil, true
	if p.comments(); p.rule != nil {
		return nil
	}
	n := p.expression()
	if p.rule == nil && p.peek() != end {
		p.stray()
	}
	if p.rule == nil {
		p.wordless(&n, true)
	}
	if p.rule != nil || n.flat(p.terms) {
		return nil
	}
	if _, _, p.rule = n.bounds(p.terms, Cup{terms: p.terms}.reach()); p.rule != nil {
		return nil
	}
	return &n
}

// expression parses a sum, or a repetition of a sum.
func (p *parser) expression() node {
	ahead := *p
	n, ok := ahead.number()
	if !ok || !isTimes(ahead.peek()) {
		return p.addition()
	}
	ahead.skip()
	p.at = ahead.at
	if n < 1 || n > MostTerms {
		p.fail("rule.dice.times", strconv.Itoa(MostTerms))
	}
	all, from := node{op: repeat}, p.at
	for i := 0; i < n && p.rule == nil; i++ {
		p.at = from
		all.kids = append(all.kids, p.addition())
	}
	if len(all.kids) == 1 {
		return all.kids[0]
	}
	return all
}

// addition parses products joined by + and -.
func (p *parser) addition() node {
	from := len(p.terms)
	all, sign := node{op: sum}, p.peek()
	if sign == '+' || sign == '-' {
		p.skip()
	}
	for p.rule == nil {
		all.take(p.multiplication(), sign == '-')
		if sign = p.peek(); sign != '+' && sign != '-' {
			break
		}
		p.skip()
	}
	p.lastAdvantage(from)
	return all.simplest()
}

// multiplication parses powers joined by *, / and %.
func (p *parser) multiplication() node {
	all := node{op: product}
	for sign := '*'; p.rule == nil; p.skip() {
		kid := p.raised()
		if len(all.kids) == 0 && kid.op == product && kid.label == "" {
			all = kid
		} else {
			all.kids, all.signs = append(all.kids, kid), append(all.signs, byte(sign))
		}
		if sign = p.peek(); sign == '×' && p.isFactor() {
			sign = '*'
		}
		if sign != '*' && sign != '/' && sign != '%' {
			break
		}
	}
	if len(all.kids) == 1 {
		return all.kids[0]
	}
	return all
}

// isFactor reports whether a number is after the × that is next. If dice follow, it isn't clear whether
// they are to be repeated.
func (p *parser) isFactor() bool {
	ahead := *p
	ahead.skip()
	_, ok := ahead.number()
	return ok && !isDie(ahead.peek())
}

// raised parses an operand, and a power after ^ or **.
func (p *parser) raised() node {
	base := p.operand()
	if p.rule != nil || !p.sign("^") && !p.sign("**") {
		return base
	}
	return node{op: power, kids: []node{base, p.raised()}}
}

// sign skips the given sign if it is next. It returns false if another character is next.
func (p *parser) sign(s string) bool {
	p.peek()
	if !strings.HasPrefix(p.all[p.at:], s) {
		return false
	}
	p.at += len(s)
	return true
}

// operand parses a term, an expression in brackets or braces, or a function. It may have signs before
// it, as in 2*-3.
func (p *parser) operand() node {
	switch p.peek() {
	case '(':
		return p.bracket()
	case '[':
		return p.inlineRoll()
	case '{':
		return p.group()
	case '+':
		p.skip()
		return p.raised()
	case '-':
		p.skip()
		n := node{op: sum}
		n.take(p.raised(), true)
		return n.simplest()
	}
	if f := p.function(); f != nil {
		return p.called(f)
	}
	if len(p.terms) == MostTerms {
		p.fail("rule.dice.terms", strconv.Itoa(MostTerms))
		return node{}
	}
	p.term(false)
	return node{term: len(p.terms) - 1}
}

// enclosed parses an expression in round brackets.
func (p *parser) enclosed() node {
	p.skip()
	n := p.expression()
	if p.rule == nil && !p.sign(")") {
		p.unexpected()
	}
	return n
}

// inlineRoll parses an expression in double square brackets.
func (p *parser) inlineRoll() node {
	if !p.sign("[[") {
		p.unexpected()
		return node{}
	}
	n := p.expression()
	if p.rule == nil && !p.sign("]]") {
		p.unexpected()
	}
	return n
}

// fixed returns the value of n, a number in brackets whose terms are those from the index from on. It
// removes these terms. It fails if there are dice in n.
func (p *parser) fixed(n node, from int) int {
	if p.rule != nil {
		return 1
	}
	if slices.ContainsFunc(p.terms[from:], func(t term) bool { return t.count > 0 }) {
		p.fail("rule.dice.fixed")
		return 1
	}
	value, _, rule := n.bounds(p.terms, Cup{terms: p.terms}.reach())
	if rule != nil {
		p.fail(rule.Key, rule.Args...)
	}
	p.terms = p.terms[:from]
	return int(value)
}

// function returns the function whose name is next, with a bracket after it. It returns nil if there
// is none.
func (p *parser) function() *function {
	p.peek()
	rest := p.all[p.at:]
	name := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsLetter))]
	f := functionOf(name)
	if f == nil || !strings.HasPrefix(strings.TrimLeftFunc(rest[len(name):], isBlank), "(") {
		return nil
	}
	return f
}

// called parses the arguments of a function, from its name on.
func (p *parser) called(f *function) node {
	p.at += strings.IndexByte(p.all[p.at:], '(')
	n := node{op: call, call: f}
	for more := true; more && p.rule == nil; more = p.peek() == ',' {
		p.skip()
		n.kids = append(n.kids, p.expression())
	}
	if p.rule == nil && !p.sign(")") {
		p.unexpected()
	}
	if p.rule == nil && (len(n.kids) > f.most || len(n.kids) < 2 && f.most == 2) {
		p.fail("rule.dice.arguments", f.name, strconv.Itoa(f.most))
	}
	return n
}

// bracket parses an expression in round brackets and the label after it. If it is a number and a die
// follows, it is the number of dice.
func (p *parser) bracket() node {
	from := len(p.terms)
	n := p.enclosed()
	if p.rule == nil && isDie(p.peek()) {
		count := p.fixed(n, from)
		p.skip()
		p.take(term{die: p.die()}, count)
		return node{term: len(p.terms) - 1}
	}
	if p.peek() != '[' || p.rule != nil {
		return n
	}
	to := &n.label
	if n.op == leaf {
		to = &p.terms[n.term].change().label
	}
	if *to != "" {
		p.unexpected()
		return n
	}
	p.label(to)
	return n
}

// group parses a group: parts in braces, and the modifiers that select the parts that count.
func (p *parser) group() node {
	n := node{op: group}
	for more := true; more && p.rule == nil; more = p.peek() == ',' {
		p.skip()
		n.kids = append(n.kids, p.expression())
	}
	if p.rule != nil || !p.sign("}") {
		p.unexpected()
		return n
	}
	n.pick = &term{count: len(n.parts())}
	if n.pick.count == 1 {
		n.op = pool
		n.pick.count = p.counted(&n)
	}
	for p.seen = 0; p.rule == nil && p.picks(p.peek()) && p.suffix(n.pick, p.peek()); {
	}
	if n.op == pool && !n.pick.picks() && n.pick.more == nil {
		return n.kids[0]
	}
	if m := n.pick.more; m != nil {
		if len(m.misses) > 0 && len(m.hits) == 0 {
			p.fail("rule.dice.misses")
		}
		n.label, m.label = m.label, ""
	}
	return n
}

// counted returns the number of dice in n that count.
func (p *parser) counted(n *node) int {
	from, to := n.span()
	dice := 0
	for i := from; i < to; i++ {
		dice += p.terms[i].keep()
	}
	return dice
}

// picks reports whether r begins a modifier that a group may have.
func (p *parser) picks(r rune) bool {
	return isKeep(r) || isDie(r) || strings.ContainsRune("fs<=>≤≥≠[", latin(r)) || p.isParity()
}

// wordless fails if a die with words stands where a value is needed. Words are allowed only in
// terms that are added. The parameter added means that n is added.
func (p *parser) wordless(n *node, added bool) {
	if n.op == leaf {
		if die := &p.terms[n.term].die; !added && die.words() {
			p.fail("rule.dice.words", die.String())
		}
		return
	}
	for i := range n.kids {
		p.wordless(&n.kids[i], added && !n.braced() && n.op != product && n.op != power && n.op != call && !(n.op == sum && n.signs[i] == '-'))
	}
}
