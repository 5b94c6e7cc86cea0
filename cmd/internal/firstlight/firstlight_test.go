package firstlight_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/firstlight"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/screen"
)

// bus is an I²C bus that keeps the pictures and the number of other bytes, or fails.
type bus struct {
	picture []byte
	others  int
	err     error
}

func (b *bus) String() string                  { return "bus" }
func (b *bus) SetSpeed(physic.Frequency) error { return nil }
func (b *bus) Close() error                    { return nil }

func (b *bus) Tx(_ uint16, w, _ []byte) error {
	if w[0] == 0x40 {
		b.picture = append(b.picture, w[1:]...)
	} else {
		b.others += len(w)
	}
	return b.err
}

// host is a machine that has only that bus, under one name.
func (b *bus) host(t *testing.T, name string) wiring.Host {
	return wiring.Host{I2C: func(got string) (i2c.BusCloser, error) {
		if got != name {
			t.Errorf("it opens %s", got)
		}
		return b, nil
	}}
}

func named(chip string) config.Panel {
	c := config.Default().Panel
	c.Chip, c.Bus = chip, "I2C4"
	return c
}

func TestItDrawsTheHareOnTheBusOfTheConfigAndTouchesNothingElse(t *testing.T) {
	var b bus
	runtime := t.TempDir()
	asked := func(node string) error {
		if node != "/dev/i2c-4" {
			t.Errorf("it asks for %s", node)
		}
		return nil
	}
	err := firstlight.Show(t.Context(), named("ssd1306"), firstlight.Bus{Host: b.host(t, "I2C4"), Access: asked}, runtime)
	if err != nil {
		t.Fatal(err)
	}
	hare := screen.New(nil, nil).Draw(firstlight.View()).OLED
	if !bytes.Equal(b.picture, hare[:]) || len(bytes.Trim(b.picture, "\x00")) == 0 {
		t.Errorf("%d bytes were sent, not just the hare", len(b.picture))
	}
	if name, err := os.ReadFile(filepath.Join(runtime, "hello")); string(name) != "SSD1306 (I2C4, 0x3C)" {
		t.Errorf("it left %q: %v", name, err)
	}
}

func TestWithoutADisplayNothingIsSentOrLeft(t *testing.T) {
	gone := errors.New("remote I/O error")
	for name, test := range map[string]struct {
		panel  config.Panel
		access error
		bus    error
		sends  bool
		fails  bool
	}{
		"none":                 {panel: named(config.None)},
		"a bus without a node": {panel: named("ssd1306"), access: fs.ErrNotExist, fails: true},
		"no answer":            {panel: named("ssd1306"), bus: gone, sends: true, fails: true},
	} {
		b, runtime := bus{err: test.bus}, t.TempDir()
		err := firstlight.Show(t.Context(), test.panel, firstlight.Bus{Host: b.host(t, "I2C4"), Access: func(string) error { return test.access }}, runtime)
		if (err != nil) != test.fails {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(runtime, "*")); len(left) > 0 || (b.others+len(b.picture) > 0) != test.sends {
			t.Errorf("%s: it sent %d bytes and left %v", name, b.others+len(b.picture), left)
		}
	}
}

func TestItWaitsForItsBusAndNoLonger(t *testing.T) {
	const most = 6 * time.Second
	for _, test := range []struct{ there, cancel, opened, ended time.Duration }{
		{0, time.Hour, 0, 0},
		{2 * time.Second, time.Hour, 2 * time.Second, 2 * time.Second},
		{time.Hour, time.Hour, -1, most},
		{time.Hour, time.Second, -1, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), test.cancel)
			defer stop()
			began, opened, b := time.Now(), time.Duration(-1), &bus{}
			access := func(node string) error {
				if time.Since(began) < test.there {
					return &fs.PathError{Op: "open", Path: node, Err: syscall.ENOENT}
				}
				return nil
			}
			h := wiring.Host{I2C: func(string) (i2c.BusCloser, error) { opened = time.Since(began); return b, nil }}
			err := firstlight.Show(ctx, named("any"), firstlight.Bus{Host: h, Access: access, Most: most}, t.TempDir())
			if (err != nil) != (test.opened < 0) || opened != test.opened || time.Since(began) != test.ended {
				t.Errorf("there after %v: opened after %v, ended after %v: %v", test.there, opened, time.Since(began), err)
			}
		})
	}
}
