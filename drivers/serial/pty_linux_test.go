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
	"syscall"
	"testing"
	"time"

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
	select {
	case err := <-n:
		return err
	case <-time.After(serialtest.Patience):
		t.Fatal("the port said nothing")
		return nil
	}
}

// open opens path with short times, and closes it after the test.
func open(t *testing.T, path string) (*Port, notices) {
	t.Helper()
	said := make(notices, 16)
	o := DefaultOpts()
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
	await(t, "the device to be opened", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.session != nil
	})
}

func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(serialtest.Patience); !ok(); {
		if time.Now().After(end) {
			t.Fatal("waited in vain for ", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// reads waits for exactly want.
func reads(t *testing.T, p *Port, want string) {
	t.Helper()
	_ = p.SetReadDeadline(time.Now().Add(serialtest.Patience))
	b := make([]byte, len(want))
	if n, err := io.ReadFull(p, b); err != nil || string(b) != want {
		t.Fatalf("read %q, %v, want %q", b[:n], err, want)
	}
}

func fails(t *testing.T, p *Port, want error) {
	t.Helper()
	_ = p.SetReadDeadline(time.Now().Add(serialtest.Patience))
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
	p, said := open(t, line.Node)
	arrived(t, p)
	// Longer than two idle reads of the device, each of which ends in io.EOF.
	_ = p.SetReadDeadline(time.Now().Add(350 * time.Millisecond))
	if n, err := p.Read(make([]byte, 1)); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("Read of an idle line: %d, %v", n, err)
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
	_ = p.SetReadDeadline(time.Now().Add(serialtest.Patience))
	if _, err := p.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("Read after the hang-up: %v", err)
	}
	_ = p.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
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
	if !errors.Is(err, ErrStuck) || n == 0 || n == len(flood) {
		t.Fatalf("Write: %d, %v", n, err)
	}
	if err := said.next(t); !errors.Is(err, ErrStuck) {
		t.Errorf("the port said %v", err)
	}
	if err := said.next(t); err != nil {
		t.Errorf("the return was said as %v", err)
	}
	await(t, "the stuck write to end", func() bool { return runtime.NumGoroutine() <= before })
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
	await(t, "the write to be stuck", func() bool { return line.Waiting() >= 1024 })
	if err := p.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	for range 2 {
		select {
		case err := <-ended:
			if !errors.Is(err, os.ErrClosed) {
				t.Errorf("what waited ended with %v", err)
			}
		case <-time.After(serialtest.Patience):
			t.Fatal("Close left a read or a write waiting")
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
	counted := make(chan *counter, 1)
	o.Dial = func(path string, baud int, idle time.Duration) (Device, error) {
		d, err := dial(path, baud, idle)
		c := &counter{Device: d}
		counted <- c
		return c, err
	}
	lost := make(notices, 1)
	o.Notice = func(err error) { lost <- err }
	p, err := Open(line.Node, 9600, o)
	if err != nil {
		t.Fatal(err)
	}
	c := <-counted
	_ = line.Close()
	if err := lost.next(t); err == nil {
		t.Error("the hang-up was not said")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	// One read may be under way, one tells EIO or two in a row end early.
	if n := c.afterHangUp; n > 3 {
		t.Errorf("the line was read %d times after it hung up", n)
	}
}

// counter counts the reads that end at once with nothing.
type counter struct {
	Device
	afterHangUp int
}

func (c *counter) Read(b []byte) (int, error) {
	began := time.Now()
	n, err := c.Device.Read(b)
	if n == 0 && (time.Since(began) < 50*time.Millisecond || errors.Is(err, syscall.EIO)) {
		c.afterHangUp++
	}
	return n, err
}

func TestAPortNamesItsLine(t *testing.T) {
	p, _ := open(t, "/nowhere")
	if got, want := fmt.Sprint(p), "serial{/nowhere 115200}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
