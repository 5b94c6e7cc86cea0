package wiring_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/panel"
)

// bench is a machine whose buses can be cut off.
type bench struct {
	opened, closed []string
	sent           int
	row            []byte // of the display, the last one sent whole
	gone           error
}

func (b *bench) host() wiring.Host {
	return wiring.Host{
		I2C: func(name string) (i2c.BusCloser, error) {
			b.opened = append(b.opened, name)
			return &wire{b, name}, b.gone
		},
		SPI: func(name string) (spi.PortCloser, error) {
			b.opened = append(b.opened, name)
			return &spitest.Record{}, b.gone
		},
		Pin: func(name string) (gpio.PinIO, error) { return &gpiotest.Pin{N: name}, nil },
	}
}

// wire is an I²C bus.
type wire struct {
	bench *bench
	name  string
}

func (w *wire) String() string                  { return w.name }
func (w *wire) SetSpeed(physic.Frequency) error { return nil }
func (w *wire) Close() error                    { w.bench.closed = append(w.bench.closed, w.name); return nil }

func (w *wire) Tx(_ uint16, b, _ []byte) error {
	if w.bench.gone == nil {
		w.bench.sent += len(b)
		if b[0] == 0x40 && len(b) == 1+128 {
			w.bench.row = slices.Clone(b[1:])
		}
	}
	return w.bench.gone
}

func TestEveryChipOfAConfigHasADriver(t *testing.T) {
	var b bench
	h, c := b.host(), config.Default()
	for _, chip := range chips.OLEDNames() {
		for _, bus := range []string{"I2C1", "SPI0.0"} {
			c.Panel.Chip, c.Panel.Bus, c.Panel.DC = chip, bus, "GPIO25"
			s := h.OLED(c.Panel)
			if chip == config.None {
				if s != nil {
					t.Errorf("panel %s is %s", chip, s)
				}
				continue
			}
			is, _ := chips.OLEDNamed(chip)
			if either := h.EitherOLED(c.Panel); either.String() != s.String() {
				t.Errorf("panel %s is %s, or %s", chip, s, either)
			}
			if err := s.Show(make([]byte, 1024), 200); err != nil || !strings.HasPrefix(s.String(), is.Title+" ("+bus) {
				t.Errorf("panel %s on %s is %s: %v", chip, bus, s, err)
			}
			if err := s.Halt(); err != nil {
				t.Errorf("%s: halt: %v", s, err)
			}
		}
	}
	for _, chip := range chips.MatrixNames() {
		c.Matrix.Chip, c.Matrix.Bus = chip, "SPI0.0"
		is, _ := chips.MatrixNamed(chip)
		if is.I2C != nil {
			c.Matrix.Bus = "I2C1"
		}
		s := h.Matrix(c.Matrix)
		if chip == config.None {
			if s != nil {
				t.Errorf("matrix %s is %s", chip, s)
			}
			continue
		}
		if err := s.Show(make([]byte, 192), 200); err != nil || !strings.HasPrefix(s.String(), is.Title+" ("+c.Matrix.Bus) {
			t.Errorf("matrix %s is %s: %v", chip, s, err)
		}
	}
}

func TestABusThatIsGoneForAWhileIsOpenedAnew(t *testing.T) {
	var b bench
	s := b.host().OLED(config.Default().Panel)
	picture := make([]byte, 1024)
	if err := s.Show(picture, 200); err != nil {
		t.Fatal(err)
	}
	b.gone = errors.New("no such device")
	for range 5 {
		picture[0]++
		if err := s.Show(picture, 200); !errors.Is(err, b.gone) {
			t.Errorf("on a bus that is gone: %v", err)
		}
	}
	if err := s.Halt(); err != nil {
		t.Errorf("halting what isn't open: %v", err)
	}
	b.gone = nil
	if err := s.Show(picture, 200); err != nil {
		t.Error(err)
	}
	if len(b.opened) < 3 || len(b.opened)-len(b.closed) < 1 || !slices.Contains(b.closed, "I2C1") {
		t.Errorf("opened %v, closed %v", b.opened, b.closed)
	}
}

