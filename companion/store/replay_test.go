package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tabletop/companion/store/cardtest"
)

const (
	replayedIn   = "STORE_REPLAYED_IN" // set: this process keeps a part of the night in that folder
	replayedFrom = "STORE_REPLAYED_FROM"
	killedAfter  = 12 // transactions of the night
)

// keepRecorded keeps the night from a transaction on, and answers with the number of
// each. From the beginning it is killed after some; at the end it looks through and
// closes the database.
func keepRecorded(dir string, from int) error {
	runtime.LockOSThread() // strace counts the calls of each thread by itself
	s, err := Open(dir, evening, rolling)
	if err != nil {
		return err
	}
	for n := from; n < len(night); n++ {
		if from == 0 && n == killedAfter {
			return syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		}
		for tries := 0; ; tries++ {
			if err := s.Keep(context.Background(), night[n].keep()); err == nil {
				break
			} else if tries == 3 {
				return err
			}
		}
		fmt.Println("kept", n+1)
		if n == len(night)-3 {
			_, _ = s.Check(context.Background())
		}
	}
	return s.Close()
}

// nightRecorder records what is done to a folder.
type nightRecorder struct {
	*cardtest.Recorder
	t   *testing.T
	dir string
}

func newNightRecorder(t *testing.T, before map[string][]byte) nightRecorder {
	t.Helper()
	dir := t.TempDir()
	for name, content := range before {
		write(t, filepath.Join(dir, name), content)
	}
	return nightRecorder{cardtest.NewRecorder(t, t.TempDir(), dir, "lock", database+shmSuffix), t, dir}
}

// keep keeps the night from a transaction on in a process of its own.
func (r nightRecorder) keep(from int, strace ...string) nightRecorder {
	r.t.Helper()
	out, err := r.Command(strace, replayedIn+"="+r.dir, replayedFrom+"="+strconv.Itoa(from)).CombinedOutput()
	last := killedAfter
	if from > 0 {
		last = len(night)
	}
	if !strings.HasSuffix(string(out), fmt.Sprintf("kept %d\n", last)) {
		r.t.Fatalf("%v\n%s", err, out)
	}
	return r
}

// recordings are nights of two processes, the first of which is killed.
var recordings = map[string]func(t *testing.T) cardtest.Recording{
	// A sync fails, and that of the closing which follows: the log stays as it is.
	"a sync fails": func(t *testing.T) cardtest.Recording {
		return newNightRecorder(t, nil).keep(0).keep(killedAfter,
			"-e", "inject=fsync:error=EIO:when=5..6", "-e", "inject=copy_file_range:error=ENOSYS").Recording()
	},
	// The power goes after the first, and nothing is left but what was synced.
	"after a cut": func(t *testing.T) cardtest.Recording {
		rec := newNightRecorder(t, nil).keep(0).Recording()
		left := rec.Contents(cardtest.Cut{At: len(rec.Ops), Policy: cardtest.Nothing})
		return newNightRecorder(t, left).keep(killedAfter).Recording()
	},
}

