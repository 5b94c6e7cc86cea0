package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/waittest"
	"tabletop/drivers/hidscanner"
)

// gun is a scanner that is a keyboard: plugged in or not, and what is typed on it.
type gun struct {
	mu    sync.Mutex
	far   net.Conn // nil while it isn't open
	near  net.Conn // nil while it isn't plugged in
	asked []hidscanner.ID
}

// plug plugs it in.
func (g *gun) plug() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.near, g.far = net.Pipe()
}

// pull pulls it out.
func (g *gun) pull() {
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = g.far.Close()
	g.near = nil
}

func (g *gun) types(t *testing.T, text string) {
	t.Helper()
	_ = g.far.SetDeadline(time.Now().Add(waittest.Patience))
	if _, err := io.WriteString(g.far, text); err != nil {
		t.Fatal(err)
	}
}

func (g *gun) open(id hidscanner.ID, idle time.Duration) (io.ReadCloser, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = append(g.asked, id)
	if g.near == nil {
		return nil, fmt.Errorf("no keyboard %v: %w", id, fs.ErrNotExist)
	}
	return grabbed{g.near, idle}, nil
}

// grabbed is an open keyboard.
type grabbed struct {
	net.Conn
	idle time.Duration
}

func (k grabbed) Read(b []byte) (int, error) {
	_ = k.SetReadDeadline(time.Now().Add(k.idle))
	n, err := k.Conn.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = nil
	} else if errors.Is(err, io.EOF) {
		err = errors.New("no such device") // an EOF is how tarm/serial says that nothing came
	}
	return n, err
}

const keyboard = "[scanner]\nport = \"USB:1A86:e129\"\n"

func TestAScannerThatIsAKeyboardMakesDecisions(t *testing.T) {
	t.Parallel()
	g, b := &gun{}, newBench()
	e := gather(t, "[panel]\nchip = \"ssd1306\"\n"+keyboard+codes, func() wiring.Host {
		h := b.host()
		h.Keyboard = g.open
		return h
	})
	e.says("trouble.scanner device.off")
	e.mice()
	began := e.d.loop.Now().Match.Seq()
	g.plug()
	g.types(t, "ROLL\n")
	e.seq(began + 1)
	g.types(t, "RED\x00WHITE\n") // a key without a character, or dropped events
	e.says("trouble.partcode")
	g.types(t, "RED-WHITE\n46012")
	e.seq(began + 2)
	g.pull()
	e.logged("device is away", 2)
	g.plug()
	g.types(t, "4601234567893\n")
	e.seq(began + 3)
	if got, want := e.facts(), "roll, dice red white table, lure red"; got != want {
		t.Errorf("scanned %q, want %q", got, want)
	}
	for _, id := range g.asked {
		if want := (hidscanner.ID{Vendor: 0x1a86, Product: 0xe129}); id != want {
			t.Errorf("opened %v", id)
		}
	}
}

// A keyboard beside a simulated panel may be its developer's. The daemon has no host then, so
// nothing in it can open one.
func TestNoKeyboardIsReadBesideASimulatedPanel(t *testing.T) {
	t.Parallel()
	g := &gun{}
	g.plug()
	e := gather(t, keyboard+codes, nil)
	e.logged("usb:1a86:e129", 0)
	e.logged("USB:1A86:e129", 1)
	if e.d.host.Keyboard != nil {
		t.Error("the simulated panel has a host that opens keyboards")
	}
	for _, p := range e.d.serials() {
		t.Errorf("there is a part %s", p.key)
	}
	if got := e.d.devices(); len(got) > 0 {
		t.Errorf("it tells of %v", got)
	}
	if _, _, err := e.d.host.Scanner(e.d.config, nil, nil); err == nil {
		t.Error("a keyboard was opened")
	}
	e.d.host.Keyboard = g.open
	if len(e.d.serials()) > 0 || len(g.asked) > 0 {
		t.Error("the part depends on the host alone")
	}
}

func TestASimulatedPanelHasNoHost(t *testing.T) {
	t.Parallel()
	asked := false
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := environment{in: strings.NewReader("quit\n"), out: io.Discard, err: io.Discard, env: func(string) string { return "" }, host: func() wiring.Host {
		asked = true
		return wiring.Host{}
	}}
	if err := run(ctx, []string{"-panel", "sim", "-state", t.TempDir(), "-listen", "127.0.0.1:0"}, s); err != nil || asked {
		t.Errorf("asked for a host: %v, ended with %v", asked, err)
	}
}

func TestAKeyboardThatIsNotPluggedInIsAbsent(t *testing.T) {
	c := config.Default()
	c.Scanner.Port, c.Panel.Chip, c.Matrix.Chip = "usb:ffff:ffff", config.None, config.None
	c.Keys = config.Keys{}
	d := &daemon{config: c}
	if got := d.devices(); len(got) != 1 || got[0].Node != "usb:ffff:ffff" || got[0].State != "absent" {
		t.Errorf("it tells of %+v", got)
	}
}
