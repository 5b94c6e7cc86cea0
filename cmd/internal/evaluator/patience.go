package evaluator

import (
	"errors"
	"os"
	"time"
)

// Reasons for killing a running child.
var (
	errSlow = errors.New("evaluator: the child has computed for too long")
	errFull = errors.New("evaluator: the child takes too long and its memory is nearly full")
	errIdle = errors.New("evaluator: the child doesn't answer and hardly computes")
)

const (
	// mostShare is the maximum ratio of wall time to allowed processor time. It bounds the wait for
	// a child that gets little of the processor. Beside fourteen busy processes on one core, a
	// child gets a fifteenth of the time.
	mostShare = 15
	// leastLook is the minimum interval between two readings of a child's processor time. The
	// kernel counts processor time in hundredths of a second.
	leastLook = 20 * time.Millisecond
)

// patient is a reader for the answer of a child. Reading fails once the child has used more
// processor time than the field within. Only time in user code counts, so the speed of memory and
// other processes hardly matter. The wall time is bounded too; see mostShare.
type patient struct {
	c      *child
	within time.Duration
	room   int64 // bytes of memory that the child may use

	began time.Time     // wall time at the start of reading
	from  time.Duration // processor time that the child had used at the first look
	looks bool          // whether from is known
}

// patience returns a reader for one answer of the child. Most answers come before the first look
// at the processor time of the child, which costs more than they do.
func (c *child) patience(within time.Duration, room int64) (*patient, error) {
	p := &patient{c: c, within: within, room: room, began: time.Now()}
	return p, errors.Join(c.in.SetDeadline(p.began.Add(mostShare*within)), c.out.SetReadDeadline(p.began.Add(min(within, leastLook))))
}

// Read reads from the child. It returns errSlow, errFull or errIdle if the child takes too
// long.
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

// left returns the processor time that the child may still use, or the reason for killing the
// child. If the system does not report processor time, left uses the wall time instead.
func (p *patient) left() (time.Duration, error) {
	passed := time.Since(p.began)
	now, err := computed(p.c.cmd.Process.Pid)
	if !p.looks {
		p.from, p.looks = now, true
	}
	if err != nil {
		now = p.from + passed
	}
	left, err := remaining(p.within, now-p.from, passed)
	if err != nil && full(p.c.cmd.Process.Pid, p.room) {
		err = errFull
	}
	return left, err
}

// remaining returns the allowed processor time within minus the used processor time computed. It
// returns errSlow if nothing remains, and errIdle if the wall time passed is at least mostShare
// times the allowed time.
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
