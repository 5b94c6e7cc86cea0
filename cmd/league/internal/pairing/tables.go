package pairing

import (
	"fmt"
	"slices"
)

// MostSeats is the maximum number of seats at a table.
const MostSeats = 8

// Size is the number of seats at a table: the wanted number, and the minimum and maximum of the
// game. The numbers are from 2 to [MostSeats].
type Size struct{ Want, Min, Max int }

// Tables pairs a round with more than two seats per table, by standing. It avoids repeats as far as
// its search allows; see the package comment. It returns an [ErrFew], [ErrTwice] or [ErrSize].
func Tables(players []Player, size Size) (Round, error) {
	if size.Min < 2 || size.Want < size.Min || size.Max < size.Want || size.Max > MostSeats {
		return Round{}, fmt.Errorf("pairing: %w: %d wanted, from %d to %d", ErrSize, size.Want, size.Min, size.Max)
	}
	if len(players) < size.Min {
		return Round{}, fmt.Errorf("pairing: %w for a table of %d: %d", ErrFew, size.Min, len(players))
	}
	f, err := newField(players)
	if err != nil {
		return Round{}, err
	}
	seats, byes := size.split(len(players))
	var r Round
	out := f.fewestByesFirst()[:byes]
	for _, a := range out {
		r.Byes = append(r.Byes, f.players[a].ID)
	}
	for _, table := range f.arrange(seats, out).tables() {
		f.seat(&r, table)
	}
	return r, nil
}

// fewestByesFirst returns the indices of all players, ordered by the number of byes, the fewest
// first. Players with the same number of byes are ordered from the lowest to the highest.
func (f *field) fewestByesFirst() []int {
	all := make([]int, len(f.players))
	for i := range all {
		all[i] = len(all) - 1 - i
	}
	slices.SortStableFunc(all, func(a, b int) int { return f.players[a].Byes - f.players[b].Byes })
	return all
}

// split returns the number of seats at each table for n players, the larger tables first, and the
// number of byes.
func (s Size) split(n int) (seats []int, byes int) {
	for ; ; byes++ {
		if seats = s.cut(n - byes); seats != nil {
			return seats, byes
		}
	}
}

// cut returns the number of seats at each table for exactly n players, or nil if no division of the
// players fits.
func (s Size) cut(n int) (best []int) {
	off := 0
	for tables := n / s.Min; tables*s.Max >= n && tables > 0; tables-- {
		here := 2 * max(n-tables*s.Want, tables*s.Want-n)
		if n%tables != 0 {
			here++
		}
		if best == nil || here < off {
			best, off = cut(n, tables), here
		}
	}
	return best
}

// cut divides n players into a number of tables of sizes that differ by at most one.
func cut(n, tables int) []int {
	seats := make([]int, tables)
	for i := range seats {
		seats[i] = n / tables
		if i < n%tables {
			seats[i]++
		}
	}
	return seats
}

// seating is an assignment of the players of a round to tables.
type seating struct {
	*field
	playing []int // indices of the players without a bye, in order
	home    []int // table of each player by standing; none for a bye
	at      []int // present table of each player; none for a bye
	count   int   // number of tables
	known   []int // for player a and a table, at index a*count+table: sum of the squared numbers of meetings of a with the players at the table
}

// starts is the number of initial seatings that arrange tries to improve.
const starts = 12

// arrange returns the best seating found for all players who are not listed in out. seats holds the
// number of seats at each table.
func (f *field) arrange(seats, out []int) *seating {
	best := f.newSeating(seats, out, 1)
	least := best.settle()
	for stride := 2; least.met > 0 && stride <= starts; stride++ {
		h := f.newSeating(seats, out, stride)
		if cost := h.settle(); cost.less(least) {
			best, least = h, cost
		}
	}
	return best
}

// newSeating seats all players who are not listed in out. If stride is 1, it seats them by
// standing. Otherwise it seats first every stride-th player from the first on, then every stride-th
// player from the second on, and so on.
func (f *field) newSeating(seats, out []int, stride int) *seating {
	n := len(f.players)
	h := &seating{field: f, count: len(seats), at: make([]int, n), known: make([]int, n*len(seats))}
	for a := range n {
		if h.at[a] = none; !slices.Contains(out, a) {
			h.playing = append(h.playing, a)
		}
	}
	h.home = slices.Clone(h.at)
	var at []int // table of each playing player
	for table, size := range seats {
		at = append(at, slices.Repeat([]int{table}, size)...)
	}
	for i, a := range h.playing {
		h.home[a] = at[i]
	}
	for first := range stride {
		for i := first; i < len(h.playing); i += stride {
			h.move(h.playing[i], at[0])
			at = at[1:]
		}
	}
	return h
}

// move moves player a to a table and updates known.
func (h *seating) move(a, table int) {
	for _, b := range h.playing {
		known := h.known[b*h.count : (b+1)*h.count]
		weight := h.weight(a, b)
		if h.at[a] != none {
			known[h.at[a]] -= weight
		}
		known[table] += weight
	}
	h.at[a] = table
}

// weight returns the cost of a further meeting of two players: the square of their earlier
// meetings.
func (h *seating) weight(a, b int) int {
	times := h.times(a, b)
	return times * times
}

// settle swaps players as long as a swap improves the seating. It returns the final cost. The loop
// ends, because each swap reduces the cost.
func (h *seating) settle() (left cost) {
	for h.improve() {
	}
	for _, a := range h.playing {
		left.met += h.known[a*h.count+h.at[a]]
		left.far += h.far(a, h.at[a])
	}
	return left
}

// improve makes the best swap of each player in turn, if the swap reduces the cost. It reports
// whether it made any swap.
func (h *seating) improve() (better bool) {
	for _, a := range h.playing {
		with, best := none, cost{}
		for _, b := range h.playing {
			if h.at[a] == h.at[b] {
				continue
			}
			if change := h.change(a, b); change.less(best) {
				with, best = b, change
			}
		}
		if with != none {
			to := h.at[with]
			h.move(with, h.at[a])
			h.move(a, to)
			better = true
		}
	}
	return better
}

// cost is the cost of a seating. met is the cost of repeated meetings. far is the sum of the
// squared distances of the players from their tables by standing. Costs are compared by met first,
// and by far only if met is equal.
type cost struct{ met, far int }

func (c cost) less(o cost) bool { return c.met < o.met || c.met == o.met && c.far < o.far }

// change returns the change of cost if players a and b swap tables.
func (h *seating) change(a, b int) cost {
	from, to := h.at[a], h.at[b]
	ka, kb := h.known[a*h.count:], h.known[b*h.count:]
	return cost{
		met: ka[to] + kb[from] - ka[from] - kb[to] - 2*h.weight(a, b),
		far: h.far(a, to) + h.far(b, from) - h.far(a, from) - h.far(b, to),
	}
}

// far returns the square of the distance between a table and player a's table by standing.
func (h *seating) far(a, table int) int { return (table - h.home[a]) * (table - h.home[a]) }

// tables returns the indices of the players at each table.
func (h *seating) tables() [][]int {
	tables := make([][]int, h.count)
	for _, a := range h.playing {
		tables[h.at[a]] = append(tables[h.at[a]], a)
	}
	return tables
}
