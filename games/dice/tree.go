package dice

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// node is a part of a cup whose terms form a tree: a term, or a combination of other nodes.
type node struct {
	op    operation
	term  int    // of a leaf: index of the term in the cup
	kids  []node // the combined nodes, in the order of rolling
	signs []byte // of a sum or product: the sign before each kid
	pick  *term  // of a group: which parts count, like the dice of a term
	label string
}

type operation uint8

const (
	leaf    operation = iota
	sum               // kids that are added or subtracted
	product           // kids that are multiplied or divided, from left to right
	repeat            // several repetitions of a part
	group             // parts in braces, some of which count
)

// append appends the notation of n to text.
func (n *node) append(text []byte, c Cup) []byte {
	bracket := n.label != "" && n.op != group
	if bracket {
		text = append(text, '(')
	}
	switch n.op {
	case leaf:
		text = c.terms[n.term].append(text, true)
	case sum, product:
		text = n.signed(text, c)
	case repeat:
		text = append(strconv.AppendInt(text, int64(len(n.kids)), 10), 'x')
		text = n.kid(text, c, 0)
	case group:
		text = n.grouped(text, c)
	}
	if bracket {
		text = append(text, ')')
	}
	if n.label != "" {
		text = append(append(append(text, '['), n.label...), ']')
	}
	return text
}

// signed appends the notation of the kids of a sum or a product, with their signs, to text.
func (n *node) signed(text []byte, c Cup) []byte {
	for i, sign := range n.signs {
		if i > 0 || sign == '-' {
			text = append(text, sign)
		}
		text = n.kid(text, c, i)
	}
	return text
}

// grouped appends the notation of a group and of its modifiers to text.
func (n *node) grouped(text []byte, c Cup) []byte {
	text = append(text, '{')
	for i := range n.kids {
		if i > 0 {
			text = append(text, ',')
		}
		text = n.kids[i].append(text, c)
	}
	text = n.pick.appendKeep(append(text, '}'))
	if n.pick.more != nil {
		text = n.pick.more.append(text)
	}
	return text
}

// kid appends the notation of the i-th kid to text, in brackets if they are needed.
func (n *node) kid(text []byte, c Cup, i int) []byte {
	k := &n.kids[i]
	needed := k.op == repeat || n.op == product && (k.op == sum || k.op == product)
	if !needed || k.label != "" {
		return k.append(text, c)
	}
	return append(k.append(append(text, '('), c), ')')
}

// parts returns the parts of a group. Each repetition in the group is a part of its own.
func (n *node) parts() []node {
	var all []node
	for _, k := range n.kids {
		if k.op == repeat && k.label == "" {
			all = append(all, k.kids...)
			continue
		}
		all = append(all, k)
	}
	return all
}

// span returns the range of the indices of the terms of n: from is the first index, to is one more
// than the last.
func (n *node) span() (from, to int) {
	if n.op == leaf {
		return n.term, n.term + 1
	}
	from, _ = n.kids[0].span()
	_, to = n.kids[len(n.kids)-1].span()
	return from, to
}

// take adds a kid to the sum n. If the kid is a sum in brackets, take adds its kids one by one.
func (n *node) take(kid node, minus bool) {
	sign := byte('+')
	if minus {
		sign = '-'
	}
	if kid.op != sum || kid.label != "" {
		n.kids, n.signs = append(n.kids, kid), append(n.signs, sign)
		return
	}
	for i, k := range kid.kids {
		n.take(k, minus != (kid.signs[i] == '-'))
	}
}

// flat reports whether n is a plain sum of terms. If so, it moves the signs of n into the terms.
func (n *node) flat(terms []term) bool {
	if n.op == leaf {
		return true
	}
	if n.op != sum || n.label != "" || slices.ContainsFunc(n.kids, func(k node) bool { return k.op != leaf }) {
		return false
	}
	for i, k := range n.kids {
		terms[k.term].minus = n.signs[i] == '-'
	}
	return true
}

// isDeep reports whether the character r makes a notation more than a sum of terms.
func isDeep(r rune) bool { return strings.ContainsRune("({*/", r) || isTimes(r) }

// isTimes reports whether r is the multiplication sign x of a repetition.
func isTimes(r rune) bool { return r == 'x' || r == 'х' || r == '×' }

