//go:build unix

package solve_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/maze/solve"
)

// BenchmarkSolve is a verdict on each of eight starts in turn, without shortening. Its bytes
// are all that a search ever takes, its positions by the second of the processor.
func BenchmarkSolve(b *testing.B) {
	for _, setup := range []string{"small", "balanced", "standard"} {
		b.Run(setup, func(b *testing.B) {
			var starts []games.State
			for n := range 8 {
				starts = append(starts, drawn(b, setup, n))
			}
			b.ReportAllocs()
			looked, began := 0, processor()
			for n := 0; b.Loop(); n++ {
				looked += solved(b, starts[n%len(starts)], solve.Options{Nodes: 200_000}).Nodes
			}
			b.ReportMetric(float64(looked)/(processor()-began), "positions/s")
		})
	}
}

// BenchmarkProof is a proof by a part of the pieces, for each of four games that are lost by
// careless moves. Its bytes are those of 4 MB, with which a proof is sought here.
func BenchmarkProof(b *testing.B) {
	var lost []games.State
	for n := 0; len(lost) < 4; n++ {
		s := stumbled(b, drawn(b, "balanced", n), n, 60, true)
		if len(solve.Prove(s, 20_000).Mates) > 0 {
			lost = append(lost, s)
		}
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if proof := solve.Prove(lost[n%len(lost)], 20_000); proof.Positions == 0 {
			b.Fatalf("no proof any more:\n%s", lost[n%len(lost)])
		}
	}
}

// BenchmarkShorten shortens one line again and again, as much as an adviser does.
func BenchmarkShorten(b *testing.B) {
	shorten := solve.Shortening(drawn(b, "balanced", 1))
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		moves = shorten(300_000)
	}
	b.ReportMetric(float64(moves), "moves")
}
