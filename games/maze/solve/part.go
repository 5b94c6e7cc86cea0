package solve

import (
	"slices"

	"tabletop/games/maze"
)

// part is the game with only some of the pieces, and without turns. Missing pieces never block the
// way, and Rabbits find neighbours and Shadows find Mates wherever they need them. Every line of
// the game can be played in every part of it. So if Mates can't get home in a part, the game is
// lost.
//
// A part begins with Mates and the pieces that never move again. As long as the Mates get home in
// it, the pieces in the way of their line are added.
type part struct {
	*try  // try whose memory the part uses
	full  *maze.Board
	whole grid
	walls set   // squares of pieces that never move again
	aims  set   // squares of the Mates that must get home
	joint set   // squares of the pieces in the part that may move
	over  bool  // whether the Mates get home unhindered, so that no proof is possible
	agile []int // squares of the pieces that may move, the most mobile first
}

// prove searches for a part in which Mates can't get home. It tries all groups of Mates in turn,
// with growing bounds. most is the greatest number of examined positions, and looked is the actual
// number.
func (t *try) prove(b *maze.Board, seed uint64, most int) (proof Proof, looked int) {
	t.rnd = random(seed)
	parts := t.parts(b)
	for each := 1000; len(parts) > 0; each *= 4 {
		for i := range parts {
			if looked >= most || t.halted() {
				return Proof{}, looked
			}
			n, lost := parts[i].exhaust(min(each, t.room()), most-looked)
			if looked += n; lost {
				return parts[i].proof(), looked
			}
		}
		parts = slices.DeleteFunc(parts, func(p part) bool { return p.over })
	}
	return Proof{}, looked
}

// parts returns a part for each group of Mates that aren't home, the smallest groups first.
func (t *try) parts(b *maze.Board) (parts []part) {
	all := part{try: t, full: b, whole: gridOf(b), walls: set(b.Walls())}
	all.agile = t.agile(b, all.walls)
	mates := all.whole.of[whiteMate] | all.whole.of[blackMate]
	for n := 1; n <= mates.count(); n++ {
		for some := mates; some != 0; some = (some - 1) & mates {
			if some.count() == n {
				p := all
				p.aims, p.joint = some, some
				parts = append(parts, p)
			}
		}
	}
	return parts
}

// agile returns the squares of the pieces that may move, those that may reach the most squares
// first. Pieces that may reach equally many squares are in random order.
func (t *try) agile(b *maze.Board, walls set) (squares []int) {
	far := map[int]int{}
	for rest := set(b.Occupied()) &^ walls; rest != 0; rest &= rest - 1 {
		at := rest.first()
		squares = append(squares, at)
		far[at] = set(b.Reach(at, uint64(walls))).count()<<8 + t.rnd.below(256)
	}
	slices.SortFunc(squares, func(a, b int) int { return far[b] - far[a] })
	return squares
}

// proof returns the proof that the part has exhausted all positions.
func (p *part) proof() Proof {
	return Proof{Positions: len(p.nodes), Mates: p.aims.numbers(), Pieces: (p.joint &^ p.walls).numbers()}
}

// exhaust searches the part for a way home. As long as there is one, it adds the pieces that
// block this way in the whole game, and searches again. lost reports whether it has proved that
// the Mates can't get home. The number of examined positions is limited per search by each, and
// in all by most.
func (p *part) exhaust(each, most int) (looked int, lost bool) {
	for looked < most {
		line, v := p.explore(min(each, most-looked))
		looked += len(p.nodes)
		switch v {
		case exhausted:
			return looked, true
		case undecided:
			return looked, false
		}
		joins := p.inTheWay(line)
		if joins == 0 {
			p.over = true
			return looked, false
		}
		p.joint |= joins
	}
	return looked, false
}

// root returns the first position with only the pieces of the part.
func (p *part) root() (g grid) {
	for rest := p.walls | p.joint; rest != 0; rest &= rest - 1 {
		at := rest.first()
		c := p.whole.on[at]
		if p.walls.has(at) {
			c = c.fixed()
		}
		g.put(at, c)
	}
	return g
}

// explore searches for the shortest line that brings the Mates home in the part. most is the
// greatest number of stored positions.
func (p *part) explore(most int) ([]hop, verdict) {
	p.forget(most)
	root := p.root()
	p.keep(&root)
	var g grid
	for n := uint32(0); int(n) < len(p.nodes); n++ {
		k := p.keys[n]
		k.unpack(&g)
		if p.areHome(&g) {
			return p.line(n), won
		}
		if n%256 == 0 && p.halted() || !p.branch(n, &g, most) {
			return nil, undecided
		}
	}
	return nil, exhausted
}

// areHome reports whether all Mates in aims are home.
func (p *part) areHome(g *grid) bool {
	for rest := p.aims; rest != 0; rest &= rest - 1 {
		at := rest.first()
		c := p.whole.on[at]
		if goal := int(p.ground.goals[c][at]); g.on[goal] != c && g.on[goal] != c.fixed() {
			return false
		}
	}
	return true
}

// branch stores the successors of a position. It returns false if more than most positions would
// be stored.
func (p *part) branch(n uint32, g *grid, most int) bool {
	b := g.board(&p.rules)
	k := p.keys[n]
	p.successors = p.successors[:0]
	p.grid = *g
	for rest := g.occupied &^ g.fixed(); rest != 0; rest &= rest - 1 {
		from := rest.first()
		for targets := set(b.TargetsAtBest(from, uint64(g.occupied))); targets != 0; targets &= targets - 1 {
			p.succeed(&k, from, targets.first())
		}
	}
	for i := range p.successors {
		s := &p.successors[i]
		known, slot := p.find(&s.key, s.hash)
		if known != nobody {
			continue
		}
		if len(p.nodes) >= most {
			return false
		}
		p.add(&s.key, slot, node{parent: n, from: uint8(s.from), to: uint8(s.to)})
	}
	return true
}

// inTheWay returns the squares of pieces of the whole game, as few as possible, that block a line
// of the part. It returns none if the line can be played with all pieces.
func (p *part) inTheWay(line []hop) set {
	g := p.root()
	others := p.whole.occupied &^ p.joint &^ p.walls
	for _, m := range line {
		b := g.board(&p.rules)
		blocks := func(some set) bool {
			return !set(b.TargetsAtBest(int(m.from), uint64(g.occupied|some))).has(int(m.to))
		}
		if blocks(others) {
			return p.fewest(others, blocks)
		}
		c := g.on[m.from]
		if p.ground.ends[c].has(int(m.to)) {
			c = c.fixed()
		}
		g.take(int(m.from))
		g.put(int(m.to), c)
	}
	return 0
}

// fewest removes as many squares as possible from some while the remaining ones still block. It
// removes mobile pieces first, because a part of pieces that can't move far has few positions.
func (p *part) fewest(some set, blocks func(set) bool) set {
	for _, at := range p.agile {
		if x := of(at); some&x != 0 && blocks(some&^x) {
			some &^= x
		}
	}
	return some
}
