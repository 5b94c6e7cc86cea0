package companion_test

import (
	"flag"
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
)

// plays lets a table of so many play a game for three hours: a decision every so often, the
// cursor moved now and then, a break of a quarter of an hour in each. What is decided is
// drawn; a match that is over is followed by the next.
func plays(tb *companiontest.Table, p playthrough, game string, every time.Duration, sample func()) {
	const often = 8 * time.Second
	x := uint64(3)
	draw := func(n int) int { x = x*6364136223846793005 + 1442695040888963407; return int(x >> 33 % uint64(n)) }
	for now := time.Duration(0); now < 3*time.Hour; now += often {
		if now%time.Hour < 45*time.Minute && now%every == 0 {
			decideOnce(tb, p, game, draw)
			tb.Press([]string{"down", "up", "down", "up", "up"}[draw(5)])
		}
		tb.Wait(often)
		sample()
	}
}

// decideOnce decides one of what is legal, or begins the next match.
func decideOnce(tb *companiontest.Table, p playthrough, game string, draw func(int) int) {
	if tb.Model.Match().IsZero() || tb.Model.Match().State().Standing().Over {
		tb.Ask(companiontest.Phone, companion.End{Point: tb.Model.Point()})
		p.begin(tb, game)
		return
	}
	legal := tb.Model.Match().State().Legal()
	c := legal[draw(len(legal))]
	zero := max(0, -int(c.From)) // points are what tables score, not the least there can be
	tb.Ask(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: string(c.At(zero + draw(min(c.Len()-zero, 40))))})
}

// paces are how often somebody decides: every eight seconds, which leaves the panel no time
// to sleep, to once in twelve minutes.
var paces = []time.Duration{8 * time.Second, time.Minute, 12 * time.Minute}

var (
	evenings    = flag.Int("evenings", 1, "how many evenings each game is played, each at another of three paces, drawn by chance")
	eveningSeed = flag.Uint64("evening-seed", 0, "what those paces are drawn from; 0: chosen by chance")
)

// No game burns anything in, at whatever pace it is played.
func TestNoPixelIsLitForMoreThanHalfAnEveningOfAnyGame(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	seed := *eveningSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	number := min(max(*evenings, 1), len(paces))
	t.Logf("-evening-seed %d draws %d of %d paces for each game", seed, number, len(paces))
	draw := rand.New(rand.NewPCG(seed, 0))
	for _, p := range []struct {
		name string
		playthrough
	}{
		{"mice", playthrough{seats: 4}},
		{"mice on the clock", playthrough{seats: 2, clock: "10+5"}},
		{"fox", playthrough{seats: 2, options: map[string]string{"mode": "tricks"}}},
		{"fox cards", playthrough{seats: 2}},
		{"maze", playthrough{seats: 2}},
		{"score", playthrough{seats: 3}},
		{"mazaitsy", playthrough{seats: 3}},
		{"mazaitsy field", playthrough{seats: 3, options: map[string]string{"field": "on"}}},
	} {
		game, _, _ := strings.Cut(p.name, " ")
		for _, i := range draw.Perm(len(paces))[:number] {
			t.Run(fmt.Sprint(p.name, " each ", paces[i]), func(t *testing.T) {
				t.Parallel()
				tb := newTable(t)
				tb.Press("ok")
				lit := lighted{}
				said := map[string]bool{}
				plays(tb, p.playthrough, game, paces[i], func() {
					v := tb.Model.View()
					if lit.again(v) {
						return
					}
					for _, flaw := range append(artist.Flaws(v), faults(v)...) {
						if !said[flaw] {
							t.Errorf("%s\n%s", flaw, tb.Screen())
						}
						said[flaw] = true
					}
					lit.sample(artist.Draw(v))
				})
				lit.judge(t, 1, 2)
			})
		}
	}
}

// Where nobody plays, a code on its lit ground is all there is to see.
func TestNoPixelOfAnInvitationBurnsIn(t *testing.T) {
	t.Parallel()
	artist := painter(t)
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
			lit.judge(t, 1, 2)
		})
	}
}

func TestNoPixelBurnsInOnAnEveningOfMatchesWithTheIdleScreenBetween(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	tb := newTable(t)
	tb.Press("ok")
	onNetwork(tb)
	lit := lighted{}
	for range 3 {
		toMatch(tb)
		for i := range 40 * 6 {
			tb.Press([]string{"ok", "down", "ok", "down", "down", "ok", "up"}[i%7])
			tb.Wait(10 * time.Second)
			lit.sample(artist.Draw(tb.Model.View()))
		}
		if tb.Times(9, "back"); !tb.Model.Match().IsZero() {
			tb.Press("hold")
			tb.Choose("pause.away")
		}
		for range 20 * 6 {
			tb.Wait(10 * time.Second)
			lit.sample(artist.Draw(tb.Model.View()))
		}
		tb.Press("back") // leaves the idle screen, or wakes the panel
	}
	lit.judge(t, 1, 2)
}

// toMatch goes from home on with the match there is, or plays another.
func toMatch(tb *companiontest.Table) {
	tb.Times(9, "back")
	for range 9 {
		if tb.Press("up"); tb.At("home.resume") {
			tb.Press("ok")
			return
		}
	}
	tb.Choose("mice:title")
	tb.Press("ok")
}

// lighted counts how often each pixel was lit.
type lighted struct {
	at      [pixel.Height][pixel.Width]int
	samples int
	last    []image.Point // lit in the last sample
	view    panel.View
}

// again counts the last sample once more if v, whose picture it then is, was sampled last.
func (l *lighted) again(v panel.View) bool {
	if l.samples == 0 || v != l.view {
		l.view = v
		return false
	}
	l.count()
	return true
}

func (l *lighted) sample(f screen.Frame) {
	l.last = l.last[:0]
	for y := range l.at {
		for x := range l.at[y] {
			if f.OLED.At(x, y) {
				l.last = append(l.last, image.Pt(x, y))
			}
		}
	}
	l.count()
}

func (l *lighted) count() {
	l.samples++
	for _, p := range l.last {
		l.at[p.Y][p.X]++
	}
}

// judge fails where a pixel was lit more than that part of the time, or none ever.
func (l *lighted) judge(t *testing.T, part, of int) {
	t.Helper()
	worst, wx, wy := 0, 0, 0
	for y := range l.at {
		for x, n := range l.at[y] {
			if n > worst {
				worst, wx, wy = n, x, y
			}
		}
	}
	if worst*of > l.samples*part {
		t.Errorf("pixel %d,%d is lit in %d of %d samples", wx, wy, worst, l.samples)
	}
	if worst == 0 {
		t.Error("nothing was lit all evening")
	}
	t.Logf("the most lit pixel, %d,%d, was lit %d%% of the evening", wx, wy, 100*worst/l.samples)
}
