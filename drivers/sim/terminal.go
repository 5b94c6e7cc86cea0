package sim

import (
	"context"
	"fmt"

	"github.com/gdamore/tcell/v3"
)

// runTerminal draws in the terminal until ctx ends, Halt is called or Ctrl-C is typed.
func (d *Dev) runTerminal(ctx context.Context) error {
	s, err := d.opts.Screen()
	if err != nil {
		return fmt.Errorf("sim: terminal: %w", err)
	}
	if err := s.Init(); err != nil {
		return fmt.Errorf("sim: terminal: %w", err)
	}
	defer d.Halt()
	d.use(s)
	for {
		select {
		case <-ctx.Done():
			return nil
		case event, open := <-s.EventQ():
			if !open {
				return nil
			}
			if quit, err := d.handle(event); quit || err != nil {
				return err
			}
		}
	}
}

// use makes s the terminal in which the panel is drawn, and draws the panel.
func (d *Dev) use(s tcell.Screen) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.screen = s
	d.draw()
}

// handle handles one event of the terminal, such as a key. It returns true if the user quits.
func (d *Dev) handle(event tcell.Event) (quit bool, err error) {
	switch e := event.(type) {
	case *tcell.EventResize:
		d.mu.Lock()
		defer d.mu.Unlock()
		d.draw()
	case *tcell.EventError:
		return false, fmt.Errorf("sim: terminal: %w", e)
	case *tcell.EventKey:
		if !e.Pressed() {
			return false, nil
		}
		if e.Key() == tcell.KeyCtrlC {
			d.opts.Quit()
			return true, nil
		}
		if g, ok := gestures[e.Key()]; ok {
			d.opts.Send(g.key, g.hold)
		}
	}
	return false, nil
}

// gestures maps keys of the terminal to keys of the panel, pressed or held.
var gestures = map[tcell.Key]struct {
	key  string
	hold bool
}{
	tcell.KeyUp:         {"up", false},
	tcell.KeyDown:       {"down", false},
	tcell.KeyEnter:      {"ok", false},
	tcell.KeyBackspace:  {"back", false},
	tcell.KeyBackspace2: {"back", false},
	tcell.KeyEsc:        {"back", true},
}
