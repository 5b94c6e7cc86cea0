package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
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
	"tabletop/companion"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
	"tabletop/drivers/keys"
)

// bench is a machine of fakes: an I²C bus that tells when bytes arrive, and lines
// that tests pull. A byte in a pipe is an edge, and a deadline of the pipe ends a wait, as
// poll does for a line of the kernel.
type bench struct {
	mu          sync.Mutex
	gone        error // of the I²C bus
	levels      uint64
	reads       int // of the levels
	edges, hand *os.File
	sent        chan time.Time // of the first byte after a pull
	armed       bool
	taken       chan bool // what the keys were told: that one is down, or up
}

func newBench() *bench {
	edges, hand, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	return &bench{levels: ^uint64(0), edges: edges, hand: hand, sent: make(chan time.Time, 1), taken: make(chan bool, 1000)}
}

func (b *bench) host() wiring.Host {
	return wiring.Host{
		I2C: func(string) (i2c.BusCloser, error) { return b, nil },
		SPI: func(string) (spi.PortCloser, error) { return &spitest.Record{}, nil },
		Pin: func(name string) (gpio.PinIO, error) { return nil, errors.New("no line " + name) },
		Keys: func(o keys.Opts) (*keys.Dev, error) {
			told := o.Edge
			o.Edge = func(key string, down bool) {
				told(key, down)
				b.taken <- down
			}
			return keys.New(o, func() (keys.Lines, error) { return b, nil })
		},
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
		select {
		case b.sent <- time.Now():
		default: // nobody waited for the last
		}
	}
	return b.gone
}

func (b *bench) Read() (uint64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reads++
	return b.levels, nil
}

func (b *bench) WaitForEdge(timeout time.Duration) (int, error) {
	if err := b.edges.SetReadDeadline(time.Now().Add(timeout)); err != nil {
		return -1, err
	}
	var line [1]byte
	switch _, err := b.edges.Read(line[:]); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return -1, nil
	case err != nil:
		return -1, err
	}
	return int(line[0]), nil
}

// lose makes the I²C bus fail, or work again with nil.
func (b *bench) lose(err error) {
	b.mu.Lock()
	b.gone = err
	b.mu.Unlock()
}

// rests waits until the keys have read twice, which tells them how the lines rest.
func (b *bench) rests(t testing.TB) {
	t.Helper()
	waittest.Until(t, "the second reading of the keys", func() (any, bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.reads, b.reads > 1
	})
}

// pull closes or opens the contact of a line, and waits until the keys have taken it.
func (b *bench) pull(t testing.TB, line int, closed bool) {
	t.Helper()
	b.rests(t)
	b.mu.Lock()
	b.levels |= 1 << line
	if closed {
		b.levels &^= 1 << line
		b.armed = true
	}
	b.mu.Unlock()
	if _, err := b.hand.Write([]byte{byte(line)}); err != nil {
		t.Fatal(err)
	}
	if waittest.Receive(t, "a contact that was moved to be taken", b.taken) != closed {
		t.Fatalf("line %d was taken for the contrary of closed = %v", line, closed)
	}
}

// press presses and releases a key.
func (b *bench) press(t testing.TB, line int) {
	t.Helper()
	b.pull(t, line, true)
	b.pull(t, line, false)
}

// pressed presses a key of a display that rests, and returns how long after the contact
// closed the first byte for the display came.
func (b *bench) pressed(t testing.TB, line int) time.Duration {
	t.Helper()
	select {
	case <-b.sent:
	default:
	}
	b.rests(t)
	began := time.Now()
	b.press(t, line)
	return waittest.Receive(t, "a byte for the display", b.sent).Sub(began)
}

// Lines in the order of wiring.KeyOpts.
const (
	upLine   = 1
	downLine = 2
	okLine   = 3
)

// atBench is the daemon on a bench.
type atBench struct {
	*daemon
	log lockedBuffer
	end func() error
}

// onBench runs the daemon on the bench until the test ends.
func onBench(t testing.TB, b *bench) *atBench {
	t.Helper()
	return onBenchIn(t, t.TempDir(), b.host)
}

// onBenchIn is onBench on a state folder that may hold something. It waits until all that
// comes first is drawn.
func onBenchIn(t testing.TB, state string, host func() wiring.Host) *atBench {
	t.Helper()
	return onBenchWith(t, state, host, nil)
}

// onBenchWith is onBenchIn with some variables of the environment.
func onBenchWith(t testing.TB, state string, host func() wiring.Host, vars map[string]string) *atBench {
	t.Helper()
	var e atBench
	drawn := make(chan struct{})
	once := sync.OnceFunc(func() { close(drawn) })
	s := environment{
		in: strings.NewReader(""), out: io.Discard, err: &e.log, env: func(name string) string { return vars[name] },
		step: func(name string) {
			if name == "drawn" {
				once()
			}
		},
	}
	w, o := words.Companion(words.English), options{panel: "pi", state: state, listen: "127.0.0.1:0"}
	c, err := readConfig(o, w)
	if err != nil {
		t.Fatal(err)
	}
	e.daemon = newDaemon(s, w, c)
	e.host = host()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- e.open(ctx, o) }()
	e.end = sync.OnceValue(func() error {
		stop()
		return <-ended
	})
	t.Cleanup(func() {
		if err := e.end(); err != nil {
			t.Error(err)
		}
	})
	waittest.Closed(t, "something to be drawn", drawn)
	e.rest(t)
	return &e
}

// rest waits until all is drawn, and no moment is in sight that ends by itself.
func (e *atBench) rest(t testing.TB) {
	t.Helper()
	if _, err := e.loop.Do(t.Context(), companion.Keys, companion.WaitSettled{}); err != nil {
		t.Fatal(err)
	}
}

func TestPressedKeysMoveTheDisplayThatIsWired(t *testing.T) {
	t.Parallel()
	b := newBench()
	e := onBench(t, b)
	for _, line := range []int{downLine, upLine, okLine} {
		b.pressed(t, line)
		e.rest(t)
	}
}

func TestABusThatDiesIsSaidOnceInTheLogAndComesBack(t *testing.T) {
	t.Parallel()
	b := newBench()
	e := onBench(t, b)
	b.lose(errors.New("remote I/O error"))
	for range 3 {
		b.press(t, downLine)
	}
	e.log.waits(t, "surface failed")
	b.lose(nil)
	e.log.waits(t, "surface is back")
	if n := strings.Count(e.log.String(), "surface failed"); n != 1 {
		t.Errorf("said %d times:\n%s", n, e.log.String())
	}
}

func TestATroubleOfTheKeysIsToldAndThatItIsOver(t *testing.T) {
	t.Parallel()
	var got []any
	c, err := readConfig(options{panel: "pi"}, words.Companion(words.English))
	if err != nil {
		t.Fatal(err)
	}
	d := &daemon{config: c, log: slog.New(slog.DiscardHandler)}
	o := d.keyOpts(func(what any) { got = append(got, what) })
	o.Fault(errors.New("gone"))
	o.Fault(nil)
	o.Stuck(o.Keys[0].Name, true)
	o.Stuck(o.Keys[0].Name, false)
	if len(got) != 4 {
		t.Fatalf("told: %v", got)
	}
	for i := 0; i < len(got); i += 2 {
		trouble, begun := got[i].(companion.Trouble)
		over, ended := got[i+1].(companion.TroubleEnded)
		if !begun || !ended || over.Key != trouble.Key {
			t.Errorf("told: %#v, then %#v", got[i], got[i+1])
		}
	}
}
