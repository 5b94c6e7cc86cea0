package oled_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/gpio"
	"pgregory.net/rapid"

	"tabletop/drivers/internal/bustest"
	"tabletop/drivers/internal/oled"
	"tabletop/drivers/internal/oled/oledtest"
	"tabletop/drivers/sh1106"
	"tabletop/drivers/ssd1306"
)

// Properties are checked some times only on each module, unless -rapid.checks says how often.
var _ = flag.Set("rapid.checks", "25")

func TestAfterAnythingThatHappensTheNextShowIsSeen(t *testing.T) {
	for name, open := range modules() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rapid.Check(bubble{t}, func(rt *rapid.T) { happen(rt, open(t)) })
			})
		})
	}
}

// bubble hides the deadline, which can't be asked for where time is false.
type bubble struct{ *testing.T }

// happen lets things happen to a module, and looks at it after each.
func happen(t *rapid.T, m module) {
	var picture, earlier [1024]byte
	level := byte(200)
	unnoticed := false // noise, or its power was lost and is back
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "pictures"), 1))
	show := func() {
		err := m.Show(picture[:], level)
		unnoticed = unnoticed && err == nil
		if err == nil && !unnoticed {
			m.shows(t, picture[:], level)
		}
	}
	t.Repeat(map[string]func(*rapid.T){
		"show": func(t *rapid.T) {
			somePicture(r, &picture)
			level = rapid.SampledFrom([]byte{200, 200, 200, 1, 0, 255}).Draw(t, "level")
			show()
		},
		"show an earlier picture": func(*rapid.T) {
			picture, earlier = earlier, picture
			show()
		},
		"show the inverse": func(t *rapid.T) {
			picture = inverse(picture)
			if rapid.Bool().Draw(t, "and something else") {
				picture[r.IntN(len(picture))] ^= 1
			}
			show()
		},
		"fault": func(t *rapid.T) {
			wait := rapid.IntRange(0, 6).Draw(t, "transfers before")
			arrives := rapid.SampledFrom([]int{0, 1, 2, 3, 20, 2000}).Draw(t, "bytes that arrive")
			m.Fault = oledtest.FailOnce(wait, arrives)
		},
		"unplugged": func(*rapid.T) {
			m.LosePower()
			m.Fault = func([]byte) (int, error) { return 0, oledtest.ErrNAK }
			if m.Reinit() == nil {
				t.Fatalf("a display that isn't there was set up")
			}
			unnoticed, m.Fault = false, nil
		},
		"power lost for a moment": func(*rapid.T) {
			m.LosePower()
			unnoticed = true
		},
		"noise": func(*rapid.T) {
			m.Noise(r)
			unnoticed = true
		},
		"refresh": func(*rapid.T) {
			m.Refresh() // heals at once, or is an error that the next Show heals
			unnoticed = false
		},
		"reinit": func(*rapid.T) {
			m.Reinit()
			unnoticed = false
		},
		"halt": func(*rapid.T) {
			m.Fault = nil // is told unless the module never answered
			if err := m.Halt(); err != nil || m.On {
				t.Fatalf("Halt left it on: %t, %v", m.On, err)
			}
			unnoticed = false
		},
	})
	m.Fault, level, unnoticed = nil, 100, false
	if err := m.Refresh(); err != nil {
		t.Fatal(err)
	}
	somePicture(r, &picture)
	show()
}

func TestAFailureAtAnyTransferIsToldAndTheNextShowHealsIt(t *testing.T) {
	for name, open := range modules() {
		t.Run(name, func(t *testing.T) {
			whole := open(t)
			for _, p := range pictures() {
				must(t, whole.Show(p[:], 200))
				whole.shows(t, p[:], 200)
			}
			synctest.Test(t, func(t *testing.T) {
				for n := range whole.Transfers {
					for _, arrives := range []int{0, 1, 2000} {
						m := open(t)
						m.Fault = oledtest.FailOnce(n, arrives)
						failsOnce(t, m)
					}
				}
			})
		})
	}
}

// failsOnce shows pictures, those again that failed.
func failsOnce(t *testing.T, m module) {
	t.Helper()
	failed := 0
	for _, p := range pictures() {
		err := m.Show(p[:], 200)
		if err != nil {
			failed++
			if !errors.Is(err, oledtest.ErrNAK) {
				t.Fatalf("%v, want one that wraps %v", err, oledtest.ErrNAK)
			}
			err = m.Show(p[:], 200)
		}
		must(t, err)
		m.shows(t, p[:], 200)
	}
	if failed != 1 {
		t.Fatalf("%d pictures failed, want 1", failed)
	}
}

