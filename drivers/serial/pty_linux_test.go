package serial

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/companion/waittest"
	"tabletop/drivers/serial/serialtest"
)

// socket is the link under which a plug is found.
func socket(t *testing.T, p serialtest.Plug) string {
	t.Helper()
	link := filepath.Join(t.TempDir(), "by-id")
	p.Into(t, link)
	return link
}

// notices collects what a port says of its device.
type notices chan error

func (n notices) next(t *testing.T) error {
	t.Helper()
	return waittest.Receive(t, "a notice of the port", n)
}

// open opens path with short times, and closes it after the test.
func open(t *testing.T, path string) (*Port, notices) {
	t.Helper()
	return openBy(t, path, dial)
}

// openBy is open by a dial of one's own.
func openBy(t *testing.T, path string, by func(string, int, time.Duration) (Device, error)) (*Port, notices) {
	t.Helper()
	said := make(notices, 16)
	o := DefaultOpts()
	o.Dial = by
	o.Idle, o.Stuck = 100*time.Millisecond, 200*time.Millisecond
	o.FirstPause, o.LastPause = time.Millisecond, 20*time.Millisecond
	o.Notice = func(err error) { said <- err }
	p, err := Open(path, 115200, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p, said
}

// arrived waits until the device is open.
func arrived(t *testing.T, p *Port) {
	t.Helper()
	waittest.Until(t, "the device to be opened", func() (any, bool) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.reason, p.session != nil
	})
}

// reads waits for exactly want.
func reads(t *testing.T, p *Port, want string) {
	t.Helper()
	_ = p.SetReadDeadline(time.Now().Add(waittest.Patience))
	b := make([]byte, len(want))
	if n, err := io.ReadFull(p, b); err != nil || string(b) != want {
		t.Fatalf("read %q, %v, want %q", b[:n], err, want)
	}
}

func fails(t *testing.T, p *Port, want error) {
	t.Helper()
	_ = p.SetReadDeadline(time.Now().Add(waittest.Patience))
	if n, err := p.Read(make([]byte, 64)); n != 0 || !errors.Is(err, want) {
		t.Fatalf("Read: %d, %v, want %v", n, err, want)
	}
}

func TestALineCarriesEveryByteBothWays(t *testing.T) {
	line := serialtest.New(t)
	p, _ := open(t, line.Node)
	arrived(t, p)
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	line.Says(t, string(all))
	reads(t, p, string(all))
	if n, err := p.Write(all); n != 256 || err != nil {
		t.Fatalf("Write: %d, %v", n, err)
	}
	if got := line.Hears(t, 256); !bytes.Equal(got, all) {
		t.Errorf("the far end heard % x", got)
	}
}

func TestAnIdleLineIsNoError(t *testing.T) {
	line := serialtest.New(t)
	device := &counted{}
	p, said := openBy(t, line.Node, device.dial)
	ended := make(chan error, 1)
	go func() { _, err := p.Read(make([]byte, 1)); ended <- err }()
	waittest.Until(t, "three idle reads of the device", func() (any, bool) {
		n := device.reads.Load()
		return n, n > 3 // the fourth is under way
	})
	_ = p.SetReadDeadline(time.Now())
	if err := waittest.Receive(t, "the end of a Read of an idle line", ended); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("Read of an idle line: %v", err)
	}
	line.Says(t, "late")
	reads(t, p, "late")
	select {
	case err := <-said:
		t.Errorf("the port said %v", err)
	default:
	}
}

func TestAHangUpIsSaidOnceAfterWhatCameBeforeIt(t *testing.T) {
	line := serialtest.New(t)
	link := socket(t, line)
	p, said := open(t, link)
	arrived(t, p)
	line.Says(t, "last words")
	reads(t, p, "last words")
	line.Pull(link)
	if err := said.next(t); err == nil || !strings.HasPrefix(err.Error(), "serial: reach "+link+": ") {
		t.Errorf("the port said %v", err)
	}
	_ = p.SetReadDeadline(time.Now().Add(waittest.Patience))
	if _, err := p.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("Read after the hang-up: %v", err)
	}
	_ = p.SetReadDeadline(time.Now()) // what is there to be read is read all the same
	if _, err := p.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a second Read did not wait for the device: %v", err)
	}
	if _, err := p.Write([]byte("?")); !errors.Is(err, ErrAway) {
		t.Errorf("Write while the device is away: %v", err)
	}
}

func TestADeviceIsFoundAgainUnderItsLink(t *testing.T) {
	first := serialtest.New(t)
	link := socket(t, first)
	p, said := open(t, link)
	arrived(t, p)
	first.Pull(link)
	if err := said.next(t); err == nil {
		t.Fatal("the loss was not said")
	}
	second := serialtest.New(t)
	second.Into(t, link)
	if err := said.next(t); err != nil {
		t.Fatalf("the return was said as %v", err)
	}
	second.Says(t, "back")
	if _, err := p.Read(make([]byte, 8)); err == nil {
		t.Error("the loss was not read before what came after it")
	}
	reads(t, p, "back")
	if _, err := p.Write([]byte("welcome")); err != nil {
		t.Fatal(err)
	}
	if got := second.Hears(t, 7); string(got) != "welcome" {
		t.Errorf("the far end heard %q", got)
	}
}

