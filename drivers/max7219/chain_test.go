package max7219

import (
	"errors"
	"testing"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"pgregory.net/rapid"

	"tabletop/drivers/internal/bustest"
)

// chain emulates the registers of chips behind one another.
type chain struct {
	bustest.SPI
	chips []chip
	fails func() (fails, arrives bool)
}

// chip holds its registers by address.
type chip [16]byte

func (c *chain) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return c, nil }

// Tx shifts the words in and latches them.
func (c *chain) Tx(w, _ []byte) error {
	if len(w) != 2*len(c.chips) {
		return errors.New("not a word for each chip")
	}
	fails, arrives := c.fails()
	if arrives {
		for i := range c.chips {
			word := w[len(w)-2*(i+1):]
			c.chips[i][word[0]&0x0F] = word[1]
		}
	}
	if fails {
		return bustest.ErrRefused
	}
	return nil
}

// look is what a chip shows: its rows and how bright they are.
type look struct {
	rows [8]byte
	step byte
}

func (c *chip) look() (l look) {
	switch {
	case c[0x0F]&1 == 1:
		return look{[8]byte{255, 255, 255, 255, 255, 255, 255, 255}, 16}
	case c[0x0C]&1 == 0:
		return look{}
	case c[0x09] != 0:
		return look{step: 17} // digits instead of lamps
	}
	for y := range int(c[0x0B]&7) + 1 {
		l.rows[y] = c[1+y]
	}
	l.step = c[0x0A] & 0x0F
	return l
}

func TestTheChainShowsThePictureWhateverHappenedBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		modules := rapid.IntRange(1, 4).Draw(t, "modules")
		c := &chain{chips: make([]chip, modules)}
		noise := func() {
			for i := range c.chips {
				copy(c.chips[i][:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "registers"))
			}
		}
		noise()
		d, err := NewSPI(c, Opts{Modules: modules, Show: []int{1}})
		if err != nil {
			t.Fatal(err)
		}
		healthy := func() (bool, bool) { return false, true }
		broken := func() (bool, bool) {
			fails := rapid.IntRange(0, 9).Draw(t, "fails") == 0
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
		c.fails = healthy
		if err := d.Halt(); err != nil {
			t.Fatal(err)
		}
		check(t, c, nil, 0)
	})
}

// bitmap draws rows, the leftmost lamp in bit 7, in blue.
func bitmap(rows []byte) []byte {
	data := make([]byte, 192)
	for i := range 64 {
		if rows[i/8]>>(7-i%8)&1 == 1 {
			data[3*i+2] = 255
		}
	}
	return data
}

// check wants the rows on the first chip and nothing on the others.
func check(t *rapid.T, c *chain, rows []byte, level byte) {
	t.Helper()
	for i := range c.chips {
		want := look{}
		if level > 0 {
			want.step = (level - 1) / 16
			if i == 0 {
				want.rows = [8]byte(rows)
			}
		}
		if got := c.chips[i].look(); got != want {
			t.Fatalf("chip %d at level %d shows %08b, step %d, want %08b, step %d", i, level, got.rows, got.step, want.rows, want.step)
		}
	}
}

func TestAShowAllocatesNothing(t *testing.T) {
	c := &chain{chips: make([]chip, 4), fails: func() (bool, bool) { return false, true }}
	d := device(t, c, Opts{Modules: 4})
	a, b := bustest.Picture(bustest.Arrow), make([]byte, 192)
	must(t, d.Show(a, 255))
	if n := testing.AllocsPerRun(100, func() {
		must(t, d.Show(b, 100))
		must(t, d.Show(a, 255))
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func TestARefreshIsNotSeen(t *testing.T) {
	c := &chain{chips: make([]chip, 1), fails: func() (bool, bool) { return false, true }}
	d := device(t, c, DefaultOpts)
	must(t, d.Show(bustest.Picture(bustest.Arrow), 255))
	before, transfers := c.chips[0].look(), 0
	c.fails = func() (bool, bool) {
		transfers++
		if c.chips[0].look() != before {
			t.Errorf("before transfer %d it shows %+v, want %+v", transfers, c.chips[0].look(), before)
		}
		return false, true
	}
	must(t, d.Refresh())
	if c.chips[0].look() != before || transfers != 13 {
		t.Errorf("after %d transfers it shows %+v, want 13, %+v", transfers, c.chips[0].look(), before)
	}
}
