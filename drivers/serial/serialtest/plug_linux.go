// Package serialtest is the far end of a serial line for tests: a pseudo-terminal
// that can be pulled out and put back.
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

// Plug is a pseudo-terminal. What is written to the File comes out of the serial
// line, and the other way round.
type Plug struct {
	*os.File
	Node string // what a port opens
}

// New returns a plug that is pulled after the test, or skips the test where there
// are no pseudo-terminals.
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

// Into puts the plug in: it is found under link, as a device is under
// /dev/serial/by-id.
func (p Plug) Into(t testing.TB, link string) {
	t.Helper()
	_ = os.Remove(link)
	if err := os.Symlink(p.Node, link); err != nil {
		t.Fatal(err)
	}
}

// Pull takes the plug out: the link goes first, since another process may be given
// the number of the node at once.
func (p Plug) Pull(link string) {
	_ = os.Remove(link)
	_ = p.Close()
}

// Says writes text to the line.
func (p Plug) Says(t testing.TB, text string) {
	t.Helper()
	if _, err := io.WriteString(p, text); err != nil {
		t.Fatal(err)
	}
}

// Hears returns the next n bytes that were written to the line.
func (p Plug) Hears(t testing.TB, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	_ = p.SetReadDeadline(time.Now().Add(waittest.Patience))
	if got, err := io.ReadFull(p, b); err != nil {
		t.Fatalf("the far end heard %q of %d bytes: %v", b[:got], n, err)
	}
	return b
}

// Waiting returns how many bytes wait to be heard.
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