func TestADisplayThatComesLateIsTheChipThatItWasTakenFor(t *testing.T) {
	lit := slices.Repeat([]byte{0xFF}, 1024)
	for chip, margin := range map[panel.Chip]int{"": 0, panel.SSD1306: 0, panel.SH1106: 2, "sh1107": 0} {
		b := bench{gone: errors.New("no such device")}
		s := b.host().OLED(config.Default().Panel)
		shown := func() {
			t.Helper()
			want := append(make([]byte, margin), lit[:128-margin]...)
			if err := s.Show(lit, 200); err != nil || !slices.Equal(b.row, want) {
				t.Errorf("taken for %q: a row of % x: %v", chip, b.row, err)
			}
		}
		s.Choose(chip)
		for range 5 {
			if s.Show(lit, 200) == nil {
				t.Fatal("shown on a bus that isn't there")
			}
		}
		b.gone = nil
		shown()
		b.gone = errors.New("remote I/O error")
		for range 5 {
			s.Choose(panel.SH1106) // and back, in the middle of it
			if err := s.Show(lit[:1024], 100); !errors.Is(err, b.gone) {
				t.Errorf("on a bus that fails: %v", err)
			}
		}
		s.Choose(chip)
		b.gone, b.row = nil, nil
		shown()
	}
}

func TestADisplayWhoseChipIsNamedDoesNotCareForWhatItIsTakenFor(t *testing.T) {
	var b bench
	c := config.Default().Panel
	c.Chip = "ssd1306"
	s, picture := b.host().OLED(c), make([]byte, 1024)
	if err := s.Show(picture, 200); err != nil {
		t.Fatal(err)
	}
	before := b.sent
	s.Choose(panel.SH1106)
	if err := s.Show(picture, 200); err != nil || b.sent != before {
		t.Errorf("%d bytes were sent for the same picture: %v", b.sent-before, err)
	}
}

func TestNothingIsOpenedBeforeThereIsSomethingToShow(t *testing.T) {
	var b bench
	c := config.Default()
	panel, matrix := b.host().OLED(c.Panel), b.host().Matrix(c.Matrix)
	if err := errors.Join(panel.Refresh(), matrix.Refresh(), panel.Halt(), matrix.Halt()); err != nil || len(b.opened) > 0 {
		t.Errorf("opened %v: %v", b.opened, err)
	}
}

func TestAnImpossibleWiringIsAnErrorThatNamesIt(t *testing.T) {
	h := wiring.Host{}
	linux := wiring.Linux()
	h.I2C, h.SPI, h.Pin = linux.I2C, linux.SPI, linux.Pin
	for _, name := range []string{"", "1", "I2C", "I2C1x", "SPI0.0", "I2C99999"} {
		if _, err := h.I2C(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("I²C bus %q: %v", name, err)
		}
	}
	for _, name := range []string{"", "SPI0", "I2C1", "SPI0.0.0"} {
		if _, err := h.SPI(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("SPI port %q: %v", name, err)
		}
	}
	for _, name := range []string{"", "GPIO9999"} {
		if _, err := h.Pin(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("line %q: %v", name, err)
		}
	}
}

func TestAKeyWithoutALineIsNotThere(t *testing.T) {
	c := config.Default().Keys
	c.Up, c.Down, c.EncoderA, c.EncoderB = "", "", "GPIO17", "GPIO27"
	o := wiring.KeyOpts(c)
	if len(o.Keys) != 2 || o.Keys[0].Name != "back" || o.Keys[1].Name != "ok" || o.Encoder.A != "GPIO17" || o.Encoder.Detent != 4 {
		t.Errorf("keys %+v, encoder %+v", o.Keys, o.Encoder)
	}
}
