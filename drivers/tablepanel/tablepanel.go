// Package tablepanel talks to a microcontroller built into the table: a key and a
// light per seat, sensors that see dice, motors of a dice tower or a shuffler. The
// folder firmware has a program for one, an Arduino Nano; any other that speaks the
// protocol will do.
//
// # The protocol
//
// Lines of ASCII, each ended by LF (a CR before it is passed over), of at most 63
// characters; words are parted by one space. Numbers are decimal, 1 to 99, without
// leading zeros; names are 1 to 16 of the letters, digits and ".", "_", "-".
// 115200 baud, 8N1.
//
// The panel says:
//
//	HELLO name version   when it has started, and whenever it is asked
//	K seat down|up       a seat's key, free of bounce
//	D sensor face        a die has come to rest: 1 to 6, red, white …
//	M motor done|stuck   a motor has ended what it was told to do, or can't
//
// The companion says:
//
//	?                    who is there? Answered with HELLO
//	T seat               whose turn it is; T 0: nobody's
//	L seat on|off|blink  a seat's lamp
//	M motor              start a motor: roll, shuffle
//	X                    nobody's turn, all lamps off, all motors stopped
//
// Nothing else is answered. A line that is none of these is ignored by both, and
// counted here: noise on a line under a table is no reason to stop a game.
//
// The companion asks "?" every second until it hears HELLO. After each HELLO, so
// also when somebody stumbled over the cable, it says X and then all that the
// panel must know.
//
// # Numbers
//
// A panel may number its reports, so that none is lost and none doubled, whatever
// happens to the line. It shows that it does by its first beat, right after HELLO;
// one that doesn't never hears of what follows. Each of these lines ends with its
// check: "*" and the CRC-8 of what stands before it, two hexadecimal digits (the one
// of the 1-Wire bus; of "123456789" a1). To such a panel the companion says all
// lines with a check; it may ignore one without.
//
// The panel says:
//
//	K 2 down 17*53       a report as above, and its number: 1 to 255, then 1 again
//	B life heard last turn lamps states
//	                     after HELLO, and every second
//
// The companion says:
//
//	A number             all reports up to this one have been heard; 0: none. It
//	                     follows each report and each beat
//	S seat state         what a seat's light tells of its player: none, waiting,
//	                     deck, active, passed, ready, alarm, gone
//
// The panel keeps its reports until they are acknowledged, says them in turn, and
// anew from the first after 100 ms; before the first A after a HELLO it says none.
// The companion passes over what isn't next in number.
//
// A beat tells life, 1 to 255, which is another whenever the numbers begin anew, as
// after a power cut; the last report that was acknowledged or forgotten, 0 for none of
// this life; the last there is; whose turn it shows; and a letter a seat for lamps
// (. off, 1 on, b blink) and states (. none, w waiting, d deck, a active, p passed, r
// ready, x alarm, g gone). The companion mends what differs from what it has told.
// Of a panel that it meets for the first time it passes over the reports up to last:
// they were for nobody who is there.
//
// A panel that has heard nothing for ten seconds may forget its reports, and show
// that it is alone: a press of long ago is no press.
//
// # A session
//
//	panel              companion
//	                   ?            every second: the panel has no power yet
//	                   ?
//	HELLO rim 1.2
//	                   X            the panel is told all there is
//	                   T 0
//	                   T 2          it is the turn of seat 2,
//	                   L 2 blink    who has not noticed
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
//	                   X            good night
//
// # A session with numbers
//
// The checks are left out here.
//
//	panel              companion
//	                   ?
//	HELLO tabletop 1
//	                   X            plain: it may be any panel yet
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
//	B 9 1 2 2 .. wa                 said before it heard X
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
// leave the last keys open and the chain of lights short.
// It numbers its reports, and says none to a companion that doesn't know of numbers.
//
// It keeps 200 reports, over a reset by its watchdog (250 ms) or by opening the line
// too. A contact counts as closed after 5 ms, as open after 15. The tray's sensor
// knows that dice were thrown, not what they show: "D 1 rest", 400 ms after the last
// of three or more rattles. The motor knows two tunes, buzz (150 ms) and roll (1 s);
// of another name it takes no notice. The lights:
//
//	waiting   faint blue
//	deck      amber, a second on, a second off
//	active    bright green; blinking while the seat's lamp does
//	passed    a violet wink every two seconds
//	ready     two white winks every two seconds
//	alarm     red, four flashes a second
//	gone      dark
//	none      active where it is the seat's turn, else its lamp, white
//	alone     a faint wink walks round the table
//
// To build it, and to flash it by USB:
//
//	sudo apt install gcc-avr avr-libc make avrdude
//	make -C drivers/tablepanel/firmware flash PORT=/dev/ttyUSB0
//
// A Nano wants the boot loader Optiboot: that of boards sold with the "old boot
// loader" speaks at 57600 baud (BAUD=57600) and hangs for good after a reset by the
// watchdog. With a second Arduino as programmer Optiboot goes onto the chip by
//
//	avrdude -p atmega328p -c stk500v1 -P /dev/ttyACM0 -b 19200 -U lfuse:w:0xff:m -U hfuse:w:0xde:m -U efuse:w:0xfd:m -U flash:w:optiboot_atmega328.hex:i
//
// as the Arduino IDE does ("Tools", "Burn Bootloader", processor "ATmega328P"). Opening
// the line resets a Nano; it is back after a second, and forgets nothing. 10 µF from
// RESET to ground, put in after flashing, keep it from that.
//
// # Parts
//
// For eight seats, with about what each costs in US dollars; fewer seats cost less.
// NexTurn, which is bought for the same purpose, costs $299.
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
// Any board with a USB serial port, such as an Arduino, by USB; or a board with
// 3.3 V levels at the Pi's UART: its TX to GPIO15 (RXD), its RX to GPIO14 (TXD),
// GND to GND. What stands in the way of that UART package serial tells. Motors get a
// supply of their own, unless they take less than 100 mA.
//
// The Nano (firmware/wiring.svg draws it):
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
// The lights take 130 mA at most, the motor 100: within the 500 of a USB port. In the
// config the port is the link that names the Nano, wherever it is plugged:
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

