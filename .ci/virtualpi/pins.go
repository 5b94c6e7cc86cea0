package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// Registers of the GPIO lines 0 to 31, where a Pi 3 has them (BCM2835 ARM Peripherals,
// page 90; there at 0x7E200000). Debian's QEMU reads as the level of a line what was
// last set or cleared there, whatever the line's function is. So a line is pulled from
// outside, by the protocol that QEMU's own tests use.
const (
	gpioSet   = 0x3F20001C
	gpioClear = 0x3F200028
)

// outside is where our patch of QEMU takes the levels of lines, with their edges.
const outside = "/machine/soc/peripherals/gpio unnamed-gpio-in"

// The keys of the default wiring, on GPIO lines.
const (
	Back = 5
	Up   = 6
	Down = 13
	OK   = 19
)

// Pins are the GPIO lines, seen from outside.
type Pins struct {
	conn  net.Conn
	from  *bufio.Reader
	edges bool
	hold  time.Duration // how long a key is held
}

// How long a key is held: where the daemon is told of no edge, it looks five times a
// second; back is another key from one second on.
const (
	holdBlind = 500 * time.Millisecond
	hold      = 150 * time.Millisecond
)

// NewPins returns the lines behind QEMU's test protocol, all low. Edges says that QEMU
// has our patch.
func NewPins(conn net.Conn, edges bool) *Pins {
	p := &Pins{conn: conn, from: bufio.NewReader(conn), edges: edges, hold: holdBlind}
	if edges {
		p.hold = hold
	}
	return p
}

// Release lets the pull-ups have lines.
func (p *Pins) Release(lines ...int) error { return p.pull(lines, 1) }

// Hold has the pull-ups have lines while something is done that may start the machine
// anew, by which Debian's QEMU forgets levels.
func (p *Pins) Hold(do func() error, lines ...int) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	for {
		if err := p.Release(lines...); err != nil {
			return err
		}
		select {
		case err := <-done:
			return err
		case <-time.After(time.Second):
		}
	}
}

// Close closes the contacts on lines: they are pulled to ground.
func (p *Pins) Close(lines ...int) error { return p.pull(lines, 0) }

// pull gives lines a level.
func (p *Pins) pull(lines []int, level int) error {
	var bits uint32
	var err error
	for _, line := range lines {
		bits |= 1 << line
		if p.edges {
			err = errors.Join(err, p.do(fmt.Sprintf("set_irq_in %s %d %d", outside, line, level)))
		}
	}
	if p.edges {
		return err
	}
	register := [...]uint32{gpioClear, gpioSet}[level]
	return p.do(fmt.Sprintf("writel 0x%x 0x%x", register, bits))
}

// testPatience is how long QEMU may take to answer.
const testPatience = 2 * time.Minute

// do tells QEMU something by its test protocol.
func (p *Pins) do(command string) error {
	if err := p.conn.SetDeadline(time.Now().Add(testPatience)); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(p.conn, command); err != nil {
		return err
	}
	said, err := p.from.ReadString('\n')
	if err == nil && strings.TrimSpace(said) != "OK" {
		err = fmt.Errorf("%s: %q", command, said)
	}
	return err
}

// Press presses a key.
func (p *Pins) Press(line int) error {
	down := p.Close(line)
	time.Sleep(p.hold)
	up := p.Release(line)
	time.Sleep(p.hold)
	return errors.Join(down, up)
}
