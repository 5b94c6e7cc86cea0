// Package tablepanel drives a microcontroller built into the table: a key and a light per
// seat, sensors for dice, motors of a dice tower or a shuffler. The folder firmware has a
// program for an Arduino Nano; any other board that implements the protocol works too.
//
// # The protocol
//
// Messages are lines of ASCII, each ended by LF (a CR before it is ignored), of at most 63
// characters. Words are separated by one space. Numbers are decimal, 1 to 99, without leading
// zeros. Names are 1 to 16 letters, digits, ".", "_" and "-". The line runs at 115200 baud,
// 8N1.
//
// The panel sends:
//
//	HELLO name version   after its start, and in answer to ?
//	K seat down|up       a seat's key, debounced
//	D sensor face        a die has come to rest: 1 to 6, red, white …
//	M motor done|stuck   a motor has finished its task, or is stuck
//
// The companion sends:
//
//	?                    asks for HELLO
//	T seat               the seat in turn; T 0: no seat
//	L seat on|off|blink  a seat's lamp
//	M motor              start a motor: roll, shuffle
//	X                    no seat in turn, all lamps off, all motors stopped
//
// No other line is answered. Both sides ignore invalid lines, and the companion counts them:
// noise on a line under a table must not stop a game.
//
// The companion sends "?" every second until it receives HELLO. After each HELLO it sends X and
// then the whole state of the panel. So the panel recovers from a loose cable.
//
// # Numbers
//
// A panel may number its reports, so that none is lost or duplicated if the line fails. The
// panel announces this by its first beat right after HELLO; a beat is a heartbeat, the line B
// below. The extension below is not used with other panels. Each of its lines ends with a
// check: "*" and the CRC-8 of the text before it as two hexadecimal digits (the CRC of the
// 1-Wire bus; that of "123456789" is a1). To such a panel the companion sends all lines with a
// check; the panel may ignore a line without one.
//
// The panel sends:
//
//	K 2 down 17*53       a report as above with its number: 1 to 255, then 1 again
//	B life acked last turn lamps states
//	                     after HELLO, and every second
//
// The companion sends:
//
//	A number             acknowledges all reports up to this one; 0: none. Sent
//	                     after each report and each beat
//	S seat state         state of a seat's player, shown by its light: none,
//	                     waiting, deck, active, passed, ready, alarm, gone
//	C seat colour        colour of a seat's player, for the states but alarm: none, red,
//	                     blue, green, yellow, purple, turquoise, orange, grey, pink,
//	                     brown, lime, indigo
//
// A panel that lacks a colour shows the nearest one it has, or ignores C. The colour must never be
// the only sign of a state. X sets all colours to none. A beat has no colours; the companion sends
// the colour of a seat again before each state.
//
// The panel stores its reports until they are acknowledged. It sends them in order, and starts
// again with the first after 100 ms. Between a HELLO and the first A it sends none. The
// companion ignores a report whose number is not the next.
//
// In a beat, life is 1 to 255 and changes whenever the numbers start again, such as after a
// power cut. acked is the last report that was acknowledged or discarded, 0 for none of this
// life. last is the last report. turn is the seat whose turn is shown. lamps and states have a
// letter per seat: lamps . off, 1 on, b blink; states . none, w waiting, d deck, a active, p
// passed, r ready, x alarm, g gone. The companion corrects everything that differs from its own
// state. At the first beat of a new panel it skips the reports up to last: they were made
// before a companion was present.
//
// A panel that has received nothing for ten seconds may discard its reports and show that it is
// alone: an old press must not count as a new one.
//
// # A session
//
//	panel              companion
//	                   ?            every second: the panel has no power yet
//	                   ?
//	HELLO rim 1.2
//	                   X            the whole state of the panel
//	                   T 0
//	                   T 2          it is the turn of seat 2,
//	                   L 2 blink    whose player has not reacted
//	K 2 down
//	K 2 up
//	                   L 2 on
//	                   M roll       the tower drops two dice
//	M roll done
//	D 1 red
//	D 2 white
//	                   L 2 off
//	                   T 3
//	                   L 3 on
//	K 3 d%wn                        noise: ignored, counted
//	HELLO rim 1.2                   the cable was out for a moment
//	                   X
//	                   T 3
//	                   L 3 on
//	                   X            the evening ends
//
// # A session with numbers
//
// The checks are omitted here.
//
//	panel              companion
//	                   ?
//	HELLO tabletop 1
//	                   X            without numbers: this may be any panel
//	                   T 1
//	B 9 0 0 0 .. ..
//	                   A 0
//	                   T 1
//	                   S 1 active
//	                   S 2 deck
//	K 1 down 1
//	                   A 1
//	                   T 2
//	                   S 1 waiting
//	                   S 2 active
//	K 1 up 2                        the cable is out
//	                   ?            and in again
//	HELLO tabletop 1
//	                   X
//	                   T 2
//	B 9 1 2 2 .. wa                 sent before it received X
//	                   A 1
//	                   T 2
//	                   S 1 waiting
//	                   S 2 active
//	K 1 up 2
//	                   A 2
//
// # The firmware
//
// drivers/tablepanel/firmware is for an Arduino Nano, or any board with an ATmega328P
// of 16 MHz: eight keys, eight lights (WS2812), a dice tray, a motor. Fewer seats
// leave the last keys open and the chain of lights short. It numbers its reports, and sends
// none to a companion that doesn't acknowledge them.
//
// It ignores seats above eight, which a game for up to twelve may have: their players use the
// panel's own keys, and look at its matrix.
//
// It stores 200 reports. They survive a reset by its watchdog (250 ms) or by opening the line. A
// contact counts as closed after 5 ms, as open after 15. The tray's sensor detects that dice
// were thrown, not their faces: it sends "D 1 rest" 400 ms after the last of three or more
// rattles. The motor has two patterns, buzz (150 ms) and roll (1 s); the firmware ignores other
// names. The lights:
//
//	waiting   faint blue
//	deck      amber, a second on, a second off
//	active    bright green; blinking while the seat's lamp does
//	passed    a violet wink every two seconds
//	ready     two white winks every two seconds
//	alarm     red, four flashes a second
//	gone      dark
//	none      like active if it is the seat's turn, else the seat's lamp in white
//	alone     a faint wink moves round the table
//
// If the player of the seat has a colour, the light has it in place of blue, amber, green, violet
// and white. The states then differ in brightness and pattern.
//
// To build it, and to flash it by USB:
//
//	sudo apt install gcc-avr avr-libc make avrdude
//	make -C drivers/tablepanel/firmware flash PORT=/dev/ttyUSB0
//
// A Nano needs the boot loader Optiboot. The loader of boards sold with the "old boot loader"
// uses 57600 baud (BAUD=57600) and hangs permanently after a reset by the watchdog. A second
// Arduino as programmer installs Optiboot with
//
//	avrdude -p atmega328p -c stk500v1 -P /dev/ttyACM0 -b 19200 -U lfuse:w:0xff:m -U hfuse:w:0xde:m -U efuse:w:0xfd:m -U flash:w:optiboot_atmega328.hex:i
//
// as the Arduino IDE does ("Tools", "Burn Bootloader", processor "ATmega328P"). Opening the line
// resets a Nano; it is back after a second, with its reports. 10 µF from RESET to ground, added
// after flashing, prevent that reset.
//
// # Parts
//
// The list is for eight seats, with approximate prices in US dollars; fewer seats cost less.
// NexTurn, a product for the same purpose, costs $299.
//
//	Arduino Nano or clone, USB cable                      8
//	8 push buttons, 24 mm, arcade                         12
//	8 lights WS2812 on a strip, 30 a metre, cut apart     3
//	resistors 330 Ω, 10 kΩ, 100 Ω; 1000 µF, 6.3 V         1
//	vibration motor (3 V to 5 V, up to 100 mA)            2
//	2N7000 or another logic-level MOSFET; diode 1N4148    1
//	vibration switch SW-18010P for the tray               1
//	wire, 0.25 mm², some 15 m                             6
//	in all                                                34
//
// # Wiring
//
// Connect a board with a USB serial port, such as an Arduino, by USB. Connect a board with 3.3 V
// levels to the Pi's UART: its TX to GPIO15 (RXD), its RX to GPIO14 (TXD), GND to GND; package
// serial documents the settings for that UART. Motors that take 100 mA or more need a separate
// supply.
//
// The wiring of the Nano, drawn in firmware/wiring.svg:
//
//	D2 … D7         keys of seats 1 to 6, each to ground
//	D8, D9          keys of seats 7 and 8, each to ground
//	D10             through 330 Ω to DIN of the first light, seat 1; its DOUT to the next
//	D11             through 100 Ω to the gate of the MOSFET, 10 kΩ from there to ground;
//	                source to ground, drain to the motor, the motor to 5 V, the diode
//	                across it with its ring at 5 V
//	D12             vibration switch in the tray, to ground
//	5V, GND         5 V and ground of the lights, 1000 µF across them
//	USB             the companion
//
// The lights take 130 mA at most, the motor 100, within the 500 mA of a USB port. In the
// configuration, the port is the link that names the Nano, whatever socket it is plugged into:
//
//	[table]
//	port = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
//
// Sources: Microchip, ATmega328P datasheet (DS40002061); Worldsemi, WS2812B, "Data
// transfer time"; avr-libc manual, "avr/wdt.h".
package tablepanel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Port is the serial line to the panel. Read waits for bytes until the deadline and then returns
// os.ErrDeadlineExceeded.
type Port interface {
	io.ReadWriter
	SetReadDeadline(t time.Time) error
}

