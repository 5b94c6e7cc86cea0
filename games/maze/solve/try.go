package solve

import "tabletop/games/maze"

// Constants found by measurement; see the package comment.
const (
	astray    = 20 // percentage of expanded nodes that aren't the cheapest
	partition = 6  // positions are alike if their costs differ only in this number of low bits
	fixedCost = 3  // cost of a piece that stays for good, even if it blocks nothing
)

// pages is the number of kinds of positions that novelty distinguishes.
const pages = 16

// try is a best-first search from a root position. Later tries of a thread reuse its memory.
type try struct {
	store
	expander
	novelty novelty
	open    [degrees]list
	rnd     random
	quit    <-chan struct{} // closed when the result of the job isn't needed any more
	stop    <-chan struct{} // closed when the whole search isn't needed any more

	costs, after costs // costs of the expanded position, and of the present successor
	// mates contains the squares of the Mates in the expanded position, and routes the costs of
	// bringing them home.
	mates, routes [4]int
	child         grid
	weighed       [4]set // squares on which the cost of each Mate's route depends
}

// verdict is the result of a try or of the search of a part.
type verdict uint8

const (
	undecided verdict = iota
	won
	exhausted // verdict that every reachable position was expanded, or is lost at sight
	stopped
)

// run searches from a root for a winning line and returns it. It gives up when the number of stored
// positions reaches most.
func (t *try) run(root *grid, seed uint64, most int) (verdict, []hop) {
	t.begin(root, seed, most)
	for picks := 0; ; picks++ {
		if picks%256 == 0 && t.halted() {
			return stopped, nil
		}
		n := t.pick()
		if n == nobody {
			return exhausted, nil
		}
		if win := t.grow(n, most); win != nobody {
			return won, t.line(win)
		}
		if len(t.nodes) >= most {
			return undecided, nil
		}
	}
}

// halted reports whether the result of the job is no longer needed.
func (t *try) halted() bool { return closed(t.quit) || closed(t.stop) }

func closed(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// newTry returns a try that uses up to the given number of bytes.
func newTry(g *ground, b *maze.Board, bytes int) *try {
	t := &try{expander: expander{ground: g, rules: *b}, novelty: newNovelty(pages)}
	t.store = newStore(bytes - pages*pageBytes)
	return t
}

// begin forgets the previous search and makes the root the only position.
func (t *try) begin(root *grid, seed uint64, most int) {
	t.store.forget(most)
	t.novelty.clear()
	for i := range t.open {
		t.open[i].forget()
	}
	t.rnd = random(seed)
	t.keep(root)
	t.open[newFact].push(t.nodes, 0)
}

// pick returns the node to expand next: the cheapest node of the greatest novelty, or in 20 % of
// cases one of similar cost. It returns nobody if no node is left.
func (t *try) pick() uint32 {
	for i := range t.open {
		if l := &t.open[i]; l.count > 0 {
			if t.rnd.below(100) < astray {
				return l.popNear(t.nodes, &t.rnd)
			}
			return l.pop(t.nodes)
		}
	}
	return nobody
}

// grow expands a node and returns the node of a winning successor, or nobody. It checks whether
// the position is lost only if the last moved piece stays for good, because few other moves
// lose the game.
func (t *try) grow(n uint32, most int) (win uint32) {
	t.expand(t.keys[n])
	if t.grid.on[t.nodes[n].to] >= wall && t.board.Dead() {
		return nobody
	}
	t.survey()
	all := t.successors
	for i, first := 0, t.rnd.below(max(1, len(all))); i < len(all) && len(t.nodes) < most; i++ {
		s := &all[(first+i)%len(all)]
		known, slot := t.find(&s.key, s.hash)
		if known != nobody {
			continue
		}
		cost := t.estimate(s)
		if cost >= lost {
			continue
		}
		next := t.add(&s.key, slot, node{parent: n, from: uint8(s.from), to: uint8(s.to), cost: uint16(cost)})
		homes := t.homesAfter(s)
		if homes == allHome {
			return next
		}
		kind := cost>>partition*5 + homes
		t.open[t.novelty.see(&t.child, kind, s.to)].push(t.nodes, next)
	}
	return nobody
}

// survey computes the costs of the expanded position: of freeing squares, and of each Mate's
// route.
func (t *try) survey() {
	t.ground.weigh(&t.grid, &t.costs)
	i := 0
	for c := whiteMate; c <= blackMate; c++ {
		for rest := t.grid.of[c]; rest != 0; rest &= rest - 1 {
			t.mates[i] = rest.first()
			t.routes[i], t.weighed[i] = t.ground.route(&t.costs[ahead], c, rest.first())
			i++
		}
	}
	for ; i < len(t.mates); i++ {
		t.mates[i] = nowhere
	}
}

// estimate returns the estimated cost of winning from a successor, or lost.
func (t *try) estimate(s *successor) (cost int) {
	t.child = t.grid
	t.child.take(s.from)
	t.child.put(s.to, s.after)
	t.after = t.costs
	changed := t.ground.reweigh(&t.child, &t.after, s.from, s.to)
	for i, at := range t.mates {
		if at != nowhere {
			cost += t.routeAfter(s, i, changed)
		}
	}
	if cost >= lost {
		return lost
	}
	cost += t.child.of[wall].count() * fixedCost
	return min(cost, tallest-1)
}

// routeAfter returns the cost of bringing the i-th Mate home in a successor. changed contains the
// squares whose costs differ from those of the expanded position.
func (t *try) routeAfter(s *successor, i int, changed set) int {
	at := t.mates[i]
	switch {
	case at == s.from && s.after >= whiteHome:
		return 0
	case at == s.from:
		cost, _ := t.ground.route(&t.after[ahead], s.after, s.to)
		return cost
	case changed&t.weighed[i] != 0:
		cost, _ := t.ground.route(&t.after[ahead], t.grid.on[at], at)
		return cost
	}
	return t.routes[i]
}
