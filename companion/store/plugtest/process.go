package plugtest

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tabletop/companion/waittest"
)

// Values of the parameter oneLives of cuts. Each value stands for a reason why a process may end
// without being killed.
const (
	survivorIsLast   = true  // the chosen point lies after the last one, so there are no more points
	survivorHasFewer = false // the process had fewer points than the process that counted them
)

// cuts kills one process at each of the points, and yields the results in order. oneLives means
// that the first process that isn't killed ends the sequence. As many processes run at once as
// there are processors.
func cuts(t *testing.T, k kind, points iter.Seq[int], oneLives bool) iter.Seq[Cut] {
	root := t.TempDir()
	return func(yield func(Cut) bool) {
		var all sync.WaitGroup
		defer all.Wait()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		begun := make(chan *process, max(0, runtime.GOMAXPROCS(0)-2)) // two more processes run: cuts waits for one, and one is blocked in the send
		all.Go(func() {
			defer close(begun)
			for n := range points {
				p := begin(ctx, t.Name(), &all, k, n, root)
				select {
				case begun <- p:
				case <-ctx.Done():
					return
				}
			}
		})
		died, lived := 0, 0
		for p := range begun {
			killed := p.left(t)
			if !killed && oneLives || killed && !yield(p.cut) {
				return
			}
			_ = os.RemoveAll(p.cut.Dir)
			if killed {
				died++
			} else {
				lived++
			}
		}
		if died < 4*lived || died == 0 {
			t.Errorf("only %d processes were killed, %d survived: the work is not deterministic", died, lived)
		}
	}
}

// process is a process that is to be killed, with its results.
type process struct {
	cut  Cut
	out  output
	err  error // error of the process; valid once done is closed
	done chan struct{}
}

// begin starts a process that runs the test and is killed at point n of kind k.
func begin(ctx context.Context, test string, all *sync.WaitGroup, k kind, n int, root string) *process {
	step, before, env := k.at(n)
	p := &process{cut: Cut{N: n, Step: step, Dir: filepath.Join(root, strconv.Itoa(n))}, done: make(chan struct{})}
	all.Go(func() {
		defer close(p.done)
		if p.err = os.Mkdir(p.cut.Dir, 0o700); p.err == nil {
			p.err = again(ctx, test, &p.out, before, append(env, inDir+"="+p.cut.Dir))
		}
	})
	return p
}

// left waits for the end of the process, parses its output and reports whether it was killed.
func (p *process) left(t *testing.T) bool {
	t.Helper()
	await(t, p.cut.String(), &p.out, p.done)
	couldStart(t, p.err)
	c := &p.cut
	for line := range strings.Lines(p.out.String()) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, acknowledged); ok {
			c.Acknowledged = append(c.Acknowledged, text)
		}
		if text, ok := strings.CutPrefix(line, stepped); ok {
			c.Step = text
		}
		if strings.HasPrefix(line, finished) {
			return false
		}
	}
	if !wasKilled(p.err) {
		t.Fatalf("%v: the process should have been killed: %v\n%s", c, p.err, p.out.String())
	}
	return true
}

// Again runs the current test t in another process, with additional environment variables. If
// before is not empty, it is the command under which the process runs. Again returns the output
// of the process and its error.
func Again(t *testing.T, before []string, env ...string) (out string, err error) {
	t.Helper()
	var o output
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = again(t.Context(), t.Name(), &o, before, env)
	}()
	await(t, "the test to run again", &o, done)
	couldStart(t, err)
	return o.String(), err
}

// again runs a test of this binary in another process. The process is killed when ctx is done.
func again(ctx context.Context, test string, out *output, before, env []string) error {
	argv := slices.Concat(before, strings.Fields(os.Getenv(runner)),
		[]string{os.Args[0], "-test.run=" + Pattern(test), "-test.count=1"})
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = out, out
	return errors.Join(cmd.Run(), ctx.Err())
}

// await waits until the process is done. It fails the test if the process stops printing.
func await(t *testing.T, what string, out *output, done <-chan struct{}) {
	t.Helper()
	waittest.Until(t, what, func() (any, bool) {
		select {
		case <-done:
			return nil, true
		default:
			return out.String(), false
		}
	})
}

// couldStart skips the test if err means that the kernel couldn't start the test binary.
func couldStart(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, syscall.ENOEXEC) {
		t.Skipf("NOT TESTED: %s can't be started from itself here: %v", os.Args[0], err)
	}
}

// output is the output of a process so far.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends p to the output.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// String returns the output so far.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// Pattern returns the -test.run pattern that matches exactly the test of that name.
func Pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// wasKilled reports whether err means that the process was killed by SIGKILL, but not because of
// a timeout.
func wasKilled(err error) bool {
	var exit *exec.ExitError
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
