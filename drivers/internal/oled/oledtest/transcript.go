package oledtest

import (
	"bytes"
	"errors"
	"testing"

	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2ctest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"
)

// Display has the methods that the displays of all drivers share.
type Display interface {
	Show(picture []byte, level byte) error
	Refresh() error
	Reinit() error
	Halt() error
}

// Step is a call of a display's method, with the transfers that the display should make. Each
// transfer includes its control byte.
type Step struct {
	name  string
	ask   func(Display) error
	sends [][]byte
}

// Asking returns a step that calls ask and expects the transfers in sends.
func Asking(name string, ask func(Display) error, sends ...[]byte) Step {
	return Step{name, ask, sends}
}

// Showing returns a step that shows a copy of picture and expects the transfers in sends.
func Showing(name string, picture []byte, level byte, sends ...[]byte) Step {
	picture = bytes.Clone(picture)
	return Step{name, func(d Display) error { return d.Show(picture, level) }, sends}
}

// Walk runs the steps on a display on an I²C bus, and on one at an SPI port. It fails the test
// unless the display makes exactly the transfers of the steps. Over SPI the level of D/C# must
// match the control byte.
func Walk[D Display, O any](
	t *testing.T, newI2C func(i2c.Bus, *O) (D, error), newSPI func(spi.Port, gpio.PinOut, *O) (D, error), o *O, addr uint16, steps []Step,
) {
	t.Helper()
	bus := &i2ctest.Playback{DontPanic: true}
	d, err := newI2C(bus, o)
	if err != nil {
		t.Fatal(err)
	}
	walk(t, d, steps, bus.Close, func(w []byte) { bus.Ops = append(bus.Ops, i2ctest.IO{Addr: addr, W: w}) })

	port, dc := &spitest.Playback{Playback: conntest.Playback{DontPanic: true}}, &Pin{name: "DC"}
	d, err = newSPI(controlled{port, dc}, dc, o)
	if err != nil {
		t.Fatal(err)
	}
	walk(t, d, steps, port.Close, func(w []byte) { port.Ops = append(port.Ops, conntest.IO{W: w}) })
}

// walk runs the steps on d. It calls expect with each expected transfer. usedUp returns an
// error unless d has made all expected transfers.
func walk(t *testing.T, d Display, steps []Step, usedUp func() error, expect func(w []byte)) {
	t.Helper()
	for _, s := range steps {
		for _, w := range s.sends {
			expect(w)
		}
		if err := errors.Join(s.ask(d), usedUp()); err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
	}
}

// controlled is an SPI port for tests. It prepends to each transfer the control byte that
// stands for the level of the pin D/C#.
type controlled struct {
	*spitest.Playback
	dc *Pin
}

// Connect connects the port. The transfers of the returned connection begin with a control
// byte.
func (c controlled) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	conn, err := c.Playback.Connect(f, mode, bits)
	return controlledConn{conn, c.dc}, err
}

type controlledConn struct {
	spi.Conn
	dc *Pin
}

// Tx sends the control byte and w in one transfer.
func (c controlledConn) Tx(w, r []byte) error {
	control := byte(controlCommand)
	if c.dc.Level {
		control = controlData
	}
	return c.Conn.Tx(append([]byte{control}, w...), r)
}
