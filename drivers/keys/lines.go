package keys

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// Lines is what the keys need of the kernel: some lines that are read at once.
type Lines interface {
	// Read returns the levels, bit i that of line i, 1 for high.
	Read() (uint64, error)
	// WaitForEdge waits for an edge on any line and returns which line it was, or
	// -1 once the timeout is over. The timeout is positive.
	WaitForEdge(timeout time.Duration) (line int, err error)
	// Close gives the lines back.
	Close() error
}

// none is the line that no edge was on.
const none = -1

// ErrNoChip says that the kernel has no GPIO chip of that label.
var ErrNoChip = errors.New("no GPIO chip")

// Probe asks the kernel for the lines of o and gives them back: nil if the keys
// could be read now. It looks at the chips that host.Init has found; where none
// has the label, the error is ErrNoChip.
func Probe(o Opts) error {
	if err := o.checkWiring(); err != nil {
		return err
	}
	if err := GuardStdin(); err != nil {
		return err
	}
	lines, err := request(o)
	if err != nil {
		return err
	}
	return lines.Close()
}

// kernel asks for the lines of opts.
type kernel struct {
	opts  Opts
	nodes string // in /dev, when chips were last looked for
}

// calm is how long the nodes must not have changed before they are opened.
const calm = 50 * time.Millisecond

// request asks periph's chips, and if they won't do, those that are there by now.
func (k *kernel) request() (Lines, error) {
	if err := GuardStdin(); err != nil {
		return nil, err
	}
	lines, err := request(k.opts)
	if err == nil {
		return lines, nil
	}
	nodes := chipNodes(devices)
	if nodes == "" || nodes == k.nodes {
		return nil, err
	}
	if time.Sleep(calm); chipNodes(devices) != nodes {
		return nil, err
	}
	k.nodes = nodes
	if again := rescan(); again != nil {
		return nil, errors.Join(err, again)
	}
	return request(k.opts)
}

// request asks for the lines of o on the chips that periph knows.
func request(o Opts) (Lines, error) {
	chip, names, err := find(known(), o.Chip, o.lines())
	if err != nil {
		return nil, err
	}
	set, err := chip.LineSet(gpioioctl.LineInput, gpio.BothEdges, o.Pull, names...)
	if err != nil {
		return nil, fmt.Errorf("keys: request %s of %s: %w", strings.Join(names, " "), chip.Label(), err)
	}
	l := &lineSet{set: set, index: map[int]int{}}
	for i, line := range set.Lines() {
		l.index[line.Number()] = i
	}
	return l, nil
}

// chip is a gpioioctl.GPIOChip.
type chip interface {
	Name() string
	Label() string
	ByName(name string) *gpioioctl.GPIOLine
	LineSet(dir gpioioctl.LineDir, edge gpio.Edge, pull gpio.Pull, lines ...string) (*gpioioctl.LineSet, error)
}

// known are the chips that periph knows, the latest found first: one that
// vanished stays in its list for ever.
func known() []chip {
	var chips []chip
	for _, c := range slices.Backward(gpioioctl.Chips) {
		chips = append(chips, c)
	}
	return chips
}

// pinctrl begins the labels of the chips whose lines are a Pi's header.
const pinctrl = "pinctrl-"

// find returns the first chip of that label that has all lines, and what they are
// called there.
func find(chips []chip, label string, lines []string) (chip, []string, error) {
	err := fmt.Errorf("keys: %w labelled %s", ErrNoChip, label)
	if label == "" {
		err = fmt.Errorf("keys: %w labelled %s…", ErrNoChip, pinctrl)
	}
	for _, c := range chips {
		if c.Label() != label && (label != "" || !strings.HasPrefix(c.Label(), pinctrl)) {
			continue
		}
		names, missing := resolve(c, lines)
		if missing == "" {
			return c, names, nil
		}
		err = fmt.Errorf("keys: %s has no line %s", c.Label(), missing)
	}
	return nil, nil, err
}

// resolve returns what lines are called on a chip, or the first that it lacks.
// Where a name is registered already, periph puts the chip's before it.
func resolve(c chip, lines []string) (names []string, missing string) {
	for _, line := range lines {
		for _, name := range []string{line, c.Name() + "-" + line, ""} {
			if name == "" {
				return nil, line
			}
			if c.ByName(name) != nil {
				names = append(names, name)
				break
			}
		}
	}
	return names, ""
}

// lineSet is periph's LineSet as Lines.
type lineSet struct {
	set   *gpioioctl.LineSet
	index map[int]int // by the number on the chip
}

// shortest is the shortest wait: periph takes 0 for ever.
const shortest = time.Microsecond

func (l *lineSet) Read() (uint64, error) {
	levels, err := l.set.Read(0)
	return uint64(levels), err
}

func (l *lineSet) WaitForEdge(timeout time.Duration) (int, error) {
	number, _, err := l.set.WaitForEdge(max(timeout, shortest))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return none, nil
	}
	if err != nil {
		return none, err
	}
	if i, ok := l.index[number]; ok {
		return i, nil
	}
	return none, nil
}

func (l *lineSet) Close() error { return l.set.Close() }
