package main

import (
	"fmt"
	"strings"
	"time"

	"tabletop/cmd/internal/update"
)

// Limits of a trial.
const (
	pause        = time.Second
	readyLimit   = 2 * time.Minute // from the start; systemd ends one start after 90 s
	partsLimit   = time.Minute     // for parts that don't answer yet, once the store is sound
	trialLimit   = 5 * time.Minute // for everything
	steady       = 3 * time.Second // how long a healthy daemon must stay so
	mostRestarts = 3
)

// daemon is the state of the daemon's unit.
type daemon struct {
	state  string // ActiveState, such as "active"
	start  string // ID of its last start; "" before the first one
	queued bool   // a start or stop is queued
}

// trial judges a new version.
type trial struct {
	step   update.Step
	began  time.Time
	start  string    // last start
	starts int       // number of starts
	absent int       // number of looks in a row at which no daemon ran or was to start
	ready  time.Time // when the daemon first was ready
	sound  time.Time // when the store was first sound
	well   time.Time // since when everything works
}

// watch waits until the new daemon is healthy, or has a fault, and returns the fault.
func (u *updater) watch() (why, text string) {
	t := trial{step: u.step, began: time.Now()}
	for {
		time.Sleep(pause)
		d, err := u.machine.daemon()
		if err != nil {
			d = daemon{state: err.Error()}
		}
		var h update.Health
		if err := u.readForeign(update.Now, &h); err != nil {
			h = update.Health{} // not written yet
		}
		if over, why, text := t.judge(time.Now(), d, h); over {
			return why, text
		}
	}
}

// judge judges the daemon by its own report and by the state of its unit.
func (t *trial) judge(now time.Time, d daemon, h update.Health) (over bool, why, text string) {
	if d.state == "inactive" && !d.queued {
		t.absent++
	} else {
		t.absent = 0
	}
	if d.start != t.start {
		t.start = d.start
		t.starts++
	}
	if t.ready.IsZero() && d.state == "active" {
		t.ready = now
	}
	switch {
	case d.state == "failed" || t.starts > mostRestarts || t.absent > 1:
		return true, update.WhyUnready, fmt.Sprintf("the daemon ended: %s, %d starts", d.state, t.starts)
	case t.ready.IsZero() && now.Sub(t.began) > readyLimit:
		return true, update.WhyUnready, "the daemon didn't get ready: " + d.state
	}
	return t.examine(now, d, h)
}

// examine judges the daemon by its own report.
func (t *trial) examine(now time.Time, d daemon, h update.Health) (over bool, why, text string) {
	if h.Version == t.step.To && h.Store != "" {
		return true, update.WhyStore, tail(h.Store)
	}
	missing := update.Health{Parts: t.step.Parts}.Missing(h)
	sound := h.Version == t.step.To && h.Ready && d.state == "active"
	t.sound = since(t.sound, now, sound)
	t.well = since(t.well, now, sound && len(missing) == 0)
	switch {
	case !t.well.IsZero() && now.Sub(t.well) >= steady:
		return true, "", ""
	case !t.sound.IsZero() && now.Sub(t.sound) > partsLimit && len(missing) > 0:
		return true, update.WhyParts, tail(strings.Join(missing, ", "))
	case now.Sub(t.began) > trialLimit:
		return true, update.WhyUnready, fmt.Sprintf("the daemon is %s and reports %+v", d.state, h)
	}
	return false, "", ""
}

// since returns the time since when a state holds, or the zero time if it doesn't.
func since(before, now time.Time, holds bool) time.Time {
	switch {
	case !holds:
		return time.Time{}
	case before.IsZero():
		return now
	}
	return before
}
