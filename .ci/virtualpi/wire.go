package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"tabletop/ci/fakepi/chips"
)

// panelAddress is the I²C address of the SSD1306.
const panelAddress = 0x3C

// Wire decodes the bytes for the panel and the matrix in QEMU's trace. Without our patch the
// trace has no bytes for the matrix.
type Wire struct {
	mu       sync.Mutex
	panel    *chips.SSD1306
	lamps    chips.Chain
	transfer []byte    // bytes of the unfinished I²C transfer to the panel
	rows     []byte    // bytes of the unfinished SPI transfer to the matrix
	bytes    int       // number of bytes sent to the panel, without addresses
	lit      time.Time // time at which the panel first showed a lit picture
	dark     time.Time // time after lit at which the panel was first dark again
	last     time.Time // time at which the last transfer ended
}

// NewWire returns a Wire to a panel and a matrix in their state after power-on.
func NewWire() *Wire { return &Wire{panel: chips.NewSSD1306(1), lamps: chips.NewChain(1)} }

// Follow reads the trace file at path while it grows, until done is closed.
func (w *Wire) Follow(path string, done <-chan struct{}) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r, begun := bufio.NewReader(file), ""
	for {
		line, err := r.ReadString('\n')
		begun += line
		switch {
		case err == nil:
			if err := w.Take(begun); err != nil {
				return err
			}
			begun = ""
		case !errors.Is(err, io.EOF):
			return err
		default:
			select {
			case <-done:
				return nil
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
}

// Take processes one line of the trace, with or without QEMU's timestamp.
func (w *Wire) Take(line string) error {
	if at, event, ok := strings.Cut(line, ":"); ok && strings.Contains(at, "@") {
		line = event
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if !strings.HasPrefix(name, "i2c_") && !strings.HasPrefix(name, "spi_wire_") {
		return nil
	}
	t, err := parse(rest)
	if err != nil {
		return fmt.Errorf("trace %q: %w", line, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case name == "i2c_send" && t.chip == panelAddress:
		w.transfer = append(w.transfer, t.data)
	case name == "i2c_event" && t.chip == panelAddress && t.verb == "finish":
		w.end()
	case name == "spi_wire_send":
		w.rows = append(w.rows, t.data)
	case name == "spi_wire_event" && t.verb == "finish" && len(w.rows) > 0:
		w.lamps.Transfer(w.rows)
		w.rows, w.last = nil, time.Now()
	}
	return nil
}

// traceEvent is a parsed line of the trace, such as "send(addr:0x3c) data:0xff" or
// "finish(select:8)".
type traceEvent struct {
	verb       string
	chip, data byte
}

func parse(text string) (t traceEvent, err error) {
	verb, rest, _ := strings.Cut(text, "(")
	chip, value, _ := strings.Cut(rest, ")")
	_, chip, _ = strings.Cut(chip, ":")
	t.verb = verb
	if t.chip, err = number(chip); err != nil || verb != "send" {
		return t, err
	}
	_, value, _ = strings.Cut(value, ":")
	t.data, err = number(strings.TrimSpace(value))
	return t, err
}

func number(text string) (byte, error) {
	n, err := strconv.ParseUint(text, 0, 8)
	return byte(n), err
}

// end passes the bytes of a finished I²C transfer to the panel.
func (w *Wire) end() {
	if len(w.transfer) == 0 {
		return
	}
	w.panel.Write(w.transfer)
	w.bytes += len(w.transfer)
	w.transfer, w.last = nil, time.Now()
	switch lit := strings.Trim(w.panel.Picture(), " \n") != ""; {
	case lit && w.lit.IsZero():
		w.lit = w.last
	case !lit && !w.lit.IsZero() && w.dark.IsZero():
		w.dark = w.last
	}
}

// Lit returns the time of the first lit picture since NewWire or Unlit. It returns the zero
// time if there was none.
func (w *Wire) Lit() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lit
}

// Dark returns the time of the first dark picture after Lit. It returns the zero time if there was
// none.
func (w *Wire) Dark() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dark
}

// Unlit switches the panel's power off and on, and clears the results of Lit, Dark and Bytes.
func (w *Wire) Unlit() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.panel.Power(2)
	w.lit, w.dark, w.transfer, w.bytes = time.Time{}, time.Time{}, nil, 0
}

// Bytes returns the number of bytes sent to the panel since NewWire or Unlit.
func (w *Wire) Bytes() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bytes
}

// Picture returns the visible picture on the panel, trimmed like the pictures of the gallery.
func (w *Wire) Picture() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return trimmed(w.panel.Picture())
}

// Lamps returns the visible picture of the matrix: 8 lines of "#" and ".".
func (w *Wire) Lamps() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lamps.Picture()
}

// Sound returns an error if a driver violated the rules of a chip.
func (w *Wire) Sound() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, state := range []string{w.panel.String(), w.lamps.String()} {
		if !strings.Contains(state, `faults=""`) {
			return fmt.Errorf("fault in a chip: %s", state)
		}
	}
	return nil
}

// Await waits until done returns true for the panel's picture, and returns the time of that
// picture. It returns an error after patience.
func (w *Wire) Await(patience time.Duration, what string, done func(picture string) bool) (time.Time, error) {
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if done(w.Picture()) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.last, nil
		}
		if time.Now().After(end) {
			return time.Time{}, fmt.Errorf("after %v the panel doesn't show %s but\n%s", patience, what, w.Picture())
		}
	}
}

// Rest waits until nothing has been sent to panel and matrix for longer than quiet. It waits at
// most patience. It returns the visible picture on the panel.
func (w *Wire) Rest(quiet, patience time.Duration) (picture string) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		w.mu.Lock()
		rests := time.Since(w.last) > quiet
		w.mu.Unlock()
		if rests {
			break
		}
	}
	return w.Picture()
}

// trimmed returns a picture without spaces at the ends of lines and without empty lines at the
// end.
func trimmed(picture string) string {
	var b strings.Builder
	for line := range strings.Lines(picture) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
