package wiring

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/text/encoding/charmap"

	"tabletop/cmd/internal/config"
	"tabletop/drivers/escpos"
	"tabletop/drivers/serial"
	"tabletop/drivers/usblp"
)

// page is a code page and its number in Epson's printers, which most other makers use too.
type page struct {
	chars *charmap.Charmap
	table int
}

// pages maps the numbers allowed in the config to code pages. With page 0 the companion prints all
// text as a picture, otherwise only lines with letters that the page lacks.
var pages = map[int]page{
	0: {}, 437: {charmap.CodePage437, 0}, 866: {charmap.CodePage866, 17}, 1251: {charmap.Windows1251, 46}, 1252: {charmap.Windows1252, 16},
}

// printerOpts returns the options of a printer.
func printerOpts(c config.Printer) (escpos.Opts, error) {
	p, known := pages[c.Page]
	switch {
	case !known:
		return escpos.Opts{}, fmt.Errorf("wiring: printer.page %d: 866, 1251, 1252, 437, or 0 for none", c.Page)
	case c.Table < -1 || c.Table > 255:
		return escpos.Opts{}, fmt.Errorf("wiring: printer.table %d: 0 to 255, or -1 for the usual number", c.Table)
	case c.Table >= 0:
		p.table = c.Table
	}
	o := escpos.DefaultOpts()
	o.Columns, o.Dots, o.DrawsQR, o.Cuts, o.Mute = c.Columns, c.Dots, c.QR, c.Cuts, c.Mute
	o.Page, o.Table, o.Face = p.chars, byte(p.table), face
	if o.Page == nil {
		o.Columns = min(c.Columns, c.Dots/cell())
	}
	return o, nil
}

// usbBaud is a valid rate for package serial. A USB printer has no rate.
const usbBaud = 9600

// usbPrinter opens a printer of the USB printer class.
func usbPrinter(node string, o escpos.Opts, away Notice) (*escpos.Dev, io.Closer, error) {
	line, so := &usbLine{}, serial.DefaultOpts()
	so.Notice, so.Dial = away, line.dial
	port, err := serial.Open(node, usbBaud, so)
	if err != nil {
		return nil, nil, err
	}
	line.answers = answers{port}
	dev, err := escpos.New(line, o)
	if err != nil {
		return nil, nil, errors.Join(err, port.Close())
	}
	return dev, port, nil
}

// usbLine is the port of a USB printer. It implements escpos.Receiver.
type usbLine struct {
	answers
	device atomic.Pointer[usblp.Device] // the last one opened
}

func (l *usbLine) dial(node string, _ int, idle time.Duration) (serial.Device, error) {
	d, err := usblp.Open(node, idle)
	switch {
	case errors.Is(err, syscall.EBUSY):
		return nil, fmt.Errorf("%w: %w", serial.ErrInUse, err)
	case err != nil:
		return nil, err
	}
	l.device.Store(d)
	return d, nil
}

// PaperOut reports whether the USB port reports that the printer's paper is used up.
func (l *usbLine) PaperOut() bool {
	d := l.device.Load()
	if d == nil {
		return false
	}
	s, err := d.State()
	return err == nil && s.PaperOut()
}
