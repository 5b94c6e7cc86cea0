package ht16k33

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c/i2ctest"
	"periph.io/x/conn/v3/physic"
	"pgregory.net/rapid"

	"tabletop/drivers/internal/bustest"
)

// transcript is what is expected on the bus, at 0x70; all of it must come.
func transcript(t *testing.T, writes ...[]byte) *i2ctest.Playback {
	t.Helper()
	p := &i2ctest.Playback{DontPanic: true}
	for _, w := range writes {
		p.Ops = append(p.Ops, i2ctest.IO{Addr: 0x70, W: w})
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// arrow is the picture; changed lacks its lower right lamp.
func arrow() (whole, changed []byte) {
	return bustest.Picture(bustest.Arrow), bustest.Picture(bustest.Arrow[:len(bustest.Arrow)-1] + ".")
}

func TestTheFirstShowSetsTheChipUpAndLaterOnesSendWhatChanged(t *testing.T) {
	d, err := NewI2C(transcript(t,
		[]byte{0x21}, // oscillator on
		[]byte{0xA0}, // ROW15 is an output
		[]byte{0xEC}, // level 207 of 255 is step 12 of 15
		[]byte{
			0x00, // from the first address on
			0b00001111, 0, 0b00000011, 0, 0b00000101, 0, 0b00001001, 0,
			0b00010000, 0, 0b00100000, 0, 0b01000000, 0, 0b10000010, 0,
		},
		[]byte{0x81}, // display on, no blinking
		// the second picture lacks a lamp
		[]byte{
			0x00,
			0b00001111, 0, 0b00000011, 0, 0b00000101, 0, 0b00001001, 0,
			0b00010000, 0, 0b00100000, 0, 0b01000000, 0, 0b00000010, 0,
		},
		// the same, dimmed
		[]byte{0xE0},
	), Opts{Addr: 0x70})
	must(t, err)
	whole, changed := arrow()
	must(t, d.Show(whole, 207))
	must(t, d.Show(whole, 207))
	must(t, d.Show(changed, 207))
	must(t, d.Show(changed, 16))
}

func TestDarkMeansOffAndClearedAndAShowLightsItAgain(t *testing.T) {
	ram := []byte{
		0x00,
		0b10000111, 0, 0b10000001, 0, 0b10000010, 0, 0b10000100, 0, // a backpack's first column is ROW7
		0b00001000, 0, 0b00010000, 0, 0b00100000, 0, 0b01000001, 0,
	}
	lit := [][]byte{{0x21}, {0xA0}, {0xE0}, ram, {0x81}}
	dark := [][]byte{{0x80}, make([]byte, 17), {0x20}}
	d, err := NewI2C(transcript(t, slices.Concat(lit, lit, dark, dark, dark, lit)...), DefaultOpts)
	must(t, err)
	whole, _ := arrow()
	must(t, d.Show(whole, 1))
	must(t, d.Refresh())
	must(t, d.Show(whole, 0))
	must(t, d.Show(whole, 0)) // is dark already
	must(t, d.Halt())
	must(t, d.Refresh()) // stays dark
	must(t, d.Show(whole, 1))
}

func TestThePictureIsTurnedAndMirrored(t *testing.T) {
	for _, c := range []struct {
		opts        Opts
		first, last byte // COM0 and COM7
	}{
		{Opts{Addr: 0x77, Rotation: 90}, 0b11110000, 0b00000001},
		{Opts{Addr: 0x77, Rotation: 180}, 0b01000001, 0b11110000},
		{Opts{Addr: 0x77, Rotation: 270}, 0b10000000, 0b00001111},
		{Opts{Addr: 0x77, Mirror: true}, 0b11110000, 0b01000001},
	} {
		bus := &i2ctest.Record{}
		d, err := NewI2C(bus, c.opts)
		must(t, err)
		whole, _ := arrow()
		must(t, d.Show(whole, 255))
		op := bus.Ops[3]
		if op.Addr != 0x77 || op.W[1] != c.first || op.W[15] != c.last {
			t.Errorf("%+v: % X to %#x, want %08b first and %08b last", c.opts, op.W, op.Addr, c.first, c.last)
		}
	}
}

// chip emulates an HT16K33 on a bus that may fail.
type chip struct {
	ram                   [16]byte
	oscillator, on, isInt bool
	step                  byte
	fails                 func() (fails, arrives bool)
}

func (c *chip) String() string                  { return "bus" }
func (c *chip) SetSpeed(physic.Frequency) error { return nil }

func (c *chip) Tx(_ uint16, w, _ []byte) error {
	fails, arrives := c.fails()
	if arrives {
		c.take(w)
	}
	if fails {
		return bustest.ErrRefused
	}
	return nil
}

func (c *chip) take(w []byte) {
	switch w[0] & 0xF0 {
	case 0x00:
		for i, b := range w[1:] {
			c.ram[(int(w[0])+i)%len(c.ram)] = b
		}
	case 0x20:
		c.oscillator = w[0]&1 == 1
	case 0x80:
		c.on = w[0]&7 == 1 // on and not blinking
	case 0xA0:
		c.isInt = w[0]&1 == 1
	case 0xE0:
		c.step = w[0] & 0x0F
	}
}

func TestTheChipShowsThePictureWhateverHappenedBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &chip{}
		noise := func() {
			copy(c.ram[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "ram"))
			state := rapid.Byte().Draw(t, "state")
			c.oscillator, c.on, c.isInt, c.step = state&1 == 1, state&2 == 2, state&4 == 4, state>>4
		}
		noise()
		d, err := NewI2C(c, Opts{Addr: 0x70})
		if err != nil {
			t.Fatal(err)
		}
		healthy := func() (bool, bool) { return false, true }
		broken := func() (bool, bool) {
			fails := rapid.IntRange(0, 4).Draw(t, "fails") == 0
			return fails, !fails || rapid.Bool().Draw(t, "arrives")
		}
		pictures := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 8, 8), 2, 2).Draw(t, "pictures")
		for range rapid.IntRange(1, 12).Draw(t, "shows") {
			rows := rapid.SampledFrom(pictures).Draw(t, "rows")
			level := rapid.SampledFrom([]byte{0, 1, 255}).Draw(t, "level")
			c.fails = broken
			if d.Show(bitmap(rows), level) != nil {
				continue // to a picture that may be the one before
			}
			check(t, c, rows, level)
			if rapid.Bool().Draw(t, "noise") {
				noise()
				c.fails = healthy
				if err := d.Refresh(); err != nil {
					t.Fatal(err)
				}
				check(t, c, rows, level)
			}
		}
	})
}

