package keys

import (
	"testing"
	"time"
)

func TestWhatWasNotSeenIsNotCounted(t *testing.T) {
	const ms = time.Millisecond
	l := limits{4 * ms, 25 * ms, time.Hour}
	var c contact
	c.read(0, false, false, l)
	for _, tt := range []struct {
		at   time.Duration
		want change
	}{
		{100 * ms, nothing}, // closed
		{300 * ms, nothing}, // still, or again: 2 ms are counted
		{301 * ms, nothing},
		{302 * ms, press},
	} {
		if got := c.read(tt.at, true, false, l); got != tt.want {
			t.Errorf("at %v: %d, want %d", tt.at, got, tt.want)
		}
	}
}

func TestAnEdgeThatLeftTheLevelAsItWasIsABreak(t *testing.T) {
	const ms = time.Millisecond
	l := limits{4 * ms, 25 * ms, time.Hour}
	var c contact
	c.read(0, false, false, l)
	for at := ms; at <= 20*ms; at += ms {
		if got := c.read(at, true, at%(3*ms) == 0, l); got != nothing {
			t.Fatalf("at %v: %d, want nothing", at, got)
		}
	}
}

func TestTheWheelCountsDetents(t *testing.T) {
	for _, tt := range []struct {
		name   string
		detent int
		levels string // quarters: 0 both open, 1 A closed, 2 both closed, 3 B closed
		want   string
	}{
		{"a step clockwise", 4, "01230", "....+"},
		{"a step back", 4, "03210", "....-"},
		{"there and back", 4, "0121010", "......."},
		{"found half-way, on to the detent", 4, "230", "..+"},
		{"found just before the detent", 4, "30", ".."},
		{"bounce at the detent", 4, "0123030", "....+.."},
		{"bounce between quarters", 4, "01012123230", "..........+"},
		{"two quarters at once", 4, "0230", "...+"},
		{"all at once", 4, "020", "..."},
		{"two detents a step", 2, "01230", "..+.+"},
		{"two detents back", 2, "03210", "..-.-"},
		{"half-way and back with two detents", 2, "01010", "....."},
		{"a detent a quarter", 1, "0123", ".+++"},
		{"found at a quarter", 1, "110", "..-"},
		{"nothing moves", 1, "000", "..."},
	} {
		w := wheel{detent: tt.detent}
		got := ""
		for _, q := range tt.levels {
			a, b := q == '1' || q == '2', q == '2' || q == '3'
			got += string("-.+"[w.turn(a, b)+1])
		}
		if got != tt.want {
			t.Errorf("%s: %s gives %s, want %s", tt.name, tt.levels, got, tt.want)
		}
	}
}
