package dice

import (
	"slices"
	"strconv"
	"strings"
)

// match is a comparison of a value with a number. The value is a face or a sum.
type match struct {
	op     byte
	number int
}

// The operators of comparisons.
const (
	equal   = '='
	less    = '<'
	more    = '>'
	atMost  = 'l'
	atLeast = 'g'
	other   = 'n'
	even    = 'e'
	odd     = 'o'
)

// written maps each operator to its notation.
var written = map[byte]string{equal: "=", less: "<", more: ">", atMost: "<=", atLeast: ">=", other: "<>", even: "even", odd: "odd"}

// met reports whether the comparison is true for n.
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
	case even:
		return n%2 == 0
	case odd:
		return n%2 != 0
	}
	return n == m.number
}

// parity reports whether m compares with no number: it is even or odd.
func (m match) parity() bool { return m.op == even || m.op == odd }

// append appends the notation of m to text. If short is set, it omits "=" before a number that
// isn't negative.
func (m match) append(text []byte, short bool) []byte {
	if !short || m.op != equal || m.number < 0 {
		text = append(text, written[m.op]...)
	}
	if m.parity() {
		return text
	}
	return strconv.AppendInt(text, int64(m.number), 10)
}

// matches is a list of alternative comparisons.
type matches []match

// met reports whether at least one of the comparisons is true for n.
func (ms matches) met(n int) bool {
	return slices.ContainsFunc(ms, func(m match) bool { return m.met(n) })
}

// append appends each comparison to text, preceded by the letters of its modifier. If short is
// set, it omits "=" before numbers that aren't negative.
func (ms matches) append(text []byte, letters string, short bool) []byte {
	for _, m := range ms {
		text = m.append(append(text, letters...), short)
	}
	return text
}

// String lists the comparisons in the form that sentences use: "1, ≥5".
func (ms matches) String() string {
	signs := map[byte]string{equal: "", less: "<", more: ">", atMost: "≤", atLeast: "≥", other: "≠"}
	all := make([]string, len(ms))
	for i, m := range ms {
		if all[i] = signs[m.op] + strconv.Itoa(m.number); m.parity() {
			all[i] = written[m.op]
		}
	}
	return strings.Join(all, ", ")
}

// text returns what sentences say for the comparisons: a reference to a word if they are a single even
// or odd.
func (ms matches) text() string {
	if len(ms) == 1 && ms[0].parity() {
		return "#match." + written[ms[0].op]
	}
	return ms.String()
}

// The words for even and odd numbers. Longer words come first.
var (
	evens = []string{"even", "чётные", "четные", "чёт", "чет"}
	odds  = []string{"odd", "нечётные", "нечетные", "нечёт", "нечет"}
)

// isParity reports whether a word for even or odd numbers is next.
func (p *parser) isParity() bool {
	r := p.peek()
	if r != 'e' && r != 'o' && r != 'ч' && r != 'н' {
		return false
	}
	ahead := *p
	return ahead.word(evens...) || ahead.word(odds...)
}

// match parses a comparison and returns false if there is none. If short is set, a number alone
// is a comparison with =.
func (p *parser) match(short bool) (m match, ok bool) {
	if p.isParity() {
		if p.word(evens...) {
			return match{op: even}, true
		}
		return match{op: odd}, p.word(odds...)
	}
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

// comparison parses the operator <, <=, =, >=, >, <>, !=, ≤, ≥ or ≠. It returns false if there is
// none.
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
	case '!':
		return other, p.edition >= strict && p.word("!=")
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

// signed parses a number with an optional minus.
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
