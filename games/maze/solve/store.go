package solve

import "slices"

// node holds the move that leads to a stored position, and the position's estimated cost.
type node struct {
	parent   uint32
	next     uint32 // next node in its open list; after spread, nobody if no way leads to the node
	from, to uint8
	cost     uint16
}

// nobody is the index that stands for no node.
const nobody = 1<<32 - 1

// Sizes in bytes of a node with its key, and of a slot in the hash table.
const (
	nodeBytes = 40 + 12
	slotBytes = 4
)

// store contains positions, each once. It compares full keys, so that it never confuses two
// different positions. It allocates its memory once and never more.
type store struct {
	keys  []key
	nodes []node
	slots []uint32 // hash table: index of a node plus 1; 0 means a free slot
	spare []uint32 // array that slots uses, at its greatest size
}

// newStore returns a store with room for as many nodes as fit into bytes.
func newStore(bytes int) store {
	slots := 1 << 10
	for 2*slots*(slotBytes+nodeBytes*2/3) <= bytes {
		slots *= 2
	}
	room := (bytes - slots*slotBytes) / nodeBytes
	room = min(room, slots*3/4)
	return store{keys: make([]key, 0, room), nodes: make([]node, 0, room), spare: make([]uint32, slots)}
}

func (s *store) room() int { return cap(s.nodes) }

// forget empties the store and makes the hash table large enough for the given number of
// positions.
func (s *store) forget(most int) {
	s.keys, s.nodes = s.keys[:0], s.nodes[:0]
	slots := 1 << 10
	for slots*3/4 < most {
		slots *= 2
	}
	s.slots = s.spare[:slots]
	clear(s.slots)
}

// find returns the node of a position, or nobody, and the slot of the position in the hash table.
func (s *store) find(k *key, hash uint64) (n, slot uint32) {
	last := uint32(len(s.slots) - 1)
	for slot = uint32(hash) & last; s.slots[slot] != 0; slot = (slot + 1) & last {
		if n := s.slots[slot] - 1; s.keys[n] == *k {
			return n, slot
		}
	}
	return nobody, slot
}

// add stores a position that find has not found, and returns its node.
func (s *store) add(k *key, slot uint32, n node) uint32 {
	s.keys = append(s.keys, *k)
	s.nodes = append(s.nodes, n)
	s.slots[slot] = uint32(len(s.nodes))
	return uint32(len(s.nodes) - 1)
}

// keep stores a grid unless it is stored already, and returns its node.
func (s *store) keep(g *grid) uint32 {
	k := g.key()
	n, slot := s.find(&k, k.hash())
	if n == nobody {
		n = s.add(&k, slot, node{parent: nobody})
	}
	return n
}

// line returns the moves from the root to a node.
func (s *store) line(n uint32) []hop {
	var moves []hop
	for ; s.nodes[n].parent != nobody; n = s.nodes[n].parent {
		moves = append(moves, hop{s.nodes[n].from, s.nodes[n].to})
	}
	slices.Reverse(moves)
	return moves
}
