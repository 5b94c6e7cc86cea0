// Package ws2812 shows 8×8 lamps on a matrix of 64 WS2812 (or SK6812 without
// white) at an SPI port, through periph's driver nrzled.
//
// Every picture is sent whole; one that is shown already isn't. Whoever owns the
// bus calls Refresh once a minute, should noise have garbled a lamp. The port's
// clock makes the pulses, four of its bits for one of the lamps', so it must be
// exactly what is asked for, 2.5 MHz, and nothing else may be on the bus. A picture
// is a single transfer of 774 bytes, well below the 4096 that spidev takes unless
// its parameter bufsiz says otherwise.
//
// # Wiring
//
//	Pi                      74AHCT125    matrix
//	pin 2   5 V             VCC          5 V
//	pin 6   ground          GND          GND
//	pin 19  GPIO10 (MOSI)   1A → 1Y      DIN, through 330 Ω
//
// The 74AHCT125 stands at 5 V, its enable and spare inputs at ground: at 5 V a lamp wants
// 3.5 V for a high level, more than the Pi's 3.3 V. A lamp takes up to 60 mA, all
// 64 nearly 4 A, which is more than the Pi's 5 V pins should pass on: pictures that
// may grow so bright need a supply of their own, with 1000 µF beside the matrix.
//
// On a Pi 3 and a Pi 4 the port's clock follows the core's, which changes with the
// load. There /boot/firmware/config.txt needs core_freq=250 (Pi 3), or core_freq=500
// and core_freq_min=500 (Pi 4).
//
// # Datasheet
//
// Worldsemi, WS2812B: "Data transfer time", "Sequence chart", "Composition of 24bit
// data" (green, red, blue, the highest bit first). Later kinds (WS2812B-V5) ask for
// a pause of 280 µs before they show a picture, where the first wanted 50.
package ws2812

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/nrzled"

	"tabletop/drivers/internal/lamps"
)

// clock is the only one nrzled accepts: 4 bits of 400 ns make one of the lamps'.
const clock = 2500 * physic.KiloHertz

// pause lets the lamps show a picture: the code "RES" of the datasheet, with a
// margin. Without it the next picture would be taken for more lamps.
const pause = 300 * time.Microsecond

// Opts says how the lamps are wired.
type Opts struct {
	// Origin is the corner of the first lamp, the one data enters: "top-left" (or
	// ""), "top-right", "bottom-left" or "bottom-right". The first row runs from
	// there to the side.
	Origin string
	// Serpentine means that every second row runs back.
	Serpentine bool
	// Rotation turns the picture clockwise: 0, 90, 180 or 270.
	Rotation int
}

// DefaultOpts is a matrix whose rows all run from the left, the top one first.
var DefaultOpts = Opts{Origin: "top-left"}

// Dev is a matrix. It belongs to one goroutine.
type Dev struct {
	strip  *lamps.Strip
	drawer *nrzled.Dev
	port   string
}

// NewSPI returns a matrix on the port. Nothing is sent before the first Show. A
// port that can't take a picture in one transfer is refused.
func NewSPI(p spi.Port, o Opts) (*Dev, error) {
	d := &Dev{port: p.String()}
	var err error
	if d.strip, err = lamps.NewStrip("ws2812", lamps.Layout(o), d.draw); err != nil {
		return nil, err
	}
	opts := nrzled.Opts{NumPixels: lamps.Count, Channels: 3, Freq: clock}
	if d.drawer, err = nrzled.NewSPI(p, &opts); err != nil {
		return nil, fmt.Errorf("ws2812: connect to %s: %w", p, err)
	}
	return d, nil
}

func (d *Dev) draw(c lamps.Colours) error {
	_, err := d.drawer.Write(c[:])
	time.Sleep(pause)
	return err
}

// Show draws a picture of 192 bytes, red, green and blue of 8×8 lamps row by row
// from the top left. Level is the brightness from 1 to 255; 0 is dark.
func (d *Dev) Show(data []byte, level byte) error { return d.strip.Show(data, level) }

// Refresh sends the last picture once more.
func (d *Dev) Refresh() error { return d.strip.Refresh() }

// Halt turns all lamps off; a later Show lights them again.
func (d *Dev) Halt() error { return d.strip.Halt() }

// String names the chip and the port.
func (d *Dev) String() string { return "ws2812{" + d.port + "}" }
