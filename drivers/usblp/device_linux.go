package usblp

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

const (
	emptyPause = 50 * time.Millisecond // pause after an empty packet or a failed read
	maxFailed  = 3                     // number of failed reads in a row after which Read only waits
	kickPause  = 10 * time.Millisecond // pause between two attempts of Close to end a write
)

// Device is an open printer. One goroutine at a time may call Read, and one may call Write.
type Device struct {
	file     file
	idle     time.Duration
	patience time.Duration // time after which a waiting write asks for paper
	failed   int           // number of failed reads in a row
	closing  atomic.Bool
	writer   atomic.Int32 // id of the thread that writes, or 0
	use      sync.RWMutex // held for reading while file is in use
}

// Open opens the printer at path. A Read without data returns after the idle time. The error wraps
// EBUSY if another program has the printer open.
func Open(path string, idle time.Duration) (*Device, error) {
	n, err := openNode(path)
	if err != nil {
		return nil, err
	}
	return &Device{file: n, idle: idle, patience: paperPatience}, nil
}

// Read returns received bytes, or 0 bytes and no error after the idle time. It returns ENODEV if
// the printer is unplugged, and os.ErrClosed after Close.
func (d *Device) Read(b []byte) (int, error) {
	d.use.RLock()
	defer d.use.RUnlock()
	for end := time.Now().Add(d.idle); ; {
		left := time.Until(end)
		switch {
		case d.closing.Load():
			return 0, os.ErrClosed
		case left <= 0:
			return 0, nil
		}
		if n, err := d.receive(b, left); n > 0 || err != nil {
			return n, err
		}
	}
}

// receive waits for data, but not longer than the time wait, and reads it.
func (d *Device) receive(b []byte, wait time.Duration) (int, error) {
	events := int16(unix.POLLIN)
	if d.failed >= maxFailed {
		events = 0 // the kernel logs each failure
	}
	happened, err := d.file.poll(events, wait)
	switch {
	case err != nil && !errors.Is(err, unix.EINTR):
		return 0, fmt.Errorf("usblp: poll: %w", err)
	case happened&(unix.POLLHUP|unix.POLLNVAL) != 0, errors.Is(d.file.present(), unix.ENODEV):
		return 0, fmt.Errorf("usblp: read: %w", unix.ENODEV)
	case happened&unix.POLLIN == 0:
		return 0, nil
	}
	return d.read(b, min(wait, emptyPause))
}

// read reads available data. It ignores failures, because a printer need not answer, and pauses
// after a failure or an empty packet.
func (d *Device) read(b []byte, pause time.Duration) (int, error) {
	n, err := d.file.read(b)
	switch {
	case n > 0:
		d.failed = 0
		return n, nil
	case errors.Is(err, unix.ENODEV):
		return 0, fmt.Errorf("usblp: read: %w", err)
	case err != nil && !errors.Is(err, unix.EINTR):
		d.failed++
	}
	time.Sleep(pause)
	return 0, nil
}

// Write sends b and waits until the printer has received it. It returns the number of bytes that
// the printer is known to have received; after an error it may have received more. The error wraps
// ErrPaper if the printer is out of paper, and os.ErrClosed after Close.
func (d *Device) Write(b []byte) (sent int, err error) {
	d.use.RLock()
	defer d.use.RUnlock()
	restore, err := d.reserve()
	if err != nil {
		return 0, fmt.Errorf("usblp: write: %w", err)
	}
	defer restore()
	for sent < len(b) {
		if d.closing.Load() {
			return sent, os.ErrClosed
		}
		n, err := d.send(b[sent:])
		sent += n
		if err != nil {
			return sent, fmt.Errorf("usblp: write: %w", err)
		}
	}
	return sent, nil
}

// send calls write once. It ends the call if the printer is out of paper.
func (d *Device) send(b []byte) (int, error) {
	var over, noPaper atomic.Bool
	defer time.AfterFunc(d.patience, func() {
		if s, err := d.State(); err == nil && s.PaperOut() && !over.Load() {
			noPaper.Store(true)
			d.kick()
		}
	}).Stop()
	n, err := d.file.write(b)
	over.Store(true)
	if err != nil && noPaper.Load() {
		err = fmt.Errorf("%w: %w", ErrPaper, err)
	}
	return max(n, 0), err
}

// reserve reserves a thread for the caller and blocks all its signals except SIGIO. restore undoes
// that.
func (d *Device) reserve() (restore func(), err error) {
	runtime.LockOSThread()
	var block, before unix.Sigset_t
	for i := range block.Val {
		block.Val[i]--
	}
	block.Val[0] &^= 1 << (unix.SIGIO - 1)
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, &block, &before); err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	d.writer.Store(int32(unix.Gettid()))
	return func() {
		d.writer.Store(0)
		if unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil) == nil {
			runtime.UnlockOSThread() // otherwise the thread ends with its goroutine
		}
	}, nil
}

// kick makes a waiting write return EINTR.
func (d *Device) kick() {
	if id := d.writer.Load(); id != 0 {
		_ = unix.Tgkill(unix.Getpid(), int(id), unix.SIGIO) // it fails if the thread has ended
	}
}

// State requests the port status of the printer. A printer that hangs takes up to 5 s.
func (d *Device) State() (State, error) {
	d.use.RLock()
	defer d.use.RUnlock()
	if d.closing.Load() {
		return 0, os.ErrClosed
	}
	s, err := d.file.status()
	if err != nil {
		return 0, fmt.Errorf("usblp: status: %w", err)
	}
	return s, nil
}

// Close ends a Write and waits for a Read to return, which takes up to the idle time. Then it
// closes the printer, which cancels a transfer that still waits.
func (d *Device) Close() error {
	if d.closing.Swap(true) {
		return os.ErrClosed
	}
	_ = d.file.dontWait() // a write that has not begun must not wait
	for !d.use.TryLock() {
		d.kick()
		time.Sleep(kickPause)
	}
	defer d.use.Unlock()
	return d.file.close()
}
