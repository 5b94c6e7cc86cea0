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

// biases are what a pull is to the kernel; gpio.PullNoChange is nothing.
var biases = map[gpio.Pull]uint64{gpio.PullUp: pullUp, gpio.PullDown: pullDn, gpio.Float: noBias}

// edges are what is listened to.
var edges = map[gpio.Edge]uint64{gpio.RisingEdge: rising, gpio.FallingEdge: falling, gpio.BothEdges: rising | falling}

// Lines are inputs that are read at once.
type Lines struct {
	handle  handle
	offsets []int
}

// Inputs asks for lines of one chip, with both edges: those of the chip of that
// label, "" for the header's. A line that somebody else holds is an error.
func (k Kernel) Inputs(label string, names []string, pull gpio.Pull) (l *Lines, err error) {
	err = k.with(label, names, func(c chip, offsets []int) error {
		h, err := c.request(offsets, input|rising|falling|biases[pull])
		if err != nil {
			return fmt.Errorf("gpiochip: request %s of %s: %w", strings.Join(names, " "), c.label, err)
		}
		l = &Lines{h, offsets}
		return nil
	})
	return l, err
}

// Read returns the levels, bit i that of line i, 1 for high.
func (l *Lines) Read() (uint64, error) { return l.handle.read() }

// WaitForEdge waits for an edge on any line and returns which line it was, or -1 once
// the timeout is over.
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

// Close gives the lines back.
func (l *Lines) Close() error { return l.handle.Close() }

// forever is a wait that nobody sees the end of.
const forever = math.MaxInt64 / 2