// bitmap draws rows, the leftmost lamp in bit 0, in green.
func bitmap(rows []byte) []byte {
	data := make([]byte, 192)
	for i := range 64 {
		if rows[i/8]>>(i%8)&1 == 1 {
			data[3*i+1] = 255
		}
	}
	return data
}

func check(t *rapid.T, c *chip, rows []byte, level byte) {
	t.Helper()
	if level == 0 {
		if c.on || c.oscillator || c.ram != [16]byte{} {
			t.Fatalf("a dark chip is %+v", *c)
		}
		return
	}
	if !c.on || !c.oscillator || c.isInt || c.step != (level-1)/16 {
		t.Fatalf("a chip at level %d is %+v", level, *c)
	}
	for y, row := range rows {
		if c.ram[2*y] != row || c.ram[2*y+1] != 0 {
			t.Fatalf("COM%d shows %08b %08b, want %08b", y, c.ram[2*y], c.ram[2*y+1], row)
		}
	}
}

func TestAFailureAtAnyTransferIsReportedAndTheNextShowSendsAll(t *testing.T) {
	whole, _ := arrow()
	for n := range 6 {
		left := n
		arrived := 0
		c := &chip{fails: func() (bool, bool) { left--; arrived++; return left == -1, left != -1 }}
		d, err := NewI2C(c, DefaultOpts)
		must(t, err)
		err = d.Show(whole, 255)
		if n == 5 {
			must(t, err) // there are but five
			break
		}
		if !errors.Is(err, bustest.ErrRefused) || !strings.HasPrefix(err.Error(), "ht16k33: show: command 0x") {
			t.Fatalf("transfer %d refused: got %v", n, err)
		}
		arrived = 0
		must(t, d.Show(whole, 255))
		if arrived != 5 {
			t.Errorf("after transfer %d was refused, %d writes, want 5", n, arrived)
		}
	}
}

func TestHaltAndRefreshReportAFailure(t *testing.T) {
	c := &chip{fails: func() (bool, bool) { return true, false }}
	d, err := NewI2C(c, DefaultOpts)
	must(t, err)
	for what, do := range map[string]func() error{"halt": d.Halt, "refresh": d.Refresh} {
		if err := do(); !errors.Is(err, bustest.ErrRefused) || !strings.HasPrefix(err.Error(), "ht16k33: "+what) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}

func TestWhatCantBeIsRefused(t *testing.T) {
	for want, o := range map[string]Opts{
		"ht16k33: address 0x0: want 0x70 to 0x77":      {},
		"ht16k33: address 0x78: want 0x70 to 0x77":     {Addr: 0x78},
		"ht16k33: rotation 91: want 0, 90, 180 or 270": {Addr: 0x70, Rotation: 91},
	} {
		if _, err := NewI2C(&i2ctest.Record{}, o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	bus := &i2ctest.Record{}
	d, err := NewI2C(bus, DefaultOpts)
	must(t, err)
	if err := d.Show(make([]byte, 193), 1); err == nil || len(bus.Ops) != 0 {
		t.Errorf("193 bytes: got %v, sent %v", err, bus.Ops)
	}
	if got := d.String(); got != "ht16k33{record, 0x70}" {
		t.Errorf("got %s", got)
	}
}

func TestARefreshIsNotSeen(t *testing.T) {
	c := &chip{fails: func() (bool, bool) { return false, true }}
	d, err := NewI2C(c, DefaultOpts)
	must(t, err)
	whole, _ := arrow()
	must(t, d.Show(whole, 255))
	ram, step, writes := c.ram, c.step, 0
	same := func() bool { return c.on && c.oscillator && c.ram == ram && c.step == step }
	c.fails = func() (bool, bool) {
		writes++
		if !same() {
			t.Errorf("before write %d the chip is %+v", writes, *c)
		}
		return false, true
	}
	must(t, d.Refresh())
	if !same() || writes != 5 {
		t.Errorf("after %d writes the chip is %+v, want 5", writes, *c)
	}
}