// Lamp is the state of a seat's lamp.
type Lamp byte

const (
	Off Lamp = iota
	On
	Blink
)

// String returns the word of the lamp in the protocol.
func (l Lamp) String() string { return [...]string{"off", "on", "blink"}[l] }

// State is the state of a seat's player, shown by the seat's light. A panel has a colour and a
// pattern for each.
type State byte

const (
	None    State = iota // no state: the light shows turn and lamp
	Waiting              // waiting for other players
	OnDeck               // next in turn
	Active               // the seat is in turn
	Passed               // out of this round
	Ready                // the seat has finished, in a game where all play at once
	Alarm                // the seat is in turn, and its time is used up
	Gone                 // out of the match, or the seat is empty
)

// String returns the word of the state in the protocol.
func (s State) String() string {
	return [...]string{"none", "waiting", "deck", "active", "passed", "ready", "alarm", "gone"}[s]
}

// Colour is the colour of a seat's player. The order is that of package people.
type Colour byte

// Colours of players. A light without one has the colour of the state.
const (
	NoColour Colour = iota
	Red
	Blue
	Green
	Yellow
	Purple
	Turquoise
	Orange
	Grey
	Pink
	Brown
	Lime
	Indigo
)

// String returns the word of the colour in the protocol.
func (c Colour) String() string {
	return [...]string{"none", "red", "blue", "green", "yellow", "purple", "turquoise", "orange", "grey", "pink", "brown", "lime", "indigo"}[c]
}

