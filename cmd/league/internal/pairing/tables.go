package pairing

import (
	"fmt"
	"slices"
)

// MostSeats is how many may sit at one table.
const MostSeats = 8

// Size is how many sit at a table: as wanted, and the fewest and most that the game is for,
// from 2 to [MostSeats].
type Size struct{ Want, Min, Max int }

// Tables seats more than two at a table, by standing, with as few repeats as it can find; see the
// package comment. It fails with [ErrFew], [ErrTwice] or [ErrSize].
func Tables(players []Player, size Size) (Round, error) {
	if size.Min < 2 || size.Want < size.Min || size.Max < size.Want || size.Max > MostSeats {
		return Round{}, fmt.Errorf("pairing: %w: %d wanted, from %d to %d", ErrSize, size.Want, size.Min, size.Max)
	}
	if len(players) < size.Min {
		return Round{}, fmt.Errorf("pairing: %w for a table of %d: %d", ErrFew, size.Min, len(players))
	}
	f, err := enter(players)
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

// fewestByesFirst orders everybody by whose turn it is to have a bye.
func (f *field) fewestByesFirst() []int {
	all := make([]int, len(f.players))
	for i := range all {
		all[i] = len(all) - 1 - i
	}
	slices.SortStableFunc(all, func(a, b int) int { return f.players[a].Byes - f.players[b].Byes })
	return all
}

// split returns the sizes of tables for n, the larger first, and how many have a bye.
func (s Size) split(n int) (seats []int, byes int) {
	for ; ; byes++ {
		if seats = s.cut(n - byes); seats != nil {
			return seats, byes
		}
	}
}

// cut returns the sizes of tables for exactly n, or nil if there are none.
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

// cut makes so many tables for n, as equal as can be.
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

// hall is who sits at which table.
type hall struct {
	*field
	who   []int // who plays, in order
	home  []int // the table of each by standing
	at    []int // the table of each now; of who has a bye none
	count int   // of tables
	known []int // how well each knows those at each table: known[a*count+table], a sum of squares
}

// starts is from how many seatings a better one is sought.
const starts = 12

// arrange seats everybody but those who are out.
func (f *field) arrange(seats, out []int) *hall {
	best := f.hall(seats, out, 1)
	least := best.settle()
	for stride := 2; least.met > 0 && stride <= starts; stride++ {
		h := f.hall(seats, out, stride)
		if cost := h.settle(); cost.less(least) {
			best, least = h, cost
		}
	}
	return best
}

// hall seats everybody but those who are out: by standing if stride is 1, else first every
// stride-th, then those after them, and so on.
func (f *field) hall(seats, out []int, stride int) *hall {
	n := len(f.players)
	h := &hall{field: f, count: len(seats), at: make([]int, n), known: make([]int, n*len(seats))}
	for a := range n {
		if h.at[a] = none; !slices.Contains(out, a) {
			h.who = append(h.who, a)
		}
	}
	h.home = slices.Clone(h.at)
	var at []int // the table of each of who
	for table, size := range seats {
		at = append(at, slices.Repeat([]int{table}, size)...)
	}
	for i, a := range h.who {
		h.home[a] = at[i]
	}
	for first := range stride {
		for i := first; i < len(h.who); i += stride {
			h.move(h.who[i], at[0])
			at = at[1:]
		}
	}
	return h
}

// move seats one at a table, away from where he sat.
func (h *hall) move(a, table int) {
	for _, b := range h.who {
		known := h.known[b*h.count : (b+1)*h.count]
		weight := h.weight(a, b)
		if h.at[a] != none {
			known[h.at[a]] -= weight
		}
		known[table] += weight
	}
	h.at[a] = table
}

// weight is what it costs that two meet again.
func (h *hall) weight(a, b int) int {
	times := h.times(a, b)
	return times * times
}

// settle lets people change places as long as somebody gains, and returns what it costs then.
// As each change makes it less, there is an end.
func (h *hall) settle() (left cost) {
	for h.improve() {
	}
	for _, a := range h.who {
		left.met += h.known[a*h.count+h.at[a]]
		left.far += h.far(a, h.at[a])
	}
	return left
}

// improve lets everybody in turn change places with whom that spares most, and says whether
// anybody did.
func (h *hall) improve() (better bool) {
	for _, a := range h.who {
		with, best := none, cost{}
		for _, b := range h.who {
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

// cost is what is bad about a seating: meetings first, then how far people are from where
// they belong by standing.
type cost struct{ met, far int }

func (c cost) less(o cost) bool { return c.met < o.met || c.met == o.met && c.far < o.far }

// change is what it costs, or spares, that two change places.
func (h *hall) change(a, b int) cost {
	from, to := h.at[a], h.at[b]
	ka, kb := h.known[a*h.count:], h.known[b*h.count:]
	return cost{
		met: ka[to] + kb[from] - ka[from] - kb[to] - 2*h.weight(a, b),
		far: h.far(a, to) + h.far(b, from) - h.far(a, from) - h.far(b, to),
	}
}

// far is how far a table is from that of somebody's standing, squared.
func (h *hall) far(a, table int) int { return (table - h.home[a]) * (table - h.home[a]) }

func (h *hall) tables() [][]int {
	tables := make([][]int, h.count)
	for _, a := range h.who {
		tables[h.at[a]] = append(tables[h.at[a]], a)
	}
	return tables
}
