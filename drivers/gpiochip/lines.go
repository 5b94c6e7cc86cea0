package gpiochip

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Flags of a line (gpio.h, enum gpio_v2_line_flag).
const (
	input   = 1 << 2
	output  = 1 << 3
	rising  = 1 << 4
	falling = 1 << 5
	pullUp  = 1 << 8
	pullDn  = 1 << 9
	noBias  = 1 << 10
)

// biases maps each pull to the kernel's flag for it. gpio.PullNoChange has no flag.
var biases = map[gpio.Pull]uint64{gpio.PullUp: pullUp, gpio.PullDown: pullDn, gpio.Float: noBias}

// edges maps each kind of edge to the kernel's flags for it.
var edges = map[gpio.Edge]uint64{gpio.RisingEdge: rising, gpio.FallingEdge: falling, gpio.BothEdges: rising | falling}

// Lines is a set of input lines of one chip that are read together.
type Lines struct {
	handle  handle
	offsets []int
}

// Inputs requests lines as inputs with the given pull, and detects rising and falling edges. It
// searches the chip with the given label, or the header's chip if label is "". It returns an
// error if another process holds one of the lines.
func (k Kernel) Inputs(label string, names []string, pull gpio.Pull) (l *Lines, err error) {
	err = k.withChip(label, names, func(c chip, offsets []int) error {
		h, err := c.request(offsets, input|rising|falling|biases[pull])
		if err != nil {
			return fmt.Errorf("gpiochip: request %s of %s: %w", strings.Join(names, " "), c.label, err)
		}
		l = &Lines{h, offsets}
		return nil
	})
	return l, err
}

// Read returns the levels of all lines: bit i is line i, 1 is high.
func (l *Lines) Read() (uint64, error) { return l.handle.read() }

// WaitForEdge waits for an edge on any line and returns the index of the line, or -1 after the
// timeout.
func (l *Lines) WaitForEdge(timeout time.Duration) (int, error) {
	if err := l.handle.deadline(int64(timeout)); err != nil {
		return -1, err
	}
	offset, err := l.handle.event()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return -1, nil
	}
	if err != nil {
		return -1, err
	}
	return slices.Index(l.offsets, offset), nil
}

// Close releases the lines.
func (l *Lines) Close() error { return l.handle.Close() }

// forever is a timeout in ns that is longer than any run of the program.
const forever = math.MaxInt64 / 2
