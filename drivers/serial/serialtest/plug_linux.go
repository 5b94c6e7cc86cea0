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

// Plug is a pseudo-terminal. Bytes written to the File are received from the serial line, and
// vice versa.
type Plug struct {
	*os.File
	Node string // path for a port
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

// Into plugs in: it links the node at link, as udev does under /dev/serial/by-id.
func (p Plug) Into(t testing.TB, link string) {
	t.Helper()
	_ = os.Remove(link)
	if err := os.Symlink(p.Node, link); err != nil {
		t.Fatal(err)
	}
}

// Pull unplugs. It removes the link first, since the kernel may give the number of the node to
// another process at once.
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

// Hears returns the next n bytes written to the line.
func (p Plug) Hears(t testing.TB, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	_ = p.SetReadDeadline(time.Now().Add(waittest.Patience))
	if got, err := io.ReadFull(p, b); err != nil {
		t.Fatalf("the far end received %q of %d bytes: %v", b[:got], n, err)
	}
	return b
}

// Waiting returns the number of unread bytes written to the line.
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
