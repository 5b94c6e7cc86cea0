package oled

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// drawn reads changes as text: a line a page, # for a changed byte.
func drawn(text string) (changed [Width]uint8) {
	for page, line := range strings.Split(strings.TrimSpace(text), "\n") {
		for x, r := range strings.TrimSpace(line) {
			if r == '#' {
				changed[x] |= 1 << page
			}
		}
	}
	return changed
}

func TestASmallChangeCostsWhatWasCountedByHand(t *testing.T) {
	for _, tt := range []struct {
		name, changes string
		runs, least   int
	}{
		{"nothing", ".", 0, 0},
		{"a byte", "#", 8, 8},
		{"a run", "#####", 12, 12},
		{"two bytes, seven apart", "#.......#", 16, 16},
		{"two bytes, eight apart", "#........#", 16, 16},
		{"two bytes, six apart", "#......#", 15, 15},
		{"a byte on two pages", "#\n#", 16, 12},
		{"two pages of six", "######\n######", 26, 22},
		{"a page between", "###\n...\n###", 20, 19},
		{"a page of four between", "####\n....\n####", 22, 22},
		{"a digit and a line", "####......############\n####..................\n####..................\n####", 62, 45},
	} {
		p := &plan{changed: rows(drawn(tt.changes))}
		if got := p.runs(); got != tt.runs {
			t.Errorf("%s: %d bytes in runs, want %d", tt.name, got, tt.runs)
		}
		if got := p.least(); got != tt.least {
			t.Errorf("%s: %d bytes, want %d: %v", tt.name, got, tt.least, p.windows)
		}
	}
}

// scattered changes rectangles of a picture at random, and single bytes.
func scattered(r *rand.Rand) (changed [Width]uint8) {
	for range r.IntN(12) {
		top, col := r.IntN(Pages), r.IntN(Width)
		end, right := top+1+r.IntN(Pages-top), col+1+r.IntN(min(30, Width-col))
		for x := col; x < right; x++ {
			changed[x] |= band{top, end}.mask()
		}
	}
	for range r.IntN(40) {
		changed[r.IntN(Width)] |= 1 << r.IntN(Pages)
	}
	return changed
}

func TestTheWindowsHoldEveryChange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		p := &plan{changed: rows(scattered(r))}
		for name, lay := range map[string]func() int{"runs": p.runs, "least": p.least} {
			cost := lay()
			var sent [Width]uint8
			for _, w := range p.windows {
				for x := w.col; x < w.col+w.width; x++ {
					sent[x] |= band{w.page, w.page + w.pages}.mask()
				}
			}
			for x := range sent {
				if columns(p.changed)[x]&^sent[x] != 0 {
					t.Fatalf("%s: column %d isn't sent: %v", name, x, p.windows)
				}
			}
			if cost > Pages*(runPrice+Width) {
				t.Fatalf("%s: %d bytes, a whole picture is %d", name, cost, Pages*(runPrice+Width))
			}
		}
	}
}

func TestWindowsNeverCostMoreThanRunsAndRunsNeverMoreThanOneRectangle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		p := &plan{changed: rows(scattered(r))}
		runs, least := p.runs(), p.least()
		if least > runs {
			t.Fatalf("%d bytes, in runs %d", least, runs)
		}
		if box := rectangle(p); runs > box {
			t.Fatalf("%d bytes in runs, in one rectangle %d", runs, box)
		}
	}
}

func TestTheCostOfSegmentsIsThatOfTheirWindows(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		p := &plan{changed: rows(scattered(r))}
		p.least()
		l := &p.layout
		for top := range l.pages {
			b := band{top, top + 1 + r.IntN(len(l.pages)-top)}
			start := r.IntN(len(l.segments))
			end := start + 1 + r.IntN(len(l.segments)-start)
			l.addCosts(&l.rows[b.index()], l.pagesOf(b).pages())
			for name, tt := range map[string]struct {
				first, last cost
				lay         func()
			}{
				"high":  {l.high[start], l.high[end-1], func() { l.layHigh(p, b, start, end) }},
				"least": {l.costs[b.index()][start], l.costs[b.index()][end-1], func() { l.layBand(p, b, start, end) }},
			} {
				p.windows = p.windows[:0]
				tt.lay()
				// Where a gap lies across an end it may be paid, though nothing is sent.
				got, want := tt.last.spent()-tt.first.saved(), p.cost()
				if got < want || got > want+Pages*runPrice {
					t.Fatalf("%s, %+v: %d bytes, the windows are %d: %v", name, b, got, want, p.windows)
				}
			}
		}
	}
}

// rectangle is what the pages of one rectangle around all changes cost.
func rectangle(p *plan) int {
	left, right, top, end := Width, 0, Pages, 0
	for x, pages := range columns(p.changed) {
		for page := range Pages {
			if pages>>page&1 == 1 {
				left, right, top, end = min(left, x), max(right, x+1), min(top, page), max(end, page+1)
			}
		}
	}
	if right == 0 {
		return 0
	}
	return (end - top) * (runPrice + right - left)
}

func TestAnyChangeOfAByteIsSeen(t *testing.T) {
	var from [Bytes]byte
	p := &plan{}
	if p.compare(&from, &from, 0) != 0 {
		t.Error("a picture differs from itself")
	}
	for i := range from {
		for _, change := range []byte{1, 0x80, 0xFF} {
			to := from
			to[i] ^= change
			if p.compare(&from, &to, 0) != 1 || p.least() != 8 || p.windows[0] != (window{i % Width, i / Width, 1, 1}) {
				t.Fatalf("byte %d changed by %#x: %v", i, change, p.windows)
			}
		}
	}
}
