// Package max7219 shows a picture of 8×8 lamps on a chain of one to four MAX7219 or MAX7221
// modules, each a matrix of one colour.
//
// Every module listed in Opts.Show shows the same picture; the other modules stay dark. A
// lamp is lit if any of its colours is not 0. Show sends only the rows that changed; each row
// takes two bytes per module. The chip can't be read, and noise on the wires may change its
// registers. So the owner of the bus calls Refresh once a minute: it sends everything again,
// in an order that doesn't blink.
//
// # Wiring
//
// The chip works at 5 V and needs 3.5 V for a high level (Electrical Characteristics, Logic
// Inputs), more than the Pi's 3.3 V. So a 74AHCT125 at 5 V shifts the level, with its enable
// and spare inputs at ground.
//
//	Pi                      74AHCT125    module
//	pin 2   5 V             VCC          VCC
//	pin 6   ground          GND          GND
//	pin 19  GPIO10 (MOSI)   1A → 1Y      DIN
//	pin 24  GPIO8 (CE0)     2A → 2Y      CS (LOAD)
//	pin 23  GPIO11 (SCLK)   3A → 3Y      CLK
//
// The next module's DIN is wired to DOUT of the one before; all modules share CS and CLK.
// Boards differ in the direction of rows and columns: a picture that lies on its side needs
// Opts.Rotation, a mirrored one Opts.Mirror.
//
// # Datasheet
//
// Maxim 19-4452, rev. 4: "Serially Interfaced, 8-Digit LED Display Drivers". Rows are the
// chip's digits, digit 0 at the top. Segment DP is the leftmost column, G the rightmost.
// Registers: table 2, page 7. Chains: "No-Op Register", page 10.
package max7219

import (
	"fmt"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/drivers/internal/lamps"
)

// Numbers of the chip's registers (datasheet, table 2, page 7).
const (
	digit0      = 0x01 // first of the eight registers for digits
	decodeMode  = 0x09
	intensity   = 0x0A
	scanLimit   = 0x0B
	shutdown    = 0x0C
	displayTest = 0x0F
)

// Values of the registers, named after their effect.
const (
	noDecode        = 0x00 // bits of a digit are lamps (datasheet, table 4, page 7)
	allDigits       = 0x07 // all eight digits are shown (datasheet, table 8, page 9)
	shutdownMode    = 0x00 // all lamps are off (datasheet, table 3, page 7)
	normalOperation = 0x01
	noTest          = 0x00 // normal operation, not the lamp test (datasheet, table 10, page 10)
)

// maxModules is the maximum number of modules in a chain.
const maxModules = 4

// Opts describes the chain of modules at the port.
type Opts struct {
	// Modules is the number of modules in the chain, 1 to 4.
	Modules int
	// Show lists the numbers of the modules that show the picture. Module 1 is wired to the Pi.
	// An empty list means all modules.
	Show []int
	// Rotation turns the picture clockwise on each module: 0, 90, 180 or 270.
	Rotation int
	// Mirror swaps left and right of a module, before the rotation.
	Mirror bool
}

// DefaultOpts describes a chain of a single module.
var DefaultOpts = Opts{Modules: 1}

// Dev is a chain of modules. It must be used by one goroutine only.
type Dev struct {
	conn  spi.Conn
	order lamps.Order
	shows []bool // whether each module shows the picture; index 0 is the module wired to the Pi
	words []word // buffer for the result of plan
	bytes []byte // buffer for one transfer

	next  picture // picture to show
	chip  picture // picture on the chips, valid if known is true
	known bool    // the last update of the chips is complete
}

// picture is the state of a module that shows the picture. The zero picture is dark.
type picture struct {
	lit       bool
	intensity byte
	rows      [lamps.Side]byte
}

// word is the content of one transfer. The modules that show the picture store data in the
// register; the other modules store rest in it.
type word struct{ register, data, rest byte }

// NewSPI returns the chain on the port. It sends nothing; the first Show sets the chips up.
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
	if o.Modules < 1 || o.Modules > maxModules {
		return fmt.Errorf("%d modules: want 1 to %d", o.Modules, maxModules)
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

// Show draws a picture of 192 bytes: red, green and blue of 8×8 lamps, row by row from the top
// left. Level is the brightness from 1 to 255, of which the chip has 16 steps; 0 shuts the
// chip down. After an error the next call sends everything again.
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

// Refresh sends the whole state of the chips again.
func (d *Dev) Refresh() error { return d.send("refresh", true) }

// Halt shuts the chips down. A later Show wakes them.
func (d *Dev) Halt() error {
	d.next = picture{}
	return d.send("halt", true)
}

// String returns the driver's name, the length of the chain and the port.
func (d *Dev) String() string { return fmt.Sprintf("max7219{%d, %s}", len(d.shows), d.conn) }

// send makes the chips show next. If whole is true, it sends the whole state, otherwise only
// the changes. what names the caller in errors.
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

// plan returns the words that make the chips show next. If whole is true, the words also set up
// a chip that was without power, and turn it on only once its rows are right.
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

// all returns a word that makes every module store data in the register.
func all(register, data byte) word { return word{register: register, data: data, rest: data} }

// write sends a word to every module. The first word shifted in reaches the last module of the
// chain.
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
