package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// Registers of the GPIO lines 0 to 31 at their address on a Pi 3 (BCM2835 ARM Peripherals,
// page 90; there at 0x7E200000). In Debian's QEMU the level of a line is the value last set or
// cleared there, whatever the function of the line is. So lines are pulled from outside by
// writing these registers, with the protocol of QEMU's own tests.
const (
	gpioSet   = 0x3F20001C
	gpioClear = 0x3F200028
)

// outside is the object of our patched QEMU that accepts levels of lines, with edges.
const outside = "/machine/soc/peripherals/gpio unnamed-gpio-in"

// The keys of the default wiring, on GPIO lines.
const (
	Back = 5
	Up   = 6
	Down = 13
	OK   = 19
)

// Pins accesses the GPIO lines from outside.
type Pins struct {
	conn  net.Conn
	from  *bufio.Reader
	edges bool
	hold  time.Duration // duration of a key press
}

// Durations of a key press. Without edges the daemon polls five times a second. From one
// second on, back is a different key.
const (
	holdBlind = 500 * time.Millisecond
	hold      = 150 * time.Millisecond
)

// NewPins returns the lines behind QEMU's test protocol, all low. edges means that QEMU has
// our patch.
func NewPins(conn net.Conn, edges bool) *Pins {
	p := &Pins{conn: conn, from: bufio.NewReader(conn), edges: edges, hold: holdBlind}
	if edges {
		p.hold = hold
	}
	return p
}

// Release opens the contacts on lines: the pull-ups make them high.
func (p *Pins) Release(lines ...int) error { return p.pull(lines, 1) }

// Hold keeps lines released while do runs. Debian's QEMU loses levels when the machine
// reboots.
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

// pull sets the level of lines.
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

// testPatience is the time limit for an answer of QEMU.
const testPatience = 2 * time.Minute

// do sends a command of QEMU's test protocol.
func (p *Pins) do(command string) error {
	if err := p.conn.SetDeadline(time.Now().Add(testPatience)); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(p.conn, command); err != nil {
		return err
	}
	answer, err := p.from.ReadString('\n')
	if err == nil && strings.TrimSpace(answer) != "OK" {
		err = fmt.Errorf("%s: %q", command, answer)
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
