package solve

// leaving contains the cost of freeing each square, computed with one look-ahead: a number of
// moves. A free square costs nothing.
type leaving [squares + 1]uint8

const ahead = 3 // number of moves that the costs look ahead

// costs contains the costs of freeing squares for each look-ahead, from 0 to ahead moves.
type costs [ahead + 1]leaving

// weigh computes the costs of freeing all squares of the grid p.
func (g *ground) weigh(p *grid, v *costs) {
	v[0] = leaving{}
	for rest := p.occupied; rest != 0; rest &= rest - 1 {
		v[0][rest.first()] = atFirst(p.on[rest.first()])
	}
	for i := 1; i <= ahead; i++ {
		v[i] = leaving{}
		for rest := p.occupied; rest != 0; rest &= rest - 1 {
			at := rest.first()
			v[i][at] = g.leave(p, &v[i-1], at)
		}
	}
}

// atFirst returns the cost of freeing a square with a piece of class c, without look-ahead.
func atFirst(c class) uint8 {
	switch {
	case c == none:
		return 0
	case c >= wall:
		return never
	}
	return crowded
}

// leave returns the cost for the piece on a square to leave the square. v contains the costs for
// the next smaller look-ahead.
func (g *ground) leave(p *grid, v *leaving, at int) uint8 {
	c := p.on[at]
	if c == none {
		return 0
	}
	if c >= wall {
		return never
	}
	best := uint(never)
	ways := g.ways[c][at]
	if c == rabbit {
		for i := range ways {
			w := &ways[i]
			cost := uint(w.cost) + uint(v[w.over[0]])
			if p.on[w.beside] == none {
				cost += alone
			}
			best = min(best, cost)
		}
	} else {
		for i := range ways {
			w := &ways[i]
			best = min(best, uint(w.cost)+uint(v[w.over[0]])+uint(v[w.over[1]])+uint(v[w.over[2]]))
		}
	}
	if best > crowded && best < never {
		return crowded
	}
	return uint8(best)
}

// hang returns the squares of the pieces whose cost of leaving depends on the square at.
func (g *ground) hang(p *grid, at int) (some set) {
	needs := &g.needs[at]
	for c := whiteMate; c < movers; c++ {
		some |= p.of[c] & needs[c]
	}
	return some
}

// reweigh corrects the costs after a move. It returns the squares whose costs with the full
// look-ahead have changed.
func (g *ground) reweigh(p *grid, v *costs, from, to int) (changed set) {
	v[0][from], v[0][to] = 0, atFirst(p.on[to])
	always := of(from) | of(to) | g.hang(p, from) | g.hang(p, to)
	for i := 1; i <= ahead; i++ {
		look := always
		for rest := changed; rest != 0; rest &= rest - 1 {
			look |= g.hang(p, rest.first())
		}
		changed = 0
		for rest := look; rest != 0; rest &= rest - 1 {
			at := rest.first()
			if cost := g.leave(p, &v[i-1], at); cost != v[i][at] {
				v[i][at] = cost
				changed |= of(at)
			}
		}
	}
	return changed
}

// farthest is the greatest cost of a Mate's route. lost is the cost of a Mate that has no route.
const (
	farthest = 127
	lost     = 1 << 12
)

// route returns the cost of bringing a Mate of class c home from a square: its moves, and freeing
// the squares that it crosses. It also returns the squares on whose costs the result depends.
func (g *ground) route(v *leaving, c class, at int) (cost int, weighed set) {
	var due [farthest]set // squares where the Mate may stop, by the cost of getting there
	goal := of(int(g.goals[c][at]))
	due[0] = of(at)
	done, best, beyond := set(0), farthest, false
	for d := 0; d < best; d++ {
		for rest := due[d] &^ done; rest != 0; rest &= rest - 1 {
			x := rest.first()
			if goal.has(x) {
				return d, weighed
			}
			done |= of(x)
			for i := range g.rays[x] {
				sum := d + aMove
				for _, y := range g.rays[x][i] {
					weighed |= of(int(y))
					if v[y] == never {
						break
					}
					if sum += int(v[y]); sum >= best {
						beyond = true
						break
					}
					if g.rests[c].has(int(y)) {
						due[sum] |= of(int(y))
						if goal.has(int(y)) {
							best = sum
						}
					}
				}
			}
		}
	}
	if best == farthest && !beyond {
		return lost, weighed
	}
	return best, weighed
}
