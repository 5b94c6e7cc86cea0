//go:build firmware

package tablepanel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/companion/waittest"
	"tabletop/drivers/serial"
	"tabletop/drivers/tablepanel/paneltest"
)

// bench is the driver at the line of the real image.
type bench struct {
	t     *testing.T
	panel *paneltest.Panel
	dev   *Dev
	on    func(Report) // what a report leads to, unless nil

	mu   sync.Mutex
	told []Report
}

// sit starts a panel and its driver until the test ends.
func sit(t *testing.T, on func(*bench, Report)) *bench {
	t.Helper()
	link := filepath.Join(t.TempDir(), "by-id")
	return sitAt(t, paneltest.Start(t, link), link, on)
}

// sitAt is sit at a panel that runs.
func sitAt(t *testing.T, panel *paneltest.Panel, link string, on func(*bench, Report)) *bench {
	t.Helper()
	b := &bench{t: t, panel: panel}
	o := serial.DefaultOpts()
	o.LastPause = 100 * time.Millisecond
	port, err := serial.Open(link, 115200, o)
	if err != nil {
		t.Fatal(err)
	}
	if b.dev, err = New(port, DefaultOpts()); err != nil {
		t.Fatal(err)
	}
	b.on = func(r Report) {
		if on != nil {
			on(b, r)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			_ = b.dev.Run(ctx, b.hear)
		}
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		_ = port.Close()
	})
	b.until("the panel to be met", func() bool { return b.counted() })
	return b
}

func (b *bench) hear(r Report) {
	b.mu.Lock()
	b.told = append(b.told, r)
	b.mu.Unlock()
	b.on(r)
}

// counted reports whether the panel numbers its reports.
func (b *bench) counted() bool {
	b.dev.mu.Lock()
	defer b.dev.mu.Unlock()
	return b.dev.counter.numbered
}

// until waits until the driver has come to something.
func (b *bench) until(what string, ok func() bool) {
	b.t.Helper()
	waittest.Until(b.t, what, func() (any, bool) {
		told := b.reports()
		return fmt.Sprintf("%d reports, at last %v", len(told), told[max(0, len(told)-20):]), ok()
	})
}

// reports are those heard, but for HELLO.
func (b *bench) reports() (told []Report) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.told {
		if _, hello := r.(Hello); !hello {
			told = append(told, r)
		}
	}
	return told
}

// flush waits until all that the panel had to report by now was heard: reports come in
// order, and one more of the motor is asked for. A panel that greets once more is told to
// stop its motor, so it is asked for again.
func (b *bench) flush() {
	b.t.Helper()
	before := b.count(Motor{"buzz", true})
	for range 100 {
		if err := b.dev.Motor("buzz"); err != nil {
			b.t.Fatal(err)
		}
		b.panel.Pass(500 * time.Millisecond)
		if b.count(Motor{"buzz", true}) > before {
			return
		}
	}
	b.t.Fatalf("the motor was never heard of; told %v", b.reports())
}

// count is how often a report was heard.
func (b *bench) count(report Report) (n int) {
	for _, r := range b.reports() {
		if r == report {
			n++
		}
	}
	return n
}

// keys are the reports of keys.
func (b *bench) keys() (keys []Key) {
	for _, r := range b.reports() {
		if k, isKey := r.(Key); isKey {
			keys = append(keys, k)
		}
	}
	return keys
}

// presses counts what was heard of each key, which must go down and up in turn.
func (b *bench) presses() (seats [paneltest.Seats]int) {
	b.t.Helper()
	var down [paneltest.Seats]bool
	for i, k := range b.keys() {
		if down[k.Seat-1] == k.Down {
			b.t.Fatalf("report %d, %v, is doubled, or one before it was lost", i, k)
		}
		down[k.Seat-1] = k.Down
		if k.Down {
			seats[k.Seat-1]++
		}
	}
	return seats
}

// pressed waits until each key was heard so often, and no more often.
func (b *bench) pressed(times int) {
	b.t.Helper()
	all := 2 * times * paneltest.Seats
	b.until(fmt.Sprint(all, " reports of keys"), func() bool { return len(b.keys()) >= all })
	b.panel.Pass(300 * time.Millisecond) // for what may come twice
	b.flush()
	for i, n := range b.presses() {
		if n != times {
			b.t.Errorf("the key of seat %d was pressed %d times, and heard %d times", i+1, times, n)
		}
	}
}

// sound fails if the rig has measured a fault.
func (b *bench) sound() {
	b.t.Helper()
	s := b.panel.Measure()
	b.t.Logf("measured: %+v, junk %d", s, b.dev.Junk())
	if s.Pulses != 0 || s.Overruns != 0 || s.Frames == 0 {
		b.t.Errorf("measured %+v", s)
	}
}

