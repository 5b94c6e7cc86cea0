package bench

import (
	"math/rand/v2"
	"testing"

	theirs "github.com/justinian/dice"

	ours "tabletop/games/dice"
)

// notated are the notations that are measured.
var notated = []string{"3d6+2", "4d6k3"}

func BenchmarkOurs(b *testing.B) {
	for _, notation := range notated {
		b.Run(notation, func(b *testing.B) {
			rnd := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				cup, err := ours.Parse(notation, nil)
				if err != nil {
					b.Fatal(err)
				}
				if r := cup.Roll(rnd.Uint64N); r.Total < 3 || r.Total > 20 {
					b.Fatal(r)
				}
			}
		})
	}
}

func BenchmarkJustinian(b *testing.B) {
	for _, notation := range notated {
		b.Run(notation, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, _, err := theirs.Roll(notation)
				if err != nil {
					b.Fatal(err)
				}
				if r.Int() < 3 || r.Int() > 20 {
					b.Fatal(r)
				}
			}
		})
	}
}
