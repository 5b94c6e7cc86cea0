// Package serial is a serial line whose device may be pulled out, hang, and be
// put back, without those who read and write it having to know.
//
// # Behaviour
//
// A [Port] opens its device in the background and opens it again, with growing
// pauses, for as long as it is not closed. Name the device by its link under
// /dev/serial/by-id: the link of an adapter stays the same in whatever socket it
// is put, and points to the new node after a re-plug.
//
// Read waits for bytes as long as it takes; nothing having come is no error. When
// the device is lost, Read first gives what came before, then says so once, then
// waits for the device to be back. So a reader of lines knows that the rest of a
// line will never come. A deadline ends the waiting, as with a net.Conn.
//
// Write fails at once while the device is away, and after [Opts.Stuck] when the
// device takes no more bytes; then it counts as lost, and is opened anew.
// Nothing is written twice.
//
// Of what comes while nobody reads, the last 4 KiB are kept.
//
// # At GPIO14 and 15 of a Raspberry Pi
//
// A device at TXD (GPIO14, pin 8) and RXD (GPIO15, pin 10) is at /dev/serial0, on a
// Pi 5 at /dev/ttyAMA0. Three things stand in its way, all of them in the folder
// /boot/firmware:
//
//   - The line is off: enable_uart=1 in config.txt, on a Pi 5 dtparam=uart0=on.
//   - The kernel writes its messages there, and a login prompt answers: cmdline.txt
//     must not have console=serial0, console=ttyAMA0 or console=ttyS0.
//   - Bluetooth has the good UART of a Pi 3, 4, Zero W and Zero 2 W, and serial0 is the
//     mini UART, whose speed follows the core's clock: enable_uart=1 holds that still;
//     dtoverlay=disable-bt in config.txt gives the good one back.
//
// Levels are 3.3 V. "companion doctor" finds all three.
//
// # The device below
//
// On Linux the devices are those of github.com/tarm/serial. It reports an idle
// line as io.EOF, and a line that hung up as io.EOF too, for ever and at once: two
// reads in a row that end empty before their time are a hang-up. Its Close waits
// for a Read or Write under way, and its Write for a peer that may never read:
// both are given a time, after which they are left behind, and writing goes past
// its Write, so that Close ends it. It opens a device that somebody else has open:
// an advisory lock (flock) on the node keeps two Ports apart. Another library takes
// its place through [Opts.Dial].
package serial

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

// What can be wrong with a device. Errors of Read, Write and Notice wrap these,
// or what the system said, such as fs.ErrNotExist where there is no node.
var (
	ErrAway   = errors.New("the device is away")
	ErrHungUp = errors.New("the device hung up")
	ErrStuck  = errors.New("the device takes no more bytes")
	ErrInUse  = errors.New("the device is in use")
)

// Device is an open device. Its Read returns no later than the idle time it was
// opened with, then with 0 bytes and either no error or io.EOF.
// Write may block for as long as it likes; Close should end it.
type Device interface {
	io.ReadWriteCloser
}

// Opts says how long to wait for what. All must be positive.
type Opts struct {
	Idle       time.Duration // for bytes in one read of the device: 100 ms to 25.5 s, in steps of 100 ms
	Stuck      time.Duration // for the device to take 256 bytes: at 1200 baud they last 2.2 s
	LetGo      time.Duration // for the device to be closed
	FirstPause time.Duration // before a lost device is opened again
	LastPause  time.Duration // what the pauses, doubled each time, grow to

	// Notice, unless nil, is told why the device is away, once, and nil when it is
	// back. It is called in turn, and must neither wait nor close the Port.
	Notice func(err error)
	// Dial opens the device at path.
	Dial func(path string, baud int, idle time.Duration) (Device, error)
}

// DefaultOpts waits 200 ms for bytes and is back 2 s after the device at the latest.
func DefaultOpts() Opts {
	return Opts{
		Idle: 200 * time.Millisecond, Stuck: 3 * time.Second, LetGo: time.Second,
		FirstPause: 100 * time.Millisecond, LastPause: 2 * time.Second,
		Dial: dial,
	}
}

