package wiring

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/config"
	"tabletop/drivers/escpos"
	"tabletop/drivers/hidscanner"
	"tabletop/drivers/mfrc522"
	"tabletop/drivers/scanner"
	"tabletop/drivers/serial"
	"tabletop/drivers/tablepanel"
	"tabletop/drivers/usblp"
)

// Notice is a function that is called once with the reason when a device is lost, and with nil when
// the device is back.
type Notice func(error)

// Scanner opens the scanner of a config. The caller closes the port after the device. A scanner that
// is a keyboard needs a real panel: the Host of a simulated panel opens none. Scanner calls refused,
// if set, for each text of a keyboard that is not a valid code. It is not called for a serial line,
// because a loose wire there is noise without an end.
func (h Host) Scanner(c config.Config, away Notice, refused func()) (*scanner.Dev, io.Closer, error) {
	o := scanner.DefaultOpts()
	device := func(p *serial.Port) (*scanner.Dev, error) { return scanner.New(p, o) }
	if !hidscanner.IsID(c.Scanner.Port) {
		return open(c.Scanner, away, device)
	}
	o.Refused = refused
	id, err := hidscanner.ParseID(c.Scanner.Port)
	if err == nil && h.Keyboard == nil {
		err = fmt.Errorf("wiring: scanner.port %s: keyboards are read with a real panel only", c.Scanner.Port)
	}
	if err != nil {
		return nil, nil, err
	}
	return openBy(func(_ string, _ int, idle time.Duration) (serial.Device, error) {
		k, err := h.Keyboard(id, idle)
		if errors.Is(err, hidscanner.ErrGrabbed) {
			err = fmt.Errorf("%w: %w", serial.ErrInUse, err)
		}
		return typed{k}, err
	}, c.Scanner, away, device)
}

// typed is a keyboard as a serial device that ignores its rate and accepts no bytes.
type typed struct{ io.ReadCloser }

func (typed) Write([]byte) (int, error) { return 0, errors.ErrUnsupported }

// Table opens the table panel of a config.
func Table(c config.Config, away Notice) (*tablepanel.Dev, io.Closer, error) {
	return open(c.Table, away, func(p *serial.Port) (*tablepanel.Dev, error) {
		return tablepanel.New(p, tablepanel.DefaultOpts())
	})
}

// Printer opens the printer of a config.
func Printer(c config.Printer, away Notice) (*escpos.Dev, io.Closer, error) {
	o, err := printerOpts(c)
	if err != nil {
		return nil, nil, err
	}
	if usblp.IsNode(c.Port) {
		return usbPrinter(c.Port, o, away)
	}
	return open(config.Serial{Port: c.Port, Baud: c.Baud}, away, func(p *serial.Port) (*escpos.Dev, error) {
		return escpos.New(answers{p}, o)
	})
}

// answers is the serial line of a device that sends only answers. Writes report a lost line. Reads
// ignore a lost line: an old error in Read would block the next receipt to a printer that has long
// been back.
type answers struct{ *serial.Port }

// Read waits for bytes, the deadline, or the closing of the port.
func (a answers) Read(b []byte) (int, error) {
	for {
		n, err := a.Port.Read(b)
		if n > 0 || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, os.ErrClosed) {
			return n, err
		}
	}
}

// open opens a serial port and the device on it.
func open[D any](c config.Serial, away Notice, device func(*serial.Port) (D, error)) (D, io.Closer, error) {
	return openBy(serial.DefaultOpts().Dial, c, away, device)
}

// openBy opens a port whose devices are opened by dial, and the device on it.
func openBy[D any](dial func(string, int, time.Duration) (serial.Device, error), c config.Serial, away Notice, device func(*serial.Port) (D, error)) (dev D, _ io.Closer, err error) {
	o := serial.DefaultOpts()
	o.Notice, o.Dial = away, dial
	port, err := serial.Open(c.Port, c.Baud, o)
	if err != nil {
		return dev, nil, err
	}
	if dev, err = device(port); err != nil {
		return dev, nil, errors.Join(err, port.Close())
	}
	return dev, port, nil
}

// Tags opens the tag reader of a config.
func (h Host) Tags(c config.Config) (*mfrc522.Dev, io.Closer, error) {
	reset, err := h.Pin(c.Tags.Reset)
	if err != nil {
		return nil, nil, err
	}
	irq, err := h.Pin(c.Tags.IRQ)
	if err != nil {
		return nil, nil, err
	}
	port, err := h.portAt(c.Tags.Bus, config.Speed(chips.Reader, c.Tags.Speed))
	if err != nil {
		return nil, nil, err
	}
	o := mfrc522.DefaultOpts()
	dev, err := mfrc522.New(port, reset, irq, o)
	if err != nil {
		return nil, nil, errors.Join(err, port.Close())
	}
	return dev, port, nil
}
