package companion_test

import (
	"strings"
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

// Where nobody plays, a code on its lit ground is all there is to see.
func TestNoPixelOfAnInvitationBurnsIn(t *testing.T) {
	artist, err := screen.For(all)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		every time.Duration
		keys  []string
	}{
		"idle, woken each quarter of an hour":             {15 * time.Minute, []string{"down"}},
		"the phones' page, woken each quarter of an hour": {15 * time.Minute, []string{"up", "up", "up", "ok"}},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.Press("ok")
			onNetwork(tb)
			if strings.HasPrefix(name, "the phones") {
				toPhones(tb)
			}
			lit := lighted{}
			for range int(3 * time.Hour / c.every) {
				tb.Press(c.keys...)
				for range c.every / (10 * time.Second) {
					tb.Wait(10 * time.Second)
					lit.sample(artist.Draw(tb.Model.View()))
				}
			}
			lit.judge(t)
		})
	}
}

func TestNoPixelBurnsInOnAnEveningOfMatchesWithTheIdleScreenBetween(t *testing.T) {
	artist, err := screen.For(all)
	if err != nil {
		t.Fatal(err)
	}
	tb := newTable(t)
	tb.Press("ok")
	onNetwork(tb)
	intoTableMice(tb)
	lit := lighted{}
	for range 3 {
		for i := range 40 * 6 {
			tb.Press([]string{"ok", "down", "ok", "down", "down", "ok", "up"}[i%7])
			tb.Wait(10 * time.Second)
			lit.sample(artist.Draw(tb.Model.View()))
		}
		tb.Press("hold")
		tb.Choose("На главный экран")
		for range 20 * 6 {
			tb.Wait(10 * time.Second)
			lit.sample(artist.Draw(tb.Model.View()))
		}
		toHomeTop(tb)
		tb.Choose("Дальше")
	}
	lit.judge(t)
}

// toHomeTop leaves the idle screen, or wakes the panel.
func toHomeTop(tb *companiontest.Table) {
	for !strings.Contains(tb.Cursor(), "Дальше") {
		tb.Press("up")
	}
}

// lighted counts how often each pixel was lit.
type lighted struct {
	at      [pixel.Height][pixel.Width]int
	samples int
}

func (l *lighted) sample(f screen.Frame) {
	l.samples++
	for y := range l.at {
		for x := range l.at[y] {
			if f.OLED.At(x, y) {
				l.at[y][x]++
			}
		}
	}
}

// judge fails where a pixel was lit more than half of the time, or none ever.
func (l *lighted) judge(t *testing.T) {
	t.Helper()
	worst, wx, wy := 0, 0, 0
	for y := range l.at {
		for x, n := range l.at[y] {
			if n > worst {
				worst, wx, wy = n, x, y
			}
		}
	}
	if worst*2 > l.samples {
		t.Errorf("pixel %d,%d is lit in %d of %d samples", wx, wy, worst, l.samples)
	}
	if worst == 0 {
		t.Error("nothing was lit all evening")
	}
	t.Logf("the most lit pixel, %d,%d, was lit %d%% of the evening", wx, wy, 100*worst/l.samples)
}

// unburnt plays an evening and fails where a pixel is lit for more than half of it.
func unburnt(t *testing.T, artist *screen.Artist, into func(*companiontest.Table)) {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	lit := lighted{}
	evening(tb, into, func() { lit.sample(artist.Draw(tb.Model.View())) })
	lit.judge(t)
}
