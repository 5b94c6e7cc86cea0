package pairing

import "slices"

const none = -1

// matching pairs as many as possible of those who are open to each other: Edmonds' way of
// growing a tree of alternating paths from somebody who is free, in which a circle of odd
// length (a blossom) is shrunk to one. Some can be taken out; then it is mended, not
// made again.
type matching struct {
	n    int
	open []bool // whether a and b may be paired: open[a*n+b]
	gone []bool // who was taken out
	mate []int  // whom one is paired with, or none

	// The tree of one search.
	queue  []int  // those reached after an even number of steps, to look from
	even   []bool // whether one is in the queue or was
	parent []int  // whom one was reached from, or none
	base   []int  // whose blossom one is in, or oneself
	marked []bool
}

// match returns a maximum matching of n.
func match(n int, open []bool) *matching {
	m := &matching{n: n, open: open, gone: make([]bool, n), mate: make([]int, n)}
	m.even, m.marked = make([]bool, n), make([]bool, n)
	m.parent, m.base = make([]int, n), make([]int, n)
	for a := range m.mate {
		m.mate[a] = none
	}
	for a := range n {
		m.join(a)
	}
	for a := range n {
		if m.mate[a] == none {
			m.augment(a)
		}
	}
	return m
}

// join pairs somebody with the first who is free and open to him, if there is one.
func (m *matching) join(a int) {
	if m.mate[a] != none {
		return
	}
	for b := range m.n {
		if b != a && m.mate[b] == none && m.open[a*m.n+b] {
			m.mate[a], m.mate[b] = b, a
			return
		}
	}
}

// free counts who is paired with nobody.
func (m *matching) free() (n int) {
	for a, b := range m.mate {
		if b == none && !m.gone[a] {
			n++
		}
	}
	return n
}

// without takes some out for good if then no more than most remain free. If more would, it
// leaves everything as it was.
func (m *matching) without(most int, some ...int) bool {
	before := slices.Clone(m.mate)
	for _, a := range some {
		m.remove(a)
	}
	if m.free() <= most {
		return true
	}
	m.mate = before
	for _, a := range some {
		m.gone[a] = false
	}
	return false
}

// remove takes one out. If the others can be paired better than they are left, then by a path
// from who was left alone, as there was no better one before.
func (m *matching) remove(a int) {
	alone := m.mate[a]
	m.gone[a], m.mate[a] = true, none
	if alone == none {
		return
	}
	m.mate[alone] = none
	if m.free() > 1 { // else the search would look everywhere for nobody
		m.augment(alone)
	}
}

// augment pairs somebody who is free, and one more, if a path of pairs leads to one
// who is free too. Whoever was paired remains so.
func (m *matching) augment(root int) bool {
	clear(m.even)
	for a := range m.n {
		m.parent[a], m.base[a] = none, a
	}
	m.queue = m.queue[:0]
	m.enqueue(root)
	for head := 0; head < len(m.queue); head++ {
		a := m.queue[head]
		for b := range m.n {
			if m.open[a*m.n+b] && !m.gone[b] && m.base[a] != m.base[b] && m.reach(a, b) {
				return true
			}
		}
	}
	return false
}

func (m *matching) enqueue(a int) {
	m.even[a] = true
	m.queue = append(m.queue, a)
}

// reach goes one step from a to b, and says whether the search is over.
func (m *matching) reach(a, b int) bool {
	switch {
	case m.even[b]:
		m.shrink(a, b)
	case m.parent[b] != none:
	case m.mate[b] == none:
		m.parent[b] = a
		m.flip(b)
		return true
	default:
		m.parent[b] = a
		m.enqueue(m.mate[b])
	}
	return false
}

// flip pairs anew along the path that ends in b.
func (m *matching) flip(b int) {
	for b != none {
		a := m.parent[b]
		next := m.mate[a]
		m.mate[a], m.mate[b] = b, a
		b = next
	}
}

// shrink makes one blossom of the circle that a step from a to b closes.
func (m *matching) shrink(a, b int) {
	stem := m.stem(a, b)
	clear(m.marked)
	m.fold(a, b, stem)
	m.fold(b, a, stem)
	for c := range m.n {
		if !m.marked[m.base[c]] {
			continue
		}
		m.base[c] = stem
		if !m.even[c] {
			m.enqueue(c)
		}
	}
}

// stem returns where the ways from a and b to the root meet.
func (m *matching) stem(a, b int) int {
	clear(m.marked)
	for {
		a = m.base[a]
		m.marked[a] = true
		if m.mate[a] == none {
			break
		}
		a = m.parent[m.mate[a]]
	}
	for b = m.base[b]; !m.marked[b]; b = m.base[m.parent[m.mate[b]]] {
	}
	return b
}

// fold marks the blossoms from a down to the stem, and notes for each who was reached before
// the mate how he is reached around the circle, by way of next.
func (m *matching) fold(a, next, stem int) {
	for m.base[a] != stem {
		mate := m.mate[a]
		m.marked[m.base[a]], m.marked[m.base[mate]] = true, true
		m.parent[a] = next
		a, next = m.parent[mate], mate
	}
}
