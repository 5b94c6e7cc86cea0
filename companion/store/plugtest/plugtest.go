// Package plugtest pulls the plug: it runs a piece of a test in processes of their
// own, each of which kills itself at another point, and hands what is left on disk
// to the test.
//
//	func TestWhatWasAcknowledgedIsThere(t *testing.T) {
//		work := func(p *plugtest.Plug, dir string) {
//			// work on dir, p.Step("name") wherever a cut may come,
//			// p.Acknowledge("text") when something was promised
//		}
//		cuts := plugtest.SomeSteps(t, 20, work)
//		for cut := range cuts {
//			// is all of cut.Acknowledged in cut.Dir?
//		}
//	}
//
// The process is the test binary again, running that one test, of which it sees
// what stands before SomeSteps and nothing behind. Where the kernel can't start it,
// the environment names what can, as in
//
//	PLUGTEST_EXEC=qemu-arm-static go test -exec qemu-arm-static
//
// SomeSteps and SomeCalls count the points of the work once and draw some of them. The flags
//
//	-plugs 200 -plug-seed 7
//	-plugs all
//
// of every test that imports this package draw more of them, the same ones, or all. Several
// processes run at once.
//
// SIGKILL leaves the kernel's page cache as it was, so this shows in which order
// things are done, not that a disk keeps its promise.
package plugtest

import (
	"fmt"
	"iter"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
)

// Work is what the dying process does with dir, an empty folder.
type Work func(p *Plug, dir string)

// Cut is what one killed process left.
type Cut struct {
	N            int    // which point it was, from 1
	Step         string // its name, or that of the system call
	Dir          string
	Acknowledged []string
}

// String names the point.
func (c Cut) String() string { return fmt.Sprintf("cut %d, %s", c.N, c.Step) }

// Plug is the dying process's side.
type Plug struct {
	at     int64 // the step to die at; 0: none
	passed atomic.Int64
}

// Step kills the process if this is its point. Any goroutine may call it.
func (p *Plug) Step(name string) {
	if p.passed.Add(1) != p.at {
		return
	}
	fmt.Println(stepped + name)
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
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
	finished     = "plugtest finished, steps: "
)

// AtSteps kills at every stride-th step of work.
func AtSteps(t *testing.T, stride int, work Work) iter.Seq[Cut] {
	perish(work)
	return cuts(t, steps(), every(stride, math.MaxInt), untilOneLives)
}

// SomeSteps kills at some steps of work, drawn by chance: as many as usual says, or the flag
// -plugs.
func SomeSteps(t *testing.T, usual int, work Work) iter.Seq[Cut] {
	t.Helper()
	perish(work)
	k := steps()
	return cuts(t, k, draw(t, usual, k), tillTheLast)
}

// AtCalls kills before every stride-th of the named system calls ("pwrite64,fsync")
// that work's own goroutine makes. It skips the test where strace doesn't run.
func AtCalls(t *testing.T, stride int, calls string, work Work) iter.Seq[Cut] {
	t.Helper()
	perish(work)
	NeedStrace(t)
	k := callsOf(calls)
	return cuts(t, k, every(stride, k.count(t)), tillTheLast)
}

// SomeCalls kills before some of the named system calls, drawn as those of SomeSteps are.
func SomeCalls(t *testing.T, usual int, calls string, work Work) iter.Seq[Cut] {
	t.Helper()
	perish(work)
	NeedStrace(t)
	k := callsOf(calls)
	return cuts(t, k, draw(t, usual, k), tillTheLast)
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
	at, _ := strconv.ParseInt(os.Getenv(atStep), 10, 64)
	p := &Plug{at: at}
	work(p, dir)
	fmt.Println(finished + strconv.FormatInt(p.passed.Load(), 10))
	os.Exit(0)
}
