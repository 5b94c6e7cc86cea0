// Package serialtest provides the far end of a serial line for tests: a pseudo-terminal that
// can be pulled out and put back.
package serialtest

import (
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tabletop/companion/waittest"
)

// Plug is a pseudo-terminal that stands for a serial device. Bytes written to the File are
// received by the serial line, and bytes written to the serial line are read from the File.
type Plug struct {
	*os.File
	Node string // path of the terminal, to be opened as a serial device
}

// New returns a plug that is pulled after the test. It skips the test if there are no
// pseudo-terminals.
func New(t testing.TB) Plug {
	t.Helper()
	far, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { _ = far.Close() })
	raw, err := far.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	n := -1
	err = raw.Control(func(fd uintptr) {
		if n, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN); err == nil {
			err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0)
		}
	})
	if err != nil || n < 0 {
		t.Skip("no pseudo-terminals here: ", err)
	}
	return Plug{far, "/dev/pts/" + strconv.Itoa(n)}
}

// Raw makes the terminal change no byte, for a driver that doesn't do that itself because its device
// is no terminal, such as a USB printer.
func (p Plug) Raw(t testing.TB) {
	t.Helper()
	raw, err := p.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	set := func(fd uintptr) {
		var mode *unix.Termios
		if mode, err = unix.IoctlGetTermios(int(fd), unix.TCGETS); err == nil {
			mode.Iflag, mode.Oflag, mode.Lflag = 0, 0, 0
			mode.Cc[unix.VMIN] = 1
			err = unix.IoctlSetTermios(int(fd), unix.TCSETS, mode)
		}
	}
	if e := raw.Control(set); e != nil || err != nil {
		t.Fatal(e, err)
	}
}

// Into plugs the device in: it makes link point to the Node, as udev does under
// /dev/serial/by-id.
func (p Plug) Into(t testing.TB, link string) {
	t.Helper()
	_ = os.Remove(link)
	if err := os.Symlink(p.Node, link); err != nil {
		t.Fatal(err)
	}
}

// Pull unplugs the device. It removes the link first, since the kernel may give the number of
// the node to another process at once.
func (p Plug) Pull(link string) {
	_ = os.Remove(link)
	_ = p.Close()
}

// Says sends text from the device to the serial line.
func (p Plug) Says(t testing.TB, text string) {
	t.Helper()
	if _, err := io.WriteString(p, text); err != nil {
		t.Fatal(err)
	}
}

// Hears waits for the next n bytes written to the serial line, and returns them.
func (p Plug) Hears(t testing.TB, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	_ = p.SetReadDeadline(time.Now().Add(waittest.Patience))
	if got, err := io.ReadFull(p, b); err != nil {
		t.Fatalf("the far end received %q of %d bytes: %v", b[:got], n, err)
	}
	return b
}

// Waiting returns the number of bytes written to the serial line that Hears has not read.
func (p Plug) Waiting() int {
	raw, err := p.SyscallConn()
	if err != nil {
		return 0
	}
	n := 0
	_ = raw.Control(func(fd uintptr) { n, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	if err != nil {
		return 0
	}
	return n
}
