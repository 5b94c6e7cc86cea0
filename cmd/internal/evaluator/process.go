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

// child is a running child process.
type child struct {
	cmd  *exec.Cmd
	in   *os.File // its standard input
	out  *os.File // its answers
	errs *tail
	new  bool // it has received no request yet
}

// start starts exe as a child. args begin with the program's name. The child does not inherit
// the environment: the daemon's memory limit and sockets do not apply to it.
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
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = theirIn, c.errs, c.errs
	answerOn(c.cmd, theirOut)
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

// ask sends q and reads the answer. The child may compute for within, in room bytes of memory.
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

// exhausted matches the runtime's messages when it gets no more memory, or, with the race
// detector, no shadow memory. The runtime does not check all its own allocations and then
// faults; a new thread also needs memory.
var exhausted = regexp.MustCompile("out of memory|cannot allocate memory|stack overflow|failed to allocate|" +
	"SIGSEGV: segmentation violation|unexpected signal during runtime execution|pthread_create failed|newosproc")

// cause returns the words key for err, which ended the child. The child's process must have
// ended.
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
		return ruleMemory // the kernel killed it for lack of memory
	}
	return ruleGone
}

// mostTail is the number of bytes stored of a child's standard error.
const mostTail = 2 << 10

// fatal matches the beginning of the runtime's final message.
var fatal = regexp.MustCompile("fatal error: |SIGSEGV: |runtime/cgo: ")

// tail stores the end of its input, or mostTail bytes from the runtime's final message on.
type tail struct {
	mu    sync.Mutex
	text  []byte
	fatal bool // text begins with the final message
}

// Write appends p and drops what exceeds the limit.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if at := fatal.FindIndex(t.text); at != nil && !t.fatal {
		t.text, t.fatal = t.text[at[0]:], true
	}
	if over := len(t.text) - mostTail; over > 0 && t.fatal {
		t.text = t.text[:mostTail]
	} else if over > 0 {
		t.text = append([]byte(nil), t.text[over:]...)
	}
	return len(p), nil
}

// String returns the stored text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}
