package main

import (
	"context"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"

	"tabletop/cmd/internal/update"
	"tabletop/companion"
	"tabletop/companion/checkup"
	"tabletop/companion/loop"
	"tabletop/companion/screen"
)

const (
	// lateAfter is the time after which an update should have ended: the updater ends a trial after
	// five minutes.
	lateAfter = 15 * time.Minute
	// checkTime is the time limit for checking the whole database in a trial. A larger database is
	// checked further after the trial, as after any start.
	checkTime = time.Minute
)

// trial is the trial of an update: until the updater has ended it, the daemon decides nothing.
type trial struct {
	show  chan companion.Trial // states for the loop; closed at the end of the trial
	ended chan struct{}        // closed at the end of the trial
}

// updatesOf returns the daemon's side of updates in an environment.
func updatesOf(s environment) *updates { return &updates{version: s.version, root: s.machine} }

// watchUpdates returns the part that reports the state of updates to the loop.
func (d *daemon) watchUpdates() part {
	return part{key: "trouble.panic", run: func(ctx context.Context) error {
		return d.updates.run(ctx, func(s companion.UpdateState) { d.loop.Tell(ctx, s) })
	}}
}

// beginTrial returns the channel of the loop's trial, or nil if no update is under way.
func (d *daemon) beginTrial() <-chan companion.Trial {
	if _, found := d.updates.step(); !found {
		return nil
	}
	d.trial = &trial{show: make(chan companion.Trial), ended: make(chan struct{})}
	return d.trial.show
}

// over waits for the end of the trial. It returns false if ctx ends before. A nil trial is over.
func (t *trial) over(ctx context.Context) bool {
	if t == nil {
		return true
	}
	select {
	case <-t.ended:
		return true
	case <-ctx.Done():
		return false
	}
}

// awaitUpdater waits while the updater is at a step at which the files on disk may change: then the
// daemon doesn't even open the database. A daemon usually isn't started at such a step. awaitUpdater
// returns false if ctx ends before.
func (d *daemon) awaitUpdater(ctx context.Context) bool {
	began, late := time.Now(), false
	for {
		s, found := d.updates.step()
		if !found || s.Name == update.StepTrial {
			return true
		}
		_, _ = systemd.SdNotify(false, systemd.SdNotifyReady+"\n"+systemd.SdNotifyWatchdog) // without systemd nobody waits
		if !late && time.Since(began) > lateAfter && d.greeted != nil {
			late = true
			d.greeted = d.redraw(<-d.greeted, companion.Trial{Late: true})
		}
		select {
		case <-time.After(updateEvery):
		case <-ctx.Done():
			return false
		}
	}
}

// redraw shows a trial on a greeted panel.
func (d *daemon) redraw(g greeting, t companion.Trial) <-chan greeting {
	g.err = errors.Join(g.err, g.panel.leave(screen.New(nil, nil).Draw(companion.TrialView(t))))
	again := make(chan greeting, 1)
	again <- g
	return again
}

// try reports to the updater what works, until the updater has ended the trial. Without a trial it does
// nothing.
func (d *daemon) try(ctx context.Context, disk loop.Log) {
	if d.trial == nil {
		return
	}
	began, shown := time.Now(), false
	store := make(chan string, 1)
	go func() { store <- d.tryStore(ctx, disk) }()
	var was, now update.Health
	now.Version = d.version
	tick := time.NewTicker(updateEvery)
	defer tick.Stop()
	for {
		if _, found := d.updates.step(); !found {
			close(d.trial.show)
			close(d.trial.ended)
			return
		}
		if late := time.Since(began) > lateAfter; late && !shown {
			d.log.Error("the update has not ended", "after", lateAfter)
			shown = d.trial.send(ctx, companion.Trial{Late: true})
		}
		if now.Parts = d.working().Parts; time.Since(began) < 2*steadyAfter {
			now.Parts = nil // a part that has just begun may not have tried its device yet
		}
		if !reflect.DeepEqual(was, now) {
			if err := update.Write(d.updates.request(update.Now), now, 0o600); err != nil {
				d.log.Error("report of the trial", "err", err)
			} else {
				was = now
			}
		}
		select {
		case now.Store = <-store:
			now.Ready = true
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// send sends a state to the loop, unless ctx ends before.
func (t *trial) send(ctx context.Context, state companion.Trial) bool {
	select {
	case t.show <- state:
		return true
	case <-ctx.Done():
		return false
	}
}

// tryStore reads and checks the database, and returns its fault or "". It doesn't report damage that
// only the end of checkTime has hidden, nor matches that were damaged before the update.
func (d *daemon) tryStore(ctx context.Context, disk loop.Log) (fault string) {
	err := d.safely(ctx, func(ctx context.Context) error {
		e, err := disk.Load(ctx)
		if err != nil {
			return err
		}
		if e.Rescue.Aside != "" {
			return errors.New("the database is damaged")
		}
		if e.ReadOnly != nil {
			return e.ReadOnly
		}
		damaged, err := d.checkStore(ctx, disk)
		var before update.Health
		_, _ = update.Read(d.updates.request(update.Before), &before) // an unreadable file names no match
		for _, id := range damaged {
			if !slices.Contains(before.Damaged, id) {
				return errors.New("match " + id + " is damaged")
			}
		}
		return err
	})
	if err != nil {
		d.log.Error("the database in a trial", "err", err)
		return err.Error()
	}
	return ""
}

// checkStore checks the database for at most checkTime, and returns the ids of its damaged matches.
func (d *daemon) checkStore(ctx context.Context, disk loop.Log) (ids []string, err error) {
	limited, stop := context.WithTimeout(ctx, checkTime)
	defer stop()
	damaged, err := disk.Check(limited)
	for _, m := range damaged {
		ids = append(ids, m.Match)
	}
	if limited.Err() != nil {
		err = nil
	}
	return ids, err
}

// working returns the parts that answer.
func (d *daemon) working() (h update.Health) {
	for _, f := range d.partFindings(time.Now()) {
		if f.State == checkup.Fine && f.Key == "part.good" {
			h.Parts = append(h.Parts, f.Topic)
		}
	}
	return h
}

// litFile is the name of the file in update.RequestFolder with the names of the panels on which a daemon
// has left its picture, and the boot in which it did so.
const litFile = "lit"

// keepLit stores that the panels show a picture, which the next daemon replaces without a dark moment.
func (d *daemon) keepLit(panels []loop.Surface) {
	lines := []string{d.env("BOOT_ID")}
	for _, p := range panels {
		lines = append(lines, p.String())
	}
	// Without the file there is only a dark moment.
	_ = os.WriteFile(d.updates.request(litFile), []byte(strings.Join(lines, "\n")), 0o600)
}

// takeLit returns the names of the panels of keepLit, once in a boot.
func (d *daemon) takeLit() []string {
	if d.version == "" {
		return nil
	}
	file := d.updates.request(litFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	_ = os.Remove(file)
	boot, names, _ := strings.Cut(string(text), "\n")
	if boot == "" || boot != d.env("BOOT_ID") {
		return nil
	}
	return slices.DeleteFunc(strings.Split(names, "\n"), func(name string) bool { return name == "" })
}
