package dice

import (
	"slices"
	"strconv"
)

// node is a part of a cup whose terms form a tree: a term, or a combination of other nodes.
type node struct {
	op    operation
	term  int    // of a leaf: index of the term in the cup
	kids  []node // the combined nodes, in the order of rolling
	signs []byte // of a sum or product: the sign before each kid
	pick  *term  // of a group: which parts count, like the dice of a term; of a pool: which dice
	call  *function
	label string
}

type operation uint8

const (
	leaf    operation = iota
	sum               // kids that are added or subtracted
	product           // kids that are multiplied or divided, from left to right
	power             // the first kid to the power of the second
	call              // a function of the kids
	repeat            // several repetitions of a part
	group             // parts in braces, some of which count
	pool              // one part in braces, some of whose dice count
)

// braced reports whether n is in braces.
func (n *node) braced() bool { return n.op == group || n.op == pool }

// append appends the notation of n to text.
func (n *node) append(text []byte, c Cup) []byte {
	bracket := n.label != "" && !n.braced()
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
	case power:
		text = n.kid(append(n.kid(text, c, 0), '^'), c, 1)
	case call:
		text = append(n.listed(append(append(text, n.call.name...), '('), c), ')')
	case group, pool:
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
	text = append(n.listed(append(text, '{'), c), '}')
	text = n.pick.appendKeep(text)
	if n.pick.more != nil {
		text = n.pick.more.marks(n.pick.more.append(text))
	}
	return text
}

// listed appends the notations of the kids to text, separated by commas.
func (n *node) listed(text []byte, c Cup) []byte {
	for i := range n.kids {
		if i > 0 {
			text = append(text, ',')
		}
		text = n.kids[i].append(text, c)
	}
	return text
}

// kid appends the notation of the i-th kid to text, in brackets if they are needed.
func (n *node) kid(text []byte, c Cup, i int) []byte {
	k := &n.kids[i]
	needed := k.op == repeat || (n.op == product || n.op == power) && (k.op == sum || k.op == product) || n.op == power && k.op == power
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

// simplest returns the only kid of the sum n if it is added, and otherwise n.
func (n node) simplest() node {
	if len(n.kids) == 1 && n.signs[0] == '+' {
		return n.kids[0]
	}
	return n
}

// flat reports whether n is a plain sum of terms. If so, it moves the signs of n into the terms.
func (n *node) flat(terms []term) bool {
	if n.op == leaf {
		return true
	}
	if n.op != sum || n.label != "" || n.fractional(terms) || slices.ContainsFunc(n.kids, func(k node) bool { return k.op != leaf }) {
		return false
	}
	for i, k := range n.kids {
		terms[k.term].minus = n.signs[i] == '-'
	}
	return true
}

// decimal reports whether n is a number with decimals.
func (n *node) decimal(terms []term) bool { return n.op == leaf && terms[n.term].decimals > 0 }

// fractional reports whether n can come to a fraction, which is then rounded down: it is a function or
// a power, or a number in it has decimals.
func (n *node) fractional(terms []term) bool {
	if n.op == power || n.op == call {
		return true
	}
	return (n.op == sum || n.op == product) && slices.ContainsFunc(n.kids, func(k node) bool { return k.decimal(terms) })
}
