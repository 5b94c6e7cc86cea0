package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"

	"tabletop/cmd/internal/wiring"
	"tabletop/drivers/keys"
)

// bench is a machine of fakes: an I²C bus that tells when bytes arrive, and lines
// that tests pull.
type bench struct {
	mu     sync.Mutex
	gone   error // of the I²C bus
	levels uint64
	edge   chan int
	sent   chan time.Time // of the first byte after a pull
	armed  bool
}

func newBench() *bench {
	return &bench{levels: ^uint64(0), edge: make(chan int, 16), sent: make(chan time.Time, 1)}
}

func (b *bench) host() wiring.Host {
	return wiring.Host{
		I2C:  func(string) (i2c.BusCloser, error) { return b, nil },
		SPI:  func(string) (spi.PortCloser, error) { return &spitest.Record{}, nil },
		Pin:  func(name string) (gpio.PinIO, error) { return nil, errors.New("no line " + name) },
		Keys: func(o keys.Opts) (*keys.Dev, error) { return keys.New(o, func() (keys.Lines, error) { return b, nil }) },
	}
}

func (b *bench) String() string                  { return "bench" }
func (b *bench) SetSpeed(physic.Frequency) error { return nil }
func (b *bench) Close() error                    { return nil }

func (b *bench) Tx(_ uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.armed && len(w) > 1 && len(r) == 0 {
		b.armed = false
		b.sent <- time.Now()
	}
	return b.gone
}

func (b *bench) Read() (uint64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.levels, nil
}

func (b *bench) WaitForEdge(timeout time.Duration) (int, error) {
	t := time.NewTimer(timeout)
	defer t.Stop()
	select {
	case line := <-b.edge:
		return line, nil
	case <-t.C:
		return -1, nil
	}
}

// lose makes the I²C bus fail, or work again with nil.
func (b *bench) lose(err error) {
	b.mu.Lock()
	b.gone = err
	b.mu.Unlock()
}

// pull closes or opens the contact of a line.
func (b *bench) pull(line int, closed bool) {
	b.mu.Lock()
	b.levels |= 1 << line
	if closed {
		b.levels &^= 1 << line
		b.armed = true
	}
	b.mu.Unlock()
	b.edge <- line
}

// press presses and releases a key, and returns how long after the contact closed
// the first byte for the display came, or 0 if none came.
func (b *bench) press(line int, longest time.Duration) time.Duration {
	began := time.Now()
	b.pull(line, true)
	var took time.Duration
	select {
	case at := <-b.sent:
		took = at.Sub(began)
	case <-time.After(longest):
	}
	b.pull(line, false)
	time.Sleep(60 * time.Millisecond) // longer than a release takes
	return took
}

// Lines in the order of wiring.KeyOpts.
const (
	upLine   = 1
	downLine = 2
	okLine   = 3
)

// onBench runs the daemon on the bench until the test ends.
func onBench(t testing.TB, b *bench) (log *lockedBuffer) {
	t.Helper()
	return onBenchIn(t, t.TempDir(), b)
}

// onBenchIn is onBench on a state folder that may hold something.
func onBenchIn(t testing.TB, state string, b *bench) (log *lockedBuffer) {
	t.Helper()
	var l lockedBuffer
	s := environment{
		in: strings.NewReader(""), out: io.Discard, err: &l, host: b.host,
		env: func(name string) string { return map[string]string{"LANG": "en"}[name] },
	}
	drawn := make(chan struct{})
	once := sync.OnceFunc(func() { close(drawn) })
	s.step = func(name string) {
		if name == "drawn" {
			once()
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	b.armed = true
	go func() {
		ended <- run(ctx, []string{"-panel", "pi", "-state", state, "-listen", "127.0.0.1:0"}, s)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	<-b.sent // the greeting
	<-drawn
	time.Sleep(100 * time.Millisecond)
	return &l
}

func TestPressedKeysMoveTheDisplayThatIsWired(t *testing.T) {
	b := newBench()
	onBench(t, b)
	for _, line := range []int{downLine, upLine, okLine} {
		if b.press(line, 2*time.Second) == 0 {
			t.Errorf("nothing was sent after line %d was pulled", line)
		}
	}
}

func TestABusThatDiesIsSaidOnceInTheLogAndComesBack(t *testing.T) {
	b := newBench()
	log := onBench(t, b)
	b.lose(errors.New("remote I/O error"))
	for range 3 {
		b.press(downLine, time.Second)
	}
	b.lose(nil)
	deadline := time.Now().Add(10 * time.Second)
	for !strings.Contains(log.String(), "surface is back") {
		if time.Now().After(deadline) {
			t.Fatalf("it did not come back:\n%s", log.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
	if n := strings.Count(log.String(), "surface failed"); n != 1 {
		t.Errorf("said %d times:\n%s", n, log.String())
	}
}
