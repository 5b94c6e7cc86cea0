// Package sim simulates the panel on machines without the hardware: an SSD1306 of 128×64
// pixels, an 8×8 matrix of colour lamps and four keys. It has the interface of a driver: it
// takes the same bytes and reports the same gestures. A gesture is a press of a key, or
// holding the key "back" for a second.
//
// # In a terminal
//
// If standard input and output are a terminal, panel and matrix are drawn there: in 128×32
// cells of half blocks, or in 64×16 cells of braille if the terminal is too small for that. A
// dark lamp is drawn as a faint dot, so that a terminal without colours shows which lamps are
// lit. Keys:
//
//	↑ ↓          up, down
//	Enter        ok
//	Backspace    back
//	Esc          back, held for a second
//	Ctrl-C       quit
//
// The picture adapts to changes of the terminal's size. Run restores the terminal when it
// returns or panics; Halt restores it after a panic elsewhere. Nothing else may write to the
// terminal meanwhile.
//
// # On standard input
//
// Otherwise the panel reads commands from standard input, one a line. It answers each on
// standard output once all resulting changes are stored and drawn. Blank lines are skipped.
//
//	press KEY…   back, up, down or ok; several are pressed one after another
//	hold back    back, held for a second
//	screen       first 32 lines of 128 characters of "█▀▄ ", untrimmed
//	lamps        first 8 lines of 8 letters: "." dark, else the initial of red, orange,
//	             yellow, green, cyan, blue, magenta or white
//	quit         ends the daemon
//
// The answer is "ok SEQ", where SEQ is the seq of the last stored fact, or "error …" on one
// line. The error for an unknown word names the nearest known word. Lines of 1 KiB and more,
// and lines that are not UTF-8, are errors too. A screen or lamps command before the first
// picture waits for that picture. The simulation goes on after the end of the input.
package sim

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/gdamore/tcell/v3"
	"golang.org/x/term"
)

// Opts configures where the panel is drawn and where its key presses are delivered. Keys are
// "back", "up", "down" and "ok"; hold means that the key is held for a second, and is true only
// for "back".
type Opts struct {
	// Screen opens the terminal to draw in. If it is nil, commands are read from In and
	// answered on Out.
	Screen func() (tcell.Screen, error)
	In     io.Reader
	Out    io.Writer
	// Legend is written below the picture in a terminal.
	Legend []string

	// Press delivers a gesture, waits until all resulting changes are stored and drawn, and
	// returns the seq of the last stored fact. It is used for commands from In.
	Press func(ctx context.Context, key string, hold bool) (seq int, err error)
	// Send delivers a gesture without waiting, so that keys typed ahead are delivered at once.
	// It is used for keys of a terminal.
	Send func(key string, hold bool)
	// Rest waits until all changes are stored and drawn, and returns the seq of the last stored
	// fact. If Rest is nil, the commands screen, lamps and quit don't wait.
	Rest func(ctx context.Context) (seq int, err error)
	// Quit asks the daemon to end.
	Quit func()
}

// DefaultOpts returns options for the terminal of this process, or for its standard input and
// output if they are no terminal. The caller must set Press, Send and Quit.
func DefaultOpts() Opts {
	o := Opts{In: os.Stdin, Out: os.Stdout, Legend: []string{"↑ ↓     ⏎     ⌫     Esc = ⌫ 1 s     Ctrl-C = ⏻"}}
	if term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd())) {
		o.Screen = func() (tcell.Screen, error) { return tcell.NewTerminfoScreen() }
	}
	return o
}

// Dev is a simulated panel.
type Dev struct {
	opts  Opts
	panel *Surface
	lamps *Surface

	mu     sync.Mutex   // guards the data of both surfaces, and screen
	screen tcell.Screen // nil unless Run draws in a terminal
}

// New returns a dark panel. Run reads its keys.
func New(o Opts) (*Dev, error) {
	switch {
	case o.Quit == nil:
		return nil, errors.New("sim: no Quit")
	case o.Screen != nil && o.Send == nil:
		return nil, errors.New("sim: a terminal without Send")
	case o.Screen == nil && (o.In == nil || o.Out == nil || o.Press == nil):
		return nil, errors.New("sim: lines without In, Out or Press")
	}
	d := &Dev{opts: o}
	d.panel = &Surface{dev: d, name: "panel", data: make([]byte, panelBytes), shown: make(chan struct{})}
	d.lamps = &Surface{dev: d, name: "lamps", data: make([]byte, lampsBytes), shown: make(chan struct{})}
	return d, nil
}

// Panel returns the surface of the OLED.
func (d *Dev) Panel() *Surface { return d.panel }

// Lamps returns the surface of the matrix.
func (d *Dev) Lamps() *Surface { return d.lamps }

// Run reads keys until ctx ends or the user quits, and then returns nil. It must not be called
// again before it has returned or panicked.
func (d *Dev) Run(ctx context.Context) error {
	if d.opts.Screen != nil {
		return d.runTerminal(ctx)
	}
	return d.runLines(ctx)
}

// Halt restores the terminal. It may be called at any time from any goroutine.
func (d *Dev) Halt() error {
	d.mu.Lock()
	s := d.screen
	d.screen = nil
	d.mu.Unlock()
	if s != nil {
		s.Fini()
	}
	return nil
}

// String returns the name of the device and whether it uses a terminal or lines.
func (d *Dev) String() string {
	if d.opts.Screen != nil {
		return "sim{terminal}"
	}
	return "sim{lines}"
}
