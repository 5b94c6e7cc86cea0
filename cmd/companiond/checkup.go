package main

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/health"
	"tabletop/companion"
	"tabletop/companion/checkup"
	"tabletop/companion/loop"
	"tabletop/companion/store"
	"tabletop/companion/web"
)

// version is the version of the package, or "" if the program isn't from a package. The linker sets
// it; see .ci/package/build.
var version string

// examiner examines the box for the page "Is all well?".
type examiner struct {
	folder string
	pace   func(context.Context) (store.Pace, error) // nil if the state folder did not open
	dipped atomic.Bool                               // the supply voltage was too low since the start of the daemon
	slot   chan struct{}                             // holds a value while the files are read; capacity 1
}

func newExaminer(folder string, disk loop.Log) *examiner {
	e := &examiner{folder: folder, slot: make(chan struct{}, 1)}
	if s, ok := disk.(interface {
		Pace(context.Context) (store.Pace, error)
	}); ok {
		e.pace = s.Pace
	}
	return e
}

// examine sends the findings about the box to the loop. It does not block.
func (d *daemon) examine(ctx context.Context) {
	go func() { d.loop.Tell(ctx, companion.Checkup(d.findings(ctx))) }()
}

// examineTime is the maximum time of reading the findings. A hung file or a dying card must not keep
// the page waiting.
const examineTime = 5 * time.Second

// findings reads the state of the machine and its parts. After examineTime the only finding is that
// the box is slow; the goroutine that still reads keeps the slot, so that no second one starts.
func (d *daemon) findings(ctx context.Context) []checkup.Finding {
	ctx, stop := context.WithTimeout(ctx, examineTime)
	defer stop()
	slow := []checkup.Finding{{Topic: "box", State: checkup.Bad, Key: "box.slow"}}
	select {
	case d.examiner.slot <- struct{}{}:
	case <-ctx.Done():
		return slow
	}
	found := make(chan []checkup.Finding, 1)
	go func() {
		defer func() { <-d.examiner.slot }()
		_ = d.safely(ctx, func(ctx context.Context) error {
			found <- append(d.machine(ctx).Look(), d.partFindings(time.Now())...)
			return nil
		})
	}()
	select {
	case all := <-found:
		return all
	case <-ctx.Done():
		return slow
	}
}

// machine returns the machine for package health. It runs no program.
func (d *daemon) machine(ctx context.Context) health.Machine {
	m := health.Machine{Files: d.root(), Folder: d.examiner.folder, Disk: health.DiskOf, Dipped: d.examiner.dipped.Load()}
	if d.examiner.pace != nil {
		m.Pace = func() (health.Pace, error) {
			p, err := d.examiner.pace(ctx)
			return health.Pace(p), err
		}
	}
	return m
}

// root returns the root folder of the machine.
func (d *daemon) root() fs.FS {
	if d.tree != nil {
		return d.tree
	}
	return os.DirFS("/")
}

// voltageEvery is the interval of reading the alarm of the driver rpi_volt, which reports the last
// two seconds.
const voltageEvery = 2 * time.Second

