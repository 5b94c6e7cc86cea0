package pairing

import "fmt"

// RoundRobin returns all rounds of a round robin, with two seats per table, by FIDE's Berger
// tables. ids holds the players in the order of their drawn numbers, from 1. If the number of
// players is odd, one player has a bye in each round. It returns an [ErrFew] or an [ErrTwice].
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

// berger returns round i, from 0, of n players; n is even. All players except the last are on a
// circle. The last player is in the middle of the circle and has the first seat in every second
// round. The opponent of the last player advances by half the circle each round. The other players
// meet across the line between these two, and those on one side of the line have the first seats.
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

// add adds a table of two players, or a bye if one of them is the missing last player.
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