var everybody = []int{1, 2, 3, 4, 5, 6, 7, 8}

// presses is how many the longest test makes: $PRESSES, or 1000.
func presses(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("PRESSES"))
	if os.Getenv("PRESSES") == "" {
		return 1000
	}
	if err != nil || n < paneltest.Seats {
		t.Fatalf("PRESSES=%s: a number, 8 at least", os.Getenv("PRESSES"))
	}
	return n
}

func TestNoPressIsLostAndNoneIsDoubled(t *testing.T) {
	b := sit(t, nil)
	each := presses(t) / paneltest.Seats
	began := time.Now()
	b.panel.Tap("taps", each, everybody...)
	b.pressed(each)
	b.sound()
	t.Logf("%d presses in %v", each*paneltest.Seats, time.Since(began).Round(time.Millisecond))
}

func TestNoPressIsLostWhenTheLineIsUnplugged(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	const each = 25
	for _, seat := range everybody {
		b.panel.Do("slow %d %d", seat, each)
	}
	for b.panel.Seen().Tapped < paneltest.Seats {
		more := min(len(b.keys())+20, 2*each*paneltest.Seats)
		b.until("the panel to be heard again", func() bool { return len(b.keys()) >= more || b.panel.Seen().Tapped == paneltest.Seats })
		b.panel.Do("unplug")
		b.panel.Pass(600 * time.Millisecond)
		b.panel.Do("plug")
	}
	b.pressed(each)
	b.sound()
}

func TestNoPressIsLostInNoise(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	const each = 25
	b.panel.Do("noise 3000") // one byte in 333, so nearly every tenth line
	b.panel.Tap("slow", each, everybody...)
	b.panel.Do("noise 0")
	b.pressed(each)
	b.sound()
	if b.dev.Junk() == 0 {
		t.Error("there was no noise")
	}
}

func TestJunkHurtsNobody(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	for range 10 {
		b.panel.Do("junk 400")
		b.panel.Pass(150 * time.Millisecond)
	}
	b.panel.Tap("taps", 3, everybody...)
	b.pressed(3)
	b.sound()
	if b.dev.Junk() == 0 {
		t.Error("there was no junk")
	}
}

func TestAResetLosesNoPressAndCountsAHeldKeyOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	_ = b.dev.State(2, Active)
	b.panel.Tap("taps", 3, everybody...)
	b.pressed(3)
	b.panel.Do("press 1")
	b.until("the press", func() bool { return b.presses()[0] == 4 })
	b.panel.Do("unplug") // so that the next presses aren't heard before the reset
	b.panel.Tap("taps", 1, everybody[1:]...)
	b.panel.Pass(100 * time.Millisecond)
	b.panel.Do("hang")
	b.panel.Until("the watchdog", func(s *paneltest.Seen) bool { return s.Resets == 1 })
	b.panel.Do("plug")
	b.panel.Do("release 1")
	b.pressed(4)
	b.panel.Until("the lights to be back", func(s *paneltest.Seen) bool { return s.Lights[1] == looks[Active].colour })
	b.panel.Do("reset") // by DTR
	b.panel.Tap("taps", 1, everybody...)
	b.pressed(5)
	b.sound()
}

func TestAPowerCutBeginsANewLifeThatIsHeardFromItsFirstPress(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	_ = b.dev.State(3, Ready)
	b.panel.Tap("taps", 2, everybody...)
	b.pressed(2)
	for i := range 3 {
		b.panel.Do("power off")
		b.panel.Pass(50 * time.Millisecond)
		b.panel.Do("power on")
		b.panel.Pass(50 * time.Millisecond)
		b.panel.Tap("taps", 1, everybody...)
		b.pressed(3 + i)
	}
	b.panel.Until("the lights to be back", func(s *paneltest.Seen) bool { return s.Lights[2] == looks[Ready].colour })
	b.sound()
}

func TestWhatWasPressedBeforeTheCompanionStartedIsForNobody(t *testing.T) {
	t.Parallel()
	link := filepath.Join(t.TempDir(), "by-id")
	panel := paneltest.Start(t, link)
	panel.Tap("taps", 4, 1, 2)
	panel.Do("unplug") // no system keeps what a closed line said; a pseudo-terminal does
	panel.Do("plug")
	b := sitAt(t, panel, link, nil)
	panel.Tap("taps", 1, everybody...)
	b.pressed(1)
}