// bauds are the rates that can be asked for: those that every adapter knows.
var bauds = []int{1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600}

func (o Opts) check() error {
	const step = 100 * time.Millisecond
	if o.Idle < step || o.Idle > 255*step || o.Idle%step != 0 {
		return fmt.Errorf("an idle time is 100ms to 25.5s in steps of 100ms, not %v", o.Idle)
	}
	for _, d := range []time.Duration{o.Stuck, o.LetGo, o.FirstPause, o.LastPause} {
		if d <= 0 {
			return errors.New("a time to wait is positive")
		}
	}
	if o.Dial == nil {
		return errors.New("no Dial")
	}
	return nil
}

// Port is a serial line. Reads are for one goroutine, writes for any.
type Port struct {
	path string
	baud int
	opts Opts

	closing   chan struct{}
	closeOnce sync.Once
	done      chan struct{} // closed when the device is let go for good
	closed    error         // what letting go said; after done

	in      inbox
	writing sync.Mutex // held by one Write at a time

	mu      sync.Mutex
	session *session // nil while the device is away
	why     error    // it is away
	said    bool     // that it is
}

// Open returns the line at path, 8N1 at the given rate. The device needn't be
// there yet; only a rate or options that can't work are an error.
func Open(path string, baud int, o Opts) (*Port, error) {
	err := o.check()
	if err == nil && !slices.Contains(bauds, baud) {
		err = fmt.Errorf("%d baud is none of %v", baud, bauds)
	}
	if err == nil && path == "" {
		err = errors.New("no path")
	}
	if err != nil {
		return nil, fmt.Errorf("serial: open %q: %w", path, err)
	}
	p := &Port{
		path: path, baud: baud, opts: o, why: errors.New("not yet opened"),
		closing: make(chan struct{}), done: make(chan struct{}), in: newInbox(),
	}
	go p.run()
	return p, nil
}

// String names the line: "serial{/dev/ttyUSB0 9600}".
func (p *Port) String() string { return fmt.Sprintf("serial{%s %d}", p.path, p.baud) }

// Read waits for at least one byte. It returns an error that wraps
// os.ErrDeadlineExceeded at the deadline, os.ErrClosed after Close, and once for
// each time the device is lost, why.
func (p *Port) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, err := p.in.read(b, p.closing)
	if err != nil {
		return n, p.fault("read", err)
	}
	return n, nil
}

// SetReadDeadline sets the time at which a Read that waits gives up, for the one
// under way and those that follow; the zero time is never. What has come by then
// is still read.
func (p *Port) SetReadDeadline(t time.Time) error {
	p.in.setDeadline(t)
	return nil
}

// Write hands b to the device and returns how much of it the device took. While
// the device is away the error wraps ErrAway.
func (p *Port) Write(b []byte) (int, error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	taken := 0
	for piece := range slices.Chunk(b, pieceBytes) {
		n, err := p.writePiece(piece)
		taken += n
		if err != nil {
			return taken, p.fault("write", err)
		}
	}
	return taken, nil
}

func (p *Port) writePiece(piece []byte) (int, error) {
	p.mu.Lock()
	s, why := p.session, p.why
	p.mu.Unlock()
	switch {
	case p.isClosing():
		return 0, os.ErrClosed
	case s == nil:
		return 0, fmt.Errorf("%w: %w", ErrAway, why)
	}
	return s.write(piece, p.opts.Stuck)
}

// Close ends what waits and lets the device go. It returns after twice LetGo and
// an idle time at the latest; a device that hangs is left behind, and said.
func (p *Port) Close() error {
	p.closeOnce.Do(func() { close(p.closing) })
	patience := time.NewTimer(p.opts.Idle + 2*p.opts.LetGo)
	defer patience.Stop()
	select {
	case <-p.done:
		return p.fault("close", p.closed)
	case <-patience.C:
		return p.fault("close", ErrStuck)
	}
}

func (p *Port) fault(asked string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("serial: %s %s: %w", asked, p.path, err)
}

func (p *Port) isClosing() bool {
	select {
	case <-p.closing:
		return true
	default:
		return false
	}
}
