package usblp

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"

	"tabletop/companion/waittest"
	"tabletop/drivers/serial/serialtest"
)

// kernel is a file whose answers are functions; nil is a printer that takes everything and
// answers nothing.
type kernel struct {
	onRead   func([]byte) (int, error)
	onWrite  func([]byte) (int, error)
	onStatus func() (State, error)
	ready    int16 // events that happened, for poll

	mu     sync.Mutex
	polls  []int16 // events asked for
	away   bool
	closed bool
}

func (k *kernel) poll(events int16, wait time.Duration) (int16, error) {
	k.mu.Lock()
	k.polls = append(k.polls, events)
	happened := k.ready & (events | unix.POLLHUP)
	k.mu.Unlock()
	if happened == 0 {
		waittest.Pass(wait)
	}
	return happened, nil
}

func (k *kernel) read(b []byte) (int, error) { return k.onRead(b) }

func (k *kernel) write(b []byte) (int, error) {
	if k.onWrite == nil {
		return len(b), nil
	}
	return k.onWrite(b)
}

func (k *kernel) status() (State, error) {
	if k.onStatus == nil {
		return 0x18, nil // paper, selected, no error
	}
	return k.onStatus()
}

func (k *kernel) present() error {
	if k.away {
		return unix.ENODEV
	}
	return nil
}

func (k *kernel) dontWait() error { return nil }
func (k *kernel) close() error    { k.closed = true; return nil }

const idle = 200 * time.Millisecond

func device(k *kernel) *Device {
	return &Device{file: k, idle: idle, patience: time.Millisecond}
}

func TestANodeIsKnownByItsName(t *testing.T) {
	for path, want := range map[string]bool{
		"/dev/usb/lp0": true, "/dev/usb/lp12": true, "usb/lp0": true,
		"/dev/lp0": false, "/dev/usb/lp": false, "/dev/usb/lp0x": false, "/dev/usb/hiddev0": false, "/dev/ttyUSB0": false, "/dev/xusb/lp0": false, "": false,
	} {
		if got := IsNode(path); got != want {
			t.Errorf("%q is a USB printer: %v", path, got)
		}
	}
}

func TestOnlyAValidStateTellsThatThePaperIsUsedUp(t *testing.T) {
	for state, want := range map[State]bool{0x18: false, 0x38: true, 0x30: true, 0x20: true, 0x00: false, 0x10: false, 0xff: false, 0x21: false} {
		if got := state.PaperOut(); got != want {
			t.Errorf("state %#02x: out of paper %v", byte(state), got)
		}
	}
}

// raw is a terminal in place of a printer's node.
func raw(t *testing.T) serialtest.Plug {
	t.Helper()
	plug := serialtest.New(t)
	plug.Raw(t)
	return plug
}

func TestANodeCarriesEveryByteBothWaysUntilThePlugIsPulled(t *testing.T) {
	plug := raw(t)
	d, err := Open(plug.Node, 60*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	if n, err := d.Write(all); n != 256 || err != nil {
		t.Fatalf("Write: %d, %v", n, err)
	}
	if got := plug.Hears(t, 256); !bytes.Equal(got, all) {
		t.Errorf("the printer received % x", got)
	}
	plug.Says(t, string(all))
	got := make([]byte, 0, 256)
	for b := make([]byte, 256); len(got) < 256; {
		n, err := d.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, b[:n]...)
	}
	if !bytes.Equal(got, all) {
		t.Errorf("read % x", got)
	}
	_ = plug.Close()
	if n, err := d.Read(got); n != 0 || !errors.Is(err, unix.ENODEV) {
		t.Errorf("Read without a plug: %d, %v", n, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	for name, call := range map[string]func() (int, error){
		"Read": func() (int, error) { return d.Read(got) }, "Write": func() (int, error) { return d.Write(all) },
		"Close": func() (int, error) { return 0, d.Close() }, "State": func() (int, error) { s, err := d.State(); return int(s), err },
	} {
		if n, err := call(); n != 0 || !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s after Close: %d, %v", name, n, err)
		}
	}
}

func TestANodeThatIsNotThereIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "usb", "lp0")
	if _, err := Open(path, idle); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open: %v", err)
	}
}

func TestCloseEndsAWriteThatThePrinterNeverTakes(t *testing.T) {
	plug := raw(t)
	d, err := Open(plug.Node, idle)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { _, err := d.Write(make([]byte, 1<<20)); ended <- err }()
	waittest.Until(t, "the write to be stuck", func() (any, bool) {
		n := plug.Waiting()
		return n, n >= 1024
	})
	if err := d.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := waittest.Receive(t, "the end of the write", ended); err == nil {
		t.Error("the write that nobody took succeeded")
	}
}

// waits is a write that only a signal ends, as the kernel's driver has it.
func waits([]byte) (int, error) {
	_, err := unix.Poll(nil, -1)
	return -1, err
}

func TestCloseEndsAWriteThatOnlyASignalEnds(t *testing.T) {
	begun := make(chan bool, 1)
	k := &kernel{onWrite: func(b []byte) (int, error) { begun <- true; return waits(b) }, onStatus: func() (State, error) { return 0x18, nil }}
	d := device(k)
	ended := make(chan error, 1)
	go func() { _, err := d.Write([]byte("x")); ended <- err }()
	waittest.Receive(t, "the write to begin", begun)
	if err := d.Close(); err != nil || !k.closed {
		t.Errorf("Close: %v", err)
	}
	if err := waittest.Receive(t, "the end of the write", ended); !errors.Is(err, unix.EINTR) || errors.Is(err, ErrPaper) {
		t.Errorf("the write ended with %v", err)
	}
}

