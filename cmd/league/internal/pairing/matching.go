package pairing

import "slices"

// none is the index of no vertex.
const none = -1

// matching is a maximum matching of a graph of n players, by Edmonds' blossom algorithm. It
// grows a tree of alternating paths from a free vertex, and shrinks a circle of odd length (a
// blossom) to one vertex. When vertices are removed, the matching is repaired and not computed
// again.
type matching struct {
	n       int
	allowed []bool // whether a and b may be paired: allowed[a*n+b]
	removed []bool // removed vertices
	mate    []int  // partner of each vertex, or none

	// The tree of one search.
	queue  []int  // vertices at an even distance from the root, in search order
	even   []bool // whether a vertex is or was in the queue
	parent []int  // predecessor of each vertex, or none
	base   []int  // base of the vertex's blossom, or the vertex itself
	marked []bool
}

// match returns a maximum matching of n vertices.
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

// join pairs a with the first free vertex to which it may be paired, if any.
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

// free counts the vertices without a partner.
func (m *matching) free() (n int) {
	for a, b := range m.mate {
		if b == none && !m.removed[a] {
			n++
		}
	}
	return n
}

// without removes some vertices for good if then at most most vertices are free. Otherwise it
// changes nothing and returns false.
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

// remove removes a vertex. Only a path from its former partner can improve the matching,
// because it was maximum before.
func (m *matching) remove(a int) {
	alone := m.mate[a]
	m.removed[a], m.mate[a] = true, none
	if alone == none {
		return
	}
	m.mate[alone] = none
	if m.free() > 1 { // otherwise there is no other free vertex to find
		m.augment(alone)
	}
}

// augment pairs the free vertex root and one other free vertex, if an augmenting path connects
// them. All paired vertices remain paired.
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

// enqueue adds a vertex at an even distance to the queue.
func (m *matching) enqueue(a int) {
	m.even[a] = true
	m.queue = append(m.queue, a)
}

// reach extends the search from a to b. It reports whether it found an augmenting path.
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

// flip swaps paired and unpaired edges along the path that ends in b.
func (m *matching) flip(b int) {
	for b != none {
		a := m.parent[b]
		next := m.mate[a]
		m.mate[a], m.mate[b] = b, a
		b = next
	}
}

// shrink shrinks the circle closed by the edge from a to b into one blossom.
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

// stem returns the base at which the paths from a and b to the root meet.
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

// fold marks the blossoms from a down to the stem. For each vertex at an odd distance it sets
// the predecessor on the other way around the circle, which begins with next.
func (m *matching) fold(a, next, stem int) {
	for m.base[a] != stem {
		mate := m.mate[a]
		m.marked[m.base[a]], m.marked[m.base[mate]] = true, true
		m.parent[a] = next
		a, next = m.parent[mate], mate
	}
}
