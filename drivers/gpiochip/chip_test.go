package gpiochip

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// What kernels call the lines of the header, from line 0 on.
var (
	// oldNames are those of Debian, and of Raspberry Pi OS until 2023, on a Pi Zero to
	// 3 (bcm2835-rpi-zero-w.dts).
	oldNames = strings.Fields(`ID_SDA ID_SCL SDA1 SCL1 GPIO_GCLK GPIO5 GPIO6 SPI_CE1_N SPI_CE0_N SPI_MISO SPI_MOSI SPI_SCLK
		GPIO12 GPIO13 TXD1 RXD1 GPIO16 GPIO17 GPIO18 GPIO19 GPIO20 GPIO21 GPIO22 GPIO23 GPIO24 GPIO25 GPIO26 GPIO27 SDA0 SCL0`)
	// newNames are those of Raspberry Pi OS since then (bcm2711-rpi-4-b.dts).
	newNames = strings.Fields(`ID_SDA ID_SCL GPIO2 GPIO3 GPIO4 GPIO5 GPIO6 GPIO7 GPIO8 GPIO9 GPIO10 GPIO11
		GPIO12 GPIO13 GPIO14 GPIO15 GPIO16 GPIO17 GPIO18 GPIO19 GPIO20 GPIO21 GPIO22 GPIO23 GPIO24 GPIO25 GPIO26 GPIO27 RGMII_MDIO RGMIO_MDC`)
	// fiveNames are a Pi 5's (bcm2712-rpi-5-b.dts); the chip has 54 lines.
	fiveNames = strings.Fields(`ID_SDA ID_SCL GPIO2 GPIO3 GPIO4 GPIO5 GPIO6 GPIO7 GPIO8 GPIO9 GPIO10 GPIO11
		GPIO12 GPIO13 GPIO14 GPIO15 GPIO16 GPIO17 GPIO18 GPIO19 GPIO20 GPIO21 GPIO22 GPIO23 GPIO24 GPIO25 GPIO26 GPIO27 PCIE_RP1_WAKE FAN_TACH`)
	// nameless are a kernel's that names none.
	nameless = make([]string, 54)
)

// board is a machine's chips by the name of their node, with a folder of nodes.
type board struct {
	folder string
	chips  map[string]*fake
	opened int // chips that are open
}

// fake is a chip.
type fake struct {
	board   *board
	label   string
	names   []string
	holders map[int]string
	lines   int
	err     error // of opening it
	asked   []string
	level   uint64
	broken  error // of what lines do
	edges   []int
	closed  int
}

func (f *fake) info() (string, int, error) { return f.label, max(f.lines, len(f.names)), nil }
func (f *fake) Close() error               { f.board.opened--; return nil }

func (f *fake) line(n int) (string, string, error) {
	if n >= len(f.names) {
		return "", f.holders[n], nil
	}
	return f.names[n], f.holders[n], nil
}

func (f *fake) request(offsets []int, flags uint64) (handle, error) {
	for _, o := range offsets {
		if f.holders[o] != "" {
			return nil, errors.New("device or resource busy")
		}
	}
	f.asked = append(f.asked, fmt.Sprint(offsets, " ", flags))
	return had{f}, f.broken
}

// had are lines of a fake.
type had struct{ *fake }

func (h had) read() (uint64, error)   { return h.level, h.broken }
func (h had) write(bits uint64) error { h.level = bits; return h.broken }
func (h had) deadline(int64) error    { return nil }
func (h had) Close() error            { h.closed++; return nil }

func (h had) event() (int, error) {
	if h.broken != nil {
		return 0, h.broken
	}
	if len(h.edges) == 0 {
		return 0, os.ErrDeadlineExceeded
	}
	at := h.edges[0]
	h.edges = h.edges[1:]
	return at, nil
}

// newBoard is a board with chips.
func newBoard(t *testing.T, chips map[string]*fake) *board {
	b := &board{folder: t.TempDir(), chips: map[string]*fake{}}
	for name, c := range chips {
		b.appear(t, name, c)
	}
	t.Cleanup(func() {
		if b.opened != 0 {
			t.Errorf("%d chips are still open", b.opened)
		}
	})
	return b
}

