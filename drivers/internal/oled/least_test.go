package oled

import (
	"flag"
	"testing"

	"tabletop/drivers/internal/oled/oledtest"
)

var allGrids = flag.Bool("grids", false, "try all patterns of all grids of up to 18 blocks: some minutes")

// grids are changes whose blocks are as wide as a dot, a stem, a small and a large
// letter, side by side or apart; or many more.
func grids() (all []grid) {
	if !*allGrids {
		return []grid{
			{4, 4, 1, 0},
			{4, 4, 1, 1},
			{4, 4, 4, 0},
			{4, 4, 6, 0},
			{4, 4, 5, 1},
			{4, 4, 9, 3},
			{2, 8, 5, 2},
			{8, 2, 5, 1},
			{5, 3, 6, 0},
			{3, 5, 2, 0},
			{3, 5, 8, 1},
		}
	}
	for _, g := range []grid{{4, 4, 0, 0}, {2, 8, 0, 0}, {8, 2, 0, 0}, {5, 3, 0, 0}, {3, 5, 0, 0}, {3, 6, 0, 0}} {
		for g.width = 1; g.width <= 12; g.width++ {
			for _, g.apart = range []int{0, 1, 2, 3, 5} {
				if g.left(g.blocks) <= Width {
					all = append(all, g)
				}
			}
		}
	}
	return all
}

// stride is between the patterns and pictures that are tried.
func stride() int {
	switch {
	case *allGrids:
		return 1
	case testing.Short():
		return 97
	}
	return 17
}

// strays is how many more of a sample may be what one in 200 of all patterns are.
func strays() int {
	if *allGrids {
		return 0
	}
	return 2
}

func TestNoWindowsOfAnyKindSaveATwentiethOnAPatternOfASmallGrid(t *testing.T) {
	p := &plan{}
	for _, g := range grids() {
		sum, all, few := 0, 0, 0
		least := g.least()
		for pattern := 1; pattern < len(least); pattern += stride() {
			p.changed = rows(g.changed(pattern))
			got, want := p.least(), least[pattern]
			sum, all = sum+got, all+want
			if got < want || got > max(want*105/100, want+6) {
				t.Errorf("%+v, pattern %#x: %d bytes, the least is %d", g, pattern, got, want)
			}
			if got*100 > want*105 {
				few++
			}
		}
		if sum*1000 > all*1001 {
			t.Errorf("%+v: %d bytes for all patterns, the least is %d", g, sum, all)
		}
		if (few-strays())*200 > len(least)/stride() {
			t.Errorf("%+v: a twentieth is saved by others on %d patterns", g, few)
		}
	}
}

func TestTheSweepFindsWhatTrialOfAllWindowsFinds(t *testing.T) {
	g, s := grid{4, 4, 5, 1}, newSweep()
	least := g.least()
	if len(s.tilings) != 1597 {
		t.Fatalf("%d tilings, want 1597", len(s.tilings))
	}
	for pattern := 1; pattern < 1<<16; pattern += 211 * stride() {
		changed := g.changed(pattern)
		if got, want := s.least(&changed), least[pattern]; got != want {
			t.Errorf("pattern %#x: %d, want %d", pattern, got, want)
		}
	}
}

func TestNoWindowsSideBySideSaveAHundredthOnRecordedScreens(t *testing.T) {
	sequences, err := oledtest.Sequences()
	if err != nil {
		t.Fatal(err)
	}
	s, p := newSweep(), &plan{}
	for _, q := range sequences {
		sum, least := 0, 0
		for i := 1; i < len(q.Pictures); i += stride() {
			p.compare(&q.Pictures[i-1], &q.Pictures[i], 0)
			changed := columns(p.changed)
			got, want := p.least(), s.least(&changed)
			sum, least = sum+got, least+want
			if got*100 > want*103 {
				t.Errorf("%s, picture %d: %d bytes, the least is %d", q.Name, i, got, want)
			}
		}
		if sum*100 > least*101 {
			t.Errorf("%s: %d bytes, the least is %d", q.Name, sum, least)
		}
	}
}
