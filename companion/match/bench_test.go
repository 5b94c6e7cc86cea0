package match

import (
	"strings"
	"testing"
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
