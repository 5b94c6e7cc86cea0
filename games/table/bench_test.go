package table_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

func BenchmarkGamesOfTheScoreboard(b *testing.B) {
	gamestest.Games(b, table.Score{}, games.Setup{Seats: 4, Options: map[string]string{"rounds": "20"}})
}

func BenchmarkGamesOfTheTable(b *testing.B) {
	gamestest.Games(b, table.Rules{}, games.Setup{Seats: 4, Options: map[string]string{"rounds": "20", "points": "round"}})
}