func (b *board) appear(t *testing.T, name string, c *fake) {
	t.Helper()
	c.board = b
	b.chips[name] = c
	if err := os.WriteFile(filepath.Join(b.folder, name), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (b *board) kernel() Kernel {
	return Kernel{folder: b.folder, open: func(path string) (node, error) {
		c := b.chips[filepath.Base(path)]
		if c == nil {
			return nil, fs.ErrNotExist
		}
		if c.err != nil {
			return nil, c.err
		}
		b.opened++
		return c, nil
	}}
}

func TestALineIsFoundByItsNumberWhateverTheKernelCallsIt(t *testing.T) {
	expander := fake{label: "mcp23017", names: []string{"PA0", "PA1"}}
	others := fake{label: "gpio-brcmstb@107d508500", names: []string{"-", "2712_BOOT_CS_N", "GPIO4", "GPIO5"}}
	for _, kernel := range []struct {
		name, label string
		names       []string
	}{
		{"old Raspberry Pi OS", "pinctrl-bcm2835", oldNames},
		{"Debian", "pinctrl-bcm2835", oldNames},
		{"Pi 4", "pinctrl-bcm2711", newNames},
		{"Pi 5", "pinctrl-rp1", fiveNames},
		{"without names", "pinctrl-bcm2835", nameless},
	} {
		header, aux, exp := fake{label: kernel.label, names: kernel.names, lines: 54}, others, expander
		b := newBoard(t, map[string]*fake{"gpiochip0": &aux, "gpiochip4": &header, "gpiochip11": &exp})
		for n := range 28 {
			l, err := b.kernel().Line("", fmt.Sprint("GPIO", n))
			if err != nil || l.Number() != n {
				t.Errorf("%s: GPIO%d: %v, %v", kernel.name, n, l, err)
			}
		}
		keys, err := b.kernel().Inputs("", []string{"GPIO4", "GPIO14", "GPIO8", "GPIO19"}, gpio.PullUp)
		if want := []string{"[4 14 8 19] 308"}; err != nil || !slices.Equal(header.asked, want) {
			t.Errorf("%s: keys asked for %v, want %v: %v", kernel.name, header.asked, want, err)
		}
		if err == nil {
			_ = keys.Close()
		}
		if len(aux.asked) > 0 {
			t.Errorf("%s: a chip that isn't the header's was asked for %v", kernel.name, aux.asked)
		}
	}
}

func TestWhichChipAndWhichLine(t *testing.T) {
	for _, test := range []struct {
		name, label, lines string
		want               string // what is asked for at which chip, or the error
	}{
		{"by the kernel's name", "", "SDA1 GPIO_GCLK", "gpiochip0 [2 4] 308"},
		{"by label and name", "mcp23017", "PA1", "gpiochip2 [1] 308"},
		{"a number on the label of the header", "pinctrl-bcm2835", "GPIO2", "gpiochip0 [2] 308"},
		{"a number on an expander is a name there", "raspberrypi-exp-gpio", "GPIO2", "gpiochip1 [1] 308"},
		{"one name of another chip", "", "PA0", "gpiochip2 [0] 308"},
		{"a line beyond the last", "", "GPIO54", "gpiochip: pinctrl-bcm2835 has no line GPIO54"},
		{"no such name", "", "XYZ", "gpiochip: pinctrl-bcm2835 has no line XYZ"},
		{"an empty name", "", "", "gpiochip: pinctrl-bcm2835 has no line "},
		{"a line of the header and one of another", "", "GPIO5 PA0", "gpiochip: pinctrl-bcm2835 has no line PA0"},
		{"no such chip", "pca9555", "PA0", "gpiochip: PA0: no GPIO chip pca9555"},
		{"a line in use", "", "GPIO5 GPIO6", "gpiochip: request GPIO5 GPIO6 of pinctrl-bcm2835: device or resource busy"},
	} {
		header := &fake{label: "pinctrl-bcm2835", names: oldNames, lines: 54, holders: map[int]string{6: "gpiomon@4711"}}
		b := newBoard(t, map[string]*fake{
			"gpiochip0": header,
			"gpiochip1": {label: "raspberrypi-exp-gpio", names: []string{"BT_ON", "GPIO2"}},
			"gpiochip2": {label: "mcp23017", names: []string{"PA0", "PA1"}},
		})
		got := ""
		if _, err := b.kernel().Inputs(test.label, strings.Split(test.lines, " "), gpio.PullUp); err != nil {
			got = err.Error()
		}
		for name, c := range b.chips {
			for _, asked := range c.asked {
				got += name + " " + asked
			}
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestAPi5WithoutItsHeaderGivesNoLineByNumber(t *testing.T) {
	late := &fake{label: "pinctrl-rp1", names: fiveNames, lines: 54}
	b := newBoard(t, map[string]*fake{"gpiochip10": {label: "gpio-brcmstb@107d508500", names: []string{"-", "GPIO5"}, lines: 32}})
	k := b.kernel()
	if _, err := k.Line("", "GPIO5"); !errors.Is(err, ErrNoChip) {
		t.Errorf("before it has come: %v", err)
	}
	if err := os.Symlink("gpiochip0", filepath.Join(b.folder, "gpiochip4")); err != nil { // the link first
		t.Fatal(err)
	}
	if _, err := k.Line("", "GPIO5"); !errors.Is(err, ErrNoChip) {
		t.Errorf("with a link that leads nowhere: %v", err)
	}
	b.appear(t, "gpiochip0", late)
	lines, err := k.Inputs("", []string{"GPIO5"}, gpio.PullUp)
	if err != nil || len(late.asked) != 1 {
		t.Fatalf("when it has come: %v, asked %v", err, late.asked)
	}
	_ = lines.Close()
}

func TestAChipThatMayNotBeOpenedIsSaid(t *testing.T) {
	b := newBoard(t, map[string]*fake{"gpiochip0": {label: "pinctrl-rp1", err: &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}}})
	_, err := b.kernel().Inputs("", []string{"GPIO5"}, gpio.PullUp)
	if !errors.Is(err, ErrNoChip) || !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "gpiochip0") {
		t.Errorf("got %v", err)
	}
}

func TestTheHolderOfALineIsNamed(t *testing.T) {
	b := newBoard(t, map[string]*fake{"gpiochip0": {label: "pinctrl-bcm2711", names: newNames, lines: 58, holders: map[int]string{8: "spi0 CS0"}}})
	for name, want := range map[string]string{"GPIO8": "spi0 CS0", "GPIO9": ""} {
		if got, err := b.kernel().Holder("", name); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := b.kernel().Holder("", "GPIO99"); !errors.Is(err, ErrNoLine) {
		t.Errorf("GPIO99: %v", err)
	}
}

func TestLinesAreReadAndTellWhichMoved(t *testing.T) {
	c := &fake{label: "pinctrl-rp1", names: fiveNames, lines: 54, level: 0b10, edges: []int{19, 5, 7}}
	b := newBoard(t, map[string]*fake{"gpiochip0": c})
	l, err := b.kernel().Inputs("", []string{"GPIO5", "GPIO19"}, gpio.PullUp)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := l.Read(); got != 0b10 || err != nil {
		t.Errorf("read %b, %v", got, err)
	}
	for _, want := range []int{1, 0, -1, -1} { // 7 is none of ours, then none comes
		if got, err := l.WaitForEdge(time.Second); got != want || err != nil {
			t.Errorf("edge on %d, %v, want %d", got, err, want)
		}
	}
	c.broken = errors.New("no such device")
	if _, err := l.WaitForEdge(time.Second); !errors.Is(err, c.broken) {
		t.Errorf("of a chip that is gone: %v", err)
	}
	if _, err := l.Read(); !errors.Is(err, c.broken) {
		t.Errorf("of a chip that is gone: %v", err)
	}
	if err := l.Close(); err != nil || c.closed != 1 {
		t.Errorf("closed %d times: %v", c.closed, err)
	}
}

func TestOneLineIsHadOnceAndAnewAfterAFault(t *testing.T) {
	c := &fake{label: "pinctrl-bcm2835", names: oldNames, lines: 54}
	b := newBoard(t, map[string]*fake{"gpiochip0": c})
	l, err := b.kernel().Line("", "GPIO25")
	if err != nil || len(c.asked) != 0 {
		t.Fatalf("asked for %v before it is used: %v", c.asked, err)
	}
	for _, level := range []gpio.Level{gpio.High, gpio.Low, gpio.High} {
		if err := l.Out(level); err != nil || c.level != map[gpio.Level]uint64{gpio.High: 1}[level] {
			t.Errorf("out %v gives %b: %v", level, c.level, err)
		}
	}
	c.broken = errors.New("no such device")
	if err := l.Out(gpio.Low); !errors.Is(err, c.broken) || c.closed != 1 {
		t.Errorf("out on a chip that is gone: %v, closed %d times", err, c.closed)
	}
	c.broken = nil
	if err := l.Out(gpio.High); err != nil || len(c.asked) != 2 {
		t.Errorf("when it is back: %v, asked for %v", err, c.asked)
	}
	if err := l.In(gpio.PullUp, gpio.FallingEdge); err != nil || c.asked[2] != "[25] 292" || !bool(l.Read()) {
		t.Errorf("in: %v, asked for %v, reads %v", err, c.asked, l.Read())
	}
	c.edges = []int{25}
	if !l.WaitForEdge(-1) || l.WaitForEdge(time.Millisecond) {
		t.Error("one edge is not one")
	}
	if err := l.Halt(); err != nil || c.closed != 3 || bool(l.Read()) || l.WaitForEdge(time.Second) {
		t.Errorf("given back: %v, closed %d times", err, c.closed)
	}
	if err := l.PWM(gpio.DutyHalf, 0); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("PWM: %v", err)
	}
}
