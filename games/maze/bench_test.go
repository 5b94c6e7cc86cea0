package maze_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

func BenchmarkGame(b *testing.B) { gamestest.Games(b, maze.Rules{}, games.Setup{Seats: 2}) }

func BenchmarkSmallGame(b *testing.B) {
	gamestest.Games(b, maze.Rules{}, games.Setup{Seats: 2, Options: map[string]string{"setup": "small"}})
}

// BenchmarkPerft counts the moves four deep in a middle game: on the compact
// position, where the last ones are counted only and where all are made; through
// the contract, in decisions as text; and by the oracle of these tests.
func BenchmarkPerft(b *testing.B) {
	const line = "seats=2 start=2TRRBLS213............3B1ST13LR2"
	s := begun(b, line)
	o := oracleOf(s, nil)
	for _, peer := range []struct {
		name  string
		count func(depth int) uint64
	}{
		{"counted", func(depth int) uint64 { return maze.Perft(s, depth) }},
		{"made", func(depth int) uint64 { return maze.PerftMade(s, depth) }},
		{"contract", func(depth int) uint64 { n, _ := gamestest.Perft(s, depth); return n }},
		{"oracle", func(depth int) uint64 { return uint64(o.count(depth)) }},
	} {
		b.Run(peer.name, func(b *testing.B) {
			b.ReportAllocs()
			nodes := uint64(0)
			for b.Loop() {
				nodes += peer.count(4)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func TestAllWaysOfCountingAgree(t *testing.T) {
	s := begun(t, "seats=2 start="+crowded)
	want, err := gamestest.Perft(s, 4)
	if got, made := maze.Perft(s, 4), maze.PerftMade(s, 4); err != nil || got != want || made != want {
		t.Errorf("got %d and %d, want %d, %v", got, made, want, err)
	}
}
