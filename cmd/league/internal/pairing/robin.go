package pairing

import "fmt"

// RoundRobin returns all rounds in which everybody meets everybody once, two at a table, by
// FIDE's Berger tables. The order of ids is that of the lots drawn: the first has number 1.
// Of an odd number one has a bye in each round. It fails with [ErrFew] or [ErrTwice].
func RoundRobin(ids []string) ([]Round, error) {
	if len(ids) < 2 {
		return nil, fmt.Errorf("pairing: %w for a round robin: %d", ErrFew, len(ids))
	}
	known := map[string]bool{}
	for _, id := range ids {
		if known[id] {
			return nil, fmt.Errorf("pairing: %w: %q", ErrTwice, id)
		}
		known[id] = true
	}
	n := len(ids) + len(ids)%2
	rounds := make([]Round, n-1)
	for i := range rounds {
		rounds[i] = berger(ids, n, i)
	}
	return rounds, nil
}

// berger is round i, from 0, of n, which is even. The last stands still, in the middle of the
// circle, and begins in every second round; whom he meets goes half the circle further each round.
// The others meet across the line between those two; on the one side all begin.
func berger(ids []string, n, i int) (r Round) {
	circle := n - 1
	across := i * (n / 2) % circle
	first, second := across, n-1
	if i%2 == 1 {
		first, second = second, first
	}
	r.add(ids, first, second)
	for k := 1; k < n/2; k++ {
		r.add(ids, (across+k)%circle, (across-k+circle)%circle)
	}
	return r
}

// add seats two, or gives one a bye if the other isn't there.
func (r *Round) add(ids []string, first, second int) {
	switch n := len(ids); {
	case first == n:
		r.Byes = append(r.Byes, ids[second])
	case second == n:
		r.Byes = append(r.Byes, ids[first])
	default:
		r.Tables = append(r.Tables, []string{ids[first], ids[second]})
	}
}