// What a card may hold after any cut of a recorded night is the night after some of its
// transactions: all that were acknowledged, and at most the one that was being written.
func TestAReplayOfTheNightHoldsWhatWasKept(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv(replayedIn); dir != "" {
		from, err := strconv.Atoi(os.Getenv(replayedFrom))
		if err = errors.Join(err, keepRecorded(dir, from)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	for name, record := range recordings {
		t.Run(name, func(t *testing.T) {
			rec := record(t)
			r, err := cardtest.New(rec, cardtest.Folder(t), openedAgain)
			if err != nil {
				t.Fatal(err)
			}
			isTheNight(t, r)
			losesNothing(t, r)
			if !testing.Short() {
				missesSyncs(t, r)
			}
		})
	}
}

// openedAgain opens what a card holds.
func openedAgain(dir string) (text string, err error) {
	s, err := Open(dir, evening, rolling)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e, err := s.Load(context.Background())
	if err == nil && e.Rescue.Aside != "" {
		err = fmt.Errorf("set aside as %q", e.Rescue.Aside)
	}
	if err != nil {
		return "", err
	}
	return cardtest.DumpDatabase(s.path())
}

// isTheNight compares what was recorded with the night, transaction by transaction, and
// claims each that was acknowledged.
func isTheNight(t *testing.T, r *cardtest.Replay) {
	t.Helper()
	want := wholeNight(t)
	first := slices.Index(want, r.State(0))
	if said := r.Answers(); first < 0 || r.States() != len(want)-first || len(said) != len(night)-first {
		t.Fatalf("%d states and %d answers from transaction %d", r.States(), len(said), first)
	}
	for n := range r.States() {
		if r.State(n) != want[first+n] {
			t.Fatalf("after %d transactions the recorded folder holds\n%s\nwant\n%s", first+n, r.State(n), want[first+n])
		}
	}
	for n, said := range r.Answers() {
		if want := fmt.Sprintf("kept %d\n", first+n+1); said != want {
			t.Fatalf("answer %q, want %q", said, want)
		}
		if err := r.Claim(n, func(holds string) bool { return holds == want[first+n+1] }); err != nil {
			t.Error(err)
		}
	}
}

// wholeNight is all that the database holds after 0, 1, 2 … transactions of the night.
func wholeNight(t *testing.T) (states []string) {
	t.Helper()
	s := opened(t, t.TempDir())
	for n := range len(night) + 1 {
		if n > 0 {
			keep(t, s, night[n-1])
		}
		text, err := cardtest.DumpDatabase(s.path())
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, text)
	}
	return states
}

var (
	cuts   = flag.Int("cuts", 35, "how many cuts of the recorded night are drawn, beside two at each place")
	places = flag.Int("places", 90, "after how many of its operations the power goes, drawn by chance; 0: all")
	syncs  = flag.Int("syncs", 2, "how many of its syncs are left out, one after the other; 0: all")
)

// losesNothing tries cuts. A short run tries the end of the night only.
func losesNothing(t *testing.T, r *cardtest.Replay) {
	t.Helper()
	n := len(r.Ops) + 1
	if *places > 0 {
		n = min(n, *places)
	}
	p := cardtest.Plan{Cuts: 2*n + *cuts, Places: *places, Draw: chance(t).Uint64()}
	if testing.Short() {
		p = cardtest.Plan{From: len(r.Ops) * 9 / 10}
	}
	tally := r.Run(p)
	t.Logf("%d operations, cuts %v, images %v", len(r.Ops), tally.Cuts, tally.Images)
	for _, f := range tally.Faults {
		t.Error(f)
	}
}

// missesSyncs leaves out one sync after the other, and lets each answer come one
// transaction earlier.
func missesSyncs(t *testing.T, r *cardtest.Replay) {
	t.Helper()
	if tally := r.Run(cardtest.Plan{Early: true, Stop: true}); tally.Faults == nil {
		t.Error("answers that come earlier pass")
	}
	for _, f := range someOf(chance(t), r.Flushes()) {
		cuts := 60
		if f.Reason == "" {
			cuts = 5000 // until something is lost
		}
		if lost := r.Without(f, cuts); (lost == nil) == (f.Reason == "") {
			t.Errorf("without sync %d, of %s: %v; why nothing should be lost: %q", f.Op, f.Name, lost, f.Reason)
		}
	}
}

// someOf draws as many of the syncs as the flag says. Nobody needs what those of a try bring,
// and without an idle one all is as with it.
func someOf(draw *rand.Rand, all []cardtest.Flush) []cardtest.Flush {
	all = slices.DeleteFunc(all, func(f cardtest.Flush) bool { return strings.HasPrefix(f.Name, "try-") || f.Reason == cardtest.Idle })
	draw.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if *syncs > 0 {
		all = all[:min(*syncs, len(all))]
	}
	return all
}
