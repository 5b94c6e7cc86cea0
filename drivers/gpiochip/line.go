package gpiochip

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// Line is a GPIO line that implements gpio.PinIO. The first use requests the line from the
// kernel. The first use after a failure requests it again, as the chip may have vanished and
// reappeared. The methods may be called from any goroutine.
type Line struct {
	kernel Kernel
	label  string
	name   string

	mu     sync.Mutex
	handle handle // handle of the requested line; nil while the line is not requested
	flags  uint64 // flags with which the line was requested
	offset int
}

var _ gpio.PinIO = (*Line)(nil)

// Line finds a line and returns it, without requesting it. If label is set, it searches the
// chips of that label. Otherwise it searches the header's chip. If the header's chip lacks the
// line and name isn't of the form GPIO4, Line then searches all other chips.
func (k Kernel) Line(label, name string) (*Line, error) {
	l := &Line{kernel: k, label: label, name: name, offset: -1}
	err := k.withChip(label, []string{name}, func(_ chip, offsets []int) error {
		l.offset = offsets[0]
		return nil
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// String returns the name passed to Kernel.Line.
func (l *Line) String() string { return l.name }

// Name returns the same as String.
func (l *Line) Name() string { return l.name }

// Number returns the number of the line on its chip.
func (l *Line) Number() int { return l.offset }

// Function returns "": the function is unknown, as another program may hold the line.
func (l *Line) Function() string { return "" }

// Halt releases the line.
func (l *Line) Halt() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.release()
}

// In requests the line as an input with the given pull, and detects the given edges.
func (l *Line) In(pull gpio.Pull, edge gpio.Edge) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.request(input | biases[pull] | edges[edge])
	return err
}

// Read returns the level of an input, or Low if it can't be read.
func (l *Line) Read() gpio.Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.handle == nil {
		return gpio.Low
	}
	bits, err := l.handle.read()
	if err != nil {
		l.fail("read", err)
	}
	return err == nil && bits&1 == 1
}

// WaitForEdge waits for an edge of an input and reports whether there was one. A negative
// timeout waits without limit.
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

// Pull returns gpio.PullNoChange: the pull of a line is unknown until a program sets it.
func (l *Line) Pull() gpio.Pull { return gpio.PullNoChange }

// DefaultPull returns gpio.PullNoChange, as Pull does.
func (l *Line) DefaultPull() gpio.Pull { return gpio.PullNoChange }

// Out sets the level of the line. If the line is not an output, Out first makes it one.
func (l *Line) Out(level gpio.Level) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, err := l.request(output)
	if err != nil {
		return err
	}
	var bits uint64
	if level {
		bits = 1
	}
	if err := h.write(bits); err != nil {
		return l.fail("set", err)
	}
	return nil
}

// PWM returns an error: the kernel's GPIO interface has no PWM.
func (l *Line) PWM(gpio.Duty, physic.Frequency) error {
	return fmt.Errorf("gpiochip: PWM on %s: %w", l.name, errors.ErrUnsupported)
}

// request returns the handle of the line. It requests the line from the kernel, unless the line
// is already requested with these flags.
func (l *Line) request(flags uint64) (handle, error) {
	if l.handle != nil && l.flags == flags {
		return l.handle, nil
	}
	if err := l.release(); err != nil {
		return nil, err
	}
	err := l.kernel.withChip(l.label, []string{l.name}, func(c chip, offsets []int) (err error) {
		l.offset, l.flags = offsets[0], flags
		if l.handle, err = c.request(offsets, flags); err != nil {
			l.handle = nil
			return fmt.Errorf("gpiochip: request %s of %s: %w", l.name, c.label, err)
		}
		return nil
	})
	return l.handle, err
}

// fail releases the line after an error, so that the next use requests it again.
func (l *Line) fail(what string, err error) error {
	return errors.Join(fmt.Errorf("gpiochip: %s %s: %w", what, l.name, err), l.release())
}

// release releases the line if it is requested.
func (l *Line) release() error {
	if l.handle == nil {
		return nil
	}
	h := l.handle
	l.handle = nil
	return h.Close()
}
