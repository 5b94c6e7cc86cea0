package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// trustEvery is how often the clock is looked at.
const trustEvery = 15 * time.Second

// A Pi has no clock that runs without power, so its wall clock is right only when
// somebody has set it. trust knows whether it is: another clock in the network keeps
// the kernel's right, or a clock with a battery set it, or the table has accepted a
// phone's time. The daemon may not set the system's clock, so a phone's time is kept
// as the time at which the machine was started, and holds until that ends.
type trust struct {
	clocks
	file string // where the phone's time is kept for a daemon that is started again
	tell func(sure bool, ahead time.Duration)

	mu     sync.Mutex
	synced bool      // the kernel's clock was right once, and goes on by itself
	began  time.Time // of the machine's run, by a phone; zero without one
	news   chan struct{}
}

// clocks are what is asked for the time.
type clocks struct {
	wall   func() time.Time
	uptime func() time.Duration // of the machine, sleep too
	synced func() bool          // the wall clock follows a clock that is right
	boot   string               // which run of the machine this is; "" if nobody says
}

// newTrust trusts whatever phone's time the folder has of this run of the machine.
func newTrust(folder string, c clocks, tell func(sure bool, ahead time.Duration)) *trust {
	t := &trust{clocks: c, file: filepath.Join(folder, "clock"), tell: tell, news: make(chan struct{}, 1)}
	if text, err := os.ReadFile(t.file); err == nil {
		boot, began, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
		if at, err := time.Parse(time.RFC3339Nano, began); err == nil && boot == c.boot && boot != "" {
			t.began = at
		}
	}
	return t
}

// run tells at once, and then whenever something has changed, until ctx ends.
func (t *trust) run(ctx context.Context) error {
	tick := time.NewTicker(trustEvery)
	defer tick.Stop()
	sure, ahead := t.now()
	t.tell(sure, ahead)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-t.news:
		}
		s, a := t.now()
		if s != sure || (a-ahead).Abs() >= time.Second {
			sure, ahead = s, a
			t.tell(sure, ahead)
		}
	}
}

// now is whether the wall clock is trusted once ahead is added to it. A phone's time
// is forgotten when there is a better one.
func (t *trust) now() (sure bool, ahead time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.synced && t.clocks.synced() {
		t.synced, t.began = true, time.Time{}
		_ = os.Remove(t.file) // one that stays is of another run at the next start
	}
	switch {
	case t.synced:
		return true, 0
	case t.began.IsZero():
		return false, 0
	}
	return true, t.began.Add(t.uptime()).Sub(t.wall())
}

// earliest and latest are how far a phone's time can be believed.
var (
	earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

var errTime = refusal{"time.unbelieved", "companiond: a phone's time from 2026 to 2099 is needed"}

// accept takes a phone's time, as it is now, for this run of the machine. An error of
// the disk means that it holds as long as this daemon runs.
func (t *trust) accept(at time.Time) error {
	if at.Before(earliest) || !at.Before(latest) {
		return fmt.Errorf("companiond: %w, not %s", errTime, at.Format(time.RFC3339))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.synced {
		return nil // a better one has come meanwhile
	}
	t.began = at.Add(-t.uptime())
	select {
	case t.news <- struct{}{}:
	default:
	}
	return t.keep()
}

// keep writes the file. It is whole or not there: a time cut off is no time.
func (t *trust) keep() error {
	if t.boot == "" {
		return nil
	}
	text := t.boot + " " + t.began.UTC().Format(time.RFC3339Nano) + "\n"
	if err := os.WriteFile(t.file+".new", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(t.file+".new", t.file)
}

// batteryClock reports whether a hardware clock set the kernel's when the machine was
// started, and with a time that can be true: one whose battery is empty starts long
// ago, and one that was set anew shows another time than the kernel's. It reads the
// folder of the kernel's rtc.
func batteryClock(rtc string, wall time.Time) bool {
	set, err := os.ReadFile(filepath.Join(rtc, "hctosys"))
	if err != nil || strings.TrimSpace(string(set)) != "1" {
		return false
	}
	text, err := os.ReadFile(filepath.Join(rtc, "since_epoch"))
	seconds, err2 := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	shown := time.Unix(seconds, 0)
	return errors.Join(err, err2) == nil && !shown.Before(earliest) && wall.Sub(shown).Abs() < time.Minute
}

// bootID is which run of the machine this is: as the unit says, whose daemon doesn't
// see the kernel's own file, or else as that does.
func bootID(env func(string) string, file string) string {
	if id := env("BOOT_ID"); id != "" {
		return id
	}
	text, _ := os.ReadFile(file) // where there is none, nobody says
	return strings.TrimSpace(string(text))
}
