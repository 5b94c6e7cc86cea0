package pairing

import "slices"

// none stands for "no vertex" in place of the index of a vertex.
const none = -1

// matching is a maximum matching of a graph, computed by Edmonds' blossom algorithm. The vertices
// are players; an edge connects two players who may be paired. The algorithm grows a tree of
// alternating paths from a free vertex. It shrinks a circle of odd length, a blossom, to one
// vertex. After the removal of vertices the matching is repaired and not computed again.
type matching struct {
	n       int
	allowed []bool // reports whether vertices a and b may be paired, at index a*n+b
	removed []bool // true for a removed vertex
	mate    []int  // partner of each vertex, or none

	// Fields of the search tree.
	queue  []int  // vertices at an even distance from the root, in the order of the search
	even   []bool // true for a vertex that is or was in the queue
	parent []int  // predecessor of each vertex on the path from the root, or none
	base   []int  // base of the blossom that contains the vertex, or the vertex itself
	marked []bool
}

// match returns a maximum matching of n vertices. open is the value of the field allowed.
func match(n int, open []bool) *matching {
	m := &matching{n: n, allowed: open, removed: make([]bool, n), mate: make([]int, n)}
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

// copy returns a copy of the matching. The two share the fields of the search.
func (m *matching) copy() matching {
	c := *m
	c.removed, c.mate = slices.Clone(m.removed), slices.Clone(m.mate)
	return c
}

// join pairs vertex a with the first free vertex with which it may be paired, if there is one.
func (m *matching) join(a int) {
	if m.mate[a] != none {
		return
	}
	for b := range m.n {
		if b != a && m.mate[b] == none && m.allowed[a*m.n+b] {
			m.mate[a], m.mate[b] = b, a
			return
		}
	}
}

// free returns the number of vertices without a partner, not counting removed vertices.
func (m *matching) free() (n int) {
	for a, b := range m.mate {
		if b == none && !m.removed[a] {
			n++
		}
	}
	return n
}

// without removes the given vertices and returns true. If the number of free vertices would then
// exceed most, without changes nothing and returns false.
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
		m.removed[a] = false
	}
	return false
}

// remove removes vertex a and repairs the matching. The matching was maximum before, so only a path
// from the former partner of vertex a can improve the matching.
func (m *matching) remove(a int) {
	alone := m.mate[a]
	m.removed[a], m.mate[a] = true, none
	if alone == none {
		return
	}
	m.mate[alone] = none
	if m.free() > 1 { // with one free vertex there is no path to another
		m.augment(alone)
	}
}

// augment pairs the free vertex root and another free vertex, if an augmenting path connects them.
// It reports whether it did. All paired vertices remain paired.
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
			if m.allowed[a*m.n+b] && !m.removed[b] && m.base[a] != m.base[b] && m.reach(a, b) {
				return true
			}
		}
	}
	return false
}

// enqueue adds vertex a, at an even distance from the root, to the queue.
func (m *matching) enqueue(a int) {
	m.even[a] = true
	m.queue = append(m.queue, a)
}

// reach extends the search along the edge from a to b. It reports whether it found an augmenting
// path.
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

// flip swaps paired and unpaired edges along the path from the root to vertex b.
func (m *matching) flip(b int) {
	for b != none {
		a := m.parent[b]
		next := m.mate[a]
		m.mate[a], m.mate[b] = b, a
		b = next
	}
}

// shrink shrinks a circle to one blossom. The edge from a to b closes the circle.
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

// stem returns the base of the blossom at which the paths from a and from b to the root meet.
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

// fold marks the blossoms on the path from a to the stem. For each vertex at an odd distance from
// the root, it sets the predecessor in the opposite direction around the circle. next is the first
// of these predecessors.
func (m *matching) fold(a, next, stem int) {
	for m.base[a] != stem {
		mate := m.mate[a]
		m.marked[m.base[a]], m.marked[m.base[mate]] = true, true
		m.parent[a] = next
		a, next = m.parent[mate], mate
	}
}
