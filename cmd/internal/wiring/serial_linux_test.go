package wiring_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/wiring"
	"tabletop/drivers/hidscanner"
	"tabletop/drivers/mfrc522"
	"tabletop/drivers/serial"
)

func TestSerialDevicesNeedNotBeThere(t *testing.T) {
	c := config.Default()
	c.Scanner.Port, c.Table.Port, c.Printer.Port = "/nowhere/scanner", "/nowhere/table", "/nowhere/printer"
	for _, test := range []struct {
		name string
		open func(wiring.Notice) (device any, close func() error, err error)
	}{
		{c.Scanner.Port, func(n wiring.Notice) (any, func() error, error) {
			d, p, err := wiring.Host{}.Scanner(c, n, nil)
			return d, p.Close, err
		}},
		{c.Table.Port, func(n wiring.Notice) (any, func() error, error) {
			d, p, err := wiring.Table(c, n)
			return d, p.Close, err
		}},
		{c.Printer.Port, func(n wiring.Notice) (any, func() error, error) {
			d, p, err := wiring.Printer(c.Printer, n)
			return d, p.Close, err
		}},
		{"/nowhere/usb/lp0", func(n wiring.Notice) (any, func() error, error) {
			usb := c.Printer
			usb.Port = "/nowhere/usb/lp0"
			d, p, err := wiring.Printer(usb, n)
			return d, p.Close, err
		}},
	} {
		said := make(chan error, 1)
		_, end, err := test.open(func(err error) { said <- err })
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if err := <-said; !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), test.name) {
			t.Errorf("%s is away because %v", test.name, err)
		}
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

func TestASerialDeviceThatCannotBeIsAnErrorThatNamesWhatIsWrong(t *testing.T) {
	sound := func() config.Config {
		c := config.Default()
		c.Scanner.Port, c.Table.Port, c.Printer.Port = "/nowhere", "/nowhere", "/nowhere"
		return c
	}
	for _, test := range []struct {
		spoil func(*config.Config)
		want  string
	}{
		{func(c *config.Config) { c.Scanner.Baud = 12 }, "12 baud"},
		{func(c *config.Config) { c.Table.Port, c.Table.Baud = "/nowhere", 0 }, "0 baud"},
		{func(c *config.Config) { c.Printer.Baud = -1 }, "-1 baud"},
		{func(c *config.Config) { c.Printer.Page = 855 }, "printer.page 855"},
		{func(c *config.Config) { c.Printer.Table = 256 }, "printer.table 256"},
		{func(c *config.Config) { c.Printer.Columns = 3 }, "3 columns"},
		{func(c *config.Config) { c.Printer.Dots = 385 }, "385 dots"},
		{func(c *config.Config) { c.Printer.Page, c.Printer.Dots = 0, 64 }, "5 columns"},
	} {
		c := sound()
		test.spoil(&c)
		_, _, one := wiring.Host{}.Scanner(c, nil, nil)
		_, _, two := wiring.Table(c, nil)
		_, _, three := wiring.Printer(c.Printer, nil)
		if err := errors.Join(one, two, three); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.want, err)
		}
	}
}

func TestAKeyboardIsAScannerWithARealPanelOnly(t *testing.T) {
	c := config.Default()
	c.Scanner.Port = "usb:1A86:E129"
	if _, _, err := (wiring.Host{}).Scanner(c, nil, nil); err == nil || err.Error() != "wiring: scanner.port usb:1A86:E129: keyboards are read with a real panel only" {
		t.Errorf("with a simulated panel: %v", err)
	}
	if wiring.Linux().Keyboard == nil {
		t.Error("a real panel has no keyboards")
	}
	for text, want := range map[string]error{"grabbed": serial.ErrInUse, "away": os.ErrNotExist} {
		failed := map[string]error{"grabbed": hidscanner.ErrGrabbed, "away": os.ErrNotExist}[text]
		h := wiring.Host{Keyboard: func(id hidscanner.ID, idle time.Duration) (io.ReadCloser, error) {
			if id.String() != "usb:1a86:e129" || idle <= 0 {
				t.Errorf("opened %v with an idle time of %v", id, idle)
			}
			return nil, failed
		}}
		said := make(chan error, 1)
		_, p, err := h.Scanner(c, func(err error) { said <- err }, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := <-said; !errors.Is(err, want) || !strings.HasPrefix(err.Error(), "serial: reach usb:1A86:E129: ") {
			t.Errorf("%s: away because %v", text, err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	c.Scanner.Port = "usb:1A86"
	if _, _, err := (wiring.Host{}).Scanner(c, nil, nil); err == nil || !strings.Contains(err.Error(), `"usb:1A86" is no id`) {
		t.Errorf("half an id: %v", err)
	}
}

func TestATagReaderGivesItsBusBackWhereNoChipAnswers(t *testing.T) {
	var p port
	h := wiring.Host{
		SPI: func(string) (spi.PortCloser, error) { return &p, nil },
		Pin: func(name string) (gpio.PinIO, error) {
			return &gpiotest.Pin{N: name, EdgesChan: make(chan gpio.Level)}, nil
		},
	}
	c := config.Default()
	c.Tags.Bus = "SPI0.1"
	if _, _, err := h.Tags(c); !errors.Is(err, mfrc522.ErrNoChip) || !p.closed {
		t.Errorf("without a chip: %v, closed %v", err, p.closed)
	}
	gone := errors.New("no such line")
	for _, line := range []string{c.Tags.Reset, c.Tags.IRQ} {
		h.Pin = func(name string) (gpio.PinIO, error) {
			if name == line {
				return nil, gone
			}
			return &gpiotest.Pin{N: name}, nil
		}
		if _, _, err := h.Tags(c); !errors.Is(err, gone) {
			t.Errorf("without %s: %v", line, err)
		}
	}
}

// port is an SPI port on which nobody answers.
type port struct{ closed bool }

func (p *port) String() string                                            { return "port" }
func (p *port) Close() error                                              { p.closed = true; return nil }
func (p *port) LimitSpeed(physic.Frequency) error                         { return nil }
func (p *port) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }
func (p *port) Duplex() conn.Duplex                                       { return conn.Full }
func (p *port) TxPackets([]spi.Packet) error                              { return errors.ErrUnsupported }
func (p *port) Tx(_, r []byte) error                                      { clear(r); return nil }
