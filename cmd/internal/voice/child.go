package voice

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// child is a running program or player.
type child struct {
	name string         // for messages
	in   io.WriteCloser // its standard input
	out  io.ReadCloser  // its standard output; nil for a player
	kill func()         // kills the process and its descendants
	done chan struct{}  // closed once the process has ended
	err  error          // result of the process; valid once done is closed
}

// ended reports whether the process has ended.
func (c *child) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// end kills the process and closes its files.
func (c *child) end() {
	if c == nil {
		return
	}
	c.kill()
	_ = c.in.Close()
	if c.out != nil {
		_ = c.out.Close()
	}
}

// startChild starts a program. If speaks is set, its output can be read.
func startChild(argv []string, speaks bool) (*child, error) {
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, err
	}
	cmd := &exec.Cmd{Path: path, Args: argv, WaitDelay: time.Second}
	group(cmd)
	errs := &lastLine{}
	cmd.Stderr = errs
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdin = theirIn
	theirs := []*os.File{theirIn}
	c := &child{name: filepath.Base(argv[0]), in: in, kill: func() { killGroup(cmd) }, done: make(chan struct{})}
	if speaks {
		out, theirOut, err := os.Pipe()
		if err != nil {
			return nil, errors.Join(err, in.Close(), theirIn.Close())
		}
		c.out, cmd.Stdout = out, theirOut
		theirs = append(theirs, theirOut)
	}
	err = cmd.Start()
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		c.kill = func() {}
		c.end()
		return nil, err
	}
	go func() {
		c.err = errs.explain(cmd.Wait())
		close(c.done)
	}()
	return c, nil
}

// mostReason is the maximum length in bytes of the explanation of a failure.
const mostReason = 160

// lastLine holds the end of the standard error of a process.
type lastLine struct {
	mu   sync.Mutex
	text string
}

// Write stores the end of p.
func (l *lastLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text += string(p)
	l.text = l.text[max(0, len(l.text)-4*mostReason):]
	return len(p), nil
}

// explain adds the last line to the error of a process.
func (l *lastLine) explain(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(l.text), "\n")
	last := clean(strings.ToValidUTF8(lines[len(lines)-1], "?"))
	if err == nil || last == "" {
		return err
	}
	return errors.New(strings.ToValidUTF8(last[:min(len(last), mostReason)], ""))
}
