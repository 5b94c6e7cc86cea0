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

// Recorder records the file operations of processes in a folder.
type Recorder struct {
	t      *testing.T
	traces string // folder with the files that strace writes
	dir    string // recorded folder
	passed []string
	before map[string][]byte
	n      int                       // number of processes started so far
	left   map[int]map[string][]byte // contents of dir after the end of each process, by number of the process
}

// NewRecorder returns a recorder of the folder dir. The recording begins with the present
// contents of dir. strace writes its files into the folder traces. passed lists the names of
// files that the program doesn't need; the recorder ignores these files. NewRecorder skips the
// test if strace doesn't run.
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

// Command returns a command that runs the current test again, in a process that is recorded. env
// are additional environment variables, and strace are additional arguments of strace.
func (r *Recorder) Command(strace []string, env ...string) *exec.Cmd {
	r.n++
	argv := slices.Concat(Strace(r.trace(r.n), strace...), []string{os.Args[0], "-test.run=" + plugtest.Pattern(r.t.Name()), "-test.count=1"})
	cmd := exec.CommandContext(r.t.Context(), argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

// RecordContents records the contents of the folder after the end of the last process. If the
// process was killed during a call, the contents show whether the call took effect.
func (r *Recorder) RecordContents() {
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

// Recording returns the operations of all recorded processes. All these processes must have
// ended.
func (r *Recorder) Recording() Recording {
	r.t.Helper()
	var traces []processTrace
	for n := range r.n {
		f, err := os.Open(r.trace(n + 1))
		if err != nil {
			r.t.Fatal(err)
		}
		defer f.Close()
		traces = append(traces, processTrace{f, r.left[n+1]})
	}
	rec, err := read(r.dir, r.before, r.passed, traces)
	if err != nil {
		r.t.Fatal(err)
	}
	return rec
}

// contents returns the contents of the files in a folder, by name. It ignores subfolders.
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