// looks is what each state looks like: its colour and its sixteen steps of 125 ms.
var looks = map[State]struct {
	colour string
	steps  string
}{
	None:    {"000000", "................"},
	Waiting: {"000008", "################"},
	OnDeck:  {"301800", "########........"},
	Active:  {"004000", "################"},
	Passed:  {"180018", "#..............."},
	Ready:   {"181818", "#.#............."},
	Alarm:   {"400000", "#.#.#.#.#.#.#.#."},
	Gone:    {"000000", "................"},
}

// patterns reads each seat's steps and colour off what is shown from the next change on.
func (b *bench) patterns(change func()) (steps, colours [paneltest.Seats]string) {
	b.t.Helper()
	before := len(b.panel.Shown())
	change()
	var shown []paneltest.Picture
	b.until("sixteen steps", func() bool {
		shown = b.panel.Shown()[before:]
		return len(shown) > 0 && shown[len(shown)-1].At-shown[0].At > 2*time.Second
	})
	for seat := range paneltest.Seats {
		colours[seat] = "000000"
		for step := range 16 {
			middle := shown[0].At + time.Duration(step)*125*time.Millisecond + 60*time.Millisecond
			now := at(shown, middle)[seat]
			if now == "000000" {
				steps[seat] += "."
				continue
			}
			steps[seat] += "#"
			colours[seat] = now
		}
	}
	return steps, colours
}

// at is what was shown at a time.
func at(shown []paneltest.Picture, t time.Duration) (lights paneltest.Lights) {
	for _, p := range shown {
		if p.At <= t {
			lights = p.Lights
		}
	}
	return lights
}

func TestEachStateHasAColourAndAPatternOfItsOwn(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	seen := map[string]State{}
	for s := range Gone + 1 {
		if same, double := seen[looks[s].steps]; double && s != Gone && looks[same].colour == looks[s].colour {
			t.Errorf("%v looks like %v", s, same)
		}
		seen[looks[s].steps] = s
	}
	steps, colours := b.patterns(func() {
		for s := range Gone + 1 {
			if err := b.dev.State(int(s)+1, s); err != nil {
				t.Fatal(err)
			}
		}
	})
	for s := range Gone + 1 {
		if steps[s] != looks[s].steps || colours[s] != looks[s].colour {
			t.Errorf("%v is %s in %s, want %s in %s", s, steps[s], colours[s], looks[s].steps, looks[s].colour)
		}
	}
	b.sound()
}

func TestAStateHasTheColourOfThePlayerAndItsOwnPattern(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	steps, colours := b.patterns(func() {
		for s := range Gone + 1 {
			if err := errors.Join(b.dev.Colour(int(s)+1, Pink), b.dev.State(int(s)+1, s)); err != nil {
				t.Fatal(err)
			}
		}
	})
	want := map[State]string{
		None: "000000", Waiting: "060203", OnDeck: "270c15", Active: "34101c", Passed: "13060a", Ready: "13060a", Alarm: "400000", Gone: "000000",
	}
	for s := range Gone + 1 {
		if steps[s] != looks[s].steps || colours[s] != want[s] {
			t.Errorf("%v is %s in %s, want %s in %s", s, steps[s], colours[s], looks[s].steps, want[s])
		}
	}
	seen := map[string]Colour{}
	for c := Red; c <= Indigo; c++ {
		_ = b.dev.Colour(int(Active)+1, c)
		before := b.panel.Until("another colour", func(s *paneltest.Seen) bool {
			_, known := seen[s.Lights[Active]]
			return !known && (c == Pink) == (s.Lights[Active] == want[Active])
		})
		seen[before.Lights[Active]] = c
	}
	if err := b.dev.Colour(int(Active)+1, NoColour); err != nil {
		t.Fatal(err)
	}
	b.panel.Until("the colour of the state", func(s *paneltest.Seen) bool { return s.Lights[Active] == looks[Active].colour })
	b.sound()
}

func TestLampsAndTurnsShowOnTheSameLights(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	lit := func(what string, seat int, colour string) {
		t.Helper()
		b.panel.Until(what, func(s *paneltest.Seen) bool { return s.Lights[seat-1] == colour })
	}
	_ = b.dev.Lamp(4, On)
	lit("a lamp", 4, "202020")
	_ = b.dev.Turn(5)
	lit("a turn", 5, looks[Active].colour)
	if steps, colours := b.patterns(func() { _ = b.dev.Lamp(5, Blink) }); steps[4] != "..##..##..##..##" || colours[4] != "004000" {
		t.Errorf("an active seat that hasn't noticed is %s in %s", steps[4], colours[4])
	}
	_ = b.dev.State(4, Passed)
	lit("a state over a lamp", 4, looks[Passed].colour)
	_ = b.dev.State(4, None)
	lit("the lamp again", 4, "202020")
	if err := b.dev.Halt(); err != nil {
		t.Error(err)
	}
	b.panel.Until("the dark", func(s *paneltest.Seen) bool {
		return s.Lights == paneltest.Lights{"000000", "000000", "000000", "000000", "000000", "000000", "000000", "000000"}
	})
}

