package solve

import (
	"slices"

	"tabletop/games/maze"
)

// shorten returns a line that wins from b as well and is no longer: moves are dropped as
// long as the rest can be played and wins, and ways are cut short through positions near
// the line, of which so many are looked at.
func (t *try) shorten(b *maze.Board, line []hop, most int) []hop {
	for {
		before := len(line)
		line = drop(b, line)
		if spent := min(most, t.room()); spent > len(line) {
			line = t.cut(b, line, spent)
			most -= spent
		}
		if len(line) == before || most <= 0 {
			return drop(b, line)
		}
	}
}

// drop leaves out moves that the others don't need: a stretch, or one move of each side.
func drop(b *maze.Board, line []hop) []hop {
	at := *b
	for i := 0; i < len(line); i++ {
		line = dropStretch(&at, line, i)
		line = dropPair(&at, line, i)
		if i < len(line) {
			at.Move(int(line[i].from), int(line[i].to))
		}
	}
	return line
}

// dropStretch leaves out the longest stretch from the i-th move on that isn't needed; at
// is the board before it.
func dropStretch(at *maze.Board, line []hop, i int) []hop {
	for width := (len(line) - i) &^ 1; width > 0; width -= 2 {
		if wins(*at, line[i+width:]) {
			return slices.Delete(line, i, i+width)
		}
	}
	return line
}

// dropPair leaves out the i-th move and one of the other side, if neither is needed.
func dropPair(at *maze.Board, line []hop, i int) []hop {
	for j := i + 1; j < len(line); j += 2 {
		if wins(*at, line[i+1:j], line[j+1:]) {
			return slices.Delete(slices.Delete(line, j, j+1), i, i+1)
		}
	}
	return line
}

// wins reports whether moves can be played one after another and win.
func wins(b maze.Board, lines ...[]hop) bool {
	for _, line := range lines {
		for _, m := range line {
			if !set(b.Movable()).has(int(m.from)) || !set(b.Targets(int(m.from))).has(int(m.to)) {
				return false
			}
			b.Move(int(m.from), int(m.to))
		}
	}
	return b.Won()
}

// cut looks for a shorter line among positions near this one: first along it, then a move
// away, and so on.
func (t *try) cut(b *maze.Board, line []hop, most int) []hop {
	expanded := t.surround(b, line, most)
	for i := range t.nodes {
		t.nodes[i].next = nobody // not reached
	}
	t.nodes[0].next = 0
	queue := []uint32{0}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if n >= expanded {
			continue
		}
		t.expand(t.keys[n])
		for i := range t.successors {
			s := &t.successors[i]
			m, _ := t.find(&s.key, s.hash)
			if m == nobody || t.nodes[m].next != nobody {
				continue
			}
			t.nodes[m] = node{parent: n, from: uint8(s.from), to: uint8(s.to)}
			if t.homesAfter(s) == allHome {
				return t.line(m)
			}
			queue = append(queue, m)
		}
	}
	return line
}

// surround keeps the positions of a line and those near it, and returns how many of them
// were expanded.
func (t *try) surround(b *maze.Board, line []hop, most int) (expanded uint32) {
	t.forget(most)
	g := gridOf(b)
	t.keep(&g)
	for at, i := *b, 0; i < len(line); i++ {
		at.Move(int(line[i].from), int(line[i].to))
		g = gridOf(&at)
		t.keep(&g)
	}
	for n := uint32(0); int(n) < len(t.nodes) && len(t.nodes) < most; n++ {
		t.expand(t.keys[n])
		for i := range t.successors {
			s := &t.successors[i]
			if known, slot := t.find(&s.key, s.hash); known == nobody && len(t.nodes) < most {
				t.add(&s.key, slot, node{parent: nobody})
			}
		}
		expanded = n + 1
	}
	return expanded
}
