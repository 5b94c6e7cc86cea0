package evaluator

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"syscall"
	"time"
)

// child is a running process that evaluates.
type child struct {
	cmd  *exec.Cmd
	in   *os.File // its standard input
	out  *os.File // its answers
	errs *tail
	new  bool // nothing was asked of it yet
}

// start starts exe, args with its name first, as a child. Its environment is its own: the
// daemon's limit of memory and sockets are no business of a game.
func start(exe string, args []string) (*child, error) {
	theirIn, in, err := pipeTo()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := pipeFrom()
	if err != nil {
		return nil, errors.Join(err, theirIn.Close(), in.Close())
	}
	c := &child{cmd: &exec.Cmd{Path: exe, Args: args}, in: in, out: out, errs: &tail{}, new: true}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = theirIn, theirOut, c.errs
	c.cmd.Env = []string{"GOTRACEBACK=single"}
	c.cmd.WaitDelay = time.Second
	err = c.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	return c, nil
}

// ask sends q and waits for the answer while the child computes for no longer than within,
// in room bytes of memory.
func (c *child) ask(q request, within time.Duration, room int64) (a answer, err error) {
	p, err := c.patience(within, room)
	if err != nil {
		return a, err
	}
	if err := send(c.in, q); err != nil {
		return a, err
	}
	return a, receive(p, &a)
}

// end kills the child and waits for it.
func (c *child) end() {
	_ = c.cmd.Process.Kill() // it may have ended by itself
	_ = c.cmd.Wait()
	c.in.Close()
	c.out.Close()
}

// exhausted is what the runtime says when it gets no more memory, or, with the race
// detector, its shadow. It doesn't look at all that it asks for itself, and then faults; and
// a thread is memory, too.
var exhausted = regexp.MustCompile("out of memory|cannot allocate memory|stack overflow|failed to allocate|" +
	"SIGSEGV: segmentation violation|unexpected signal during runtime execution|pthread_create failed|newosproc")

// cause returns under which key of the catalogues it is said why err ended the child,
// which is over.
func (c *child) cause(err error) string {
	status, _ := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case errors.Is(err, errFull):
		return ruleMemory
	case errors.Is(err, errSlow), errors.Is(err, errIdle), errors.Is(err, os.ErrDeadlineExceeded):
		return ruleTime
	case exhausted.MatchString(c.errs.String()):
		return ruleMemory
	case status.Signaled() && status.Signal() == syscall.SIGKILL && !errors.Is(err, errFrame):
		return ruleMemory // the kernel takes it first
	}
	return ruleGone
}

// mostTail is how many bytes are kept of what a child says on its standard error.
const mostTail = 2 << 10

// fatal begins what the runtime says before it ends a process.
var fatal = regexp.MustCompile("fatal error: |SIGSEGV: |runtime/cgo: ")

// tail is the end of what was written to it, from the last words of the runtime on.
type tail struct {
	mu    sync.Mutex
	kept  []byte
	fatal bool // kept begins with last words
}

// Write keeps the end of p.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if at := fatal.FindIndex(t.kept); at != nil && !t.fatal {
		t.kept, t.fatal = t.kept[at[0]:], true
	}
	if over := len(t.kept) - mostTail; over > 0 && t.fatal {
		t.kept = t.kept[:mostTail]
	} else if over > 0 {
		t.kept = append([]byte(nil), t.kept[over:]...)
	}
	return len(p), nil
}

// String returns what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.kept))
}
