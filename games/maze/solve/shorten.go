package solve

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
	"tabletop/games/maze"
)

// stretch is the number of moves of a line that are shortened at a time.
const stretch = 24

// Shorten returns a winning line that is at most as long as line, a known winning line from s.
func Shorten(s games.State, line []games.Decision, o Options) ([]games.Decision, error) {
	b, ok := maze.BoardOf(s)
	if !ok {
		return nil, errOver
	}
	o = o.filled()
	if err := o.check(); err != nil {
		return nil, err
	}
	moves, err := hops(&b, line)
	if err != nil {
		return nil, err
	}
	p := newPool(&b, o)
	return notation(p.tries[0].shorten(&b, moves, o.Shorten, o.Near)), nil
}

// hops parses a line of moves and returns an error unless it wins from b.
func hops(b *maze.Board, line []games.Decision) ([]hop, error) {
	moves := make([]hop, len(line))
	for i, d := range line {
		from, to, _ := strings.Cut(string(d), "-")
		a, _ := strconv.Atoi(from) // an invalid square becomes 0, which is refused below
		z, _ := strconv.Atoi(to)
		if min(a, z) < 1 || max(a, z) > maze.Squares {
			return nil, fmt.Errorf("solve: %q is not a move", d)
		}
		moves[i] = hop{uint8(a - 1), uint8(z - 1)}
	}
	if !wins(*b, moves) {
		return nil, errors.New("solve: the line to shorten doesn't win")
	}
	return moves, nil
}

// shorten returns a winning line from b that is at most as long as line. It removes unneeded moves,
// and shortens stretches of the line through positions near them. The number of examined positions
// is limited per stretch by near, and in all by most.
func (t *try) shorten(b *maze.Board, line []hop, most, near int) []hop {
	for line = trim(b, line); ; {
		before := len(line)
		for from, at := 0, *b; from < len(line) && most > 0 && !t.halted(); {
			line = append(line[:from:from], t.cut(&at, line[from:], min(near, most))...)
			most -= len(t.nodes)
			for to := min(from+stretch/2, len(line)); from < to; from++ {
				at.Move(int(line[from].from), int(line[from].to))
			}
		}
		if line = trim(b, line); len(line) == before || most <= 0 || t.halted() {
			return line
		}
	}
}

// cut returns a shorter line if a later position of the line can be reached in fewer moves through
// positions near the first stretch. Otherwise it returns the line.
func (t *try) cut(b *maze.Board, line []hop, most int) []hop {
	if most = min(most+len(line), t.room()); most <= len(line) {
		return line
	}
	t.forget(most)
	along := t.follow(b, line)
	expanded := t.surround(uint32(len(along)), most)
	t.spread(expanded, along)
	end, length := 0, len(line)+1
	for i, n := range along {
		if is := int(t.nodes[n].cost) + len(line) - i; t.nodes[n].next != nobody && is < length {
			end, length = i, is
		}
	}
	return append(t.line(along[end]), line[end:]...)
}

// follow stores the positions along a line and returns their nodes.
func (t *try) follow(b *maze.Board, line []hop) (along []uint32) {
	g := gridOf(b)
	along = append(along, t.keep(&g))
	at := *b
	for _, m := range line {
		at.Move(int(m.from), int(m.to))
		g = gridOf(&at)
		along = append(along, t.keep(&g))
	}
	return along
}

// surround stores positions near the first stretch of the stored line. It returns the number of
// nodes up to the last expanded one.
func (t *try) surround(along uint32, most int) (expanded uint32) {
	for n := uint32(0); int(n) < len(t.nodes) && len(t.nodes) < most; n++ {
		if int(n) >= stretch && n < along {
			continue
		}
		t.expand(t.keys[n])
		for i := range t.successors {
			s := &t.successors[i]
			if known, slot := t.find(&s.key, s.hash); known == nobody && len(t.nodes) < most {
				t.add(&s.key, slot, node{})
			}
		}
		expanded = n + 1
	}
	return expanded
}

// spread finds the shortest way from the first stored position to each other one, through expanded
// positions. It sets the field cost of each node to the number of moves on the way. If no way leads
// to a node, spread sets the field next of the node to nobody.
func (t *try) spread(expanded uint32, along []uint32) {
	for i := range t.nodes {
		t.nodes[i].next = nobody
	}
	t.nodes[0] = node{parent: nobody}
	for queue := []uint32{0}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n >= expanded || int(n) >= stretch && int(n) < len(along) {
			continue
		}
		t.expand(t.keys[n])
		for i := range t.successors {
			s := &t.successors[i]
			if m, _ := t.find(&s.key, s.hash); m != nobody && t.nodes[m].next == nobody {
				t.nodes[m] = node{parent: n, from: uint8(s.from), to: uint8(s.to), cost: t.nodes[n].cost + 1}
				queue = append(queue, m)
			}
		}
	}
}
