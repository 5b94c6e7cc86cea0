package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// Addresses of the registers that set and clear the GPIO lines 0 to 31 on a Pi 3 (BCM2835 ARM
// Peripherals, page 90, which gives them from 0x7E200000). In Debian's QEMU the level of a line
// is the value last set or cleared in these registers, whatever the function of the line is. So
// the test pulls lines from outside by writing the registers, with the protocol of QEMU's own
// tests.
const (
	gpioSet   = 0x3F20001C
	gpioClear = 0x3F200028
)

// outside is the path of an object in our patched QEMU. The object accepts levels of GPIO lines
// and reports their edges to the machine.
const outside = "/machine/soc/peripherals/gpio unnamed-gpio-in"

// GPIO lines of the four keys in the default wiring.
const (
	Back = 5
	Up   = 6
	Down = 13
	OK   = 19
)

// Pins sets the levels of the machine's GPIO lines from outside the machine.
type Pins struct {
	conn  net.Conn
	from  *bufio.Reader
	edges bool          // QEMU has our patch, so the machine receives edges
	hold  time.Duration // duration of a key press, and of the pause after it
}

// Durations of a key press. They are below 1 s, after which the key "back" counts as held.
// Times for which a key is held down.
const (
	holdBlind = 500 * time.Millisecond // time if the lines report no edges; the daemon then polls them five times a second
	hold      = 150 * time.Millisecond // time if the lines report edges; the daemon then notices a press at once
)

// NewPins returns the GPIO lines of a machine, all low, given a connection with QEMU's test
// protocol. edges means that QEMU has our patch.
func NewPins(conn net.Conn, edges bool) *Pins {
	p := &Pins{conn: conn, from: bufio.NewReader(conn), edges: edges, hold: holdBlind}
	if edges {
		p.hold = hold
	}
	return p
}

// Release opens the contacts on lines, so that the pull-ups make them high.
func (p *Pins) Release(lines ...int) error { return p.pull(lines, 1) }

// Hold keeps lines released while do runs, by releasing them every second. Debian's QEMU loses
// the levels when the machine reboots.
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

// Close closes the contacts on lines, which pulls the lines to ground.
func (p *Pins) Close(lines ...int) error { return p.pull(lines, 0) }

// pull sets the level of lines to 0 or 1.
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

// testPatience is the time limit for QEMU's answer to one test command.
const testPatience = 2 * time.Minute

// do sends a command in the protocol of QEMU's tests. It returns an error unless QEMU answers
// OK.
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

// Press presses and releases the key at a GPIO line.
func (p *Pins) Press(line int) error {
	down := p.Close(line)
	time.Sleep(p.hold)
	up := p.Release(line)
	time.Sleep(p.hold)
	return errors.Join(down, up)
}
