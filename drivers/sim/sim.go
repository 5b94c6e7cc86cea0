// Package sim is the simulated panel: an SSD1306 of 128×64 pixels, an 8×8
// matrix of colour lamps and four keys, for machines that have none of them.
// It is a driver like the others: the same bytes go in, the same gestures come
// out.
//
// # In a terminal
//
// Where standard input and output are a terminal, panel and matrix are drawn
// there: 128×32 cells of half blocks, or 64×16 of braille where the terminal is
// smaller than that. A lamp that is out is a faint dot, so that a terminal
// without colours shows which are lit. Keys:
//
//	↑ ↓          up, down
//	Enter        ok
//	Backspace    back
//	Esc          back, held for a second
//	Ctrl-C       quit
//
// The terminal follows a change of its size, and is left as it was found when
// Run returns or panics; Halt does the same for a panic elsewhere. Nothing else
// may write to the terminal meanwhile.
//
// # On standard input
//
// Elsewhere it reads lines and answers each on standard output, once everything
// is kept and drawn. Blank lines are passed over.
//
//	press KEY…   back, up, down or ok; several are pressed one after another
//	hold back    back, held for a second
//	screen       first 32 lines of 128 characters of "█▀▄ ", untrimmed
//	lamps        first 8 lines of 8 letters: "." out, else that of red, orange,
//	             yellow, green, cyan, blue, magenta or white
//	quit         ends the daemon
//
// The answer is "ok SEQ", SEQ being that of the last fact kept, or "error …" on
// one line. A word that is not known is refused together with the nearest that
// is; so are lines of 1 KiB and more, and what is not UTF-8. The screen and
// lamps that are asked for before the first picture wait for it. The end of the
// input ends nothing.
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

// Opts says where the panel is drawn and whom its keys reach. Keys are "back",
// "up", "down" and "ok"; hold is true only for back.
type Opts struct {
	// Screen opens the terminal to draw in; nil means lines on In, answered on Out.
	Screen func() (tcell.Screen, error)
	In     io.Reader
	Out    io.Writer
	// Legend is written below the picture in a terminal.
	Legend []string

	// Press delivers a gesture, returns when all that follows from it is kept and
	// drawn, and tells the seq of the last fact kept. Lines are answered so.
	Press func(ctx context.Context, key string, hold bool) (seq int, err error)
	// Send delivers a gesture and doesn't wait, so that keys which are typed ahead
	// arrive when they are typed. A terminal's keys are delivered so.
	Send func(key string, hold bool)
	// Rest waits like Press without pressing anything; nil: nothing to wait for.
	Rest func(ctx context.Context) (seq int, err error)
	// Quit asks the daemon to end.
	Quit func()
}

// DefaultOpts is the terminal of this process, or its standard input and output
// where they are none. Press, Send and Quit are the caller's to add.
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

	mu     sync.Mutex   // guards the data of both surfaces and
	screen tcell.Screen // nil unless Run draws in a terminal
}

// New returns a panel that is dark. Its keys are read once Run is called.
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

// Panel returns the OLED.
func (d *Dev) Panel() *Surface { return d.panel }

// Lamps returns the matrix.
func (d *Dev) Lamps() *Surface { return d.lamps }

// Run reads keys until ctx ends or the table quits, and returns nil then. It
// may be called again after it has returned or panicked, not before.
func (d *Dev) Run(ctx context.Context) error {
	if d.opts.Screen != nil {
		return d.runTerminal(ctx)
	}
	return d.runLines(ctx)
}

// Halt gives the terminal back. It may be called at any time, from anywhere.
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

// String names the device and where it is drawn.
func (d *Dev) String() string {
	if d.opts.Screen != nil {
		return "sim{terminal}"
	}
	return "sim{lines}"
}
