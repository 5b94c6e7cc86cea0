package fakepi

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// recorded is an evening with all that its disk was sent.
type recorded struct {
	evening
	empty medium  // the disk before it
	sent  []Entry // by one machine after the other
	at    []int   // by fact: the entries that there were at most when it was seen
	lies  int     // how many flushes before the cut did nothing, the last ones
}

// record plays an evening on a machine after the other. Each lives until as many
// facts were seen, all of one game, which has more than 60; then its plug is pulled
// at a press, only the last is switched off.
func record(t *testing.T, how string, facts ...int) *recorded {
	t.Helper()
	e := &recorded{evening: *newEvening(t, 0, how)}
	begin := time.Now()
	e.empty = e.image(e.disk)
	for n, most := range facts {
		e.sit(most, n == len(facts)-1)
	}
	t.Logf("%s: %d facts, %d writes and %d flushes of the disk, in %v", how, len(e.seen),
		len(e.sent)-e.flushes(), e.flushes(), time.Since(begin).Round(time.Second))
	return e
}

func (e *recorded) image(path string) medium {
	e.t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		e.t.Fatal(err)
	}
	return b
}

func (e *recorded) flushes() (n int) {
	for _, s := range e.sent {
		if s.Flush {
			n++
		}
	}
	return n
}

// sit plays on one machine.
func (e *recorded) sit(facts int, last bool) {
	e.t.Helper()
	dir, before := e.t.TempDir(), e.sent
	log := diskLog{path: filepath.Join(dir, "log")}
	disk, m := filepath.Join(dir, "disk"), e.medium()
	if err := errors.Join(os.WriteFile(disk, m, 0o600), os.WriteFile(log.path, nil, 0o600)); err != nil {
		e.t.Fatal(err)
	}
	note := func() {
		sent, err := log.all()
		if err != nil {
			e.t.Fatal(err)
		}
		e.sent = slices.Concat(before, spared(sent, vitalBlocks(e.empty)))
		for len(e.at) < len(e.seen) {
			e.at = append(e.at, len(e.sent))
		}
	}
	e.plays(Power(e.t, disk, log.kernelArgument()), facts, last, note)
	note()
	if e.flushes() == 0 {
		e.t.Fatal("the kernel tells of no flush: it lacks kernel-flush.patch or kernel-log.patch")
	}
	if last && !bytes.Equal(e.image(disk), e.medium()) {
		e.t.Fatal("the disk isn't what it was sent")
	}
}

// spared is what was sent, where what goes to some blocks stays whole.
func spared(sent []Entry, blocks []int64) (all []Entry) {
	for _, e := range sent {
		e.Whole = slices.Contains(blocks, e.At/block)
		all = append(all, e)
	}
	return all
}

// medium is what the disk holds with all that it was sent.
func (e *recorded) medium() medium {
	m := slices.Clone(e.empty)
	m.write(e.sent)
	return m
}

// plays presses keys until as many facts were seen. Each look that finds some is noted.
func (e *recorded) plays(m *Machine, facts int, last bool, note func()) {
	e.t.Helper()
	m.Await()
	m.Launch(e.how)
	m.Agrees()
	for e.finds(m, note); len(e.seen) < facts; m.Do("settle 60ms 5s") {
		m.Do("meanwhile " + e.firm())
		for end := time.Now().Add(hold); !e.finds(m, note) && time.Now().Before(end); {
		}
	}
	if last {
		m.Off()
		return
	}
	m.Do("meanwhile " + e.firm())
	e.pull(m, 60*time.Millisecond)
}

// firm is a press that is long enough.
func (e *recorded) firm() string { return fmt.Sprintf("%d low 80ms high 60ms", e.key()) }

// finds looks, and tells whether there are new facts.
func (e *recorded) finds(m *Machine, note func()) bool {
	e.t.Helper()
	found, err := e.look(m)
	if err != nil {
		e.t.Fatal(err)
	}
	if found > 0 {
		note()
	}
	return found > 0
}

// onALyingDisk is the evening with a disk whose last flushes before the cut did
// nothing: two, which most often are those of one sync.
func (e *recorded) onALyingDisk() *recorded {
	lying := *e
	lying.lies = 2
	return &lying
}

// shownTooEarly is the evening of a daemon that shows a transaction as soon as the one
// before is kept.
func (e *recorded) shownTooEarly() *recorded {
	early := *e
	early.at = slices.Clone(e.at)
	for n := range early.at {
		first := slices.Index(e.at, e.at[n]) // of the same transaction
		early.at[n] = e.at[max(first-1, 0)]
	}
	return &early
}