func TestAfterARefusedTransferOverSPIAllIsSentAgain(t *testing.T) {
	picture := pictures()[3]
	for name, open := range map[string]func(p *bustest.SPI) (*oled.Dev, error){
		"ssd1306": func(p *bustest.SPI) (*oled.Dev, error) {
			return ssd1306.NewSPI(p, &oledtest.Pin{}, &ssd1306.DefaultOpts)
		},
		"sh1106": func(p *bustest.SPI) (*oled.Dev, error) {
			return sh1106.NewSPI(p, &oledtest.Pin{}, &sh1106.DefaultOpts)
		},
	} {
		healthy := &bustest.SPI{}
		d, err := open(healthy)
		must(t, err)
		must(t, d.Show(picture[:], 200))
		for n := range healthy.Sent {
			port := &bustest.SPI{Refuse: n + 1}
			d, err := open(port)
			must(t, err)
			err = d.Show(picture[:], 200)
			if !errors.Is(err, bustest.ErrRefused) || !strings.HasPrefix(err.Error(), name+": show: ") {
				t.Errorf("%s: transfer %d refused: got %v", name, n, err)
			}
			port.Sent = nil
			must(t, d.Show(picture[:], 200))
			if !bytes.Equal(bytes.Join(port.Sent, nil), bytes.Join(healthy.Sent, nil)) {
				t.Errorf("%s: after transfer %d was refused % x was sent", name, n, port.Sent)
			}
		}
	}
}

func TestHaltLeavesItDarkAndTheNextShowIsSeen(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		for range 2 {
			must(t, m.Show(p[0][:], 7))
			m.shows(t, p[0][:], 7)
			for range 2 {
				if err := m.Halt(); err != nil || m.On {
					t.Fatalf("%s: Halt left it on: %t, %v", name, m.On, err)
				}
			}
		}
		must(t, m.Show(p[1][:], 7))
		m.Fault = oledtest.FailOnce(0, 0)
		if err := m.Halt(); !errors.Is(err, oledtest.ErrNAK) {
			t.Fatalf("%s: Halt on a bus that fails: %v", name, err)
		}
		if err := m.Halt(); err != nil || m.On {
			t.Fatalf("%s: the second Halt left it on: %t, %v", name, m.On, err)
		}
	}
}

func TestADisplayThatNeverAnsweredIsHaltedWithoutAnError(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		m.Fault = func([]byte) (int, error) { return 0, oledtest.ErrNAK }
		if err := m.Show(p[0][:], 200); !errors.Is(err, oledtest.ErrNAK) {
			t.Errorf("%s: show: %v", name, err)
		}
		if err := m.Halt(); err != nil {
			t.Errorf("%s: halt: %v", name, err)
		}
	}
}

func TestADisplayThatWasLeftOnIsHaltedBeforeAnythingIsShown(t *testing.T) {
	for name, open := range modules() {
		m := open(t)
		m.On = true
		if err := m.Halt(); err != nil || m.On {
			t.Errorf("%s: Halt left it on: %t, %v", name, m.On, err)
		}
	}
}

func TestTheSamePictureAgainSendsNothing(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		for i := range 3 {
			must(t, m.Show(p[3][:], 200))
			if i > 0 && m.Transfers > 0 {
				t.Errorf("%s: %d transfers", name, m.Transfers)
			}
			m.Transfers = 0
		}
	}
}

func TestAtLevelZeroThePictureIsNotSentUntilItIsLit(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		for i, level := range []byte{0, 30, 0, 0, 31} {
			picture := p[i%len(p)]
			must(t, m.Show(picture[:], level))
			m.shows(t, picture[:], level)
			if level == 0 && m.Transfers > 1 {
				t.Errorf("%s: %d transfers at level 0", name, m.Transfers)
			}
			m.Transfers = 0
		}
	}
}

func TestAPictureOfAnotherSizeIsRefused(t *testing.T) {
	for name, open := range modules() {
		m := open(t)
		for _, n := range []int{0, 192, 1023, 1025} {
			if err := m.Show(make([]byte, n), 200); err == nil {
				t.Errorf("%s: %d bytes were shown", name, n)
			}
		}
		if m.Transfers > 0 {
			t.Errorf("%s: %d transfers", name, m.Transfers)
		}
	}
}

func TestARefreshIsNotSeen(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		for _, picture := range p[3:5] { // the second is inverted
			must(t, m.Show(picture[:], 200))
			m.Transfers = 0
			m.Fault = func(w []byte) (int, error) {
				m.shows(t, picture[:], 200)
				return len(w), nil
			}
			must(t, m.Refresh())
			m.shows(t, picture[:], 200)
			if m.Transfers < 3 {
				t.Errorf("%s: %d transfers, want commands, RAM and commands", name, m.Transfers)
			}
			m.Fault = nil
		}
	}
}