// watchVoltage notes if the supply voltage was too low, until ctx is done. It returns at once on a
// machine that is no Raspberry Pi.
func (d *daemon) watchVoltage(ctx context.Context) error {
	m := health.Machine{Files: d.root()}
	if !m.Raspberry() {
		return nil
	}
	tick := time.NewTicker(voltageEvery)
	defer tick.Stop()
	for {
		if low, _ := m.UnderVoltage(); low {
			d.log.Warn("undervoltage")
			d.examiner.dipped.Store(true)
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// silences records since when parts have not answered. Its methods are safe for concurrent use. Keys
// are the words keys of the parts' troubles, such as "trouble.keys".
type silences struct {
	mu    sync.Mutex
	parts map[string]silence
}

// silence is the state of a part.
type silence struct {
	away  time.Time // time of the loss that the driver has reported; zero while the device is there
	ended time.Time // time of the first end of the part in a row of short runs; zero if there was none
	began time.Time // start of the present run; zero between two runs
}

// change passes the state of a part to how, which changes it.
func (s *silences) change(key string, how func(*silence)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.parts == nil {
		s.parts = map[string]silence{}
	}
	p := s.parts[key]
	how(&p)
	s.parts[key] = p
}

// noticed records the loss of a device, or its return if err is nil.
func (s *silences) noticed(key string, now time.Time, err error) {
	s.change(key, func(p *silence) {
		switch {
		case err == nil:
			p.away = time.Time{}
		case p.away.IsZero():
			p.away = now
		}
	})
}

// started records the start of a part.
func (s *silences) started(key string, now time.Time) {
	s.change(key, func(p *silence) { p.began = now })
}

// failed records the end of a part with an error.
func (s *silences) failed(key string, now time.Time) {
	s.change(key, func(p *silence) {
		if p.ended.IsZero() || now.Sub(p.began) > steadyAfter {
			p.ended = now
		}
		p.began = time.Time{}
	})
}

// steadyAfter is the time after which a part that was restarted counts as working again.
const steadyAfter = 3 * time.Second

// since returns the time since which a part has not answered, or zero if the part answers.
func (s *silences) since(key string, now time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.parts[key]
	works := !p.began.IsZero() && now.Sub(p.began) > steadyAfter
	if !p.away.IsZero() || p.ended.IsZero() || works {
		return p.away
	}
	return p.ended
}

// partNumber is the grammatical number of the name of each part, for the plural forms of its texts.
var partNumber = map[string]int{"matrix": 2, "keys": 2, "tags": 2}

// partFindings returns the findings about the parts of the config that this daemon has.
func (d *daemon) partFindings(now time.Time) (all []checkup.Finding) {
	devices := d.devices()
	panels, lamps := d.loop.Silence()
	add := func(part string, wired bool, since time.Time) {
		if !wired || d.ignores(part) {
			return
		}
		i := slices.IndexFunc(devices, func(dev web.Device) bool { return dev.Part == part })
		state := web.Usable
		if i >= 0 {
			state = devices[i].State
		}
		all = append(all, partFinding(part, state, since, now))
	}
	c := d.config
	add("panel", c.Panel.Chip != config.None, panels)
	add("matrix", c.Matrix.Chip != config.None, lamps)
	for _, p := range []struct{ part, wire string }{
		{"keys", c.Keys.OK},
		{"buzzer", c.Buzzer.Line},
		{"tags", c.Tags.Bus},
		{"scanner", c.Scanner.Port},
		{"table", c.Table.Port},
		{"printer", c.Printer.Port},
	} {
		add(p.part, p.wire != "", d.silences.since("trouble."+p.part, now))
	}
	return all
}

// partFinding returns the finding about a part. state is the state of its device node, and since the
// time since which it has not answered; zero if it answers. A printer that is off is no fault.
func partFinding(part, state string, since, now time.Time) checkup.Finding {
	f := checkup.Finding{Topic: part, State: checkup.Bad, N: cmp.Or(partNumber[part], 1)}
	away := state != web.Usable || !since.IsZero()
	switch quiet := now.Sub(since); {
	case state == web.Denied || state == web.Forbidden:
		f.Key = "part.refused"
	case away && part == "printer":
		f.State, f.Key = checkup.Fine, "printer.off"
	case away && since.IsZero():
		f.Key = "part.gone"
	case away && quiet >= time.Hour:
		f.Key, f.Args = "part.hours", []string{strconv.Itoa(int(quiet.Hours()))}
	case away:
		f.Key, f.Args = "part.silent", []string{strconv.Itoa(max(1, int(quiet.Minutes())))}
	default:
		f.State, f.Key = checkup.Fine, "part.good"
	}
	return f
}
