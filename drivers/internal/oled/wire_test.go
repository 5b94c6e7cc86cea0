package oled_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	reference "periph.io/x/devices/v3/ssd1306"

	"tabletop/drivers/internal/oled"
	"tabletop/drivers/internal/oled/oledtest"
)

// sequences are the recorded ones, one of pictures made at random, and one that over
// I²C is cheaper in horizontal mode, once it is there, and over SPI is not.
func sequences(t *testing.T) []oledtest.Sequence {
	t.Helper()
	all, err := oledtest.Sequences()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	random := oledtest.Sequence{Name: "random", Pictures: make([][1024]byte, 400)}
	for i := range random.Pictures {
		if i > 0 {
			random.Pictures[i] = random.Pictures[i-1]
		}
		somePicture(r, &random.Pictures[i])
	}
	steps := oledtest.Sequence{Name: "steps", Pictures: make([][1024]byte, 20)}
	steps.Pictures[1] = at(steps.Pictures[0], 20, 0, 16, 8)
	for i := 2; i < len(steps.Pictures); i++ {
		steps.Pictures[i] = at(at(steps.Pictures[i-1], 60, 0, 10, 1), 61, 1, 10, 1)
	}
	return append(all, random, steps)
}

// theirs is periph's driver on a module.
func theirs(t testing.TB, p *oledtest.Panel, spi bool) *reference.Dev {
	t.Helper()
	d, err := reference.NewI2C(p, &reference.DefaultOpts)
	if spi {
		port := oledtest.NewPort(p)
		d, err = reference.NewSPI(port, port.DC, &reference.DefaultOpts)
	}
	must(t, err)
	return d
}

func TestAtNoTimeMoreBytesWereSentThanInPageModeAndThereThanByPeriphsDriver(t *testing.T) {
	for _, q := range sequences(t) {
		for _, spi := range []bool{false, true} {
			both, pages, ref := oledtest.New(oledtest.Kind{}), oledtest.New(oledtest.Kind{Model: oledtest.SH1106}), oledtest.New(oledtest.Kind{})
			d, e, r := driver(t, both, spi, false, false), driver(t, pages, spi, false, false), theirs(t, ref, spi)
			for i, p := range q.Pictures {
				must(t, d.Show(p[:], 255))
				must(t, e.Show(p[:], 255))
				if _, err := r.Write(p[:]); err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					both.Bytes, pages.Bytes, ref.Bytes = 0, 0, 0 // periph's believes that RAM is empty
				}
				if both.Bytes > pages.Bytes || pages.Bytes > ref.Bytes {
					t.Fatalf("%s, spi %t, picture %d: %d bytes, in page mode %d, periph %d", q.Name, spi, i, both.Bytes, pages.Bytes, ref.Bytes)
				}
			}
		}
	}
}

func TestTheFirstPictureIsNoMoreBytesThanByPeriphsDriver(t *testing.T) {
	full := [1024]byte(bytes.Repeat([]byte{0xFF}, 1024))
	for i := range 1 << 2 {
		kind, spi := oledtest.Kind{Model: []oledtest.Model{oledtest.SSD1306, oledtest.SH1106}[i&1]}, i&2 == 2
		ours, ref := oledtest.New(kind), oledtest.New(oledtest.Kind{})
		must(t, driver(t, ours, spi, false, false).Show(full[:], 255))
		if _, err := theirs(t, ref, spi).Write(full[:]); err != nil {
			t.Fatal(err)
		}
		beside := len(ours.Beside()) // has to be cleared
		if ours.Bytes > ref.Bytes+beside {
			t.Errorf("%+v, spi %t: %d bytes, periph %d", kind, spi, ours.Bytes, ref.Bytes)
		}
	}
}

func TestASequenceTakesAtMostATwentiethMoreThanTheLeastBytes(t *testing.T) {
	least, all := oled.NewLeast(), sequences(t)
	if testing.Short() {
		all = all[:1]
	}
	const most = 30
	for _, q := range all {
		panel, sum := oledtest.New(oledtest.Kind{}), 0
		d := driver(t, panel, false, false, false)
		for i, p := range q.Pictures[:min(most, len(q.Pictures))] {
			must(t, d.Show(p[:], 255))
			if i == 0 {
				panel.Bytes = 0
				continue
			}
			sum += least(&q.Pictures[i-1], &p)
		}
		if panel.Bytes*100 > sum*105 {
			t.Errorf("%s: %d bytes, the least is %d", q.Name, panel.Bytes, sum)
		}
	}
}

func TestASmallChangeIsAsManyBytesOnTheWireAsWasCountedByHand(t *testing.T) {
	var blank [1024]byte
	digit, pixel := at(blank, 40, 2, 16, 4), at(blank, 0, 0, 1, 1)
	for _, tt := range []struct {
		name         string
		to           [1024]byte
		ssd, sh, spi int
	}{
		{"nothing", blank, 0, 0, 0},
		{"a pixel", pixel, 8, 8, 4},
		{"opposite corners", at(pixel, 127, 7, 1, 1), 16, 16, 8},
		{"a digit of 16×32", digit, 10 + 2 + 64, 4 * (7 + 16), 4 * (3 + 16)},
		{"a column of 64", at(blank, 9, 0, 1, 8), 10 + 2 + 8, 8 * 8, 8 + 8},
		{"the inverse", inverse(blank), 3, 3, 1},
		{"the inverse and a pixel", inverse(pixel), 9, 9, 5},
		{"the inverse and a digit of 8×16", inverse(at(blank, 40, 2, 8, 2)), 1 + 2*(7+8), 1 + 2*(7+8), 1 + 2*(3+8)},
		{"everything", at(blank, 0, 0, 128, 8), 10 + 2 + 1024, 8 * (7 + 128), 8 + 1024},
	} {
		for _, m := range []struct {
			kind oledtest.Kind
			spi  bool
			want int
		}{{oledtest.Kind{}, false, tt.ssd}, {oledtest.Kind{Model: oledtest.SH1106}, false, tt.sh}, {oledtest.Kind{}, true, tt.spi}} {
			p := oledtest.New(m.kind)
			d := driver(t, p, m.spi, false, false)
			for _, picture := range [][1024]byte{blank, tt.to} {
				p.Bytes = 0
				if err := d.Show(picture[:], 255); err != nil {
					t.Fatal(err)
				}
			}
			if p.Bytes != m.want {
				t.Errorf("%s, %+v, spi %t: %d bytes, want %d", tt.name, m.kind, m.spi, p.Bytes, m.want)
			}
		}
	}
}
