package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion/waittest"
)

// machine is a Pi whose clock began at zero when it was started, an hour ago.
type pi struct {
	*trust
	folder  string
	wrong   atomic.Int64 // of the wall clock, in ns
	started time.Time    // in the bubble's time
	synced  atomic.Bool
	mu      sync.Mutex
	told    []string
}

func (p *pi) clocks(boot string) clocks {
	return clocks{
		wall:   func() time.Time { return time.Now().Add(time.Duration(p.wrong.Load())) },
		uptime: func() time.Duration { return time.Since(p.started) },
		synced: p.synced.Load,
		boot:   boot,
	}
}

// start starts the daemon in a run of the machine; stop ends it.
func (p *pi) start(t *testing.T, boot string) (stop func()) {
	p.trust = newTrust(p.folder, p.clocks(boot), func(sure bool, ahead time.Duration) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.told = append(p.told, fmt.Sprint(sure, " ", ahead))
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// toldAfter lets time pass and checks what was told meanwhile.
func (p *pi) toldAfter(t *testing.T, after time.Duration, want ...string) {
	t.Helper()
	waittest.Pass(after)
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if got := strings.Join(p.told, ", "); got != strings.Join(want, ", ") {
		t.Errorf("told %q, want %q", got, want)
	}
	p.told = nil
}

// phone is the right time.
func phone() time.Time { return time.Now().AddDate(27, 0, 0) } // bubbles begin in 2000

func newPi(t *testing.T) *pi {
	return &pi{folder: t.TempDir(), started: time.Now().Add(-time.Hour)}
}

func TestTheClockIsTrustedOnceAnotherOneSetsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPi(t)
		stop := p.start(t, "one")
		p.toldAfter(t, 24*time.Hour, "false 0s")
		p.synced.Store(true)
		p.toldAfter(t, 15*time.Second, "true 0s")
		p.synced.Store(false) // the network is gone; the clock goes on
		p.toldAfter(t, 24*time.Hour)
		stop()
	})
}

func TestAPhonesTimeHoldsAsLongAsTheMachineRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPi(t)
		ahead := time.Until(time.Now().AddDate(27, 0, 0))
		stop := p.start(t, "one")
		p.toldAfter(t, 0, "false 0s")
		if err := p.accept(phone()); err != nil {
			t.Fatal(err)
		}
		p.toldAfter(t, 0, fmt.Sprint("true ", ahead))
		p.toldAfter(t, 24*time.Hour)
		p.wrong.Add(int64(5 * time.Minute)) // somebody sets the clock by hand
		p.toldAfter(t, 15*time.Second, fmt.Sprint("true ", ahead-5*time.Minute))
		stop()

		stop = p.start(t, "one")
		p.toldAfter(t, 0, fmt.Sprint("true ", ahead-5*time.Minute))
		p.synced.Store(true)
		p.toldAfter(t, 15*time.Second, "true 0s")
		stop()

		p.synced.Store(false)
		stop = p.start(t, "one")
		p.toldAfter(t, 0, "false 0s") // it was forgotten when there was a better one
		stop()
	})
}

func TestAPhonesTimeIsNotBelievedAfterTheMachineWasStartedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, boots := range [][2]string{{"one", "two"}, {"", ""}, {"one", ""}} {
			p := newPi(t)
			stop := p.start(t, boots[0])
			if err := p.accept(phone()); err != nil {
				t.Fatal(err)
			}
			stop()
			p.told = nil
			stop = p.start(t, boots[1])
			p.toldAfter(t, 0, "false 0s")
			stop()
		}
	})
}

func TestAPhonesTimeThatCannotBeIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPi(t)
		stop := p.start(t, "one")
		defer stop()
		for _, said := range []time.Time{{}, time.Unix(0, 0), earliest.Add(-time.Second), latest} {
			if err := p.accept(said); !errors.Is(err, errTime) {
				t.Errorf("%v: %v", said, err)
			}
		}
		p.toldAfter(t, time.Minute, "false 0s")
		p.synced.Store(true)
		p.toldAfter(t, 15*time.Second, "true 0s")
		if err := p.accept(phone()); err != nil {
			t.Error(err)
		}
		p.toldAfter(t, time.Minute) // the network knows better
	})
}

func TestAPhonesTimeHoldsWithoutADiskUntilTheDaemonEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPi(t)
		p.folder = filepath.Join(p.folder, "gone")
		stop := p.start(t, "one")
		defer stop()
		if err := p.accept(phone()); err == nil {
			t.Error("nobody says that it isn't kept")
		}
		if sure, _ := p.now(); !sure {
			t.Error("it doesn't hold")
		}
	})
}

func TestAFileThatWasCutOffIsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, text := range []string{"", "one", "one ", "one 2026-11-21T", " 2026-11-21T22:00:00Z", "one 2026-11-21T22:00:00Z more"} {
			p := newPi(t)
			write(t, filepath.Join(p.folder, "clock"), text)
			stop := p.start(t, "one")
			p.toldAfter(t, 0, "false 0s")
			stop()
		}
	})
}

func TestAClockWithABatteryIsTrustedIfItHasSetTheKernels(t *testing.T) {
	wall := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	at := func(at time.Time) string { return fmt.Sprintln(at.Unix()) }
	for name, c := range map[string]struct {
		set, shows string
		wall       time.Time
		want       bool
	}{
		"in time":          {"1\n", at(wall.Add(2 * time.Second)), wall, true},
		"not asked":        {"0\n", at(wall), wall, false},
		"empty battery":    {"1\n", at(time.Unix(300, 0)), wall, false},
		"nobody knows":     {"1\n", at(time.Unix(300, 0)), time.Unix(300, 0), false},
		"another time":     {"1\n", at(wall.Add(2 * time.Minute)), wall, false},
		"no number":        {"1\n", "soon\n", wall, false},
		"no hardware":      {"", "", wall, false},
		"that has no time": {"1\n", "", wall, false},
	} {
		rtc := t.TempDir()
		for file, text := range map[string]string{"hctosys": c.set, "since_epoch": c.shows} {
			if text != "" {
				write(t, filepath.Join(rtc, file), text)
			}
		}
		if got := batteryClock(rtc, c.wall); got != c.want {
			t.Errorf("%s: trusted %v, want %v", name, got, c.want)
		}
	}
}

func TestTheMachinesRunHasAName(t *testing.T) {
	file := filepath.Join(t.TempDir(), "boot_id")
	none := func(string) string { return "" }
	if got := bootID(none, file); got != "" {
		t.Errorf("without one it is %q", got)
	}
	write(t, file, "0b00\n")
	if got := bootID(none, file); got != "0b00" {
		t.Errorf("it is %q", got)
	}
	if got := bootID(func(string) string { return "by systemd" }, file); got != "by systemd" {
		t.Errorf("in the unit it is %q", got)
	}
	c := systemClocks(os.Getenv)
	if before := c.uptime(); before <= 0 || c.uptime() < before {
		t.Errorf("the machine runs since %v", before)
	}
}
