// Package unicornhd shows 8×8 lamps on Pimoroni's Unicorn HAT HD, each lamp on a
// square of four of the HAT's 16×16, through periph's driver of that name.
//
// Every picture is sent whole; one that is shown already isn't. Whoever owns the
// bus calls Refresh once a minute, should noise have garbled a lamp. As four lamps
// of the HAT show one of the picture, they draw four times its current.
//
// # Wiring
//
// The HAT sits on the header and takes SPI 0 with chip select 0: GPIO10 (MOSI),
// GPIO11 (SCLK), GPIO8 (CE0), 9 MHz, mode 0. It brings its own levels. Its four
// buttons are on GPIO5, 6, 16 and 24, where the configuration may name them as
// keys; the box's own keys can't be on the same pins. Which way is up depends on
// how it is mounted: Opts turns and mirrors.
//
// # Protocol
//
// There is no datasheet: a transfer is the byte 0x72, then red, green and blue of
// the 256 lamps, row by row (Pimoroni's library unicornhathd, show).
package unicornhd

import (
	"fmt"
	"image"

	"periph.io/x/conn/v3/spi"
	periph "periph.io/x/devices/v3/unicornhd"

	"tabletop/drivers/internal/lamps"
)

// Opts says how the HAT is mounted.
type Opts struct {
	// Rotation turns the picture clockwise: 0, 90, 180 or 270.
	Rotation int
	// Mirror exchanges left and right of the HAT, before the picture is turned.
	Mirror bool
}

// DefaultOpts is the HAT as periph's driver has it.
var DefaultOpts = Opts{}

// Dev is a HAT. It belongs to one goroutine.
type Dev struct {
	strip  *lamps.Strip
	drawer *periph.Dev
	img    *image.NRGBA
	port   string
}

// NewSPI returns the HAT on the port. Nothing is sent before the first Show.
func NewSPI(p spi.Port, o Opts) (*Dev, error) {
	d := &Dev{port: p.String()}
	var err error
	if d.strip, err = lamps.NewStrip("unicornhd", lamps.Mounted(o.Rotation, o.Mirror), d.draw); err != nil {
		return nil, err
	}
	if d.drawer, err = periph.New(p); err != nil {
		return nil, fmt.Errorf("unicornhd: connect to %s: %w", p, err)
	}
	d.img = image.NewNRGBA(d.drawer.Bounds())
	return d, nil
}

// draw gives each lamp its square.
func (d *Dev) draw(c lamps.Colours) error {
	for i := range len(d.img.Pix) / 4 {
		x, y := i%d.img.Rect.Dx(), i/d.img.Rect.Dx()
		lamp := y/2*lamps.Side + x/2
		pixel := d.img.Pix[4*i:]
		copy(pixel, c[3*lamp:3*lamp+3])
		pixel[3] = 0xFF
	}
	return d.drawer.Draw(d.img.Rect, d.img, image.Point{})
}

// Show draws a picture of 192 bytes, red, green and blue of 8×8 lamps row by row
// from the top left. Level is the brightness from 1 to 255; 0 is dark.
func (d *Dev) Show(data []byte, level byte) error { return d.strip.Show(data, level) }

// Refresh sends the last picture once more.
func (d *Dev) Refresh() error { return d.strip.Refresh() }

// Halt turns all lamps off; a later Show lights them again.
func (d *Dev) Halt() error { return d.strip.Halt() }

// String names the HAT and the port.
func (d *Dev) String() string { return "unicornhd{" + d.port + "}" }