// Opts configures the polling of the panel.
type Opts struct {
	Ask time.Duration // pause between two "?", sent until the panel answers
}

// DefaultOpts returns options with a pause of one second between two "?".
func DefaultOpts() Opts { return Opts{Ask: time.Second} }

// Dev is a table panel. Its methods may be called from any goroutine.
type Dev struct {
	port   Port
	opts   Opts
	junk   atomic.Int64
	halted chan struct{}

	mu      sync.Mutex // orders writes, and guards the fields below
	turn    int
	lamps   [100]Lamp   // lamps indexed by seat, from 1
	states  [100]State  // states indexed by seat, from 1
	colours [100]Colour // colours indexed by seat, from 1
	dark    bool        // Halt has been called
	counter counter
}

// ErrHalted is the error of methods that are called after Halt.
var ErrHalted = errors.New("halted")

// New returns the panel at the other end of p. It sends nothing.
func New(p Port, o Opts) (*Dev, error) {
	if o.Ask <= 0 {
		return nil, fmt.Errorf("tablepanel: ask every %v: want a positive time", o.Ask)
	}
	return &Dev{port: p, opts: o, halted: make(chan struct{})}, nil
}

// String returns the name of the driver and its port.
func (d *Dev) String() string { return fmt.Sprintf("tablepanel{%v}", d.port) }

// Junk returns the number of invalid lines received.
func (d *Dev) Junk() int { return int(d.junk.Load()) }

// Turn sets the seat in turn, 1 to 99, or 0 for none. While the panel is away, Turn returns an
// error, and the turn is sent when the panel is back. The same applies to Lamp.
func (d *Dev) Turn(seat int) error {
	if seat < 0 || seat > 99 {
		return fmt.Errorf("tablepanel: turn of seat %d: want 0 to 99", seat)
	}
	return d.send(func() string {
		d.turn = seat
		return d.turnLine()
	})
}

// Lamp sets the lamp of a seat, 1 to 99. While the panel is away, Lamp behaves like Turn.
func (d *Dev) Lamp(seat int, l Lamp) error {
	if seat < 1 || seat > 99 || l > Blink {
		return fmt.Errorf("tablepanel: lamp %d of seat %d: want lamp 0 to 2, seat 1 to 99", l, seat)
	}
	return d.send(func() string {
		d.lamps[seat] = l
		return d.lampLine(seat)
	})
}

