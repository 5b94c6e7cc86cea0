package match

import (
	"strings"
	"testing"

	"tabletop/games"
)

// One decision of a seat, as it is folded behind a key.
func BenchmarkDecide(b *testing.B) {
	m := must(record(begun))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Decide(Stamp{MS: 5120}, "take 1", ""); err != nil {
			b.Fatal(err)
		}
	}
}

// A record of 200 facts, as it is read when the daemon starts.
func BenchmarkRead(b *testing.B) {
	m := must(record(begun))
	for range 199 {
		m = must(m.BackTo(Stamp{}, 1, ""))
	}
	text := m.Since(0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(strings.NewReader(text), "r", catalogue); err != nil {
			b.Fatal(err)
		}
	}
}

// Whose the time was, of a match of a thousand facts. Aim: 100 µs, once a second
// and once a press where a clock runs.
func BenchmarkTimes(b *testing.B) {
	m, err := Begin(catalogue, Fact{Kind: Started, Game: "toss", Seats: []string{"Аня", "Боря"}, Options: map[string]string{"goal": "999"}, Clock: "5+10"})
	for i := int64(1); err == nil && m.Seq() < 1000; i++ {
		says := "flip"
		if m.State().Turn() == games.Chance {
			says = "coin tails"
		}
		m, err = m.Decide(Stamp{MS: 1000 * i}, says, "")
	}
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Times()
	}
}
