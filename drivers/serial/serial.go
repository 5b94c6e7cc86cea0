// Package serial provides a serial line that survives the loss of its device. The device may
// be pulled out, hang, and be put back; readers and writers need not handle that.
//
// # Behaviour
//
// A [Port] opens its device in the background and, until it is closed, opens it again after
// each loss, with growing pauses. Name the device by its link under /dev/serial/by-id: the
// link of an adapter is the same for every socket, and points to the new node after
// re-plugging.
//
// Read waits for bytes without limit; an idle line is no error. When the device is lost, Read
// first returns the bytes received before, then the error once, and then waits for the device
// to return. So a reader of lines knows that the rest of a line is lost. As with a net.Conn, a
// deadline ends the waiting.
//
// Write returns an error at once while the device is away. It also fails if the device accepts
// no more bytes for [Opts.Stuck]; the device then counts as lost and is opened again. Nothing
// is written twice.
//
// Without a reader the last 4 KiB received are kept.
//
// # At GPIO14 and 15 of a Raspberry Pi
//
// A device at TXD (GPIO14, pin 8) and RXD (GPIO15, pin 10) is at /dev/serial0, on a Pi 5 at
// /dev/ttyAMA0. Three settings in the folder /boot/firmware can prevent its use:
//
//   - The line is off by default: set enable_uart=1 in config.txt, on a Pi 5 dtparam=uart0=on.
//   - The kernel writes its messages there, and a login prompt runs there: cmdline.txt
//     must not have console=serial0, console=ttyAMA0 or console=ttyS0.
//   - Bluetooth uses the full UART of a Pi 3, 4, Zero W and Zero 2 W, and serial0 is the
//     mini UART, whose speed follows the core's clock: enable_uart=1 fixes that clock;
//     dtoverlay=disable-bt in config.txt makes serial0 the full UART.
//
// Levels are 3.3 V. "companion doctor" checks all three settings.
//
// # The underlying device
//
// On Linux the devices are those of github.com/tarm/serial. The library reports an idle line
// as io.EOF. It also reports a hang-up as io.EOF, repeatedly and at once, so two empty reads
// in a row that return early count as a hang-up. The library's Close waits for a running Read
// or Write, and the library's Write waits for a peer that may never read. So this package
// abandons a close that takes longer than [Opts.LetGo], and a write that takes longer than
// [Opts.Stuck]. It bypasses the library's Write, so that closing the device ends a write. The
// library opens a device that another process has open; an advisory lock (flock) on the node
// prevents two Ports on one device. [Opts.Dial] replaces the library.
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

// Errors of a serial device. The errors of Read, Write and Notice wrap one of these, or an
// error of the system, such as fs.ErrNotExist if there is no node.
var (
	ErrAway   = errors.New("the device is away")
	ErrHungUp = errors.New("the device hung up")
	ErrStuck  = errors.New("the device takes no more bytes")
	ErrInUse  = errors.New("the device is in use")
)

// Device is an open serial device. If no byte arrives within the idle time passed to Dial, Read
// returns 0 bytes and either nil or io.EOF. Write may block without limit; Close should end it.
type Device interface {
	io.ReadWriteCloser
}

// Opts sets time limits and callbacks. All times must be positive.
type Opts struct {
	Idle       time.Duration // time limit for one read: 100 ms to 25.5 s, in steps of 100 ms
	Stuck      time.Duration // time limit for a write of 256 bytes, which take 2.2 s at 1200 baud
	LetGo      time.Duration // time limit for closing the device
	FirstPause time.Duration // pause before a lost device is opened again; doubled each time
	LastPause  time.Duration // maximum pause before a lost device is opened again

	// Notice, if set, is called once with the reason when the device is away, and with nil
	// when it is back. Calls don't overlap. It must neither block nor close the Port.
	Notice func(err error)
	// Dial opens the device at path.
	Dial func(path string, baud int, idle time.Duration) (Device, error)
}

// DefaultOpts returns options with an idle time of 200 ms. A device that returns is opened
// within 2 s.
func DefaultOpts() Opts {
	return Opts{
		Idle: 200 * time.Millisecond, Stuck: 3 * time.Second, LetGo: time.Second,
		FirstPause: 100 * time.Millisecond, LastPause: 2 * time.Second,
		Dial: dial,
	}
}

// bauds lists the valid rates in baud. Every adapter supports them.
var bauds = []int{1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600}

func (o Opts) check() error {
	const step = 100 * time.Millisecond
	if o.Idle < step || o.Idle > 255*step || o.Idle%step != 0 {
		return fmt.Errorf("idle time %v: want 100ms to 25.5s in steps of 100ms", o.Idle)
	}
	for _, d := range []time.Duration{o.Stuck, o.LetGo, o.FirstPause, o.LastPause} {
		if d <= 0 {
			return errors.New("times must be positive")
		}
	}
	if o.Dial == nil {
		return errors.New("no Dial")
	}
	return nil
}

// Port is a serial line. Read must be called by one goroutine only; Write may be called by any.
type Port struct {
	path string
	baud int
	opts Opts

	closing   chan struct{}
	closeOnce sync.Once
	done      chan struct{} // closed when the device has been released after Close
	closed    error         // result of releasing the device; valid once done is closed

	in      inbox
	writing sync.Mutex // held by one Write at a time

	mu       sync.Mutex
	session  *session // current session; nil while the device is away
	reason   error    // reason why the device is away
	reported bool     // Notice has been called with reason
}

// Open returns the serial line at path, with 8 data bits, no parity, 1 stop bit and the given
// rate. The device may be absent. Open returns an error only for an invalid path, rate or
// option.
func Open(path string, baud int, o Opts) (*Port, error) {
	err := o.check()
	if err == nil && !slices.Contains(bauds, baud) {
		err = fmt.Errorf("%d baud: want one of %v", baud, bauds)
	}
	if err == nil && path == "" {
		err = errors.New("no path")
	}
	if err != nil {
		return nil, fmt.Errorf("serial: open %q: %w", path, err)
	}
	p := &Port{
		path: path, baud: baud, opts: o, reason: errors.New("not yet opened"),
		closing: make(chan struct{}), done: make(chan struct{}), in: newInbox(),
	}
	go p.run()
	return p, nil
}

// String returns the path and the rate: "serial{/dev/ttyUSB0 9600}".
func (p *Port) String() string { return fmt.Sprintf("serial{%s %d}", p.path, p.baud) }

// Read waits for at least one byte. Its error wraps os.ErrDeadlineExceeded at the deadline,
// os.ErrClosed after Close, or the reason for a loss of the device, once per loss.
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

// SetReadDeadline sets the deadline of the running Read and of later ones; the zero time means
// none. Bytes received before the deadline are still returned.
func (p *Port) SetReadDeadline(t time.Time) error {
	p.in.setDeadline(t)
	return nil
}

// Write writes b and returns the number of bytes that the device accepted. While the device is
// away the error wraps ErrAway.
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
	s, reason := p.session, p.reason
	p.mu.Unlock()
	switch {
	case p.isClosing():
		return 0, os.ErrClosed
	case s == nil:
		return 0, fmt.Errorf("%w: %w", ErrAway, reason)
	}
	return s.write(piece, p.opts.Stuck)
}

// Close ends a waiting Read and releases the device. It returns within an idle time plus twice
// LetGo. If the device hangs, Close abandons it and returns ErrStuck.
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
