package companion_test

import (
	"testing"
	"time"

	"tabletop/companion/companiontest"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
)

// evening plays three hours of one game with a key every eight seconds and a
// break of a quarter of an hour in each, and calls sample every ten seconds.
func evening(tb *companiontest.Table, into func(*companiontest.Table), sample func()) {
	into(tb)
	x := uint64(3)
	keys := []string{"ok", "ok", "down", "down", "ok", "up", "ok"}
	for now, next := time.Duration(0), time.Duration(0); now < 3*time.Hour; now += 2 * time.Second {
		if now >= next && now%time.Hour < 45*time.Minute {
			x = x*6364136223846793005 + 1442695040888963407
			tb.Press(keys[x>>33%uint64(len(keys))])
			next = now + 8*time.Second
		}
		tb.Wait(2 * time.Second)
		if now%(10*time.Second) == 0 {
			sample()
		}
	}
}

func TestNoPixelIsLitForMoreThanHalfAnEvening(t *testing.T) {
	artist, err := screen.For(all)
	if err != nil {
		t.Fatal(err)
	}
	for name, into := range map[string]func(*companiontest.Table){"without a clock": intoTableMice, "with a clock": intoClocked, "mice": intoMice} {
		t.Run(name, func(t *testing.T) { unburnt(t, artist, into) })
	}
}

// unburnt plays an evening and fails where a pixel is lit for more than half of it.
func unburnt(t *testing.T, artist *screen.Artist, into func(*companiontest.Table)) {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	var lit [pixel.Height][pixel.Width]int
	samples := 0
	evening(tb, into, func() {
		samples++
		f := artist.Draw(tb.Model.View())
		for y := range lit {
			for x := range lit[y] {
				if f.OLED.At(x, y) {
					lit[y][x]++
				}
			}
		}
	})
	worst, wx, wy := 0, 0, 0
	for y := range lit {
		for x := range lit[y] {
			if lit[y][x] > worst {
				worst, wx, wy = lit[y][x], x, y
			}
		}
	}
	if worst*2 > samples {
		t.Errorf("pixel %d,%d is lit in %d of %d samples", wx, wy, worst, samples)
	}
	if worst == 0 {
		t.Error("nothing was lit all evening")
	}
	t.Logf("the most lit pixel, %d,%d, was lit %d%% of the evening", wx, wy, 100*worst/samples)
}
