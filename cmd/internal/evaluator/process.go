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
	in   *os.File // standard input of the child
	out  *os.File // answers of the child
	errs *tail    // end of the child's standard error
	new  bool     // true until the first request
}

// start starts exe as a child. args begin with the program's name. The child does not inherit the
// environment, because the daemon's memory limit and sockets do not apply to the child.
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

// ask sends q to the child and returns the answer. within is the maximum processor time for the
// answer, and room the memory limit of the child, in bytes.
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

// follow is like ask, and calls seen for each progress that the child sends before the answer.
func (c *child) follow(q request, within time.Duration, room int64, seen func(progress)) (answer, error) {
	p, err := c.patience(within, room)
	if err != nil {
		return answer{}, err
	}
	if err := send(c.in, q); err != nil {
		return answer{}, err
	}
	for {
		var a answer
		if err := receive(p, &a); err != nil || a.Progress == nil {
			return a, err
		}
		seen(*a.Progress)
	}
}

// end kills the child and waits for it.
func (c *child) end() {
	_ = c.cmd.Process.Kill() // an error means that the child has ended by itself
	_ = c.cmd.Wait()
	c.in.Close()
	c.out.Close()
}

// exhausted matches the messages that the Go runtime prints when memory runs out. They include
// messages about segmentation violations, because the runtime does not check all of its own
// allocations. They also include messages about failures to start a thread, which needs memory, and
// to allocate the shadow memory of the race detector.
var exhausted = regexp.MustCompile("out of memory|cannot allocate memory|stack overflow|failed to allocate|" +
	"SIGSEGV: segmentation violation|unexpected signal during runtime execution|pthread_create failed|newosproc")

// cause returns the words key for err, the error that ended the child. The child's process must
// have ended.
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
		return ruleMemory // the kernel killed the child for lack of memory
	}
	return ruleGone
}

// mostTail is the maximum number of bytes stored of a child's standard error.
const mostTail = 2 << 10

// fatal matches the beginning of the Go runtime's final message.
var fatal = regexp.MustCompile("fatal error: |SIGSEGV: |runtime/cgo: ")

// tail stores the last mostTail bytes of its input. Once the input contains the Go runtime's final
// message, tail stores the first mostTail bytes of that message.
type tail struct {
	mu    sync.Mutex
	text  []byte
	fatal bool // true if text begins with the final message
}

// Write appends p to the text and drops the bytes beyond mostTail.
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
