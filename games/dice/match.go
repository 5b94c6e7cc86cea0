package dice

import (
	"slices"
	"strconv"
	"strings"
)

// match is a comparison of a face, or of a sum, with a number.
type match struct {
	op     byte
	number int
}

// Comparisons.
const (
	equal   = '='
	less    = '<'
	more    = '>'
	atMost  = 'l'
	atLeast = 'g'
	other   = 'n'
)

// written is how notation has a comparison.
var written = map[byte]string{equal: "=", less: "<", more: ">", atMost: "<=", atLeast: ">=", other: "<>"}

// met reports whether n meets m.
func (m match) met(n int) bool {
	switch m.op {
	case less:
		return n < m.number
	case more:
		return n > m.number
	case atMost:
		return n <= m.number
	case atLeast:
		return n >= m.number
	case other:
		return n != m.number
	}
	return n == m.number
}

// append adds m's notation to text; short leaves out = before a number that isn't negative.
func (m match) append(text []byte, short bool) []byte {
	if !short || m.op != equal || m.number < 0 {
		text = append(text, written[m.op]...)
	}
	return strconv.AppendInt(text, int64(m.number), 10)
}

// matches are comparisons of which one is enough.
type matches []match

// met reports whether n meets one of ms.
func (ms matches) met(n int) bool {
	return slices.ContainsFunc(ms, func(m match) bool { return m.met(n) })
}

// append adds every one of ms to text, each behind the letters of its modifier; short
// leaves out = where it can be.
func (ms matches) append(text []byte, letters string, short bool) []byte {
	for _, m := range ms {
		text = m.append(append(text, letters...), short)
	}
	return text
}

// String lists ms as sentences have them: "1, ≥5".
func (ms matches) String() string {
	signs := map[byte]string{equal: "", less: "<", more: ">", atMost: "≤", atLeast: "≥", other: "≠"}
	all := make([]string, len(ms))
	for i, m := range ms {
		all[i] = signs[m.op] + strconv.Itoa(m.number)
	}
	return strings.Join(all, ", ")
}

// match reads a comparison. A number alone is = and the number, where short.
func (p *parser) match(short bool) (m match, ok bool) {
	op, ok := p.comparison()
	if !ok {
		p.peek()
		if !short || p.at == len(p.all) || !isDigit(p.all[p.at]) {
			return match{}, false
		}
		op = equal
	}
	n, ok := p.signed()
	return match{op, n}, ok
}

// comparison reads <, <=, =, >=, >, <> or one of their signs.
func (p *parser) comparison() (op byte, ok bool) {
	r := p.peek()
	switch r {
	case '<', '>', '=':
		op = byte(r)
	case '≤':
		op = atMost
	case '≥':
		op = atLeast
	case '≠':
		op = other
	default:
		return 0, false
	}
	p.skip()
	switch next := p.peek(); {
	case op == less && next == '=':
		op = atMost
	case op == more && next == '=':
		op = atLeast
	case op == less && next == '>':
		op = other
	default:
		return op, true
	}
	p.skip()
	return op, true
}

// signed reads a number that may be negative.
func (p *parser) signed() (n int, ok bool) {
	negative := p.peek() == '-'
	if negative {
		p.skip()
	}
	n, ok = p.number()
	switch {
	case !ok:
		p.unexpected()
	case n > MostConstant:
		p.fail("rule.dice.constant", strconv.Itoa(MostConstant))
	case negative:
		return -n, true
	}
	return n, ok
}
