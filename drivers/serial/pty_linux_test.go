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
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long a test waits for what must come; nothing is expected to
// take as long.
const patience = 10 * time.Second

// plug is a pseudo-terminal: the far end of a line, and the node of the near one.
type plug struct {
	far  *os.File
	node string
}

func newPlug(t *testing.T) plug {
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
	return plug{far, "/dev/pts/" + strconv.Itoa(n)}
}

// socket is the link under which a plug is found.
func socket(t *testing.T, p plug) string {
	t.Helper()
	link := filepath.Join(t.TempDir(), "by-id")
	p.into(t, link)
	return link
}

func (p plug) into(t *testing.T, link string) {
	t.Helper()
	_ = os.Remove(link)
	if err := os.Symlink(p.node, link); err != nil {
		t.Fatal(err)
	}
}

// pull takes the plug out: the link goes first, since another process may be given
// the number of its node at once.
func (p plug) pull(link string) {
	_ = os.Remove(link)
	_ = p.far.Close()
}

func (p plug) says(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(p.far, text); err != nil {
		t.Fatal(err)
	}
}

// hears reads n bytes at the far end.
func (p plug) hears(t *testing.T, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	_ = p.far.SetReadDeadline(time.Now().Add(patience))
	if got, err := io.ReadFull(p.far, b); err != nil {
		t.Fatalf("the far end heard %q of %d bytes: %v", b[:got], n, err)
	}
	return b
}

// notices collects what a port says of its device.
type notices chan error

func (n notices) next(t *testing.T) error {
	t.Helper()
	select {
	case err := <-n:
		return err
	case <-time.After(patience):
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
	for end := time.Now().Add(patience); !ok(); {
		if time.Now().After(end) {
			t.Fatal("waited in vain for ", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// reads waits for exactly want.
func reads(t *testing.T, p *Port, want string) {
	t.Helper()
	_ = p.SetReadDeadline(time.Now().Add(patience))
	b := make([]byte, len(want))
	if n, err := io.ReadFull(p, b); err != nil || string(b) != want {
		t.Fatalf("read %q, %v, want %q", b[:n], err, want)
	}
}

func fails(t *testing.T, p *Port, want error) {
	t.Helper()
	_ = p.SetReadDeadline(time.Now().Add(patience))
	if n, err := p.Read(make([]byte, 64)); n != 0 || !errors.Is(err, want) {
		t.Fatalf("Read: %d, %v, want %v", n, err, want)
	}
}

func TestALineCarriesEveryByteBothWays(t *testing.T) {
	line := newPlug(t)
	p, _ := open(t, line.node)
	arrived(t, p)
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	line.says(t, string(all))
	reads(t, p, string(all))
	if n, err := p.Write(all); n != 256 || err != nil {
		t.Fatalf("Write: %d, %v", n, err)
	}
	if got := line.hears(t, 256); !bytes.Equal(got, all) {
		t.Errorf("the far end heard % x", got)
	}
}

func TestAnIdleLineIsNoError(t *testing.T) {
	line := newPlug(t)
	p, said := open(t, line.node)
	arrived(t, p)
	// Longer than two idle reads of the device, each of which ends in io.EOF.
	_ = p.SetReadDeadline(time.Now().Add(350 * time.Millisecond))
	if n, err := p.Read(make([]byte, 1)); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("Read of an idle line: %d, %v", n, err)
	}
	line.says(t, "late")
	reads(t, p, "late")
	select {
	case err := <-said:
		t.Errorf("the port said %v", err)
	default:
	}
}

func TestAHangUpIsSaidOnceAfterWhatCameBeforeIt(t *testing.T) {
	line := newPlug(t)
	link := socket(t, line)
	p, said := open(t, link)
	arrived(t, p)
	line.says(t, "last words")
	reads(t, p, "last words")
	line.pull(link)
	if err := said.next(t); err == nil || !strings.HasPrefix(err.Error(), "serial: reach "+link+": ") {
		t.Errorf("the port said %v", err)
	}
	_ = p.SetReadDeadline(time.Now().Add(patience))
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
	first := newPlug(t)
	link := socket(t, first)
	p, said := open(t, link)
	arrived(t, p)
	first.pull(link)
	if err := said.next(t); err == nil {
		t.Fatal("the loss was not said")
	}
	second := newPlug(t)
	second.into(t, link)
	if err := said.next(t); err != nil {
		t.Fatalf("the return was said as %v", err)
	}
	second.says(t, "back")
	if _, err := p.Read(make([]byte, 8)); err == nil {
		t.Error("the loss was not read before what came after it")
	}
	reads(t, p, "back")
	if _, err := p.Write([]byte("welcome")); err != nil {
		t.Fatal(err)
	}
	if got := second.hears(t, 7); string(got) != "welcome" {
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
	line := newPlug(t)
	line.into(t, link)
	if err := said.next(t); err != nil {
		t.Errorf("the arrival was said as %v", err)
	}
	line.says(t, "here")
	reads(t, p, "here")
}

func TestAWriteThatNobodyReadsIsGivenUpAndTheDeviceOpenedAnew(t *testing.T) {
	line := newPlug(t)
	p, said := open(t, line.node)
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
	line.says(t, "still there?")
	reads(t, p, "still there?")
}

func TestCloseEndsAReadAndAWriteThatWait(t *testing.T) {
	line := newPlug(t)
	o := DefaultOpts()
	o.Idle, o.Stuck = 100*time.Millisecond, time.Hour
	p, err := Open(line.node, 9600, o)
	if err != nil {
		t.Fatal(err)
	}
	arrived(t, p)
	ended := make(chan error, 2)
	go func() { _, err := p.Read(make([]byte, 1)); ended <- err }()
	go func() { _, err := p.Write(make([]byte, 1<<20)); ended <- err }()
	await(t, "the write to be stuck", func() bool { return full(line) })
	if err := p.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	for range 2 {
		select {
		case err := <-ended:
			if !errors.Is(err, os.ErrClosed) {
				t.Errorf("what waited ended with %v", err)
			}
		case <-time.After(patience):
			t.Fatal("Close left a read or a write waiting")
		}
	}
	if err := p.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
}

// full reports whether bytes wait at the far end of a line.
func full(line plug) bool {
	raw, err := line.far.SyscallConn()
	if err != nil {
		return false
	}
	waiting := 0
	_ = raw.Control(func(fd uintptr) { waiting, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	return err == nil && waiting >= 1024
}

func TestADeviceServesOnePortAtATime(t *testing.T) {
	line := newPlug(t)
	link := socket(t, line)
	first, _ := open(t, link)
	arrived(t, first)
	second, said := open(t, line.node)
	if err := said.next(t); !errors.Is(err, ErrInUse) {
		t.Fatalf("the second port said %v", err)
	}
	line.says(t, "for the first")
	reads(t, first, "for the first")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := said.next(t); err != nil {
		t.Fatalf("the device was not handed on: %v", err)
	}
	fails(t, second, ErrInUse)
	line.says(t, "for the second")
	reads(t, second, "for the second")
}

func TestAHungUpLineIsNotReadAgainAndAgain(t *testing.T) {
	line := newPlug(t)
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
	p, err := Open(line.node, 9600, o)
	if err != nil {
		t.Fatal(err)
	}
	c := <-counted
	_ = line.far.Close()
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