// Port is the serial line to the panel. A Read waits for bytes; it ends with
// os.ErrDeadlineExceeded at the deadline.
type Port interface {
	io.ReadWriter
	SetReadDeadline(t time.Time) error
}

// Lamp is what a seat's lamp does.
type Lamp byte

const (
	Off Lamp = iota
	On
	Blink
)

// String returns the word for it on the line.
func (l Lamp) String() string { return [...]string{"off", "on", "blink"}[l] }

// State is what a seat's light tells of its player. A panel shows each by a colour
// and a pattern of its own.
type State byte

const (
	None    State = iota // nothing is told: the light is a lamp
	Waiting              // for others
	OnDeck               // next in turn
	Active               // in turn
	Passed               // out of this round
	Ready                // done, where all play together
	Alarm                // in turn, and the clock is up
	Gone                 // out of the match, or nobody sits there
)

// String returns the word for it on the line.
func (s State) String() string {
	return [...]string{"none", "waiting", "deck", "active", "passed", "ready", "alarm", "gone"}[s]
}

// Opts says how patient the companion is.
type Opts struct {
	Ask time.Duration // between two "?"
}

// DefaultOpts asks every second.
func DefaultOpts() Opts { return Opts{Ask: time.Second} }

// Dev is a table panel. Its methods may be called from any goroutine.
type Dev struct {
	port   Port
	opts   Opts
	junk   atomic.Int64
	halted chan struct{}

	mu     sync.Mutex // orders what is written, and guards
	turn   int
	lamps  [100]Lamp  // by seat
	states [100]State // by seat
	dark   bool       // Halt was called
	count  count
}

// ErrHalted is what a panel that was halted answers.
var ErrHalted = errors.New("halted")

// New returns the panel at the other end of p. Nothing is said before Run.
func New(p Port, o Opts) (*Dev, error) {
	if o.Ask <= 0 {
		return nil, fmt.Errorf("tablepanel: ask every %v: a positive time", o.Ask)
	}
	return &Dev{port: p, opts: o, halted: make(chan struct{})}, nil
}

