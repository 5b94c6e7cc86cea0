package serial

import (
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

// pieceBytes is the maximum size of one read or write of the device. If the device blocks, a
// call of Port.Write waits for at most one piece.
const pieceBytes = 256

// run opens the device again and again until the port is closed.
func (p *Port) run() {
	defer close(p.done)
	pause := p.opts.FirstPause
	for {
		began := time.Now()
		err := p.runSession()
		if p.isClosing() {
			return
		}
		p.endSession(err)
		if time.Since(began) > p.opts.LastPause {
			pause = p.opts.FirstPause
		}
		select {
		case <-p.closing:
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, p.opts.LastPause)
	}
}

// runSession opens the device and reads from it until the device is lost or the port is closed.
// Then it closes the device and returns the reason.
func (p *Port) runSession() error {
	p.closed = nil
	d, err := p.opts.Dial(p.path, p.baud, p.opts.Idle)
	if err != nil {
		return err
	}
	s := &session{device: d, over: make(chan struct{})}
	p.startSession(s)
	s.end(s.pump(&p.in, p.opts.Idle, p.closing))
	p.closed = s.release(p.opts.LetGo)
	return s.reason
}

// startSession makes s the current session. If the loss of the device was reported, it reports
// the recovery.
func (p *Port) startSession(s *session) {
	p.mu.Lock()
	back := p.reported
	p.session, p.reported = s, false
	p.mu.Unlock()
	if back && p.opts.Notice != nil {
		p.opts.Notice(nil)
	}
}

// endSession ends the current session. It reports the reason, unless a loss is already
// reported.
func (p *Port) endSession(reason error) {
	p.mu.Lock()
	reported := p.reported
	p.session, p.reason, p.reported = nil, reason, true
	p.mu.Unlock()
	if reported {
		return
	}
	p.in.lose(reason)
	if p.opts.Notice != nil {
		p.opts.Notice(p.fault("reach", reason))
	}
}

// session is one use of the device, from its opening to its loss.
type session struct {
	device Device
	once   sync.Once
	over   chan struct{}
	reason error // reason for the end; valid once over is closed
}

func (s *session) end(reason error) {
	s.once.Do(func() {
		s.reason = reason
		close(s.over)
	})
}

// pump copies received bytes into the inbox until the session ends. It returns the reason for
// the end.
func (s *session) pump(in *inbox, idle time.Duration, closing <-chan struct{}) error {
	b := make([]byte, pieceBytes)
	early := 0
	for {
		began := time.Now()
		n, err := s.device.Read(b)
		in.put(b[:n])
		select {
		case <-closing:
			return os.ErrClosed
		case <-s.over:
			return s.reason
		default:
		}
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case n > 0 || time.Since(began) >= idle*4/5:
			early = 0
		case early > 0:
			return ErrHungUp
		default:
			early++
		}
	}
}

type writeResult struct {
	n   int
	err error
}

// write writes a piece to the device. It ends the session if the device fails, or doesn't
// accept the piece within the time stuck.
func (s *session) write(piece []byte, stuck time.Duration) (int, error) {
	select {
	case <-s.over:
		return 0, s.reason
	default:
	}
	result := make(chan writeResult, 1)
	go func(b []byte) {
		n, err := s.device.Write(b)
		result <- writeResult{n, err}
	}(slices.Clone(piece))
	watchdog := time.NewTimer(stuck)
	defer watchdog.Stop()
	select {
	case w := <-result:
		if w.err != nil {
			s.end(w.err)
		}
		return w.n, w.err
	case <-watchdog.C:
		s.end(ErrStuck)
	case <-s.over:
	}
	return 0, s.reason
}

// release closes the device. If that takes longer than patience, it returns ErrStuck and
// leaves the closing to a goroutine.
func (s *session) release(patience time.Duration) error {
	result := make(chan error, 1)
	go func() { result <- s.device.Close() }()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-result:
		return err
	case <-timer.C:
		return ErrStuck
	}
}