func TestAWaitingWriteEndsWhenThePrinterReportsThatThePaperIsUsedUp(t *testing.T) {
	asked := 0
	k := &kernel{onWrite: waits, onStatus: func() (State, error) { asked++; return 0x38, nil }}
	n, err := device(k).Write([]byte("text"))
	if n != 0 || !errors.Is(err, ErrPaper) || asked != 1 {
		t.Errorf("Write: %d, %v; the state was asked for %d times", n, err, asked)
	}
}

func TestAWriteThatASignalEndsIsNotRepeated(t *testing.T) {
	calls := 0
	k := &kernel{onWrite: func([]byte) (int, error) { calls++; return -1, unix.EINTR }}
	if n, err := device(k).Write([]byte("text")); n != 0 || !errors.Is(err, unix.EINTR) || calls != 1 {
		t.Errorf("Write: %d, %v, %d calls", n, err, calls)
	}
}

func TestAWriteTellsHowMuchThePrinterTookBeforeItFailed(t *testing.T) {
	var got []byte
	k := &kernel{onWrite: func(b []byte) (int, error) {
		if len(got) > 0 {
			return -1, unix.EIO
		}
		got = append(got, b[:3]...)
		return 3, nil
	}}
	if n, err := device(k).Write([]byte("text")); n != 3 || !errors.Is(err, unix.EIO) || string(got) != "tex" {
		t.Errorf("Write: %d, %v, %q received", n, err, got)
	}
}

// masks are the signals blocked by the calling thread.
func masks(t *testing.T) (mask uint64) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/status", unix.Gettid()))
	if err != nil {
		t.Fatal(err)
	}
	_, blocked, _ := strings.Cut(string(status), "SigBlk:\t")
	if _, err := fmt.Sscanf(blocked, "%x", &mask); err != nil {
		t.Fatal(err)
	}
	return mask
}

func TestNoSignalButOursReachesAWrite(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := masks(t)
	var during uint64
	k := &kernel{onWrite: func(b []byte) (int, error) { during = masks(t); return len(b), nil }}
	if _, err := device(k).Write([]byte("text")); err != nil {
		t.Fatal(err)
	}
	never := []syscall.Signal{syscall.SIGBUS, syscall.SIGSEGV, 32, 33} // an emulator of processors, or a C library, keeps them
	for s := syscall.Signal(1); s < 65; s++ {
		if slices.Contains(never, s) {
			continue
		}
		want := s != syscall.SIGIO && s != syscall.SIGKILL && s != syscall.SIGSTOP
		if got := during>>(s-1)&1 == 1; got != want {
			t.Errorf("signal %d (%v) is blocked: %v", int(s), s, got)
		}
	}
	if after := masks(t); after != before {
		t.Errorf("blocked afterwards: %x, before %x", after, before)
	}
}

func TestAnIdlePrinterIsReadOnceForTheIdleTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, k := time.Now(), &kernel{}
		if n, err := device(k).Read(make([]byte, 8)); n != 0 || err != nil || time.Since(began) < idle {
			t.Errorf("Read: %d, %v after %v", n, err, time.Since(began))
		}
		if len(k.polls) != 1 {
			t.Errorf("polled %d times", len(k.polls))
		}
	})
}

func TestEmptyPacketsAreNeitherTheEndNorABusyLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reads := 0
		k := &kernel{ready: unix.POLLIN, onRead: func(b []byte) (int, error) {
			if reads++; reads == 10 {
				return copy(b, "!"), nil
			}
			return 0, nil
		}}
		d, b := device(k), make([]byte, 8)
		for range 2 {
			if n, err := d.Read(b); n != 0 || err != nil || reads > 9 {
				t.Fatalf("Read: %d, %v after %d packets", n, err, reads)
			}
		}
		if n, err := d.Read(b); n != 1 || err != nil || b[0] != '!' {
			t.Errorf("Read: %d, %v, after %d packets", n, err, reads)
		}
	})
}

func TestAPrinterThatFailsToAnswerIsStillThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reads := 0
		k := &kernel{ready: unix.POLLIN, onRead: func([]byte) (int, error) { reads++; return -1, unix.EIO }}
		d, b := device(k), make([]byte, 8)
		for range 10 {
			if n, err := d.Read(b); n != 0 || err != nil {
				t.Fatalf("Read: %d, %v", n, err)
			}
		}
		if reads != maxFailed {
			t.Errorf("%d reads failed, and the kernel logged each", reads)
		}
		if n, err := d.Write([]byte("text")); n != 4 || err != nil {
			t.Errorf("Write: %d, %v", n, err)
		}
		k.away = true // the driver's poll doesn't tell
		if _, err := d.Read(b); !errors.Is(err, unix.ENODEV) {
			t.Errorf("Read of an unplugged printer: %v", err)
		}
	})
}

func TestAnUnpluggedPrinterIsNoticed(t *testing.T) {
	for name, k := range map[string]*kernel{
		"by poll": {ready: unix.POLLHUP},
		"by read": {ready: unix.POLLIN, onRead: func([]byte) (int, error) { return -1, unix.ENODEV }},
	} {
		if n, err := device(k).Read(make([]byte, 8)); n != 0 || !errors.Is(err, unix.ENODEV) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}
