package oled_test

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"tabletop/drivers/anyoled"
	"tabletop/drivers/internal/oled"
	"tabletop/drivers/internal/oled/oledtest"
	"tabletop/drivers/sh1106"
	"tabletop/drivers/ssd1306"
	"tabletop/drivers/ssd1309"
)

// module is a display and the driver on it.
type module struct {
	*oledtest.Panel
	*oled.Dev
	rotated bool
	inherit func() *oled.Dev // returns the driver of the next process
}

// modules are all kinds of displays on all kinds of wires, half of them rotated.
func modules() map[string]func(t testing.TB) module {
	all := map[string]func(t testing.TB) module{}
	for i := range len(oledtest.Models) << 2 {
		is := func(bit int) bool { return i>>bit&1 == 1 }
		model := oledtest.Models[i>>2]
		kind, spi, rotated := oledtest.Kind{Model: model, Strict: is(0)}, is(1), bits.OnesCount(uint(i))%2 == 1
		all[fmt.Sprintf("%+v, spi %t, rotated %t", kind, spi, rotated)] = func(t testing.TB) module {
			t.Helper()
			p := oledtest.New(kind)
			return module{p, driver(t, p, spi, rotated, false), rotated, func() *oled.Dev { return driver(t, p, spi, rotated, true) }}
		}
		foreign := []oledtest.Foreign{oledtest.Skipped, oledtest.Alone}[i&1]
		kind = oledtest.Kind{Model: model, Strict: is(1), Foreign: foreign}
		all[fmt.Sprintf("either, %+v, spi %t, rotated %t", kind, spi, rotated)] = func(t testing.TB) module {
			t.Helper()
			p := oledtest.New(kind)
			open := func(inherited bool) *oled.Dev {
				d := either(t, p, spi, rotated, inherited)
				if model == oledtest.SH1106 {
					d.Is(anyoled.SH1106)
				}
				return d.Dev
			}
			return module{p, open(false), rotated, func() *oled.Dev { return open(true) }}
		}
	}
	return all
}

// either is a module driven by somebody who doesn't know its chip.
func either(t testing.TB, p *oledtest.Panel, spi, rotated, inherited bool) (d *anyoled.Dev) {
	t.Helper()
	o, port, err := oled.Opts{Addr: 0x3C, Rotated: rotated, Inherited: inherited}, oledtest.NewPort(p), error(nil)
	if spi {
		o.Reset = gpio.PinOut(&oledtest.Pin{Low: p.Reset})
		d, err = anyoled.NewSPI(port, port.DC, &o)
	} else {
		d, err = anyoled.NewI2C(p, &o)
	}
	must(t, err)
	return d
}

// drivers are those of each chip.
var drivers = map[oledtest.Model]struct {
	i2c func(i2c.Bus, *oled.Opts) (*oled.Dev, error)
	spi func(spi.Port, gpio.PinOut, *oled.Opts) (*oled.Dev, error)
}{
	oledtest.SSD1306: {ssd1306.NewI2C, ssd1306.NewSPI},
	oledtest.SSD1309: {ssd1309.NewI2C, ssd1309.NewSPI},
	oledtest.SH1106:  {sh1106.NewI2C, sh1106.NewSPI},
}

func driver(t testing.TB, p *oledtest.Panel, spi, rotated, inherited bool) (d *oled.Dev) {
	t.Helper()
	o, port, err := oled.Opts{Addr: 0x3C, Rotated: rotated, Inherited: inherited}, oledtest.NewPort(p), error(nil)
	if spi {
		o.Reset = gpio.PinOut(&oledtest.Pin{Low: p.Reset})
	}
	chip := drivers[p.Kind.Model]
	if spi {
		d, err = chip.spi(port, port.DC, &o)
	} else {
		d, err = chip.i2c(p, &o)
	}
	must(t, err)
	return d
}

// shows fails unless the module shows a picture at a level, and did nothing that
// its datasheet forbids.
func (m module) shows(t interface{ Fatalf(string, ...any) }, picture []byte, level byte) {
	switch {
	case len(m.Wrong) > 0:
		t.Fatalf("against the datasheet: %v", m.Wrong)
	case level == 0 && m.On:
		t.Fatalf("the display is on at level 0")
	case level == 0:
		return
	case !bytes.Equal(m.seen(), picture):
		t.Fatalf("the display, on %t, doesn't show the picture", m.On)
	case m.Contrast != level:
		t.Fatalf("contrast %d, want %d", m.Contrast, level)
	case !bytes.Equal(m.Beside(), make([]byte, len(m.Beside()))):
		t.Fatalf("beside the picture: % x", m.Beside())
	}
}

// seen is what is seen on a module that is built in as its driver was told.
func (m module) seen() []byte {
	picture := m.Picture()
	if m.rotated {
		oledtest.Turn(picture)
	}
	return picture
}

// somePicture changes a picture a little or a lot.
func somePicture(r *rand.Rand, picture *[1024]byte) {
	for range r.IntN(8) {
		page, col := r.IntN(8), r.IntN(128)
		low, right := page+1, col+1+r.IntN(40)
		if r.IntN(2) == 0 {
			low = page + 1 + r.IntN(5)
		}
		for y := page; y < min(8, low); y++ {
			for x := col; x < min(128, right); x++ {
				picture[y*128+x] = byte(r.UintN(256))
			}
		}
	}
}

// pictures is a sequence that needs both modes, and then inverts the display: with
// nothing else, with a digit, and back.
func pictures() (all [7][1024]byte) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 4 {
		if i > 0 {
			all[i] = all[i-1]
		}
		somePicture(r, &all[i])
	}
	all[4] = inverse(all[3])
	all[5] = at(inverse(all[4]), 40, 2, 8, 4)
	all[6] = inverse(all[5])
	return all
}

// inverse is a picture with all pixels changed.
func inverse(picture [1024]byte) [1024]byte {
	oledtest.Invert(picture[:])
	return picture
}

// at is a picture changed by a rectangle.
func at(picture [1024]byte, col, page, width, pages int) [1024]byte {
	for y := page; y < page+pages; y++ {
		for x := col; x < col+width; x++ {
			picture[y*128+x] ^= byte(x + y + 1)
		}
	}
	return picture
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
