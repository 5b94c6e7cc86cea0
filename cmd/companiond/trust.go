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

// trustEvery is the interval of checking the clock.
const trustEvery = 15 * time.Second

// trust decides whether the wall clock is right. A Pi has no clock that runs without power. Its
// wall clock is right only if one of three things has happened: another clock in the network has
// set it, a clock with a battery has set it, or the table has accepted a phone's time. The daemon
// may not set the system's clock, so trust stores a phone's time as the time at which the machine
// started. That time holds until the machine stops.
type trust struct {
	clocks
	file    string // path of the file with the phone's time, for a restarted daemon
	publish func(sure bool, ahead time.Duration)

	mu     sync.Mutex
	synced bool      // set when the kernel's clock is first right, and never cleared
	began  time.Time // start of the machine according to a phone's time; zero if there is no phone's time
	news   chan struct{}
}

// clocks holds the sources of time.
type clocks struct {
	wall   func() time.Time
	uptime func() time.Duration // returns the time since the start of the machine, including time asleep
	synced func() bool          // reports whether the wall clock follows a right clock
	boot   string               // id of this boot; "" if unknown
}

// newTrust returns a trust. It reads the phone's time from the folder if it was stored during this
// boot.
func newTrust(folder string, c clocks, tell func(sure bool, ahead time.Duration)) *trust {
	t := &trust{clocks: c, file: filepath.Join(folder, "clock"), publish: tell, news: make(chan struct{}, 1)}
	if text, err := os.ReadFile(t.file); err == nil {
		boot, began, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
		if at, err := time.Parse(time.RFC3339Nano, began); err == nil && boot == c.boot && boot != "" {
			t.began = at
		}
	}
	return t
}

// run publishes the state of the clock at once, and then after each change, until ctx is done.
func (t *trust) run(ctx context.Context) error {
	tick := time.NewTicker(trustEvery)
	defer tick.Stop()
	sure, ahead := t.now()
	t.publish(sure, ahead)
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
			t.publish(sure, ahead)
		}
	}
}

// now reports whether the time is trusted, and returns the correction to add to the wall clock. It
// discards a phone's time once the kernel's clock is right.
func (t *trust) now() (sure bool, ahead time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.synced && t.clocks.synced() {
		t.synced, t.began = true, time.Time{}
		_ = os.Remove(t.file) // if this fails, the file is ignored after the next boot, because its boot id differs
	}
	switch {
	case t.synced:
		return true, 0
	case t.began.IsZero():
		return false, 0
	}
	return true, t.began.Add(t.uptime()).Sub(t.wall())
}

// earliest and latest bound a plausible time of a phone; latest is the first time beyond the range.
var (
	earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

var errTime = refusal{"time.unbelieved", "companiond: the phone's time must be from 2026 to 2099"}

// accept sets the time to a phone's present time, at, until the machine stops. After an error of
// the disk, the time holds only while this daemon runs.
func (t *trust) accept(at time.Time) error {
	if at.Before(earliest) || !at.Before(latest) {
		return fmt.Errorf("companiond: %w, not %s", errTime, at.Format(time.RFC3339))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.synced {
		return nil // the kernel's clock has become right meanwhile
	}
	t.began = at.Add(-t.uptime())
	select {
	case t.news <- struct{}{}:
	default:
	}
	return t.store()
}

// store writes the phone's time to the file atomically, because a truncated time would be invalid.
func (t *trust) store() error {
	if t.boot == "" {
		return nil
	}
	text := t.boot + " " + t.began.UTC().Format(time.RFC3339Nano) + "\n"
	if err := os.WriteFile(t.file+".new", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(t.file+".new", t.file)
}

// batteryClock reports whether a hardware clock with a plausible time set the kernel's clock at the
// start of the machine. A clock with an empty battery shows an early date. A clock that was set
// later differs from the kernel's. rtc is the kernel's folder for the hardware clock.
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

// bootID returns the id of this boot. It reads the id from the unit's environment, because the
// daemon cannot read the kernel's file in its sandbox, or else from the file.
func bootID(env func(string) string, file string) string {
	if id := env("BOOT_ID"); id != "" {
		return id
	}
	text, _ := os.ReadFile(file) // "" without the file
	return strings.TrimSpace(string(text))
}
