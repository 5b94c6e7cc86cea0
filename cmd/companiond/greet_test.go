package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/firstlight"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

// hare is the picture a daemon begins with.
func hare() []byte {
	f := screen.New(nil, nil).Draw(firstlight.View())
	return f.OLED[:]
}

// onTape runs a whole daemon on a machine until the tape has another picture than the hare, or
// the daemon ends by itself.
func onTape(t *testing.T, b *tape, host func() wiring.Host, state string) error {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	file := filepath.Join(t.TempDir(), "companion.toml")
	write(t, file, "[panel]\nchip = \"ssd1306\"\n") // which is sent a picture whole
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"-config", file, "-panel", "pi", "-state", state, "-listen", "127.0.0.1:0"}, environment{
			in: strings.NewReader(""), out: io.Discard, err: io.Discard, host: host, env: func(string) string { return "" },
		})
	}()
	waittest.Until(t, "another picture than the hare", func() (any, bool) {
		shown := b.shown()
		return fmt.Sprintf("%d bytes of pictures", len(shown)), len(shown) > 0 && !bytes.HasSuffix(shown, hare()) || len(ended) > 0
	})
	stop()
	return <-ended
}

func TestADaemonBeginsWithAHareAndThenShowsTheGame(t *testing.T) {
	t.Parallel()
	b := &tape{bench: newBench()}
	if err := onTape(t, b, b.host, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(b.picture, hare()) || bytes.HasSuffix(b.picture, hare()) {
		t.Errorf("%d bytes were sent, the hare not among them, or last", len(b.picture))
	}
}

func TestADaemonWhoseFolderIsHeldDrawsNothing(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	_, closed, err := openDisk(state, catalogue.Games(), words.Companion(words.English))
	if err != nil {
		t.Fatal(err)
	}
	defer closed()
	b := &tape{bench: newBench()}
	if err := onTape(t, b, b.host, state); err == nil || !strings.Contains(err.Error(), "taken") || len(b.picture)+len(b.commands) > 0 {
		t.Errorf("%v, and %d bytes were sent to the other's display", err, len(b.picture)+len(b.commands))
	}
}

func TestADaemonThatDoesNotStartDarkensThePanelItHasGreeted(t *testing.T) {
	t.Parallel()
	b := &tape{bench: newBench()}
	h, c := b.host(), config.Default()
	c.Panel.Chip = "ssd1306"
	d := newDaemon(environment{env: func(string) string { return "" }}, nil, c)
	d.host = h
	d.greeted = d.greet(t.Context())
	d.ungreet()
	if !bytes.HasSuffix(b.picture, hare()) {
		t.Errorf("%d bytes were sent, not the hare", len(b.picture))
	}
	if off, on := bytes.LastIndexByte(b.commands, 0xAE), bytes.LastIndexByte(b.commands, 0xAF); off < on {
		t.Error("the display is on in the end")
	}
}

func TestAServiceWaitsForItsRightsBeforeItOpensTheDisplay(t *testing.T) {
	for env, want := range map[string]time.Duration{"": 0, "/run/systemd/notify": 2 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			refused := func(node string) error {
				if time.Since(began) < 2*time.Second && node == "/dev/i2c-1" || node == "/dev/ttyUSB0" {
					return &fs.PathError{Op: "open", Path: node, Err: syscall.EACCES}
				}
				return nil
			}
			b := &tape{bench: newBench()}
			h, c := b.host(), config.Default()
			c.Printer.Port = "/dev/ttyUSB0" // which no picture waits for
			var opened time.Duration
			h.I2C = func(string) (i2c.BusCloser, error) { opened = time.Since(began); return b, nil }
			d := newDaemon(environment{env: func(string) string { return env }, access: refused}, nil, c)
			d.host = h
			<-d.greet(t.Context())
			if opened != want {
				t.Errorf("NOTIFY_SOCKET %q: opened after %v, want %v", env, opened, want)
			}
		})
	}
}

func TestTheDaemonTellsWhatItMayNotOpen(t *testing.T) {
	refusals := map[string]error{
		"/dev/i2c-1": syscall.EPERM, "/dev/spidev0.0": syscall.EACCES, "/dev/ttyACM0": syscall.ENOENT, "/dev/ttyUSB0": syscall.EIO,
	}
	c := config.Default()
	c.Scanner.Port, c.Table.Port, c.Printer.Port = "/dev/ttyACM0", "/dev/ttyUSB0", "/dev/ttyS0"
	d := &daemon{config: c, environment: environment{access: func(node string) error {
		if errno := refusals[node]; errno != nil {
			return &fs.PathError{Op: "open", Path: node, Err: errno}
		}
		return nil
	}}}
	want := map[string]string{
		"panel": "forbidden operation not permitted", "matrix": "denied permission denied", "scanner": "absent no such file or directory",
		"table": "failed input/output error", "printer": "ok ",
	}
	for _, seen := range d.devices() {
		if got, ok := want[seen.Part]; ok && got != seen.State+" "+seen.Says {
			t.Errorf("%s on %s is %s %s, want %s", seen.Part, seen.Node, seen.State, seen.Says, got)
		}
		delete(want, seen.Part)
	}
	if len(want) > 0 {
		t.Errorf("nothing is told of %v", want)
	}
	if d.simulated = true; len(d.devices()) != 3 {
		t.Errorf("with a simulated panel it tells of %v", d.devices())
	}
}

func TestToolsAreToldWhatTheDaemonMayOpen(t *testing.T) {
	t.Parallel()
	behind(t).wants("GET", "/api/devices", "", "", `200 {"devices":[]}`)
}
