package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/firstlight"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/panel"
	"tabletop/companion/waittest"
)

// glass is a display with an SH1106 that notes whether it is dark at any moment after its first
// picture. A picture without a lit pixel is dark.
type glass struct {
	ramBench
	on, lit  bool
	darkened []string // what made it dark
}

func newGlass() *glass {
	return &glass{ramBench: ramBench{bench: newBench()}}
}

func (g *glass) host() wiring.Host {
	h := g.bench.host()
	h.I2C = func(string) (i2c.BusCloser, error) { return g, nil }
	return h
}

// arguments are the numbers of bytes after the commands of an SSD1306 and an SH1106 that take any.
var arguments = map[byte]int{0x81: 1, 0xA8: 1, 0xD3: 1, 0xDA: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1, 0x8D: 1, 0x20: 1, 0x21: 2, 0x22: 2}

func (g *glass) Tx(address uint16, w, r []byte) error {
	err := g.ramBench.Tx(address, w, r)
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := 1; i < len(w) && w[0] == 0x00; i++ {
		switch w[i] {
		case 0xAE, 0xAF:
			g.on = w[i] == 0xAF
			g.look("a command")
		}
		i += arguments[w[i]]
	}
	g.look("a transfer")
	return err
}

func (g *glass) look(after string) {
	lit := false
	for _, row := range g.ram {
		lit = lit || g.on && len(bytes.Trim(row[2:130], "\x00")) > 0
	}
	if g.lit && !lit {
		g.darkened = append(g.darkened, after)
	}
	g.lit = g.lit || lit
}

// neverDark fails if the display is dark or was dark after its first picture.
func (g *glass) neverDark(t *testing.T) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.lit || !g.on || len(g.darkened) > 0 {
		t.Errorf("lit %t, on %t, dark after %q", g.lit, g.on, g.darkened)
	}
}

// early shows the first picture on the usual panel, as before a daemon with that runtime folder.
func early(t *testing.T, runtime string, host func() wiring.Host) {
	t.Helper()
	b := firstlight.Bus{Host: host(), Access: func(string) error { return nil }}
	if err := firstlight.Show(t.Context(), config.Default().Panel, b, runtime); err != nil {
		t.Fatal(err)
	}
}

// The language is asked for on a box whose chip is unknown, and home is moved by two columns on one
// whose chip the table has selected.
func TestThePanelIsHandedOverWithoutADarkMoment(t *testing.T) {
	t.Parallel()
	state, runtime := t.TempDir(), t.TempDir()
	for _, boot := range []string{"the first boot", "a boot with a chip that the table has selected"} {
		g := newGlass()
		early(t, runtime, g.host)
		g.neverDark(t)
		first := g.seen()
		e := onBenchWith(t, state, g.host, map[string]string{"RUNTIME_DIRECTORY": runtime})
		waittest.Until(t, "another picture than the hare", func() (any, bool) {
			v := e.loop.Now().View
			return said(v), v.Kind != panel.KindHare && g.seen() != first
		})
		e.rest(t)
		if g.neverDark(t); t.Failed() {
			t.Fatal(boot)
		}
		if boot == "the first boot" {
			g.press(t, okLine)
			g.shows(t, "the frame of an SSD1306", framed(0))
			g.press(t, downLine)
			g.shows(t, "the frame of an SH1106", framed(2))
			g.neverDark(t)
			g.press(t, okLine)
			g.shows(t, "home", blank)
		}
		if err := e.end(); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever the daemon finds without a picture of hello, it sets up from the start.
func TestADaemonSetsUpAPanelThatNobodyHasGreeted(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(runtime string){
		"no picture":           func(string) {},
		"on another panel":     func(runtime string) { write(t, filepath.Join(runtime, "hello"), "SSD1306 (I2C1, 0x3D)") },
		"in a daemon's folder": func(runtime string) { early(t, runtime, newGlass().host) },
	} {
		runtime, b := t.TempDir(), &tape{bench: newBench()}
		leave(runtime)
		e := onBenchWith(t, t.TempDir(), b.host, map[string]string{"RUNTIME_DIRECTORY": runtime})
		if err := e.end(); err != nil {
			t.Fatal(err)
		}
		off := bytes.IndexByte(b.commands, 0xAE) < bytes.IndexByte(b.commands, 0xAF)
		if inherited := name == "in a daemon's folder"; off == inherited {
			t.Errorf("%s: turned off before it was turned on: %t", name, off)
		}
	}
}
