package ssd1306_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"
	reference "periph.io/x/devices/v3/ssd1306"

	"tabletop/drivers/internal/oled/oledtest"
	"tabletop/drivers/ssd1306"
)

// shower shows one picture.
type shower func(picture []byte) error

// drivers are ours, and the one of periph to measure it by.
var drivers = []struct {
	name string
	open func(b *testing.B, bus i2c.Bus) shower
}{
	{"ours", func(b *testing.B, bus i2c.Bus) shower {
		d, err := ssd1306.NewI2C(bus, &ssd1306.DefaultOpts)
		if err != nil {
			b.Fatal(err)
		}
		return func(picture []byte) error { return d.Show(picture, 207) }
	}},
	{"periph", func(b *testing.B, bus i2c.Bus) shower {
		d, err := reference.NewI2C(bus, &reference.DefaultOpts)
		if err != nil {
			b.Fatal(err)
		}
		return func(picture []byte) error { _, err := d.Write(picture); return err }
	}},
}

// BenchmarkShow shows recorded screens, and pictures made to be hard, one an
// operation. It reports what a picture costs on the wire, addresses included, how
// long that takes an I²C bus of 400 kHz, nine clocks a byte, two a transfer, and how
// long the slowest picture took to plan.
func BenchmarkShow(b *testing.B) {
	sequences, err := oledtest.Sequences()
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range append(sequences, hard(sequences)...) {
		for _, driver := range drivers {
			b.Run(q.Name+"/"+driver.name, func(b *testing.B) {
				bytes, transfers := onWire(b, q, driver.open)
				slowest := slowest(b, q, driver.open)
				show := driver.open(b, deaf{})
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if err := show(q.Pictures[i%len(q.Pictures)][:]); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(slowest.Nanoseconds()), "ns/slowest")
				b.ReportMetric(bytes, "bytes/frame")
				b.ReportMetric(transfers, "transfers/frame")
				b.ReportMetric((9*bytes+2*transfers)/400, "ms/frame")
			})
		}
	}
}

// hard are sequences of one kind of change each: noise, single bytes all over a
// screen, a screen that moves by a pixel, the cursor of a list, a picture of 44×48
// that comes and goes, and a flash.
func hard(recorded []oledtest.Sequence) []oledtest.Sequence {
	r := rand.New(rand.NewPCG(1, 2))
	screen := recorded[0].Pictures[0]
	for _, q := range recorded {
		if q.Name == "menu" {
			screen = q.Pictures[0]
		}
	}
	all := []oledtest.Sequence{{Name: "noise"}, {Name: "scattered"}, {Name: "shift"}, {Name: "cursor"}, {Name: "moment"}, {Name: "flash"}}
	scattered := screen
	for i := range 60 {
		noise, cursor, moment, flash := [1024]byte{}, screen, screen, screen
		for x := range noise {
			noise[x] = byte(r.UintN(256))
		}
		for range 10 + i {
			scattered[r.IntN(1024)] ^= byte(1 + r.UintN(255))
		}
		invert(&cursor, 2, 10+13*(i%4), 121, 13)
		if i%2 == 1 {
			invert(&flash, 0, 0, 128, 64)
			for x := range 44 {
				copyColumn(&moment, &noise, 42+x, 1, 7)
			}
		}
		for k, p := range [][1024]byte{noise, scattered, moved(screen, i%2), cursor, moment, flash} {
			all[k].Pictures = append(all[k].Pictures, p)
		}
	}
	return all
}

// invert inverts a rectangle of pixels.
func invert(p *[1024]byte, left, top, width, height int) {
	for y := top; y < top+height; y++ {
		for x := left; x < left+width; x++ {
			p[y/8*128+x] ^= 1 << (y % 8)
		}
	}
}

// copyColumn copies some pages of a column.
func copyColumn(to, from *[1024]byte, x, top, end int) {
	for page := top; page < end; page++ {
		to[page*128+x] = from[page*128+x]
	}
}

// moved is a picture moved to the right.
func moved(picture [1024]byte, pixels int) (to [1024]byte) {
	for at := 0; at < 1024; at += 128 {
		copy(to[at+pixels:at+128], picture[at:])
	}
	return to
}

// slowest returns how long the slowest picture takes, each at its fastest, on a bus
// that takes no time.
func slowest(b *testing.B, q oledtest.Sequence, open func(*testing.B, i2c.Bus) shower) (most time.Duration) {
	b.Helper()
	const rounds = 10
	show, least := open(b, deaf{}), make([]time.Duration, len(q.Pictures))
	for round := range rounds {
		for i := range q.Pictures {
			start := time.Now()
			if err := show(q.Pictures[i][:]); err != nil {
				b.Fatal(err)
			}
			if took := time.Since(start); round == 1 || took < least[i] {
				least[i] = took
			}
		}
	}
	for _, took := range least {
		most = max(most, took)
	}
	return most
}

// onWire returns the bytes and transfers of a picture but the first, on average.
func onWire(b *testing.B, q oledtest.Sequence, open func(*testing.B, i2c.Bus) shower) (bytes, transfers float64) {
	b.Helper()
	panel := oledtest.New(oledtest.Kind{})
	show := open(b, panel)
	for i, p := range q.Pictures {
		if err := show(p[:]); err != nil {
			b.Fatal(err)
		}
		if i == 0 {
			panel.Bytes, panel.Transfers = 0, 0
		}
	}
	n := float64(len(q.Pictures) - 1)
	return float64(panel.Bytes) / n, float64(panel.Transfers) / n
}

// deaf is a bus on which nothing takes any time.
type deaf struct{ i2c.Bus }

func (deaf) String() string { return "deaf" }

func (deaf) Tx(uint16, []byte, []byte) error { return nil }
