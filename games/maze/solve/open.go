package solve

// tallest is a number above the cost of any position that isn't lost.
const tallest = 1024

// list contains the nodes to expand, by cost. Of nodes with equal cost the last one added is taken
// first. The field next of the nodes links them.
type list struct {
	heads [tallest]uint32
	least int // lower bound of the costs of all nodes in the list
	count int
}

func (l *list) forget() {
	for i := range l.heads {
		l.heads[i] = nobody
	}
	l.least, l.count = tallest, 0
}

func (l *list) push(nodes []node, n uint32) {
	cost := int(nodes[n].cost)
	nodes[n].next = l.heads[cost]
	l.heads[cost] = n
	l.least = min(l.least, cost)
	l.count++
}

// pop removes and returns a node with the least cost. The list must not be empty.
func (l *list) pop(nodes []node) uint32 {
	for l.heads[l.least] == nobody {
		l.least++
	}
	return l.take(nodes, l.least)
}

// popNear removes and returns a node whose cost is not far above the least. The list must not be
// empty.
func (l *list) popNear(nodes []node, rnd *random) uint32 {
	const near, picks = 40, 8
	for l.heads[l.least] == nobody {
		l.least++
	}
	for range picks {
		cost := l.least + rnd.below(near)
		if cost < tallest && l.heads[cost] != nobody {
			return l.take(nodes, cost)
		}
	}
	return l.take(nodes, l.least)
}

func (l *list) take(nodes []node, cost int) uint32 {
	n := l.heads[cost]
	l.heads[cost] = nodes[n].next
	l.count--
	return n
}