func TestADeviceNeedNotBeThereYet(t *testing.T) {
	link := filepath.Join(t.TempDir(), "by-id")
	p, said := open(t, link)
	if err := said.next(t); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the port said %v", err)
	}
	fails(t, p, fs.ErrNotExist)
	line := serialtest.New(t)
	line.Into(t, link)
	if err := said.next(t); err != nil {
		t.Errorf("the arrival was said as %v", err)
	}
	line.Says(t, "here")
	reads(t, p, "here")
}

func TestAWriteThatNobodyReadsIsGivenUpAndTheDeviceOpenedAnew(t *testing.T) {
	line := serialtest.New(t)
	p, said := open(t, line.Node)
	arrived(t, p)
	before := runtime.NumGoroutine()
	flood := bytes.Repeat([]byte("x"), 1<<20)
	n, err := p.Write(flood)
	if !errors.Is(err, ErrStuck) || n%pieceBytes != 0 || n == len(flood) {
		t.Fatalf("Write: %d, %v", n, err)
	}
	if err := said.next(t); !errors.Is(err, ErrStuck) {
		t.Errorf("the port said %v", err)
	}
	if err := said.next(t); err != nil {
		t.Errorf("the return was said as %v", err)
	}
	waittest.Until(t, "the stuck write to end", func() (any, bool) {
		n := runtime.NumGoroutine()
		return n, n <= before
	})
	fails(t, p, ErrStuck)
	line.Says(t, "still there?")
	reads(t, p, "still there?")
}

func TestCloseEndsAReadAndAWriteThatWait(t *testing.T) {
	line := serialtest.New(t)
	o := DefaultOpts()
	o.Idle, o.Stuck = 100*time.Millisecond, time.Hour
	p, err := Open(line.Node, 9600, o)
	if err != nil {
		t.Fatal(err)
	}
	arrived(t, p)
	ended := make(chan error, 2)
	go func() { _, err := p.Read(make([]byte, 1)); ended <- err }()
	go func() { _, err := p.Write(make([]byte, 1<<20)); ended <- err }()
	waittest.Until(t, "the write to be stuck", func() (any, bool) {
		n := line.Waiting()
		return n, n >= 1024
	})
	if err := p.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	for range 2 {
		if err := waittest.Receive(t, "the read and the write to end", ended); !errors.Is(err, os.ErrClosed) {
			t.Errorf("what waited ended with %v", err)
		}
	}
	if err := p.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
}

func TestADeviceServesOnePortAtATime(t *testing.T) {
	line := serialtest.New(t)
	link := socket(t, line)
	first, _ := open(t, link)
	arrived(t, first)
	second, said := open(t, line.Node)
	if err := said.next(t); !errors.Is(err, ErrInUse) {
		t.Fatalf("the second port said %v", err)
	}
	line.Says(t, "for the first")
	reads(t, first, "for the first")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := said.next(t); err != nil {
		t.Fatalf("the device was not handed on: %v", err)
	}
	fails(t, second, ErrInUse)
	line.Says(t, "for the second")
	reads(t, second, "for the second")
}

func TestAHungUpLineIsNotReadAgainAndAgain(t *testing.T) {
	line := serialtest.New(t)
	o := DefaultOpts()
	o.Idle, o.FirstPause, o.LastPause = 100*time.Millisecond, time.Hour, time.Hour
	device := &counted{}
	o.Dial = device.dial
	lost := make(notices, 1)
	o.Notice = func(err error) { lost <- err }
	p, err := Open(line.Node, 9600, o)
	if err != nil {
		t.Fatal(err)
	}
	waittest.True(t, "the first read of the device", func() bool { return device.reads.Load() > 0 })
	_ = line.Close()
	before := device.reads.Load()
	if err := lost.next(t); err == nil {
		t.Error("the hang-up was not said")
	}
	waittest.True(t, "the device to be let go", device.closed.Load)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	// One read may be under way, one tells EIO or two in a row end early.
	if n := device.reads.Load() - before; n > 3 {
		t.Errorf("the line was read %d times after it hung up", n)
	}
}

// counted is a device whose reads are counted as they begin.
type counted struct {
	Device
	reads  atomic.Int64
	closed atomic.Bool
}

// dial opens the device, once.
func (c *counted) dial(path string, baud int, idle time.Duration) (Device, error) {
	var err error
	c.Device, err = dial(path, baud, idle)
	return c, err
}

func (c *counted) Read(b []byte) (int, error) {
	c.reads.Add(1)
	return c.Device.Read(b)
}

func (c *counted) Close() error {
	defer c.closed.Store(true)
	return c.Device.Close()
}

func TestAPortNamesItsLine(t *testing.T) {
	p, _ := open(t, "/nowhere")
	if got, want := fmt.Sprint(p), "serial{/nowhere 115200}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
