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

// panelAddress is that of the SSD1306 on its bus.
const panelAddress = 0x3C

// Wire is what panel and matrix were sent, read from QEMU's trace, and the two. The
// matrix is sent nothing where QEMU has no patch.
type Wire struct {
	mu       sync.Mutex
	panel    *chips.SSD1306
	lamps    chips.Chain
	transfer []byte    // on I²C, that has not ended yet
	rows     []byte    // on SPI, likewise
	bytes    int       // for the panel in all, without addresses
	lit      time.Time // when there was first something to see
	last     time.Time // when the last transfer ended
}

// NewWire returns the wire to a panel and a matrix that have just got power.
func NewWire() *Wire { return &Wire{panel: chips.NewSSD1306(1), lamps: chips.NewChain(1)} }

// Follow reads a trace that grows, until done is closed.
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

// Take takes a line of the trace, with or without QEMU's time before it.
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

// traced is what a line of the trace tells: send(addr:0x3c) data:0xff, finish(select:8).
type traced struct {
	verb       string
	chip, data byte
}

func parse(text string) (t traced, err error) {
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

// end gives the panel what it was sent between start and stop.
func (w *Wire) end() {
	if len(w.transfer) == 0 {
		return
	}
	w.panel.Write(w.transfer)
	w.bytes += len(w.transfer)
	w.transfer, w.last = nil, time.Now()
	if w.lit.IsZero() && strings.Trim(w.panel.Picture(), " \n") != "" {
		w.lit = w.last
	}
}

// Lit is when there was first something to see, zero before.
func (w *Wire) Lit() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lit
}

// Unlit forgets that there was something to see, and takes the panel's power away.
func (w *Wire) Unlit() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.panel.Power(2)
	w.lit, w.transfer, w.bytes = time.Time{}, nil, 0
}

// Bytes are how many the panel was sent.
func (w *Wire) Bytes() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bytes
}

// Picture is what a person sees, trimmed as the gallery is.
func (w *Wire) Picture() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return trimmed(w.panel.Picture())
}

// Lamps is what a person sees on the matrix: 8 lines of "#" and ".".
func (w *Wire) Lamps() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lamps.Picture()
}

// Sound is an error if a driver did to a chip what it must not.
func (w *Wire) Sound() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, said := range []string{w.panel.String(), w.lamps.String()} {
		if !strings.Contains(said, `faults=""`) {
			return fmt.Errorf("a chip complains: %s", said)
		}
	}
	return nil
}

// Await waits until a picture is as it should be, and returns when it came to be.
func (w *Wire) Await(patience time.Duration, what string, done func(picture string) bool) (time.Time, error) {
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if done(w.Picture()) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.last, nil
		}
		if time.Now().After(end) {
			return time.Time{}, fmt.Errorf("after %v one sees not %s but\n%s", patience, what, w.Picture())
		}
	}
}

// Rest waits until nothing was sent for a while, and returns what one sees then.
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

// trimmed is a picture without the blanks at the ends of its lines, and without the
// lines at its end that have nothing else.
func trimmed(picture string) string {
	var b strings.Builder
	for line := range strings.Lines(picture) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
