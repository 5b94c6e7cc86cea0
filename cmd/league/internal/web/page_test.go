package web

import (
	"slices"
	"testing"

	"tabletop/cmd/league/internal/audit"
)

func TestPlacesStandInTheirOrder(t *testing.T) {
	seats := []audit.Seat{{Rank: 3}, {Rank: 1}, {Rank: 3}, {Rank: 2}}
	if got, want := byRank(seats), []int{1, 3, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("seats stand in the order %v, want %v", got, want)
	}
}
