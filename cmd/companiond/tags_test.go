package main

import (
	"errors"
	"strings"
	"testing"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion/waittest"
)

// nobody is an SPI port on which no chip answers.
type nobody struct{}

func (nobody) String() string                                              { return "nobody" }
func (nobody) Close() error                                                { return nil }
func (nobody) LimitSpeed(physic.Frequency) error                           { return nil }
func (n nobody) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return n, nil }
func (nobody) Duplex() conn.Duplex                                         { return conn.Full }
func (nobody) TxPackets([]spi.Packet) error                                { return errors.ErrUnsupported }
func (nobody) Tx(_, r []byte) error                                        { clear(r); return nil }

func TestAReaderOfTagsThatIsMissingIsSaidOnceAndLookedForAgain(t *testing.T) {
	t.Parallel()
	b := newBench()
	host := func() wiring.Host {
		h := b.host()
		h.SPI = func(string) (spi.PortCloser, error) { return nobody{}, nil }
		h.Pin = func(name string) (gpio.PinIO, error) {
			return &gpiotest.Pin{N: name, EdgesChan: make(chan gpio.Level)}, nil
		}
		return h
	}
	e := gather(t, "[tags]\nbus = \"SPI0.1\"\n", host)
	e.says("trouble.tags")
	waittest.Until(t, "the third look for it", func() (any, bool) {
		log := e.log.String()
		return log, strings.Count(log, "no chip answers") >= 3
	})
	if e.shows("trouble.tags") {
		t.Errorf("said again: %s", said(e.d.loop.Now().View))
	}
}

func TestAReaderOfTagsWithoutItsLinesIsSaid(t *testing.T) {
	t.Parallel()
	b := newBench()
	e := gather(t, "[tags]\nbus = \"SPI0.1\"\nirq = \"GPIO99\"\n", func() wiring.Host {
		h := b.host()
		h.Pin = func(name string) (gpio.PinIO, error) {
			if name == "GPIO99" {
				return nil, errors.New("wiring: there is no line GPIO99")
			}
			return &gpiotest.Pin{N: name}, nil
		}
		return h
	})
	e.says("trouble.tags wiring: there is no line GPIO99")
}
