package gamestest

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"tabletop/games"
	"tabletop/games/kit"
)

// Games measures random games of r from start to end. It reports games per second, decisions per
// game, and allocations and nanoseconds per decision. The calls of Legal are included. It stops a
// game after 1000 decisions, since some games never end.
func Games(b *testing.B, r games.Rules, setup games.Setup) {
	b.Helper()
	first, err := r.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	decisions := 0
	before := mallocs()
	for b.Loop() {
		decisions += whole(b, rnd, first)
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(b.N)/seconds, "games/s")
	b.ReportMetric(float64(decisions)/float64(b.N), "decisions/game")
	b.ReportMetric(float64(mallocs()-before)/float64(decisions), "allocs/decision")
	b.ReportMetric(seconds*1e9/float64(decisions), "ns/decision")
}

// whole plays one random game and returns its number of decisions.
func whole(b *testing.B, rnd *rand.Rand, s games.State) int {
	const most = 1000
	n := 0
	for ; n < most && s.Turn() != games.Nobody; n++ {
		c := kit.Pick(rnd, s.Legal())
		d := c.Says
		if c.From < c.To {
			d = c.At(rnd.IntN(c.Len()))
		}
		next, err := s.Apply(d)
		if err != nil {
			b.Fatal(err)
		}
		s = next
	}
	return n
}

func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}
