package gpiochip

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Header lists the labels of the GPIO chips that serve the 40-pin header, one for each kind of
// Pi.
var Header = []string{"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"}

var (
	// ErrNoChip reports that no GPIO chip has the requested label.
	ErrNoChip = errors.New("no GPIO chip")
	// ErrNoLine reports that the chip has no line of the requested name.
	ErrNoLine = errors.New("no line")
)

// node is an open chip. The kernel's implementation is in kernel_linux.go.
type node interface {
	info() (label string, lines int, err error)
	line(offset int) (name, consumer string, err error)
	request(offsets []int, flags uint64) (handle, error)
	Close() error
}

// handle is a set of requested lines. In the bits of read and write, bit i is the level of line
// i, 1 is high.
type handle interface {
	read() (uint64, error)
	write(bits uint64) error
	event() (offset int, err error) // waits for an edge; os.ErrDeadlineExceeded after the deadline
	deadline(nanoseconds int64) error
	Close() error
}

// Kernel finds and opens GPIO chips. The zero value opens the chips of this machine.
type Kernel struct {
	folder string                          // folder of the chips' device nodes; "" means /dev
	open   func(path string) (node, error) // opens a device node; nil means openNode
}

// chip is an open chip with its label and its number of lines.
type chip struct {
	node
	path  string
	label string
	lines int
}

// header reports whether the 40-pin header belongs to the chip.
func (c chip) header() bool { return slices.Contains(Header, c.label) }

// eachChip calls visit with each chip in turn, until visit returns stop. It returns the errors
// of chips that could not be opened or queried.
func (k Kernel) eachChip(visit func(chip) (stop bool)) (wrong error) {
	folder, open := k.folder, k.open
	if folder == "" {
		folder = "/dev"
	}
	if open == nil {
		open = openNode
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "gpiochip*")) // no error: the pattern is valid
	for _, path := range paths {
		if i, err := os.Lstat(path); err != nil || i.Mode()&fs.ModeSymlink != 0 {
			continue
		}
		c := chip{path: path}
		n, err := open(path)
		if err == nil {
			c.node = n
			c.label, c.lines, err = n.info()
		}
		stop := err == nil && visit(c)
		if n != nil {
			_ = n.Close() // an error doesn't matter, as nothing was written
		}
		if stop {
			return nil
		}
		if err != nil {
			wrong = errors.Join(wrong, fmt.Errorf("%s: %w", path, err))
		}
	}
	return wrong
}

// numbered matches a name that gives the line's number: "GPIO" and one or two digits.
var numbered = regexp.MustCompile(`^GPIO(\d{1,2})$`)

// offset returns the number of the named line on the chip. It returns false if the chip has no
// such line.
func (c chip) offset(name string) (int, bool) {
	if m := numbered.FindStringSubmatch(name); m != nil && c.header() {
		n, _ := strconv.Atoi(m[1]) // no error: m[1] is one or two digits
		return n, n < c.lines
	}
	for n := range c.lines {
		if is, _, err := c.line(n); err == nil && is == name && name != "" {
			return n, true
		}
	}
	return 0, false
}

// offsets returns the numbers of lines on the chip. Its error names the first missing line.
func (c chip) offsets(names []string) (all []int, err error) {
	for _, name := range names {
		n, ok := c.offset(name)
		if !ok {
			return nil, fmt.Errorf("gpiochip: %s has %w %s", c.label, ErrNoLine, name)
		}
		all = append(all, n)
	}
	return all, nil
}

// withChip finds the chip that has all the named lines, and calls use with the chip and the
// numbers of the lines on that chip. If label is set, it searches the chips of that label.
// Otherwise it searches the header's chip and then, if names is a single name that isn't of the
// form GPIO4, all other chips.
func (k Kernel) withChip(label string, names []string, use func(chip, []int) error) error {
	none := label
	if none == "" {
		none = "of the header"
	}
	err, done := fmt.Errorf("gpiochip: %s: %w %s", strings.Join(names, " "), ErrNoChip, none), false
	for _, fits := range k.order(label, names) {
		wrong := k.eachChip(func(c chip) bool {
			if !fits(c) {
				return false
			}
			offsets, missing := c.offsets(names)
			if done = missing == nil; done {
				err = use(c, offsets)
			} else if errors.Is(err, ErrNoChip) {
				err = missing
			}
			return done
		})
		if done {
			return err
		}
		if errors.Is(err, ErrNoChip) && wrong != nil {
			err = fmt.Errorf("%w: %w", err, wrong)
		}
	}
	return err
}

// order returns a predicate for each group of chips that withChip searches, in the order of the
// search.
func (k Kernel) order(label string, names []string) []func(chip) bool {
	if label != "" {
		return []func(chip) bool{func(c chip) bool { return c.label == label }}
	}
	kinds := []func(chip) bool{chip.header}
	if len(names) == 1 && !numbered.MatchString(names[0]) {
		kinds = append(kinds, func(c chip) bool { return !c.header() })
	}
	return kinds
}

// Holder returns the consumer of a line: the name under which a program has requested the line
// from the kernel. It returns "" if the line is free. It searches the chips with the given
// label. If label is "", it searches the chips as Line does. The error wraps ErrNoChip or
// ErrNoLine if there is no such chip or line.
func (k Kernel) Holder(label, name string) (consumer string, err error) {
	err = k.withChip(label, []string{name}, func(c chip, offsets []int) error {
		_, consumer, err = c.line(offsets[0])
		return err
	})
	return consumer, err
}
