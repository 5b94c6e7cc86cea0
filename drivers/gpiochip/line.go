package gpiochip

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// Line is one line as periph's drivers want it. It is had when it is first used, and
// asked for anew after it has failed: its chip may have gone and come back. It may
// be used from anywhere.
type Line struct {
	kernel Kernel
	label  string
	name   string

	mu     sync.Mutex
	handle handle // nil while it isn't had
	flags  uint64 // with which it was
	offset int
}

var _ gpio.PinIO = (*Line)(nil)

// Line finds a line: of the chip of that label, or with "" of the header's; one that
// isn't called by number may also be any other chip's. Nothing is asked for yet.
func (k Kernel) Line(label, name string) (*Line, error) {
	l := &Line{kernel: k, label: label, name: name, offset: -1}
	err := k.with(label, []string{name}, func(_ chip, offsets []int) error {
		l.offset = offsets[0]
		return nil
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// String is the name it was asked for by.
func (l *Line) String() string { return l.name }

// Name is that, too.
func (l *Line) Name() string { return l.name }

// Number is the line's on its chip.
func (l *Line) Number() int { return l.offset }

// Function is unknown: another program may have the line.
func (l *Line) Function() string { return "" }

// Halt gives the line back.
func (l *Line) Halt() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.drop()
}

// In makes it an input.
func (l *Line) In(pull gpio.Pull, edge gpio.Edge) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.have(input | biases[pull] | edges[edge])
	return err
}

// Read returns the level of an input; Low where it can't be read.
func (l *Line) Read() gpio.Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.handle == nil {
		return gpio.Low
	}
	bits, err := l.handle.read()
	if err != nil {
		l.failed("read", err)
	}
	return err == nil && bits&1 == 1
}

// WaitForEdge waits for an edge of an input, for ever if timeout is negative, and
// reports whether there was one.
func (l *Line) WaitForEdge(timeout time.Duration) bool {
	l.mu.Lock()
	h := l.handle
	l.mu.Unlock()
	if h == nil {
		return false
	}
	if timeout < 0 {
		timeout = forever
	}
	at, err := (&Lines{h, []int{l.offset}}).WaitForEdge(timeout)
	return err == nil && at == 0
}

// Pull isn't known of a line that nobody has set.
func (l *Line) Pull() gpio.Pull { return gpio.PullNoChange }

// DefaultPull isn't, either.
func (l *Line) DefaultPull() gpio.Pull { return gpio.PullNoChange }

// Out makes it an output, if it isn't one, and sets its level.
func (l *Line) Out(level gpio.Level) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, err := l.have(output)
	if err != nil {
		return err
	}
	var bits uint64
	if level {
		bits = 1
	}
	if err := h.write(bits); err != nil {
		return l.failed("set", err)
	}
	return nil
}

// PWM is not the kernel's GPIO.
func (l *Line) PWM(gpio.Duty, physic.Frequency) error {
	return fmt.Errorf("gpiochip: PWM on %s: %w", l.name, errors.ErrUnsupported)
}

// have asks for the line, unless it is had so already.
func (l *Line) have(flags uint64) (handle, error) {
	if l.handle != nil && l.flags == flags {
		return l.handle, nil
	}
	if err := l.drop(); err != nil {
		return nil, err
	}
	err := l.kernel.with(l.label, []string{l.name}, func(c chip, offsets []int) (err error) {
		l.offset, l.flags = offsets[0], flags
		if l.handle, err = c.request(offsets, flags); err != nil {
			l.handle = nil
			return fmt.Errorf("gpiochip: request %s of %s: %w", l.name, c.label, err)
		}
		return nil
	})
	return l.handle, err
}

// failed gives the line back, so that it is asked for anew.
func (l *Line) failed(what string, err error) error {
	return errors.Join(fmt.Errorf("gpiochip: %s %s: %w", what, l.name, err), l.drop())
}

func (l *Line) drop() error {
	if l.handle == nil {
		return nil
	}
	h := l.handle
	l.handle = nil
	return h.Close()
}
