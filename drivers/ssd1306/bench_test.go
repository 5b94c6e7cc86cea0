package ssd1306_test

import (
	"testing"

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

// BenchmarkShow shows recorded screens, one an operation, and reports what a
// picture costs on the wire, addresses included, and how long that takes an I²C bus
// of 400 kHz: nine clocks a byte, two a transfer.
func BenchmarkShow(b *testing.B) {
	sequences, err := oledtest.Sequences()
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range sequences {
		for _, driver := range drivers {
			b.Run(q.Name+"/"+driver.name, func(b *testing.B) {
				bytes, transfers := onWire(b, q, driver.open)
				show := driver.open(b, deaf{})
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if err := show(q.Pictures[i%len(q.Pictures)][:]); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(bytes, "bytes/frame")
				b.ReportMetric(transfers, "transfers/frame")
				b.ReportMetric((9*bytes+2*transfers)/400, "ms/frame")
			})
		}
	}
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