func TestTheMotorRunsAndTheTraySeesDiceAtRest(t *testing.T) {
	b := sit(t, nil)
	b.flush() // a second greeting would stop the motor
	for _, tune := range []struct {
		name string
		ms   int
	}{{"buzz", 150}, {"roll", 1000}} {
		before := b.count(Motor{tune.name, true})
		if err := b.dev.Motor(tune.name); err != nil {
			t.Fatal(err)
		}
		b.panel.Until("the motor", func(s *paneltest.Seen) bool { return s.Motor })
		b.panel.Do("tray 10") // it trembles with the motor
		ran := b.panel.Until("its end", func(s *paneltest.Seen) bool { return !s.Motor }).Ran
		if want := time.Duration(tune.ms) * time.Millisecond; ran < want-2*time.Millisecond || ran > want+2*time.Millisecond {
			t.Errorf("%s ran for %v", tune.name, ran)
		}
		b.until("the motor to be done", func() bool { return b.count(Motor{tune.name, true}) > before })
	}
	b.panel.Pass(time.Second)
	b.panel.Do("tray 1") // an elbow
	b.panel.Pass(time.Second)
	b.flush()
	if b.count(Die{1, "rest"}) != 0 {
		t.Fatalf("told %v", b.reports())
	}
	b.panel.Pass(time.Second) // after the motor the tray is deaf
	b.panel.Do("tray 12")
	b.until("the dice", func() bool { return slices.Contains(b.reports(), Report(Die{1, "rest"})) })
	_ = b.dev.Motor("roll")
	b.panel.Until("the motor", func(s *paneltest.Seen) bool { return s.Motor })
	_ = b.dev.Halt()
	b.panel.Until("its stop", func(s *paneltest.Seen) bool { return !s.Motor })
}

func TestAGlitchIsNoPress(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	for ms := 1; ms <= 3; ms++ {
		b.panel.Do("glitch 3 %d", ms)
		b.panel.Pass(60 * time.Millisecond)
	}
	b.panel.Do("glitch 3 12")
	b.until("a press of 12 ms", func() bool { return b.presses()[2] == 1 })
	b.panel.Pass(300 * time.Millisecond)
	b.flush()
	if n := len(b.keys()); n != 2 {
		t.Errorf("told %v", b.reports())
	}
}

func TestAnOrphanedTableForgetsAndSaysSo(t *testing.T) {
	t.Parallel()
	b := sit(t, nil)
	_ = b.dev.State(1, Active)
	b.panel.Do("unplug")
	b.panel.Tap("taps", 2, everybody...)
	b.panel.Pass(11 * time.Second)
	b.panel.Until("the wink that walks round", func(s *paneltest.Seen) bool { return strings.Contains(strings.Join(s.Lights[:], ""), "040404") })
	b.panel.Do("plug")
	b.panel.Until("the lights to be back", func(s *paneltest.Seen) bool { return s.Lights[0] == looks[Active].colour })
	b.panel.Tap("taps", 1, everybody...)
	b.pressed(1)
}

// seatAfter is the one whose light follows a press.
func seatAfter(seat int) int { return seat%paneltest.Seats + 1 }

func TestTheNextSeatsLightComesSoonAfterAPress(t *testing.T) {
	b := sit(t, func(b *bench, r Report) {
		if k, isKey := r.(Key); isKey && k.Down {
			_ = b.dev.State(k.Seat, Waiting)
			_ = b.dev.State(seatAfter(k.Seat), Active)
		}
	})
	paneltest.Soon(t, func() (late paneltest.Late) {
		for i := range 100 {
			late = append(late, b.toNextLight(i%paneltest.Seats+1))
		}
		return late
	})
}

// toNextLight taps a seat's key and returns how long the next seat's light took.
func (b *bench) toNextLight(seat int) time.Duration {
	b.t.Helper()
	tapped := b.panel.Seen().Tapped + 1
	began := time.Now()
	b.panel.Do("taps %d 1", seat)
	took := b.panel.Since(began, "the next seat's light", func(l paneltest.Lights) bool { return l[seatAfter(seat)-1] == looks[Active].colour })
	b.panel.Until("the key to rest", func(s *paneltest.Seen) bool { return s.Tapped == tapped })
	return took
}
