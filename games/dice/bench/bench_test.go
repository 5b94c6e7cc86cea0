package bench

import (
	"math/rand/v2"
	"testing"

	theirs "github.com/justinian/dice"

	ours "tabletop/games/dice"
)

const notation = "3d6+2"

func BenchmarkOurs(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		cup, err := ours.Parse(notation, nil)
		if err != nil {
			b.Fatal(err)
		}
		if r := cup.Roll(rnd.Uint64N); r.Total < 5 || r.Total > 20 {
			b.Fatal(r)
		}
	}
}

func BenchmarkJustinian(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r, _, err := theirs.Roll(notation)
		if err != nil {
			b.Fatal(err)
		}
		if r.Int() < 5 || r.Int() > 20 {
			b.Fatal(r)
		}
	}
}
