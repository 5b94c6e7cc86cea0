package main

import (
	"errors"
	"fmt"
	"strings"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/firstlight"
	"tabletop/companion"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// glow is the brightness for a picture that may stay for days. It equals that of the first picture,
// so that a hand-over is not visible.
const glow = firstlight.Level

// showFailure shows on the panel and on standard error that the daemon failed. It leaves the panel
// lit, because systemd may not start the daemon again. It needs neither database nor network. It
// shows nothing after a regular end of the daemon.
func showFailure(o options, w *words.Catalogue, s environment) error {
	if s.env("SERVICE_RESULT") == "success" { // set by systemd
		return nil
	}
	lines := failureLines(w)
	fmt.Fprintln(s.err, strings.Join(lines, " "))
	d := newDaemon(s, w, fallbackConfig(o, w))
	if d.simulates(o.panel) {
		return nil
	}
	d.host = s.host()
	view := textView(lines)
	if _, updating := d.updates.step(); updating { // the updater starts it again or goes back
		view = companion.TrialView(companion.Trial{})
	}
	return d.wire().leave(screen.New(nil, nil).Draw(view))
}

// offEdge is the distance of the picture from the left edge, in px. Some displays cut off the
// columns at the edge, and the chip of the display is unknown here.
const offEdge = 2

// failureLines returns the lines of the failure message.
func failureLines(w *words.Catalogue) []string { return strings.Split(w.Word("failed"), " / ") }

// textView returns a page of text at that distance. The first line is the title.
func textView(lines []string) panel.View {
	v := panel.TextView(lines)
	v.ShiftX = offEdge
	return v
}

// fallbackConfig returns the config. If the config is invalid, it returns a config for the usual
// display.
func fallbackConfig(o options, w *words.Catalogue) config.Config {
	c, err := readConfig(o, w)
	if err != nil {
		c = config.Default()
		c.Matrix.Chip = config.None
	}
	return c
}

// leave shows a frame on all surfaces and does not halt them, because halted surfaces are dark.
func (d devices) leave(f screen.Frame) (err error) {
	for _, s := range d.panels {
		err = errors.Join(err, s.Show(f.OLED[:], glow))
	}
	lamps := f.Lamps.Bytes()
	for _, s := range d.lamps {
		err = errors.Join(err, s.Show(lamps[:], glow))
	}
	return err
}
