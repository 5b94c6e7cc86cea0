// Package plugtest simulates loss of power. It runs a part of a test, the work, in separate
// processes. Each process is killed at a different point of the work: at a step or before a
// system call. This is a cut. The test receives the files that each process leaves on disk.
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
// The process is the test binary, running only that test. It executes the test up to SomeSteps
// and no further. If the kernel can't start the binary, an environment variable names a program
// that can:
//
//	PLUGTEST_EXEC=qemu-arm-static go test -exec qemu-arm-static
//
// SomeSteps and SomeCalls count the points of the work once and draw some of them. Every test
// that imports this package has flags to draw more points, to draw the same points again, or to
// use all points:
//
//	-plugs 200 -plug-seed 7
//	-plugs all
//
// Several processes run at once.
//
// SIGKILL leaves the kernel's page cache intact. So these tests prove the order of operations,
// not the durability of a disk.
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

// Work is the function that the process to be killed runs. dir is an empty folder for its files.
type Work func(p *Plug, dir string)

// Cut is the result of one process that was killed.
type Cut struct {
	N            int    // number of the point at which the process was killed, from 1
	Step         string // name of that point: a step or a system call
	Dir          string
	Acknowledged []string
}

// String returns the number and the name of the point at which the process was killed.
func (c Cut) String() string { return fmt.Sprintf("cut %d, %s", c.N, c.Step) }

// Plug is the means by which the process to be killed marks its steps and acknowledgements.
type Plug struct {
	at     int64 // number of the step at which the process is killed, from 1; 0: none
	passed atomic.Int64
}

// Step marks a point at which the process may be killed. It kills the process if this point was
// chosen. Any goroutine may call Step.
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

// Acknowledge records a promise of the process: the data named by text is stored. text is one
// line.
func (p *Plug) Acknowledge(text string) { fmt.Println(acknowledged + text) }

const (
	inDir        = "PLUGTEST_DIR" // environment variable of a process to be killed: its folder
	atStep       = "PLUGTEST_STEP"
	runner       = "PLUGTEST_EXEC"
	stepped      = "plugtest step: "
	acknowledged = "plugtest acknowledged: "
	finished     = "plugtest finished, steps: "
)

// AtSteps kills processes at every stride-th step of work and yields the results.
func AtSteps(t *testing.T, stride int, work Work) iter.Seq[Cut] {
	runAsChild(work)
	return cuts(t, steps(), every(stride, math.MaxInt), survivorIsLast)
}

// SomeSteps kills processes at some steps of work, drawn at random, and yields the results.
// usual is the number of steps to draw, unless the flag -plugs gives another number.
func SomeSteps(t *testing.T, usual int, work Work) iter.Seq[Cut] {
	t.Helper()
	runAsChild(work)
	k := steps()
	return cuts(t, k, draw(t, usual, k), survivorHasFewer)
}

// AtCalls kills processes before every stride-th of the named system calls ("pwrite64,fsync")
// that the goroutine of work makes. It yields the results. It skips the test if strace doesn't
// run.
func AtCalls(t *testing.T, stride int, calls string, work Work) iter.Seq[Cut] {
	t.Helper()
	runAsChild(work)
	NeedStrace(t)
	k := callsOf(calls)
	return cuts(t, k, every(stride, k.count(t)), survivorHasFewer)
}

// SomeCalls kills processes before some of the named system calls, drawn at random like the
// steps of SomeSteps. It yields the results. It skips the test if strace doesn't run.
func SomeCalls(t *testing.T, usual int, calls string, work Work) iter.Seq[Cut] {
	t.Helper()
	runAsChild(work)
	NeedStrace(t)
	k := callsOf(calls)
	return cuts(t, k, draw(t, usual, k), survivorHasFewer)
}

// NeedStrace skips the test with a message if strace is missing, is forbidden, or can't run the
// test binary.
func NeedStrace(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("strace", "-o", os.DevNull, os.Args[0], "-test.run=^$").CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: strace doesn't run here: %v %s", err, out)
	}
}

// runAsChild runs work and exits if this process was started to be killed. In the process of the
// test it does nothing.
func runAsChild(work Work) {
	dir := os.Getenv(inDir)
	if dir == "" {
		return
	}
	runtime.LockOSThread() // strace counts the calls of each thread separately
	at, _ := strconv.ParseInt(os.Getenv(atStep), 10, 64)
	p := &Plug{at: at}
	work(p, dir)
	fmt.Println(finished + strconv.FormatInt(p.passed.Load(), 10))
	os.Exit(0)
}
