package fakepi

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var images = flag.Int("images", 200, "how many disks are looked at that a power cut may leave")

func TestAPowerCutLosesNothingThatWasShownWhateverOfItWasNotFlushed(t *testing.T) {
	e := record(t, "start", 12, 24, 36)
	t.Run("as it is", func(t *testing.T) {
		begin, plan := time.Now(), e.plan(0, *images)
		faults := e.faults(t, plan)
		for _, fault := range faults[:min(len(faults), 10)] {
			t.Error(fault)
		}
		t.Logf("%d images of %d cuts in %v, %d faults", len(plan), cutsOf(plan), time.Since(begin).Round(time.Second), len(faults))
	})
	for _, control := range []struct {
		name string
		of   func(t *testing.T) *recorded
	}{
		{"the last flushes did nothing", func(*testing.T) *recorded { return e.onALyingDisk() }},
		{"a fact is shown before it is kept", func(*testing.T) *recorded { return e.shownTooEarly() }},
		{"no sync does anything", func(t *testing.T) *recorded { return record(t, "careless", 12) }},
	} {
		t.Run("it is found out if "+control.name, func(t *testing.T) { control.of(t).isFoundOut(t) })
	}
}

// isFoundOut fails the test if an evening, in which something is wrong, shows no loss.
func (e *recorded) isFoundOut(t *testing.T) {
	t.Helper()
	lost, plan := 0, e.plan(e.at[0], 20*len(policies)) // before a fact was seen none can be lost
	for _, fault := range e.faults(t, plan) {
		if errors.Is(fault, errLost) {
			lost++
		}
	}
	t.Logf("%d of %d images lack what was shown", lost, len(plan))
	if lost == 0 {
		t.Error("nothing is lost")
	}
}

// image is a disk that a power cut may leave.
type image struct {
	cut    int // how many entries of the log there were
	policy int
	seed   uint64
}

func (i image) String() string {
	return fmt.Sprintf("cut at entry %d, on the medium is %s (seed %d)", i.cut, policies[i.policy].name, i.seed)
}

// plan spreads n images evenly over the policies and what the disk was sent after its
// first entries, the earliest cut first.
func (e *recorded) plan(first, n int) (plan []image) {
	r := rand.New(rand.NewPCG(11, 11))
	cuts := len(e.sent) - first
	spans := (n + len(policies) - 1) / len(policies) // in each of which is a cut for each policy
	for i := range n {
		span := i / len(policies)
		from, to := first+span*cuts/spans, first+(span+1)*cuts/spans
		plan = append(plan, image{cut: from + 1 + r.IntN(max(to-from, 1)), policy: i % len(policies), seed: r.Uint64()})
	}
	slices.SortFunc(plan, func(a, b image) int { return a.cut - b.cut })
	return plan
}

func cutsOf(plan []image) int {
	cuts := map[int]bool{}
	for _, i := range plan {
		cuts[i.cut] = true
	}
	return len(cuts)
}

// faults makes the images, each worker every nth, and tells what is wrong with them.
func (e *recorded) faults(t *testing.T, plan []image) (faults []error) {
	t.Helper()
	var mu sync.Mutex
	var workers sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for first := range n {
		dir := inMemory(t)
		workers.Go(func() {
			found := e.replay(dir, plan, first, n)
			mu.Lock()
			defer mu.Unlock()
			faults = append(faults, found...)
		})
	}
	workers.Wait()
	return faults
}

// inMemory is a folder that needs no disk, where there is such a thing.
func inMemory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "fakepi-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// replay makes the first image and every nth after it. What was flushed is written
// once, since each cut is later than the one before.
func (e *recorded) replay(dir string, plan []image, first, n int) (faults []error) {
	flushed, done := slices.Clone(e.empty), 0
	m := make(medium, len(flushed))
	for i := first; i < len(plan); i += n {
		p := plan[i]
		upTo := e.flushed(p.cut)
		flushed.write(e.sent[done:upTo])
		done = upTo
		copy(m, flushed)
		m.write(policies[p.policy].writes(rand.New(rand.NewPCG(p.seed, 0)), e.sent[upTo:p.cut]))
		if err := e.judge(dir, m, p.cut); err != nil {
			faults = append(faults, fmt.Errorf("%v: %w", p, err))
		}
	}
	return faults
}

// flushed is how many entries are on the medium for sure after a cut.
func (e *recorded) flushed(cut int) int {
	for lies := e.lies; cut > 0; cut-- {
		if !e.sent[cut-1].Flush {
			continue
		}
		if lies == 0 {
			break
		}
		lies--
	}
	return cut
}

// judge starts from a medium as a Pi would: the file system is mended, then the
// daemon's own store opens what stands there.
func (e *recorded) judge(dir string, m medium, cut int) error {
	disk, state := filepath.Join(dir, "disk"), filepath.Join(dir, "state")
	defer os.RemoveAll(state)
	if err := errors.Join(os.WriteFile(disk, m, 0o600), os.Mkdir(state, 0o700)); err != nil {
		return err
	}
	if err := check(disk); err != nil {
		return err
	}
	if err := command("debugfs", "-R", "rdump / "+state, disk); err != nil {
		return err
	}
	kept, err := stored(state)
	if err != nil {
		return err
	}
	shown, _ := slices.BinarySearch(e.at, cut+1)
	if len(kept) < shown || len(kept) > len(e.seen) || !slices.Equal(kept, e.seen[:len(kept)]) {
		return fmt.Errorf("%w: %d facts were shown\n%son the disk there are %d\n%s",
			errLost, shown, strings.Join(e.seen[:shown], ""), len(kept), strings.Join(kept, ""))
	}
	return nil
}
