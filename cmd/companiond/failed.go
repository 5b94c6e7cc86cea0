package main

import (
	"errors"
	"fmt"
	"strings"

	"tabletop/cmd/internal/config"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// glow is the brightness of a picture that may stand for days.
const glow = 64

// showFailure says on the panel, and on standard error, that the daemon failed, and
// leaves that lit: systemd may start it no more. It needs neither database nor
// network. After an end that was meant there is nothing to say.
func showFailure(o options, w *words.Catalogue, s environment) error {
	if s.env("SERVICE_RESULT") == "success" { // set by systemd
		return nil
	}
	lines := failureLines(w)
	fmt.Fprintln(s.err, strings.Join(lines, " "))
	d := &daemon{environment: s, words: w, config: legible(o, w)}
	if d.simulates(o.panel) {
		return nil
	}
	d.host = s.host()
	return d.wire().leave(screen.New(nil, nil).Draw(textView(lines)))
}

// offEdge is how far the picture stays off the columns that a display may not show, as
// nobody says here which chip it has.
const offEdge = 2

// failureLines are what the panel says, line by line.
func failureLines(w *words.Catalogue) []string { return strings.Split(w.Word("failed"), " / ") }

// textView is a page of as many lines as the panel has, the first of them its title.
func textView(lines []string) panel.View {
	v := panel.View{Kind: panel.KindText, Title: lines[0], ShiftX: offEdge}
	for i, line := range lines[1:] {
		v.Rows[i] = panel.Row{Text: line, Mark: panel.Quiet}
	}
	return v
}

// legible is the config, or where that is what failed a display as it mostly is.
func legible(o options, w *words.Catalogue) config.Config {
	c, err := readConfig(o, w)
	if err != nil {
		c = config.Default()
		c.Matrix.Chip = config.None
	}
	return c
}

// leave shows a frame and lets go of no surface: halted, they'd be dark.
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