// State sets the state of a seat's player. The driver sends the state only to a panel that
// numbers its reports. Other panels show only Turn and Lamp.
func (d *Dev) State(seat int, s State) error {
	if seat < 1 || seat > 99 || s > Gone {
		return fmt.Errorf("tablepanel: state %d of seat %d: want state 0 to 7, seat 1 to 99", s, seat)
	}
	return d.send(func() string {
		d.states[seat] = s
		if !d.counter.numbered {
			return ""
		}
		return d.stateLine(seat)
	})
}

// Colour sets the colour of a seat's player. Like a state, it is sent only to a panel that numbers
// its reports.
func (d *Dev) Colour(seat int, c Colour) error {
	if seat < 1 || seat > 99 || c > Indigo {
		return fmt.Errorf("tablepanel: colour %d of seat %d: want colour 0 to 12, seat 1 to 99", c, seat)
	}
	return d.send(func() string {
		d.colours[seat] = c
		if !d.counter.numbered {
			return ""
		}
		return d.colourLine(seat)
	})
}

// Motor starts the named motor, such as "roll". If the panel is away, Motor returns an error,
// and the command isn't repeated when the panel is back.
func (d *Dev) Motor(name string) error {
	if !isName(name) {
		return fmt.Errorf("tablepanel: motor %q: invalid name", name)
	}
	return d.send(func() string { return d.line("M %s", name) })
}

// Halt turns off the lights of the panel, stops its motors and ends Run, permanently.
func (d *Dev) Halt() error {
	err := d.send(func() string {
		d.dark = true
		close(d.halted)
		return d.line("X")
	})
	if errors.Is(err, ErrHalted) {
		return nil
	}
	return errors.Join(err, d.wake())
}

// line returns a formatted line. It adds a check if the panel numbers its reports.
func (d *Dev) line(format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	if d.counter.numbered {
		text = withCheck(text)
	}
	return text + "\n"
}

func (d *Dev) turnLine() string         { return d.line("T %d", d.turn) }
func (d *Dev) lampLine(seat int) string { return d.line("L %d %v", seat, d.lamps[seat]) }

// stateLine returns the line for the state of a seat, after the line for its colour if it has one.
func (d *Dev) stateLine(seat int) string {
	state := d.line("S %d %v", seat, d.states[seat])
	if d.colours[seat] == NoColour {
		return state
	}
	return d.colourLine(seat) + state
}

func (d *Dev) colourLine(seat int) string { return d.line("C %d %v", seat, d.colours[seat]) }

// send calls change under the lock and writes the lines that change returns.
func (d *Dev) send(change func() string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dark {
		return fmt.Errorf("tablepanel: %w", ErrHalted)
	}
	lines := change()
	if lines == "" {
		return nil
	}
	if _, err := io.WriteString(d.port, lines); err != nil {
		return fmt.Errorf("tablepanel: send %q: %w", strings.TrimSuffix(lines, "\n"), err)
	}
	return nil
}

// greeting returns the lines to send to a panel that has just started. The panel may be a
// different one than before, so greeting assumes that it doesn't number its reports. The panel's
// first beat shows whether it numbers them.
func (d *Dev) greeting() string {
	d.counter.numbered = false
	lines := d.line("X") + d.turnLine()
	for seat, l := range d.lamps {
		if l != Off {
			lines += d.lampLine(seat)
		}
	}
	return lines
}

// wake makes the running call of the port's Read return at once.
func (d *Dev) wake() error {
	if err := d.port.SetReadDeadline(time.Unix(1, 0)); err != nil {
		return fmt.Errorf("tablepanel: end reading: %w", err)
	}
	return nil
}

// Run greets the panel and calls each for every report. It returns nil when ctx ends or Halt is
// called, and an error when the line fails. It may be called again.
func (d *Dev) Run(ctx context.Context, each func(Report)) error {
	stop := context.AfterFunc(ctx, func() { _ = d.wake() })
	defer stop()
	rx := receiver{Dev: d, each: each}
	for {
		err := rx.receive(ctx)
		switch {
		case d.isOver(ctx):
			return nil
		case errors.Is(err, os.ErrDeadlineExceeded):
		case err != nil:
			return fmt.Errorf("tablepanel: receive: %w", err)
		}
	}
}

func (d *Dev) isOver(ctx context.Context) bool {
	select {
	case <-d.halted:
		return true
	case <-ctx.Done():
		return true
	default:
		return false
	}
}
