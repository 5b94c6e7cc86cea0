package cardtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"tabletop/companion/store/plugtest"
)

// Recorder records what processes do to a folder.
type Recorder struct {
	t      *testing.T
	traces string // the folder of the traces
	dir    string // the folder that is recorded
	passed []string
	before map[string][]byte
	n      int                       // processes so far
	left   map[int]map[string][]byte // what was there when a process had ended, by its number
}

// NewRecorder records what is done to dir, which holds what it holds before. The traces
// are written to another folder. Files with the names that are passed over are left
// out, since a program needs nothing of them. It skips the test where strace doesn't
// run.
func NewRecorder(t *testing.T, traces, dir string, passed ...string) *Recorder {
	t.Helper()
	plugtest.NeedStrace(t)
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := &Recorder{t: t, traces: traces, dir: dir, passed: passed, left: map[int]map[string][]byte{}}
	if r.before, err = contents(dir); err != nil {
		t.Fatal(err)
	}
	return r
}

// Command is this one test again, in a process of its own that is recorded, with more
// in its environment by which it knows. Strace is told more, too.
func (r *Recorder) Command(strace []string, env ...string) *exec.Cmd {
	r.n++
	argv := slices.Concat(Strace(r.trace(r.n), strace...), []string{os.Args[0], "-test.run=" + plugtest.Pattern(r.t.Name()), "-test.count=1"})
	cmd := exec.CommandContext(r.t.Context(), argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

// Ended notes what the last process has left, now that it has ended. One that is killed in
// the middle of a call has done it or not: what is there tells.
func (r *Recorder) Ended() {
	r.t.Helper()
	left, err := contents(r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	r.left[r.n] = left
}

func (r *Recorder) trace(n int) string {
	return filepath.Join(r.traces, fmt.Sprintf("%d.trace", n))
}

// Recording is what the processes did, once all of them have ended.
func (r *Recorder) Recording() Recording {
	r.t.Helper()
	var traces []traced
	for n := range r.n {
		f, err := os.Open(r.trace(n + 1))
		if err != nil {
			r.t.Fatal(err)
		}
		defer f.Close()
		traces = append(traces, traced{f, r.left[n+1]})
	}
	rec, err := read(r.dir, r.before, r.passed, traces)
	if err != nil {
		r.t.Fatal(err)
	}
	return rec
}

// contents are the files in a folder, without those in folders of it.
func contents(dir string) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	files := map[string][]byte{}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		content, bad := os.ReadFile(filepath.Join(dir, e.Name()))
		if bad != nil {
			return nil, bad
		}
		files[e.Name()] = content
	}
	return files, err
}
