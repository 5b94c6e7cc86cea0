package table_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

func TestScoreKeepsTheContract(t *testing.T) {
	t.Parallel()
	gamestest.Check(t, table.Score{})
}

func FuzzPosition(f *testing.F) {
	gamestest.FuzzParse(f, table.Score{}, games.Setup{Seats: 3, Options: map[string]string{"target": "50", "ties": "more"}})
}

func FuzzDecision(f *testing.F) {
	gamestest.FuzzApply(f, table.Score{}, games.Setup{Seats: 3}, "score 1 5", "edit 1 1 -5", "finish", "skip 2", "more", "swap 1 3")
}