// tree parses the whole notation again, as a tree and without its comment. It returns nil if a
// rule is broken or the notation is a plain sum.
func (p *parser) tree() *node {
	p.at, p.dice, p.terms, p.rule = 0, 0, p.terms[:0], nil
	if p.comment(); p.rule != nil {
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
	if _, _, p.rule = n.bounds(p.terms, (*term).reach); p.rule != nil {
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
	if len(all.kids) == 1 && all.signs[0] == '+' {
		return all.kids[0]
	}
	return all
}

// multiplication parses operands joined by * and /.
func (p *parser) multiplication() node {
	all := node{op: product}
	for sign := '*'; p.rule == nil; p.skip() {
		kid := p.operand()
		if len(all.kids) == 0 && kid.op == product && kid.label == "" {
			all = kid
		} else {
			all.kids, all.signs = append(all.kids, kid), append(all.signs, byte(sign))
		}
		if sign = p.peek(); sign != '*' && sign != '/' {
			break
		}
	}
	if len(all.kids) == 1 {
		return all.kids[0]
	}
	return all
}

// operand parses a term, or an expression in brackets or braces.
func (p *parser) operand() node {
	switch p.peek() {
	case '(':
		return p.bracket()
	case '{':
		return p.group()
	}
	if len(p.terms) == MostTerms {
		p.fail("rule.dice.terms", strconv.Itoa(MostTerms))
		return node{}
	}
	p.term(false)
	return node{term: len(p.terms) - 1}
}

// bracket parses an expression in round brackets and the label after it.
func (p *parser) bracket() node {
	p.skip()
	n := p.expression()
	if p.peek() != ')' {
		p.unexpected()
		return n
	}
	p.skip()
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
	if p.peek() != '}' {
		p.unexpected()
		return n
	}
	p.skip()
	parts := len(n.parts())
	if parts < 2 && p.rule == nil {
		p.fail("rule.dice.group")
	}
	n.pick = &term{count: parts}
	for p.seen = 0; p.rule == nil && p.picks(p.peek()) && p.suffix(n.pick, p.peek()); {
	}
	if m := n.pick.more; m != nil {
		if len(m.misses) > 0 && len(m.hits) == 0 {
			p.fail("rule.dice.misses")
		}
		n.label, m.label = m.label, ""
	}
	return n
}

// picks reports whether r begins a modifier that a group may have.
func (p *parser) picks(r rune) bool {
	return isKeep(r) || isDie(r) || latin(r) == 'f' || strings.ContainsRune("<=>≤≥≠[", r)
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
		p.wordless(&n.kids[i], added && n.op != group && n.op != product && !(n.op == sum && n.signs[i] == '-'))
	}
}

// MostTotal is the greatest absolute value of a product's total.
const MostTotal = 1_000_000_000

// bounds returns a lower and an upper bound of the total of n. The parameter of is a function
// that returns the bounds of a term. If a bound is too large, or a division by zero is possible,
// bounds returns the broken rule.
func (n *node) bounds(terms []term, of func(*term) (int64, int64)) (least, most int64, rule *games.Text) {
	if n.op == leaf {
		least, most = of(&terms[n.term])
		return least, most, nil
	}
	kids := n.kids
	if n.op == group {
		kids = n.parts()
	}
	lows, highs := make([]int64, len(kids)), make([]int64, len(kids))
	for i := range kids {
		if lows[i], highs[i], rule = kids[i].bounds(terms, of); rule != nil {
			return 0, 0, rule
		}
	}
	switch n.op {
	case product:
		return n.productBounds(lows, highs)
	case group:
		least, most = n.pick.bounds(lows, highs)
	default:
		least, most = n.sumBounds(lows, highs)
	}
	return least, most, tooLarge(least, most)
}

// tooLarge returns the rule that limits totals if the bounds exceed MostTotal, and otherwise nil.
func tooLarge(least, most int64) *games.Text {
	if least < -MostTotal || most > MostTotal {
		return broken("rule.dice.large", strconv.Itoa(MostTotal))
	}
	return nil
}

func (n *node) sumBounds(lows, highs []int64) (least, most int64) {
	for i := range lows {
		low, high := lows[i], highs[i]
		if n.op == sum && n.signs[i] == '-' {
			low, high = -high, -low
		}
		least, most = least+low, most+high
	}
	return least, most
}

func (n *node) productBounds(lows, highs []int64) (least, most int64, rule *games.Text) {
	least, most = lows[0], highs[0]
	for i := 1; i < len(lows); i++ {
		low, high := lows[i], highs[i]
		with := func(a, b int64) int64 { return a * b }
		if n.signs[i] == '/' {
			if with = divided[int64]; low <= 0 && high >= 0 {
				return 0, 0, broken("rule.dice.zero")
			}
		}
		corners := []int64{with(least, low), with(least, high), with(most, low), with(most, high)}
		if least, most = slices.Min(corners), slices.Max(corners); tooLarge(least, most) != nil {
			return 0, 0, tooLarge(least, most)
		}
	}
	return least, most, nil
}

// divided returns a/b rounded down, or 0 if b is 0.
func divided[N int | int64](a, b N) N {
	if b == 0 {
		return 0 // the divisor is not rolled yet
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// bounds returns a lower and an upper bound of the total of the parts that count, given the
// bounds of all parts.
func (t *term) bounds(lows, highs []int64) (least, most int64) {
	if t.counts() {
		return -int64(t.keep() * min(len(t.more.misses), 1)), int64(t.keep())
	}
	slices.Sort(lows)
	slices.Sort(highs)
	for i := int(t.low); i < int(t.low)+t.keep(); i++ {
		least, most = least+lows[i], most+highs[i]
	}
	return least, most
}
