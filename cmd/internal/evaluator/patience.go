package evaluator

import (
	"errors"
	"os"
	"time"
)

// Reasons to give up a child that still runs.
var (
	errSlow = errors.New("evaluator: the child has computed for too long")
	errFull = errors.New("evaluator: the child has computed for too long and its memory is nearly full")
	errIdle = errors.New("evaluator: the child doesn't answer and hardly computes")
)

const (
	// mostShare bounds the wait for a child that gets little of the processor: the wall
	// clock may take so many times the processor time that the child may have. Beside
	// fourteen busy processes on one core a child gets a fifteenth.
	mostShare = 15
	// leastLook is the shortest pause between two looks at the usage of a child.
	// The kernel counts in hundredths of a second.
	leastLook = 20 * time.Millisecond
)

// patient reads the answer of a child and gives up when the child has computed for longer
// than within. The speed of the machine and of its memory hardly matter, nor do other
// processes, for only the processor time counts that the child spends in its own code. The
// wall clock is the backstop, see mostShare.
type patient struct {
	c      *child
	within time.Duration
	room   int64 // bytes of memory that the child may use

	began time.Time     // on the wall
	from  time.Duration // what the child had computed by then
}

// patience begins to wait for an answer.
func (c *child) patience(within time.Duration, room int64) (*patient, error) {
	p := &patient{c: c, within: within, room: room, began: time.Now()}
	p.from, _ = computed(c.cmd.Process.Pid) // see left
	return p, errors.Join(c.in.SetDeadline(p.began.Add(mostShare*within)), c.out.SetReadDeadline(p.began.Add(within)))
}

// Read reads from the child. It returns errSlow, errFull or errIdle if the child takes too long.
func (p *patient) Read(b []byte) (int, error) {
	for {
		n, err := p.c.out.Read(b)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		left, err := p.left()
		if err != nil {
			return 0, err
		}
		if err := p.c.out.SetReadDeadline(time.Now().Add(max(left, leastLook))); err != nil {
			return 0, err
		}
	}
}

// left returns how much longer the child may compute, or why it may not. Where the system
// doesn't say what a process has computed, the wall clock counts.
func (p *patient) left() (time.Duration, error) {
	passed := time.Since(p.began)
	now, err := computed(p.c.cmd.Process.Pid)
	if err != nil {
		now = p.from + passed
	}
	left, err := remaining(p.within, now-p.from, passed)
	if err == errSlow && full(p.c.cmd.Process.Pid, p.room) {
		err = errFull
	}
	return left, err
}

// remaining returns how much of within is left after so much processor time, or errSlow, or
// errIdle after too much time on the wall.
func remaining(within, computed, passed time.Duration) (time.Duration, error) {
	switch left := within - computed; {
	case left <= 0:
		return 0, errSlow
	case passed >= mostShare*within:
		return 0, errIdle
	default:
		return left, nil
	}
}
