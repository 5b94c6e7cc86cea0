// Package paneltest is a table panel for tests: the firmware's own image, in the rig
// of drivers/tablepanel/firmware, with hands at its keys and eyes at its lights. Both
// are in the folder $PANEL, where make sim has put them.
package paneltest

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Patience is how long a test waits for what must come.
const Patience = 20 * time.Second

// Seats is how many keys and lights there are.
const Seats = 8

// Lights are the lights in order of the seats, each "RRGGBB"; the seat 1 has index 0.
type Lights [Seats]string

// Seen is what can be seen, felt and measured at a panel.
type Seen struct {
	Lights Lights
	Motor  bool // it runs
	Tapped int  // keys that have been tapped as often as was asked for
	Resets int  // by the watchdog
	Stats  Stats
	node   string
}

// Stats is what the rig has measured since it started.
type Stats struct {
	Frames   int // pictures that the lights were sent
	Pulses   int // pulses for the lights that break their datasheet
	Overruns int // bytes that came to the panel before it had taken those before
	Resets   int // by the watchdog
}

// Panel is a panel that runs.
type Panel struct {
	t    testing.TB
	in   io.Writer
	link string

	mu      sync.Mutex
	seen    Seen
	changed chan struct{} // closed when seen is another
	shown   []Picture
}

// Picture is what the lights showed from a time on, that of the panel's own clock.
type Picture struct {
	At     time.Duration
	Lights Lights
}

// Start starts a panel until the test ends. Its line is found under link.
func Start(t testing.TB, link string) *Panel {
	t.Helper()
	folder := os.Getenv("PANEL")
	if folder == "" {
		t.Fatal("PANEL is not set: the folder of the rig, see drivers/tablepanel/firmware/Makefile")
	}
	rig := exec.Command(filepath.Join(folder, "rig"), filepath.Join(folder, "panel.elf"), filepath.Join(t.TempDir(), "eeprom"))
	rig.Stderr = os.Stderr
	in, err := rig.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := rig.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := rig.Start(); err != nil {
		t.Fatal(err)
	}
	p := &Panel{t: t, in: in, link: link, changed: make(chan struct{})}
	ended := make(chan struct{})
	go p.watch(out, ended)
	t.Cleanup(func() {
		_ = in.Close()
		<-ended
		if err := rig.Wait(); err != nil {
			t.Errorf("the rig ended with %v", err)
		}
	})
	p.Until("its line", func(s *Seen) bool { return s.node != "" })
	return p
}

// watch reads what the rig says.
func (p *Panel) watch(out io.Reader, ended chan<- struct{}) {
	defer close(ended)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		p.note(strings.Fields(lines.Text()))
	}
}

func (p *Panel) note(words []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch s := &p.seen; words[0] {
	case "pty":
		s.node = words[1]
		p.plugInto(words[1])
	case "lights":
		copy(s.Lights[:], words[2:])
		at, err := time.ParseDuration(words[1] + "us")
		if err != nil {
			p.t.Errorf("the rig says %q: %v", words, err)
		}
		p.shown = append(p.shown, Picture{at, s.Lights})
	case "motor":
		s.Motor = words[1] == "on"
	case "tapped":
		s.Tapped++
	case "reset":
		s.Resets++
	case "stats":
		_, err := fmt.Sscanf(strings.Join(words[1:], " "), "frames %d pulses %d overruns %d resets %d",
			&s.Stats.Frames, &s.Stats.Pulses, &s.Stats.Overruns, &s.Stats.Resets)
		if err != nil {
			p.t.Errorf("the rig says %q: %v", words, err)
		}
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

// plugInto has the link point to a node, as for a device under /dev/serial/by-id.
func (p *Panel) plugInto(node string) {
	_ = os.Remove(p.link)
	if err := os.Symlink(node, p.link); err != nil {
		p.t.Error(err)
	}
}

// Do has the rig obey a command.
func (p *Panel) Do(format string, args ...any) {
	p.t.Helper()
	command := fmt.Sprintf(format, args...)
	if command == "unplug" {
		_ = os.Remove(p.link) // first: another process may be given the number of the node at once
	}
	if _, err := io.WriteString(p.in, command+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// Until waits until something is seen.
func (p *Panel) Until(what string, ok func(*Seen) bool) Seen {
	p.t.Helper()
	late := time.After(Patience)
	for {
		seen, changed := p.now()
		if ok(&seen) {
			return seen
		}
		select {
		case <-changed:
		case <-late:
			p.t.Fatalf("the panel waits in vain for %s; seen %+v", what, seen)
		}
	}
}

func (p *Panel) now() (Seen, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen, p.changed
}

// Seen is what is seen now.
func (p *Panel) Seen() Seen {
	s, _ := p.now()
	return s
}

// Tap taps some seats' keys, each so often, all at the same time, and waits until
// that is done. How is "taps" or "slow".
func (p *Panel) Tap(how string, times int, seats ...int) {
	p.t.Helper()
	before := p.Seen().Tapped
	for _, seat := range seats {
		p.Do("%s %d %d", how, seat, times)
	}
	p.wait(time.Duration(times)*time.Second+Patience, "keys to be tapped", func(s *Seen) bool { return s.Tapped == before+len(seats) })
}

// wait is Until with a patience of its own.
func (p *Panel) wait(patience time.Duration, what string, ok func(*Seen) bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if s := p.Seen(); ok(&s) {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("the panel waits in vain for %s; seen %+v", what, p.Seen())
		}
	}
}

// Measure returns what the rig has measured.
func (p *Panel) Measure() Stats {
	p.t.Helper()
	p.mu.Lock()
	p.seen.Stats = Stats{Frames: -1}
	p.mu.Unlock()
	p.Do("stats")
	return p.Until("stats", func(s *Seen) bool { return s.Stats.Frames >= 0 }).Stats
}

// Shown is all that the lights have shown.
func (p *Panel) Shown() []Picture {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.shown)
}

// Late is how long something took, each time.
type Late []time.Duration

// Most is what it took at most, in so many of a hundred times.
func (l Late) Most(percent int) time.Duration {
	return slices.Sorted(slices.Values(l))[(len(l)-1)*percent/100]
}

func (l Late) String() string {
	return fmt.Sprintf("%d times: p50 %v, p99 %v, max %v", len(l), l.Most(50), l.Most(99), l.Most(100))
}

// Soon fails a test unless in one of five rounds, two at least, all but a hundredth of
// the times are within most. A machine that has something else to do is late too, but
// seldom in each round.
func Soon(t testing.TB, most time.Duration, round func() Late) {
	t.Helper()
	best := time.Duration(math.MaxInt64)
	for n := 1; n <= 5 && (n <= 2 || best > most); n++ {
		l := round()
		t.Logf("press to the next seat's light: %v", l)
		best = min(best, l.Most(99))
	}
	if best > most {
		t.Errorf("p99 is %v at best, want %v at most", best, most)
	}
}