// String names the device and its port.
func (d *Dev) String() string { return fmt.Sprintf("tablepanel{%v}", d.port) }

// Junk counts the lines that made no sense.
func (d *Dev) Junk() int { return int(d.junk.Load()) }

// Turn says whose turn it is; 0 is nobody's. While the panel is away the error
// says so, and it is told when it is back; this is true of Lamp too.
func (d *Dev) Turn(seat int) error {
	if seat < 0 || seat > 99 {
		return fmt.Errorf("tablepanel: turn of seat %d: 0 to 99", seat)
	}
	return d.say(func() string {
		d.turn = seat
		return d.turnLine()
	})
}

// Lamp sets a seat's lamp.
func (d *Dev) Lamp(seat int, l Lamp) error {
	if seat < 1 || seat > 99 || l > Blink {
		return fmt.Errorf("tablepanel: lamp %d of seat %d: 0 to 2, 1 to 99", l, seat)
	}
	return d.say(func() string {
		d.lamps[seat] = l
		return d.lampLine(seat)
	})
}

// State sets what a seat's light tells. A panel without numbers isn't told: Turn and
// Lamp are all that it shows.
func (d *Dev) State(seat int, s State) error {
	if seat < 1 || seat > 99 || s > Gone {
		return fmt.Errorf("tablepanel: state %d of seat %d: 0 to 7, 1 to 99", s, seat)
	}
	return d.say(func() string {
		d.states[seat] = s
		if !d.count.on {
			return ""
		}
		return d.stateLine(seat)
	})
}

// Motor starts a motor, such as "roll". It isn't told again after the panel was away.
func (d *Dev) Motor(name string) error {
	if !isName(name) {
		return fmt.Errorf("tablepanel: motor %q: no name", name)
	}
	return d.say(func() string { return d.line("M %s", name) })
}

// Halt darkens the panel, stops its motors and ends Run, for good.
func (d *Dev) Halt() error {
	err := d.say(func() string {
		d.dark = true
		close(d.halted)
		return d.line("X")
	})
	if errors.Is(err, ErrHalted) {
		return nil
	}
	return errors.Join(err, d.wake())
}

// line ends a line, with its check for a panel that knows of it.
func (d *Dev) line(format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	if d.count.on {
		text = checked(text)
	}
	return text + "\n"
}

func (d *Dev) turnLine() string          { return d.line("T %d", d.turn) }
func (d *Dev) lampLine(seat int) string  { return d.line("L %d %v", seat, d.lamps[seat]) }
func (d *Dev) stateLine(seat int) string { return d.line("S %d %v", seat, d.states[seat]) }

// say writes the lines that change returns, while nobody else changes anything.
func (d *Dev) say(change func() string) error {
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
		return fmt.Errorf("tablepanel: say %q: %w", strings.TrimSuffix(lines, "\n"), err)
	}
	return nil
}

// greet is what a panel that has just started must be told. It may be another than
// the one before: what it can do is not known yet.
func (d *Dev) greet() string {
	d.count.on = false
	lines := d.line("X") + d.turnLine()
	for seat, l := range d.lamps {
		if l != Off {
			lines += d.lampLine(seat)
		}
	}
	return lines
}

// wake ends the Read under way.
func (d *Dev) wake() error {
	if err := d.port.SetReadDeadline(time.Unix(1, 0)); err != nil {
		return fmt.Errorf("tablepanel: end reading: %w", err)
	}
	return nil
}

// Run greets the panel and calls each for everything it says, until ctx ends or
// Halt is called; it returns nil then. It returns an error when the line fails,
// and may be called again.
func (d *Dev) Run(ctx context.Context, each func(Report)) error {
	stop := context.AfterFunc(ctx, func() { _ = d.wake() })
	defer stop()
	h := hearing{Dev: d, each: each}
	for {
		err := h.hear(ctx)
		switch {
		case d.isOver(ctx):
			return nil
		case errors.Is(err, os.ErrDeadlineExceeded):
		case err != nil:
			return fmt.Errorf("tablepanel: hear: %w", err)
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
