package main

import (
	"slices"
	"testing"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/drivers/keys"
)

// BenchmarkKeyEdgeToFirstByte presses up and down in a menu of the whole daemon on
// fake lines and a fake bus, and reports how long the first byte for the display
// takes beyond what the contact takes to be a press: the debounce, and a sampling
// step. Best with -benchtime 500x.
func BenchmarkKeyEdgeToFirstByte(b *testing.B) {
	bench := newBench()
	onBench(b, bench)
	var beyond []time.Duration
	lines := []int{downLine, upLine}
	for i := 0; b.Loop(); i++ {
		took := bench.press(lines[i%2], time.Second)
		if took == 0 {
			b.Fatal("a press moved nothing")
		}
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
