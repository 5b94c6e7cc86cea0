// Package plugtest pulls the plug: it runs a piece of a test in processes of their
// own, each of which kills itself at another point, and hands what is left on disk
// to the test.
//
//	func TestWhatWasAcknowledgedIsThere(t *testing.T) {
//		work := func(p *plugtest.Plug, dir string) {
//			// work on dir, p.Step("name") wherever a cut may come,
//			// p.Acknowledge("text") when something was promised
//		}
//		cuts := plugtest.AtSteps(t, 1, work)
//		for cut := range cuts {
//			// is all of cut.Acknowledged in cut.Dir?
//		}
//	}
//
// The process is the test binary again, running that one test, of which it sees
// what stands before AtSteps and nothing behind. Where the kernel can't start it,
// the environment names what can, as in
//
//	PLUGTEST_EXEC=qemu-arm-static go test -exec qemu-arm-static
//
// SIGKILL leaves the kernel's page cache as it was, so this shows in which order
// things are done, not that a disk keeps its promise.
package plugtest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Work is what the dying process does with dir, an empty folder.
type Work func(p *Plug, dir string)

// Cut is what one killed process left.
type Cut struct {
	N            int    // which point it was, from 1
	Step         string // its name, or the system calls counted
	Dir          string
	Acknowledged []string
}

// String names the point.
func (c Cut) String() string { return fmt.Sprintf("cut %d, %s", c.N, c.Step) }

// Plug is the dying process's side.
type Plug struct {
	left int // steps to live; 0: for ever
}

// Step kills the process if this is its point.
func (p *Plug) Step(name string) {
	p.left--
	if p.left != 0 {
		return
	}
	fmt.Println(stepped + name)
	_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
	select {}
}

// Acknowledge says, beyond recall, that what text (one line) names is kept.
func (p *Plug) Acknowledge(text string) { fmt.Println(acknowledged + text) }

const (
	inDir        = "PLUGTEST_DIR" // set: this process is to die
	atStep       = "PLUGTEST_STEP"
	runner       = "PLUGTEST_EXEC"
	stepped      = "plugtest step: "
	acknowledged = "plugtest acknowledged: "
	finished     = "plugtest finished"
	patience     = 2 * time.Minute
)

// AtSteps kills at every stride-th step of work.
func AtSteps(t *testing.T, stride int, work Work) iter.Seq[Cut] {
	perish(work)
	return cuts(t, stride, "step", func(n int) ([]string, []string) {
		return nil, []string{atStep + "=" + strconv.Itoa(n)}
	})
}

// AtCalls kills before every stride-th of the named system calls ("pwrite64,fsync")
// that work's own goroutine makes. It skips the test where strace doesn't run.
func AtCalls(t *testing.T, stride int, calls string, work Work) iter.Seq[Cut] {
	perish(work)
	NeedStrace(t)
	return cuts(t, stride, calls, func(n int) ([]string, []string) {
		inject := fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", calls, n)
		return []string{"strace", "-f", "-qq", "-o", os.DevNull, "-e", "trace=" + calls, "-e", inject}, nil
	})
}

// NeedStrace skips the test, and says so, where strace is missing, forbidden, or
// can't run the test binary.
func NeedStrace(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("strace", "-o", os.DevNull, os.Args[0], "-test.run=^$").CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: strace doesn't run here: %v %s", err, out)
	}
}

// perish does the work, if this process was started to.
func perish(work Work) {
	dir := os.Getenv(inDir)
	if dir == "" {
		return
	}
	runtime.LockOSThread() // strace counts the calls of each thread by itself
	left, _ := strconv.Atoi(os.Getenv(atStep))
	work(&Plug{left: left}, dir)
	fmt.Println(finished)
	os.Exit(0)
}

// cuts runs one process after the other until one lives to its end.
func cuts(t *testing.T, stride int, step string, how func(n int) (before, env []string)) iter.Seq[Cut] {
	root := t.TempDir()
	return func(yield func(Cut) bool) {
		for n := 1; ; n += stride {
			cut := Cut{N: n, Step: step, Dir: filepath.Join(root, strconv.Itoa(n))}
			before, env := how(n)
			if !cut.run(t, before, env) || !yield(cut) {
				return
			}
			_ = os.RemoveAll(cut.Dir)
		}
	}
}

// run reports whether the process was killed.
func (c *Cut) run(t *testing.T, before, env []string) bool {
	t.Helper()
	if err := os.Mkdir(c.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := Again(t, before, append(env, inDir+"="+c.Dir)...)
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, acknowledged); ok {
			c.Acknowledged = append(c.Acknowledged, text)
		}
		if text, ok := strings.CutPrefix(line, stepped); ok {
			c.Step = text
		}
		if line == finished {
			return false
		}
	}
	if !killed(err) {
		t.Fatalf("%v: the process should have been killed: %v\n%s", c, err, out)
	}
	return true
}

// Again runs this one test again in a process of its own, with more in its
// environment by which it knows, and by the command before, if there is one. It
// returns what the process printed and how it ended.
func Again(t *testing.T, before []string, env ...string) (out string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	argv := slices.Concat(before, strings.Fields(os.Getenv(runner)),
		[]string{os.Args[0], "-test.run=" + Pattern(t.Name()), "-test.count=1"})
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	text, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.ENOEXEC) {
		t.Skipf("NOT TESTED: %s can't be started from itself here: %v", os.Args[0], err)
	}
	return string(text), errors.Join(err, ctx.Err())
}

// Pattern matches the one test of that name, for -test.run.
func Pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

func killed(err error) bool {
	var exit *exec.ExitError
	if errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
