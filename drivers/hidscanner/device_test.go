package hidscanner

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"slices"
	"syscall"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

// socket is a fake device node.
type socket struct {
	net.Conn
	is      ID
	held    []byte
	calls   []string
	refused map[string]error // by call
}

func (s *socket) call(name string) error {
	s.calls = append(s.calls, name)
	return s.refused[name]
}

func (s *socket) id() (ID, error) { return s.is, s.call("id") }
func (s *socket) grab() error     { return s.call("grab") }
func (s *socket) Close() error    { return errors.Join(s.call("close"), s.Conn.Close()) }

func (s *socket) keys(held []byte) error {
	copy(held, s.held)
	return s.call("keys")
}

var gun = ID{0x1a86, 0xe129}

const idle = 200 * time.Millisecond

// machine is a machine with a scanner at event3 and an ordinary keyboard at event0, and the
// scanner's far end.
func machine() (root fstest.MapFS, s *socket, far net.Conn) {
	root = fstest.MapFS{}
	plug(root, 0, "0003", "046d", "c31c", "Logitech Keyboard K120", scannerKeys)
	plug(root, 3, "0003", "1a86", "e129", "USBKey", scannerKeys)
	near, far := net.Pipe()
	return root, &socket{Conn: near, is: gun, refused: map[string]error{}}, far
}

// opened opens the scanner of a machine.
func opened(t *testing.T, root fs.FS, s *socket) (*Dev, error) {
	t.Helper()
	return open(root, func(path string) (node, error) {
		s.calls = append(s.calls, path)
		if err := s.refused[path]; err != nil {
			return nil, err
		}
		return s, nil
	}, gun, idle)
}

func TestAScannerIsGrabbedAndRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root, s, far := machine()
		d, err := opened(t, root, s)
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"/dev/input/event3", "id", "grab"}; !slices.Equal(s.calls, want) {
			t.Errorf("calls %q, want %q", s.calls, want)
		}
		if got := d.String(); got != "hidscanner{USBKey usb:1a86:e129 /dev/input/event3}" {
			t.Error(got)
		}
		b := make([]byte, 3)
		began := time.Now()
		if n, err := d.Read(b); n != 0 || err != nil || time.Since(began) != idle {
			t.Errorf("an idle scanner: %d, %v after %v", n, err, time.Since(began))
		}
		go func() {
			_, _ = far.Write(keys(eventSize, "+42 -42")) // no text
			_, _ = far.Write(keys(eventSize, "5 7 11 2 28"))
		}()
		for _, want := range []string{"460", "1\n"} {
			if n, err := d.Read(b); string(b[:n]) != want || err != nil {
				t.Errorf("read %q, %v, want %q", b[:n], err, want)
			}
		}
		if n, err := d.Read(b); n != 0 || err != nil {
			t.Errorf("read %q, %v at the end", b[:n], err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if _, err := d.Read(b); err == nil {
			t.Error("a closed scanner was read")
		}
	})
}

func TestModifiersAreAskedForAfterDroppedEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root, s, far := machine()
		d, err := opened(t, root, s)
		if err != nil {
			t.Fatal(err)
		}
		s.held = make([]byte, numKeys/8)
		s.held[42/8] = 1 << (42 % 8)
		b := make([]byte, 64)
		go func() { _, _ = far.Write(keys(eventSize, "30 drop 48 48")) }()
		if n, err := d.Read(b); string(b[:n]) != "a\x00b" || err != nil { // not B: Shift came after it
			t.Errorf("read %q, %v", b[:n], err)
		}
		go func() { _, _ = far.Write(keys(eventSize, "46")) }()
		if n, err := d.Read(b); string(b[:n]) != "C" || err != nil {
			t.Errorf("read %q, %v", b[:n], err)
		}
		s.refused["keys"] = syscall.ENODEV
		go func() { _, _ = far.Write(keys(eventSize, "drop 46")) }()
		if _, err := d.Read(b); !errors.Is(err, syscall.ENODEV) {
			t.Errorf("the kernel doesn't answer: %v", err)
		}
	})
}

func TestALostScannerIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root, s, far := machine()
		d, err := opened(t, root, s)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			synctest.Wait() // for Read to wait
			far.Close()
		}()
		if n, err := d.Read(make([]byte, 8)); n != 0 || err == nil || err.Error() != "hidscanner: /dev/input/event3: EOF" {
			t.Errorf("read %d, %v", n, err)
		}
	})
}

func TestADeviceThatIsNotTheScannerIsClosed(t *testing.T) {
	for _, tt := range []struct {
		name string
		is   func(root fstest.MapFS, s *socket)
		want error
		text string
	}{
		{"a keyboard has taken its number", func(_ fstest.MapFS, s *socket) { s.is = ID{0x046d, 0xc31c} }, fs.ErrNotExist, "hidscanner: /dev/input/event3: is usb:046d:c31c, want usb:1a86:e129: file does not exist"},
		{"no id", func(_ fstest.MapFS, s *socket) { s.refused["id"] = syscall.ENOTTY }, syscall.ENOTTY, "hidscanner: /dev/input/event3: inappropriate ioctl for device"},
		{"grabbed by another", func(_ fstest.MapFS, s *socket) { s.refused["grab"] = ErrGrabbed }, ErrGrabbed, "hidscanner: /dev/input/event3: another program has grabbed the scanner"},
	} {
		root, s, _ := machine()
		tt.is(root, s)
		d, err := opened(t, root, s)
		if d != nil || !errors.Is(err, tt.want) || err.Error() != tt.text {
			t.Errorf("%s: %v, %v", tt.name, d, err)
		}
		if len(s.calls) == 0 || s.calls[len(s.calls)-1] != "close" {
			t.Errorf("%s: calls %q", tt.name, s.calls)
		}
	}
}

func TestAScannerThatCannotBeOpenedIsAnErrorThatNamesIt(t *testing.T) {
	root, s, _ := machine()
	s.refused["/dev/input/event3"] = &fs.PathError{Op: "open", Path: "/dev/input/event3", Err: syscall.EACCES}
	if _, err := opened(t, root, s); !errors.Is(err, fs.ErrPermission) || err.Error() != "hidscanner: usb:1a86:e129: open /dev/input/event3: permission denied" {
		t.Errorf("without rights: %v", err)
	}
	s.calls = nil
	delete(root, "sys/class/input/event3/device/id/product")
	if _, err := opened(t, root, s); !errors.Is(err, fs.ErrNotExist) || s.calls != nil {
		t.Errorf("not plugged in: %v, calls %q", err, s.calls)
	}
	if _, err := Open(ID{0xffff, 0xffff}, idle); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("on this machine: %v", err)
	}
}
