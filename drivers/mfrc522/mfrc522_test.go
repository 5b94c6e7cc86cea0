package mfrc522

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"
)

// onTable returns a reader of a chip on which uid lies.
func onTable(t *testing.T, uid []byte) (*Dev, *chip) {
	t.Helper()
	c := &chip{uid: uid, pin: newLine()}
	d, err := New(c, newLine(), c.pin, DefaultOpts())
	if err != nil {
		t.Fatal(err)
	}
	return d, c
}

var tag = []byte{0xde, 0xad, 0xbe, 0xef}

func TestATagIsReadByTheseTransfers(t *testing.T) {
	wait := join(setUp(4), []conntest.IO{w(0x04, 0x00), w(0x02, 0xa0), w(0x09, 0x26), w(0x01, 0x0c), w(0x0d, 0x87)}, setUp(4))
	request := join([]conntest.IO{w(0x0d, 0x07)}, exchange([]byte{0x26}, 0x07, 0x04, 0x00))
	stopCrypto := []conntest.IO{r(0x08, 0x08), w(0x08, 0x00)}
	halt := []conntest.IO{w(0x01, 0x10)}
	for _, tt := range []struct {
		code    string
		selects []conntest.IO
	}{
		{"DEADBEEF", join(
			[]conntest.IO{w(0x0d, 0x00)}, exchange([]byte{0x93, 0x20}, 0, 0xde, 0xad, 0xbe, 0xef, 0x22),
			checksum(0x93, 0x70, 0xde, 0xad, 0xbe, 0xef, 0x22),
			exchange([]byte{0x93, 0x70, 0xde, 0xad, 0xbe, 0xef, 0x22, 0xc0, 0xde}, 0, 0x08, 0xb6, 0xdd),
		)},
		{"04A1B2C3D4E5F6", join(
			[]conntest.IO{w(0x0d, 0x00)}, exchange([]byte{0x93, 0x20}, 0, 0x88, 0x04, 0xa1, 0xb2, 0x9f),
			checksum(0x93, 0x70, 0x88, 0x04, 0xa1, 0xb2, 0x9f),
			exchange([]byte{0x93, 0x70, 0x88, 0x04, 0xa1, 0xb2, 0x9f, 0xc0, 0xde}, 0, 0x04, 0xda, 0x17),
			[]conntest.IO{w(0x0d, 0x00)}, exchange([]byte{0x95, 0x20}, 0, 0xc3, 0xd4, 0xe5, 0xf6, 0x04),
		)},
	} {
		synctest.Test(t, func(t *testing.T) {
			port := &spitest.Playback{Playback: conntest.Playback{
				DontPanic: true,
				Ops:       join(setUp(4), look, look, wait, request, tt.selects, stopCrypto, halt),
			}}
			reset, pin := newLine(), &late{newLine()}
			d, err := New(port, reset, pin, DefaultOpts())
			if err != nil {
				t.Fatal(err)
			}
			code, err := d.read(t.Context())
			if code != tt.code || err != nil {
				t.Errorf("read %q, %v, want %q", code, err, tt.code)
			}
			if err := d.Halt(); err != nil {
				t.Errorf("Halt: %v", err)
			}
			if reset.level != gpio.Low {
				t.Error("Halt did not switch the chip off")
			}
			if err := port.Close(); err != nil {
				t.Errorf("the transcript is not used up: %v", err)
			}
		})
	}
}

// late is a line that has an edge for whoever waits longer than shortWait.
type late struct{ *line }

func (l *late) WaitForEdge(d time.Duration) bool { return d > shortWait }

// laid runs d until the test ends and returns the codes it reads.
func laid(t *testing.T, d *Dev) (codes *[]string, end func()) {
	t.Helper()
	ended := make(chan error, 1)
	codes = new([]string)
	go func() {
		ended <- d.Run(t.Context(), func(code string) { *codes = append(*codes, code) })
	}()
	return codes, func() {
		if err := d.Halt(); err != nil {
			t.Errorf("Halt: %v", err)
		}
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	}
}

func TestATagThatLiesThereCountsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := onTable(t, nil)
		codes, end := laid(t, d)
		defer end()
		// The chip is touched while its driver rests: no tag comes or goes in the
		// middle of an exchange here.
		for _, step := range []struct {
			uid  []byte
			rest time.Duration
			want []string
		}{
			{nil, 5 * time.Second, nil},
			{tag, 5 * time.Second, []string{"DEADBEEF"}},
			{nil, time.Second, []string{"DEADBEEF"}},
			{tag, 5 * time.Second, []string{"DEADBEEF"}},
			{nil, 2 * time.Second, []string{"DEADBEEF"}},
			{tag, time.Second, []string{"DEADBEEF", "DEADBEEF"}},
			{[]byte{4, 1, 2, 3, 4, 5, 6}, time.Second, []string{"DEADBEEF", "DEADBEEF", "04010203040506"}},
		} {
			d.inUse <- struct{}{}
			c.uid = step.uid
			<-d.inUse
			time.Sleep(step.rest)
			synctest.Wait()
			if !slices.Equal(*codes, step.want) {
				t.Fatalf("read %q, want %q", *codes, step.want)
			}
		}
	})
}

func TestAFailedTransferIsSaidAndLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := onTable(t, tag)
		found := c.tx
		if code, err := d.read(t.Context()); code != "DEADBEEF" || err != nil {
			t.Fatalf("read %q, %v", code, err)
		}
		all := c.tx
		for n := 1; n <= all; n++ {
			c := &chip{uid: tag, pin: newLine(), failAt: n}
			d, err := New(c, newLine(), c.pin, DefaultOpts())
			if n <= found {
				if d != nil || !errors.Is(err, errBus) {
					t.Fatalf("transfer %d failed: New: %v, %v", n, d, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Run(t.Context(), nil); !errors.Is(err, errBus) || err.Error() != "mfrc522: read: the bus is cut" {
				t.Errorf("transfer %d failed: Run: %v", n, err)
			}
			if code, err := d.read(t.Context()); code != "DEADBEEF" || err != nil {
				t.Errorf("after transfer %d failed: %q, %v", n, code, err)
			}
		}
		if all < 100 {
			t.Errorf("only %d transfers were tried", all)
		}
	})
}

func TestABusThatIsCutEndsTheWaitAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := onTable(t, nil)
		c.failAt = c.tx + 15 // amid setting up for the wait
		began := time.Now()
		if err := d.Run(t.Context(), nil); !errors.Is(err, errBus) {
			t.Errorf("Run: %v", err)
		}
		if took := time.Since(began); took > 2*slice {
			t.Errorf("it took %v", took)
		}
	})
}

func TestWhereNoChipIsNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := onTable(t, tag)
		c.gone = true
		if err := d.Run(t.Context(), nil); !errors.Is(err, ErrNoChip) {
			t.Errorf("Run: %v", err)
		}
		c.gone = false
		if code, err := d.read(t.Context()); code != "DEADBEEF" || err != nil {
			t.Errorf("the chip is back: %q, %v", code, err)
		}
		c = &chip{gone: true, pin: newLine()}
		if d, err := New(c, newLine(), c.pin, DefaultOpts()); d != nil || !errors.Is(err, ErrNoChip) {
			t.Errorf("New: %v, %v", d, err)
		}
		if d, err := New(pulledUp{c}, newLine(), c.pin, DefaultOpts()); d != nil || err == nil {
			t.Errorf("New on a bus that reads FF: %v, %v", d, err)
		}
	})
}

// pulledUp is a bus on which all reads FF.
type pulledUp struct{ *chip }

func (p pulledUp) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }
func (p pulledUp) Tx(_, r []byte) error {
	for i := range r {
		r[i] = 0xff
	}
	return nil
}

func TestAnEdgeLeftOverIsNoTag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := onTable(t, nil)
		for range queueSize {
			c.pin.edge()
		}
		d.opts.Wait = 950 * time.Millisecond
		before := c.tx
		if code, err := d.read(t.Context()); code != "" || err != nil {
			t.Errorf("read %q, %v", code, err)
		}
		// Ten rounds of 100 ms: 1 look, 11 to set up, 2 before and 3 in each round.
		if n := c.tx - before; n != 1+11+2+10*3 {
			t.Errorf("%d transfers", n)
		}
	})
}

func TestHaltWakesAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _ := onTable(t, nil)
		d.opts.Wait = time.Hour
		ended := make(chan error, 1)
		go func() { ended <- d.Run(t.Context(), nil) }()
		time.Sleep(time.Minute)
		began := time.Now()
		if err := d.Halt(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil || time.Since(began) > slice {
			t.Errorf("Run: %v after %v", err, time.Since(began))
		}
		if err := d.Halt(); err != nil {
			t.Errorf("a second Halt: %v", err)
		}
		if err := d.Run(t.Context(), nil); err != nil {
			t.Errorf("Run after Halt: %v", err)
		}
	})
}

func TestTheEndOfTheContextWakesAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := onTable(t, nil)
		d.opts.Wait = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		if err := d.Run(ctx, nil); err != nil || time.Since(began) > time.Minute+slice {
			t.Errorf("Run: %v after %v", err, time.Since(began))
		}
		c.uid = tag
		codes, end := laid(t, d)
		time.Sleep(time.Second)
		end()
		if !slices.Equal(*codes, []string{"DEADBEEF"}) {
			t.Errorf("the second Run read %q", *codes)
		}
	})
}

func TestThePinWaitsAsItShould(t *testing.T) {
	for _, tt := range []struct {
		name    string
		timeout time.Duration
		edge    time.Duration // when it comes; 0: never
		halt    time.Duration // when Halt is called; 0: never
		want    bool
		took    time.Duration
	}{
		{"0 looks and returns", 0, 0, 0, false, shortWait},
		{"-1 waits as long as it takes", -1, time.Hour, 0, true, time.Hour},
		{"-1 ends with Halt", -1, 0, 75 * time.Millisecond, false, 2 * slice},
		{"a time that ends", 220 * time.Millisecond, 0, 0, false, 220 * time.Millisecond},
		{"an edge in time", time.Second, 330 * time.Millisecond, 0, true, 330 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			l, halted := newLine(), make(chan struct{})
			p := &irq{PinIn: l, bus: &bus{}, halted: halted}
			if tt.edge > 0 {
				time.AfterFunc(tt.edge, l.edge)
			}
			if tt.halt > 0 {
				time.AfterFunc(tt.halt, func() { close(halted) })
			}
			began := time.Now()
			if got := p.WaitForEdge(tt.timeout); got != tt.want || time.Since(began) != tt.took {
				t.Errorf("%s: %v after %v, want %v after %v", tt.name, got, time.Since(began), tt.want, tt.took)
			}
		})
	}
}

func TestALineThatIsGoneIsNotAskedAgainAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		l.gone = true
		p := &irq{PinIn: l, bus: &bus{}}
		if p.WaitForEdge(time.Second) || l.waits != 20 {
			t.Errorf("asked %d times in a second, want 20", l.waits)
		}
	})
}

func TestAHaltThatFailsIsSaid(t *testing.T) {
	c := &chip{pin: newLine()}
	reset := newLine()
	d, err := New(c, reset, c.pin, DefaultOpts())
	if err != nil {
		t.Fatal(err)
	}
	stuck := errors.New("stuck")
	c.cut, reset.err = true, stuck
	if err := d.Halt(); !errors.Is(err, errBus) || !errors.Is(err, stuck) {
		t.Errorf("Halt: %v", err)
	}
	if got := fmt.Sprint(d); got != "mfrc522{chip}" {
		t.Error(got)
	}
}

// shut is a port that can't be opened.
type shut struct{ *chip }

func (shut) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return nil, errBus }

func TestWhatCantWorkIsRefused(t *testing.T) {
	c := &chip{pin: newLine()}
	if d, err := New(shut{c}, newLine(), newLine(), DefaultOpts()); d != nil || !errors.Is(err, errBus) {
		t.Errorf("New on a port that is shut: %v, %v", d, err)
	}
	if d, err := New(c, nil, newLine(), DefaultOpts()); d != nil || err == nil {
		t.Errorf("New without reset: %v, %v", d, err)
	}
	if d, err := New(c, newLine(), nil, DefaultOpts()); d != nil || err == nil {
		t.Errorf("New without interrupt: %v, %v", d, err)
	}
	for _, change := range []func(*Opts){
		func(o *Opts) { o.Wait = 0 }, func(o *Opts) { o.Pause = 0 }, func(o *Opts) { o.Repeat = -1 },
		func(o *Opts) { o.Gain = -1 }, func(o *Opts) { o.Gain = 8 },
	} {
		o := DefaultOpts()
		change(&o)
		if d, err := New(c, newLine(), newLine(), o); d != nil || err == nil {
			t.Errorf("New(%+v): %v, %v", o, d, err)
		}
	}
}
