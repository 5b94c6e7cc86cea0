// Package max7219 shows 8×8 lamps on a chain of one to four MAX7219 or MAX7221
// modules, each a matrix of one colour.
//
// Every module that Opts.Show names shows the same picture; the others stay dark.
// A lamp is lit if any of its colours is. Only rows that changed are sent, two
// bytes a module each. The chip can't be read and drops what noise on the wires
// garbles, or obeys it, so whoever owns the bus calls Refresh once a minute: it
// sends everything anew, in an order that doesn't blink.
//
// # Wiring
//
// The chip is a 5 V part that wants 3.5 V for a high level (Electrical
// Characteristics, Logic Inputs), more than the Pi's 3.3 V: a 74AHCT125 at 5 V
// stands between, its enable and spare inputs at ground.
//
//	Pi                      74AHCT125    module
//	pin 2   5 V             VCC          VCC
//	pin 6   ground          GND          GND
//	pin 19  GPIO10 (MOSI)   1A → 1Y      DIN
//	pin 24  GPIO8 (CE0)     2A → 2Y      CS (LOAD)
//	pin 23  GPIO11 (SCLK)   3A → 3Y      CLK
//
// The next module's DIN goes to DOUT; CS and CLK are common. Boards differ in which
// way rows and columns lie: a picture that lies on its side needs Opts.Rotation,
// one whose letters are mirrored Opts.Mirror.
//
// # Datasheet
//
// Maxim 19-4452, rev. 4: "Serially Interfaced, 8-Digit LED Display Drivers". Digits
// are rows here, digit 0 the top one, and segment DP is the leftmost column, G the
// rightmost. Registers: table 2, page 7. Chains: "No-Op Register", page 10.
package max7219

import (
	"fmt"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/drivers/internal/lamps"
)

// Registers, table 2, page 7.
const (
	digit0      = 0x01 // the first of eight
	decodeMode  = 0x09
	intensity   = 0x0A
	scanLimit   = 0x0B
	shutdown    = 0x0C
	displayTest = 0x0F
)

// What goes into them.
const (
	noDecode        = 0x00 // table 4, page 7
	allDigits       = 0x07 // table 8, page 9
	shutdownMode    = 0x00 // table 3, page 7
	normalOperation = 0x01
	noTest          = 0x00 // table 10, page 10; a test outshines even the shutdown
)

// mostModules is as long as a chain may be.
const mostModules = 4

// Opts says what is wired to the port.
type Opts struct {
	// Modules is the length of the chain, 1 to 4.
	Modules int
	// Show holds the modules that show the picture, 1 being the one wired to the
	// Pi; none means all.
	Show []int
	// Rotation turns the picture clockwise on each module: 0, 90, 180 or 270.
	Rotation int
	// Mirror exchanges left and right of a module, before it is turned.
	Mirror bool
}

// DefaultOpts is a single module.
var DefaultOpts = Opts{Modules: 1}

// Dev is a chain of modules. It belongs to one goroutine.
type Dev struct {
	conn  spi.Conn
	order lamps.Order
	shows []bool // by module, the one wired to the Pi first
	words []word // room for a plan
	bytes []byte // room for a transfer

	next  picture // what is to be shown
	chip  picture // what the chips show, if
	known bool    // nothing failed since
}

// picture is what a module shows; the zero picture is a dark one.
type picture struct {
	lit       bool
	intensity byte
	rows      [lamps.Side]byte
}

// word is what a transfer tells the modules: those that show the picture take
// data into the register, the others what rest holds.
type word struct{ register, data, rest byte }

// NewSPI returns a chain on the port. Nothing is sent before the first Show.
func NewSPI(p spi.Port, o Opts) (*Dev, error) {
	d := &Dev{}
	if err := d.configure(o); err != nil {
		return nil, fmt.Errorf("max7219: %w", err)
	}
	c, err := p.Connect(10*physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("max7219: connect to %s: %w", p, err)
	}
	d.conn = c
	return d, nil
}

func (d *Dev) configure(o Opts) error {
	if o.Modules < 1 || o.Modules > mostModules {
		return fmt.Errorf("%d modules: want 1 to %d", o.Modules, mostModules)
	}
	order, err := lamps.Mounted(o.Rotation, o.Mirror).Order()
	if err != nil {
		return err
	}
	d.order, d.shows, d.bytes = order, make([]bool, o.Modules), make([]byte, 2*o.Modules)
	for i := range d.shows {
		d.shows[i] = len(o.Show) == 0
	}
	for _, n := range o.Show {
		if n < 1 || n > o.Modules {
			return fmt.Errorf("module %d shows the picture: want 1 to %d", n, o.Modules)
		}
		d.shows[n-1] = true
	}
	return nil
}

// Show draws a picture of 192 bytes, red, green and blue of 8×8 lamps row by row
// from the top left. Level is the brightness, of which the chip has 16 steps, from
// 1 to 255; 0 shuts the chip down. After an error everything is sent again.
func (d *Dev) Show(data []byte, level byte) error {
	rows, err := d.order.Rows(data)
	if err != nil {
		return fmt.Errorf("max7219: show: %w", err)
	}
	d.next = picture{}
	if level > 0 {
		d.next = picture{lit: true, intensity: (level - 1) / 16, rows: rows}
	}
	if d.known && d.next == d.chip {
		return nil
	}
	return d.send("show", !d.known || !d.chip.lit)
}

// Refresh sends all that the chips should know anew.
func (d *Dev) Refresh() error { return d.send("refresh", true) }

// Halt shuts the chips down; a later Show wakes them.
func (d *Dev) Halt() error {
	d.next = picture{}
	return d.send("halt", true)
}

// String names the chip, the length of the chain and the port.
func (d *Dev) String() string { return fmt.Sprintf("max7219{%d, %s}", len(d.shows), d.conn) }

// send brings the chips from what they show to what they should.
func (d *Dev) send(what string, whole bool) error {
	d.known = false
	for _, w := range d.plan(whole) {
		if err := d.write(w); err != nil {
			return fmt.Errorf("max7219: %s: register %#04x: %w", what, w.register, err)
		}
	}
	d.chip, d.known = d.next, true
	return nil
}

// plan lists the words to send. Whole, it also sets up a chip that was without
// power, and turns it on only when its rows are right.
func (d *Dev) plan(whole bool) []word {
	p := d.words[:0]
	if !d.next.lit {
		return append(p, all(shutdown, shutdownMode), all(displayTest, noTest))
	}
	if whole {
		p = append(p, all(displayTest, noTest), all(decodeMode, noDecode), all(scanLimit, allDigits))
	}
	if whole || d.next.intensity != d.chip.intensity {
		p = append(p, all(intensity, d.next.intensity))
	}
	for y, row := range d.next.rows {
		if whole || row != d.chip.rows[y] {
			p = append(p, word{register: digit0 + byte(y), data: row})
		}
	}
	if whole {
		p = append(p, all(shutdown, normalOperation))
	}
	d.words = p
	return p
}

func all(register, data byte) word { return word{register: register, data: data, rest: data} }

// write sends every module its word: the first that is shifted in ends up in the
// last module of the chain.
func (d *Dev) write(w word) error {
	for i, shows := range d.shows {
		to := d.bytes[2*(len(d.shows)-1-i):]
		to[0], to[1] = w.register, w.rest
		if shows {
			to[1] = w.data
		}
	}
	return d.conn.Tx(d.bytes, nil)
}
