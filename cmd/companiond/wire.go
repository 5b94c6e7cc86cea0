package main

import (
	"context"
	"slices"
	"time"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/drivers/hidscanner"
	"tabletop/drivers/keys"
)

// wire creates the panel according to the config. It opens no device. A device that is missing or
// lost is reported on use, and used again when it is back.
func (d *daemon) wire() devices {
	var attached devices
	if s := d.host.OLED(d.config.Panel); s != nil {
		attached.panels = append(attached.panels, s)
	}
	if s := d.host.Matrix(d.config.Matrix); s != nil {
		attached.lamps = append(attached.lamps, s)
	}
	attached.parts = wired([]part{
		{"trouble.keys", d.keys, d.config.Keys.OK},
		{"trouble.buzzer", d.buzz, d.config.Buzzer.Line},
		{"trouble.tags", d.tags, d.config.Tags.Bus},
	})
	return attached
}

// serials returns the parts on serial lines, which exist with any panel. A scanner that is a
// keyboard exists with a real panel only: beside a simulated panel, a keyboard may be the one that
// its developer types on.
func (d *daemon) serials() []part {
	scanner := d.config.Scanner.Port
	if d.ignores("scanner") {
		scanner = ""
	}
	return wired([]part{
		{"trouble.scanner", d.scan, scanner},
		{"trouble.table", d.tablePanel, d.config.Table.Port},
		{"trouble.printer", d.paper, d.config.Printer.Port},
	})
}

// ignoresKeyboard reports whether the scanner is a keyboard and the panel is simulated.
func (d *daemon) ignoresKeyboard() bool { return d.simulated && hidscanner.IsID(d.config.Scanner.Port) }

// wired returns the parts whose device has a line, bus or port in the config.
func wired(parts []part) []part {
	return slices.DeleteFunc(parts, func(p part) bool { return p.wire == "" })
}

// waiting is the capacity of the queue of key events. The loop handles events faster than a person
// presses keys.
const waiting = 64

// keys reads the keys until ctx is done. A queue takes the driver's events to the loop, because the
// driver must not wait.
func (d *daemon) keys(ctx context.Context) error {
	news := make(chan any, waiting)
	queue := func(what any) {
		select {
		case news <- what:
		default:
			d.log.Error("key event lost", "lost", what)
		}
	}
	dev, err := d.host.Keys(d.keyOpts(queue))
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for {
			select {
			case what := <-news:
				d.loop.Tell(ctx, what)
			case <-ctx.Done():
				return
			}
		}
	}()
	return dev.Run(ctx)
}

// keyOpts returns the options of the keys' driver. The driver sends its events to queue.
func (d *daemon) keyOpts(queue func(any)) keys.Opts {
	o := wiring.KeyOpts(d.config.Keys)
	o.Edge = func(key string, down bool) {
		queue(companion.Sent{From: companion.Keys, Command: companion.Edge{Key: keyNamed[key], Down: down}})
	}
	o.Fault = func(err error) {
		d.silences.noticed("trouble.keys", time.Now(), err)
		if err == nil {
			d.log.Info("the keys are back")
			queue(companion.TroubleEnded{Trouble: companion.Trouble{Key: "trouble.keys"}})
			return
		}
		d.log.Error("keys don't answer", "err", err)
		queue(companion.Trouble{Key: "trouble.keys", Arg: reason(err)})
	}
	o.Stuck = func(key string, stuck bool) {
		d.log.Warn("key stuck", "key", key, "stuck", stuck)
		trouble := companion.Trouble{Key: "trouble.stuck", Arg: keySigns[key]}
		if stuck {
			queue(trouble)
		} else {
			queue(companion.TroubleEnded{Trouble: trouble})
		}
	}
	return o
}
