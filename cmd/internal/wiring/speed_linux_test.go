package wiring_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/wiring"
)

// limited is a port that knows how fast it may be.
type limited struct {
	port
	hertz []physic.Frequency
}

func (l *limited) LimitSpeed(f physic.Frequency) error {
	l.hertz = append(l.hertz, f)
	return nil
}

func (l *limited) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	l.hertz = append(l.hertz, f)
	return l.port.Connect(f, m, bits)
}

func (l *limited) MaxTxSize() int { return 4096 }

// A port runs at the slower of what it is limited to and what the driver asks for.
func TestNothingOnWiresRunsFasterThanTheConfigWants(t *testing.T) {
	for _, test := range []struct {
		chip  string
		speed int
		want  physic.Frequency
	}{
		{"ssd1306", 0, physic.MegaHertz},
		{"ssd1306", 8000, 8 * physic.MegaHertz},
		{"sh1106", 0, physic.MegaHertz},
		{"max7219", 0, physic.MegaHertz},
		{"max7219", 200, 200 * physic.KiloHertz},
		{"apa102", 0, physic.MegaHertz},
		{"ws2812", 0, 2500 * physic.KiloHertz},
		{"unicornhd", 0, 9 * physic.MegaHertz},
		{"mfrc522", 0, physic.MegaHertz},
	} {
		var p limited
		h := wiring.Host{
			SPI: func(string) (spi.PortCloser, error) { return &p, nil },
			Pin: func(name string) (gpio.PinIO, error) {
				return &gpiotest.Pin{N: name, EdgesChan: make(chan gpio.Level)}, nil
			},
		}
		c := config.Default()
		switch {
		case test.chip == "mfrc522":
			c.Tags.Bus, c.Tags.Speed = "SPI0.1", test.speed
			_, _, _ = h.Tags(c) // no chip answers
		case slices.Contains(chips.OLEDNames(), test.chip):
			c.Panel.Chip, c.Panel.Bus, c.Panel.DC, c.Panel.Speed = test.chip, "SPI0.1", "GPIO25", test.speed
			_ = h.OLED(c.Panel).Show(make([]byte, 1024), 200)
		default:
			c.Matrix.Chip, c.Matrix.Speed = test.chip, test.speed
			_ = h.Matrix(c.Matrix).Show(make([]byte, 192), 200)
		}
		if len(p.hertz) != 2 || min(p.hertz[0], p.hertz[1]) != test.want {
			t.Errorf("%s, speed %d: %v, want the lesser to be %v", test.chip, test.speed, p.hertz, test.want)
		}
	}
}

func TestAPortThatCannotBeSlowedIsAnErrorAndGivenBack(t *testing.T) {
	p := stubborn{&port{}}
	h := wiring.Host{SPI: func(string) (spi.PortCloser, error) { return p, nil }}
	err := h.Matrix(config.Default().Matrix).Show(make([]byte, 192), 200)
	if err == nil || !strings.Contains(err.Error(), "SPI0.0 at 1000 kHz") || !p.closed {
		t.Errorf("got %v, closed %v", err, p.closed)
	}
}

type stubborn struct{ *port }

func (stubborn) LimitSpeed(physic.Frequency) error { return errors.New("no") }