// mixed fails unless a display is lit and each byte that it shows is of one of two pictures. An
// unknown chip may show four other columns of one page for a moment; see package anyoled.
func (m module) mixed(t *testing.T, old, new []byte) {
	t.Helper()
	seen, others := m.seen(), 0
	if seen == nil {
		t.Fatal("the display is dark")
	}
	for i, b := range seen {
		if b != old[i] && b != new[i] {
			others++
		}
	}
	if others > 4 {
		t.Fatalf("%d bytes are of neither picture", others)
	}
}

func TestAPictureOfAnotherProcessIsReplacedWithoutADarkMoment(t *testing.T) {
	for name, open := range modules() {
		t.Run(name, func(t *testing.T) {
			m, p := open(t), pictures()
			must(t, m.Show(p[1][:], 200))
			next := m.inherit()
			m.Fault = func(w []byte) (int, error) {
				m.mixed(t, p[1][:], p[2][:])
				return len(w), nil
			}
			must(t, next.Show(p[2][:], 200))
			m.shows(t, p[2][:], 200)
		})
	}
}

func TestAnInheritedModuleThatLostItsPowerOrFailsIsSetUpAllTheSame(t *testing.T) {
	for name, open := range modules() {
		for n := range 3 {
			m, p := open(t), pictures()
			must(t, m.Show(p[1][:], 200))
			m.LosePower()
			next := m.inherit()
			m.Fault = oledtest.FailOnce(n, 1)
			if err := next.Show(p[2][:], 200); !errors.Is(err, oledtest.ErrNAK) {
				t.Fatalf("%s: %v", name, err)
			}
			must(t, next.Show(p[2][:], 200))
			m.shows(t, p[2][:], 200)

			m.LosePower()
			must(t, m.inherit().Show(p[3][:], 200))
			m.shows(t, p[3][:], 200)
			dark := m.inherit()
			must(t, dark.Refresh())
			if m.On {
				t.Errorf("%s: a refresh before the first picture left it on", name)
			}
		}
	}
}

func TestAFlashIsOneCommandEachWay(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		must(t, m.Show(p[3][:], 200))
		for i := range 5 {
			m.Transfers = 0
			picture := p[3+(i+1)%2]
			must(t, m.Show(picture[:], 200))
			m.shows(t, picture[:], 200)
			if m.Transfers != 1 {
				t.Errorf("%s: flash %d took %d transfers", name, i, m.Transfers)
			}
		}
	}
}

func TestADisplayThatWasInvertedStartsAnewWithoutThat(t *testing.T) {
	for name, open := range modules() {
		for what, lose := range map[string]func(m module) error{
			"dark":  func(m module) error { return m.Show(make([]byte, 1024), 0) },
			"halt":  func(m module) error { return m.Halt() },
			"error": func(m module) error { m.Fault = oledtest.FailOnce(0, 1); m.Show(make([]byte, 1024), 200); return nil },
		} {
			m, p := open(t), pictures()
			for _, picture := range p[3:5] {
				must(t, m.Show(picture[:], 200))
			}
			must(t, lose(m))
			for _, picture := range p[4:] {
				must(t, m.Show(picture[:], 200))
				m.shows(t, picture[:], 200)
			}
			if t.Failed() {
				t.Fatalf("%s: after %s", name, what)
			}
		}
	}
}

func TestARefreshHealsNoiseAndALostPower(t *testing.T) {
	for name, open := range modules() {
		for what, harm := range map[string]func(*oledtest.Panel){
			"noise": func(p *oledtest.Panel) { p.Noise(rand.New(rand.NewPCG(9, 10))) },
			"power": (*oledtest.Panel).LosePower,
		} {
			m, p := open(t), pictures()
			must(t, m.Show(p[3][:], 200))
			harm(m.Panel)
			if bytes.Equal(m.seen(), p[3][:]) {
				t.Fatalf("%s: %s did no harm", name, what)
			}
			must(t, m.Refresh())
			m.shows(t, p[3][:], 200)
		}
	}
}

func TestARefreshOfADarkDisplayLeavesItDark(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		for _, darken := range []func() error{
			func() error { return nil }, // nothing was shown yet
			func() error { return m.Show(p[0][:], 0) },
			m.Halt,
		} {
			must(t, darken())
			m.On, m.Transfers = true, 0 // noise
			if err := m.Refresh(); err != nil || m.On || m.Transfers != 1 {
				t.Errorf("%s: on %t after %d transfers, %v", name, m.On, m.Transfers, err)
			}
			must(t, m.Show(p[1][:], 200))
		}
	}
}

