package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tabletop/cmd/internal/adviser"
	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/config"
	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/store"
	"tabletop/drivers/keys"
	"tabletop/games"
	"tabletop/games/maze"
)

// BenchmarkKeyEdgeToFirstByte presses up and down in a menu of the whole daemon on
// fake lines and a fake bus, and reports how long the first byte for the display
// takes beyond what the contact takes to be a press: the debounce, and a sampling
// step: at rest, while an adviser thinks about one position of maze after the other, and with
// a club whose broker is away and a thousand matches to tell it.
// Best with -benchtime 500x.
func BenchmarkKeyEdgeToFirstByte(b *testing.B) {
	b.Run("at-rest", func(b *testing.B) { edges(b, b.TempDir()) })
	b.Run("thinking", func(b *testing.B) {
		think(b)
		edges(b, b.TempDir())
	})
	b.Run("club-away", func(b *testing.B) { edges(b, untold(b)) })
}

// think lets an adviser think, a child each time, until the benchmark ends.
func think(b *testing.B) {
	asked := make(chan int, 1)
	thinker := adviser.New(
		func(a companion.Analysis) { asked <- a.At + 1 },
		func(err error) { b.Error(err) })
	go func() { _ = thinker.Run(b.Context()) }()
	go func() {
		for n := range asked {
			s, err := maze.Rules{}.New(games.Setup{Seats: 2, Options: map[string]string{"start": thoughtOf(n)}})
			if err != nil {
				b.Error(err)
				return
			}
			thinker.Think(companion.Think{Position: "x", Rules: maze.Rules{}, Setup: games.Setup{Seats: 2}, Line: []match.SeqState{{Seq: n, State: s}}})
		}
	}()
	asked <- 0
}

// thoughtOf is the n-th start to be thought of.
func thoughtOf(n int) string {
	one := []byte("SLRTB123SLRTB123SLRTB123SLRTB123")
	random := rand.New(rand.NewPCG(15, uint64(n)))
	for half := range 2 { // each side has sixteen pieces of its own
		own := one[16*half:][:16]
		random.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
	}
	return string(one)
}

// untold is a state folder with a thousand matches that a club isn't told, since its broker
// takes connections and never answers.
func untold(b *testing.B) string {
	state := b.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.Close() })
	config := "[club]\nbroker = \"mqtt://" + l.Addr().String() + "\"\n"
	if err := os.WriteFile(filepath.Join(state, "companion.toml"), []byte(config), 0o600); err != nil {
		b.Fatal(err)
	}
	s, err := store.Open(state, time.Now(), catalogue.Games())
	if err != nil {
		b.Fatal(err)
	}
	lines := []string{`{"seq":1,"at":"2026-11-23T18:00:00Z","ms":0,"kind":"started","game":"mice","seats":["Аня","Боря"]}`, `{"seq":2,"ms":1,"kind":"ended"}`}
	for i := range 1000 {
		if err := s.Keep(b.Context(), companion.Keep{Match: fmt.Sprintf("%016x", i), First: 1, Lines: lines, Over: true}); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return state
}

// edges presses keys of a daemon on a state folder and reports the times.
func edges(b *testing.B, state string) {
	bench := newBench()
	e := onBenchIn(b, state, bench.host)
	var beyond []time.Duration
	lines := []int{downLine, upLine}
	for i := 0; b.Loop(); i++ {
		took := bench.pressed(b, lines[i%2])
		e.rest(b)
		beyond = append(beyond, took-config.Default().Keys.Debounce-keys.Step)
	}
	slices.Sort(beyond)
	for _, q := range []struct {
		name string
		part int
	}{{"p50-µs", 50}, {"p99-µs", 99}, {"max-µs", 100}} {
		b.ReportMetric(float64(beyond[(len(beyond)-1)*q.part/100].Microseconds()), q.name)
	}
	b.ReportMetric(0, "ns/op")
}
