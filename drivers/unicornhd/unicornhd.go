// Package unicornhd shows a picture of 8×8 lamps on Pimoroni's Unicorn HAT HD, each lamp as a
// square of four of the HAT's 16×16 lamps. It uses periph's driver of that name.
//
// Show sends whole pictures. It doesn't send a picture that is already shown. The owner of
// the bus calls Refresh once a minute, to correct lamps garbled by noise. Each lamp of the
// picture draws the current of four lamps, as four lamps of the HAT show it.
//
// # Wiring
//
// The HAT sits on the header and uses SPI 0 with chip select 0: GPIO10 (MOSI), GPIO11 (SCLK),
// GPIO8 (CE0), 9 MHz, mode 0. It shifts the levels itself. Its four buttons are on GPIO5, 6,
// 16 and 24. The configuration may name them as keys; the box's own keys can't use the same
// pins. Opts turns and mirrors the picture to match the mounting of the HAT.
//
// # Protocol
//
// There is no datasheet. A transfer is the byte 0x72, then red, green and blue of the 256
// lamps, row by row (Pimoroni's library unicornhathd, show).
package unicornhd

import (
	"fmt"
	"image"

	"periph.io/x/conn/v3/spi"
	periph "periph.io/x/devices/v3/unicornhd"

	"tabletop/drivers/internal/lamps"
)

// Opts describes how the HAT is mounted.
type Opts struct {
	// Rotation turns the picture clockwise: 0, 90, 180 or 270.
	Rotation int
	// Mirror swaps left and right of the HAT, before the rotation.
	Mirror bool
}

// DefaultOpts describes a HAT mounted in the orientation of periph's driver.
var DefaultOpts = Opts{}

// Dev is a Unicorn HAT HD. It must be used by one goroutine only.
type Dev struct {
	strip  *lamps.Strip
	drawer *periph.Dev
	img    *image.NRGBA
	port   string
}

// NewSPI returns the HAT on the port. It sends nothing; the first Show sends the first picture.
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

// draw shows colours on the HAT. It copies each lamp of the picture to a square of four lamps.
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

// Show draws a picture of 192 bytes: red, green and blue of 8×8 lamps, row by row from the top
// left. Level is the brightness from 1 to 255; 0 turns all lamps off.
func (d *Dev) Show(data []byte, level byte) error { return d.strip.Show(data, level) }

// Refresh sends the last picture again.
func (d *Dev) Refresh() error { return d.strip.Refresh() }

// Halt turns all lamps off. A later Show turns them on again.
func (d *Dev) Halt() error { return d.strip.Halt() }

// String returns the driver's name and the port.
func (d *Dev) String() string { return "unicornhd{" + d.port + "}" }
