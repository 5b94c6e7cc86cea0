package keys

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// chipOf is a chip by its name, its label and its lines.
type chipOf struct {
	name, label string
	lines       []string
}

func (c chipOf) Name() string  { return c.name }
func (c chipOf) Label() string { return c.label }

func (c chipOf) ByName(name string) *gpioioctl.GPIOLine {
	if slices.Contains(c.lines, name) {
		return &gpioioctl.GPIOLine{}
	}
	return nil
}

func (c chipOf) LineSet(gpioioctl.LineDir, gpio.Edge, gpio.Pull, ...string) (*gpioioctl.LineSet, error) {
	return nil, errors.New("not asked for")
}

func TestTheChipIsFoundByItsLabelAndItsLines(t *testing.T) {
	header := []string{"GPIO5", "GPIO6", "SDA1"}
	again := chipOf{"gpiochip1", "pinctrl-bcm2835", []string{"gpiochip1-GPIO5", "gpiochip1-GPIO6"}}
	soc := chipOf{"gpiochip0", "pinctrl-bcm2835", header}
	for _, tt := range []struct {
		name  string
		chips []chip
		label string
		lines string
		want  string // the chip and what its lines are called, or the error
	}{
		{"the Pi's own", []chip{chipOf{"gpiochip2", "raspberrypi-exp-gpio", header}, soc}, "", "GPIO5 GPIO6", "gpiochip0 GPIO5 GPIO6"},
		{"by label", []chip{soc, chipOf{"gpiochip3", "mcp23017", []string{"PA0"}}}, "mcp23017", "PA0", "gpiochip3 PA0"},
		{"after it came back", []chip{again, soc}, "", "GPIO6 GPIO5", "gpiochip1 gpiochip1-GPIO6 gpiochip1-GPIO5"},
		{"of two, the one with the lines", []chip{chipOf{"gpiochip9", "pinctrl-aux", nil}, soc}, "", "GPIO5", "gpiochip0 GPIO5"},
		{"no chip", nil, "", "GPIO5", "keys: no GPIO chip labelled pinctrl-…"},
		{"no such chip", []chip{soc}, "mcp23017", "GPIO5", "keys: no GPIO chip labelled mcp23017"},
		{"no such line", []chip{soc}, "", "GPIO5 GPIO2", "keys: pinctrl-bcm2835 has no line GPIO2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, names, err := find(tt.chips, tt.label, strings.Fields(tt.lines))
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = c.Name() + " " + strings.Join(names, " ")
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if none := strings.Contains(tt.want, "no GPIO chip"); errors.Is(err, ErrNoChip) != none {
				t.Errorf("ErrNoChip: %v, want %v", !none, none)
			}
		})
	}
}

func TestProbeRefusesAWiringThatCannotWork(t *testing.T) {
	o := DefaultOpts()
	o.Keys[1].Line = "GPIO5"
	if err := Probe(o); err == nil || err.Error() != "keys: line GPIO5 twice" {
		t.Errorf("got %v, want keys: line GPIO5 twice", err)
	}
}

func TestNodesTellWhenAChipCameAndRefuseLinks(t *testing.T) {
	dir := t.TempDir()
	pattern := filepath.Join(dir, "gpiochip*")
	if got := chipNodes(pattern); got != "" {
		t.Errorf("an empty folder: %q, want nothing", got)
	}
	seen := map[string]bool{}
	for _, change := range []func() error{
		func() error { return os.WriteFile(filepath.Join(dir, "gpiochip0"), nil, 0o600) },
		func() error { return os.Chmod(filepath.Join(dir, "gpiochip0"), 0o640) },
		func() error { return os.WriteFile(filepath.Join(dir, "gpiochip1"), nil, 0o600) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		got := chipNodes(pattern)
		if got == "" || seen[got] || got != chipNodes(pattern) {
			t.Errorf("got %q after %d changes, want something new that stays", got, len(seen))
		}
		seen[got] = true
	}
	if err := os.Symlink("gpiochip0", filepath.Join(dir, "gpiochip4")); err != nil {
		t.Fatal(err)
	}
	if got := chipNodes(pattern); got != "" {
		t.Errorf("with a link: %q, want nothing", got)
	}
}