func TestACommandThatBrokeOffEatsNoOther(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		must(t, m.Show(p[0][:], 200))
		m.Fault = oledtest.FailOnce(0, 1) // the contrast arrives without its value
		if err := m.Show(p[0][:], 201); !errors.Is(err, oledtest.ErrNAK) {
			t.Fatalf("%s: %v", name, err)
		}
		if err := m.Halt(); err != nil || m.On {
			t.Errorf("%s: Halt left it on: %t, %v", name, m.On, err)
		}
	}
}

func TestAColumnWindowNeverBendsARun(t *testing.T) {
	for _, open := range modules() {
		m := open(t)
		digit := at([1024]byte{}, 40, 2, 16, 4)
		lines := at(at(at(digit, 30, 0, 60, 1), 2, 7, 100, 1), 50, 3, 20, 1)
		for _, p := range [][1024]byte{{}, digit, lines, at(lines, 45, 6, 30, 1), at(lines, 60, 1, 20, 5)} {
			must(t, m.Show(p[:], 200))
			m.shows(t, p[:], 200)
		}
	}
}

func TestShowAllocatesNothing(t *testing.T) {
	for name, open := range modules() {
		m, p := open(t), pictures()
		i := 0
		if n := testing.AllocsPerRun(50, func() {
			i++
			must(t, m.Show(p[i%len(p)][:], byte(200+i%2)))
		}); n > 0 {
			t.Errorf("%s: %v allocations a frame", name, n)
		}
	}
}

func TestAPinThatFailsIsTold(t *testing.T) {
	broken := errors.New("no such line")
	p := oledtest.New(oledtest.Kind{})
	port, reset := oledtest.NewPort(p), &oledtest.Pin{Err: broken}
	d, err := ssd1306.NewSPI(port, port.DC, &ssd1306.Opts{Reset: reset})
	must(t, err)
	var picture [1024]byte
	if err := d.Show(picture[:], 1); !errors.Is(err, broken) || !strings.Contains(err.Error(), "RES#") {
		t.Errorf("RES# fails: %v", err)
	}
	reset.Err, port.DC.Err = nil, broken
	if err := d.Show(picture[:], 1); !errors.Is(err, broken) || !strings.Contains(err.Error(), "D/C# at DC") {
		t.Errorf("D/C# fails: %v", err)
	}
	port.DC.Err = nil
	if err := d.Show(picture[:], 1); err != nil || !p.On {
		t.Errorf("both work again: on %t, %v", p.On, err)
	}
}

func TestWhatCantBeIsRefused(t *testing.T) {
	bus, port := oledtest.New(oledtest.Kind{}), &bustest.SPI{Broken: true}
	for _, tt := range []struct {
		want string
		open func() (*oled.Dev, error)
	}{
		{"ssd1306: address 0x0: want 0x3c or 0x3d", func() (*oled.Dev, error) { return ssd1306.NewI2C(bus, &ssd1306.Opts{}) }},
		{"ssd1306: address 0x3b: want 0x3c or 0x3d", func() (*oled.Dev, error) { return ssd1306.NewI2C(bus, &ssd1306.Opts{Addr: 0x3B}) }},
		{"sh1106: address 0x78: want 0x3c or 0x3d", func() (*oled.Dev, error) { return sh1106.NewI2C(bus, &sh1106.Opts{Addr: 0x78}) }},
		{"ssd1306: no pin for D/C#", func() (*oled.Dev, error) { return ssd1306.NewSPI(port, nil, &ssd1306.Opts{}) }},
		{"sh1106: no pin for D/C#", func() (*oled.Dev, error) { return sh1106.NewSPI(port, gpio.INVALID, &sh1106.Opts{}) }},
		{"sh1106: connect to SPI0.0: bustest: refused", func() (*oled.Dev, error) { return sh1106.NewSPI(port, &oledtest.Pin{}, &sh1106.Opts{}) }},
	} {
		if _, err := tt.open(); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

func TestTheNameSaysWhereTheDisplayIsWiredTo(t *testing.T) {
	p := oledtest.New(oledtest.Kind{})
	for _, tt := range []struct {
		got, want string
	}{
		{driver(t, p, false, false, false).String(), "ssd1306{I2C1, 0x3c}"},
		{driver(t, p, true, false, false).String(), "ssd1306{SPI0.0, DC}"},
		{driver(t, oledtest.New(oledtest.Kind{Model: oledtest.SH1106}), true, false, false).String(), "sh1106{SPI0.0, DC}"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
}
