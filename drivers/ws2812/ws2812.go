// Package ws2812 shows a picture on a matrix of 8×8 WS2812 lamps (or SK6812 without white) at
// an SPI port, through periph's driver nrzled.
//
// Show sends whole pictures. It doesn't send a picture that is already shown. The owner of
// the bus calls Refresh once a minute, to correct lamps garbled by noise. The port's clock
// times the pulses for the lamps: four bits on the port make one bit for a lamp. So the clock
// must be exactly 2.5 MHz, and nothing else may be on the bus. A picture is a single transfer
// of 774 bytes, well below spidev's default limit of 4096 (parameter bufsiz).
//
// # Wiring
//
//	Pi                      74AHCT125    matrix
//	pin 2   5 V             VCC          5 V
//	pin 6   ground          GND          GND
//	pin 19  GPIO10 (MOSI)   1A → 1Y      DIN, through 330 Ω
//
// The 74AHCT125 runs at 5 V, with its enable and spare inputs at ground: at 5 V a lamp needs
// 3.5 V for a high level, more than the Pi's 3.3 V. A lamp takes up to 60 mA, all 64 nearly 4
// A, more than the Pi's 5 V pins should pass on. Bright pictures need a separate supply, with
// 1000 µF beside the matrix.
//
// On a Pi 3 and a Pi 4 the port's clock follows the core's, which changes with the
// load. There /boot/firmware/config.txt needs core_freq=250 (Pi 3), or core_freq=500
// and core_freq_min=500 (Pi 4).
//
// # Datasheet
//
// Worldsemi, WS2812B: "Data transfer time", "Sequence chart", "Composition of 24bit data"
// (green, red, blue, the highest bit first). Later versions (WS2812B-V5) need a pause of 280
// µs before they show a picture; the first version needed 50 µs.
package ws2812

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/nrzled"

	"tabletop/drivers/internal/lamps"
)

// clock is the frequency of the SPI port, the only one that nrzled accepts: 4 bits of 400 ns
// make one bit of the lamps.
const clock = 2500 * physic.KiloHertz

// pause is the time without data after which the lamps show a picture: the code "RES" of the
// datasheet, with a margin. Without the pause the lamps would pass the next picture on to
// further lamps.
const pause = 300 * time.Microsecond

// Opts describes how the lamps are wired.
type Opts struct {
	// Origin is the corner of the first lamp, where data enters: "top-left" (or ""),
	// "top-right", "bottom-left" or "bottom-right". The first row runs sideways from there.
	Origin string
	// Serpentine means that every second row runs in the opposite direction.
	Serpentine bool
	// Rotation turns the picture clockwise: 0, 90, 180 or 270.
	Rotation int
}

// DefaultOpts describes a matrix whose rows all run from left to right, the top row first.
var DefaultOpts = Opts{Origin: "top-left"}

// Dev is a matrix of lamps. It must be used by one goroutine only.
type Dev struct {
	strip  *lamps.Strip
	drawer *nrzled.Dev
	port   string
}

// NewSPI returns the matrix on the port, or an error if the port can't send a picture in one
// transfer. It sends nothing; the first Show sends the first picture.
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

// Show draws a picture of 192 bytes: red, green and blue of 8×8 lamps, row by row from the top
// left. Level is the brightness from 1 to 255; 0 turns all lamps off.
func (d *Dev) Show(data []byte, level byte) error { return d.strip.Show(data, level) }

// Refresh sends the last picture again.
func (d *Dev) Refresh() error { return d.strip.Refresh() }

// Halt turns all lamps off. A later Show turns them on again.
func (d *Dev) Halt() error { return d.strip.Halt() }

// String returns the driver's name and the port.
func (d *Dev) String() string { return "ws2812{" + d.port + "}" }
