package pairing_test

import (
	"testing"

	"tabletop/cmd/league/internal/pairing"
)

func TestTheNumberOfRoundsFitsThePlayers(t *testing.T) {
	for _, x := range []struct{ n, swiss, robin, four int }{
		{2, 1, 1, 1},
		{3, 3, 3, 1},
		{4, 3, 3, 1},
		{5, 4, 5, 1},
		{6, 4, 5, 1},
		{7, 4, 7, 2},
		{8, 4, 7, 2},
		{9, 5, 9, 2},
		{16, 5, 15, 3},
		{17, 6, 17, 4},
		{24, 6, 23, 4},
		{32, 6, 31, 4},
		{64, 7, 63, 4},
		{65, 8, 65, 5},
	} {
		if got := pairing.SwissRounds(x.n); got != x.swiss {
			t.Errorf("Swiss of %d: %d rounds, want %d", x.n, got, x.swiss)
		}
		if got := pairing.RobinRounds(x.n); got != x.robin {
			t.Errorf("round robin of %d: %d rounds, want %d", x.n, got, x.robin)
		}
		if got := pairing.TableRounds(x.n, 4); got != x.four {
			t.Errorf("tables of 4 of %d: %d rounds, want %d", x.n, got, x.four)
		}
	}
}
