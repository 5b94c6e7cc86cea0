package main

import (
	"context"
	"slices"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/drivers/keys"
)

// wire makes the panel that the config says is wired. Nothing is opened yet: what
// is missing or dies is said by whoever needs it, and comes back by itself.
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

// serials are the devices on serial lines, with any panel.
func (d *daemon) serials() []part {
	return wired([]part{
		{"trouble.scanner", d.scan, d.config.Scanner.Port},
		{"trouble.table", d.tablePanel, d.config.Table.Port},
		{"trouble.printer", d.paper, d.config.Printer.Port},
	})
}

// wired are the parts that are wired to something.
func wired(parts []part) []part {
	return slices.DeleteFunc(parts, func(p part) bool { return p.wire == "" })
}

// waiting is how much news of keys may wait for the loop, which takes it faster
// than hands make it.
const waiting = 64

// keys reads the keys until ctx ends. The driver must not be kept waiting, so its
// news goes by way of a queue.
func (d *daemon) keys(ctx context.Context) error {
	news := make(chan any, waiting)
	tell := func(what any) {
		select {
		case news <- what:
		default:
			d.log.Error("the loop hears no keys", "lost", what)
		}
	}
	dev, err := d.host.Keys(d.keyOpts(tell))
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

// keyOpts are the keys, and what is told of them.
func (d *daemon) keyOpts(tell func(any)) keys.Opts {
	o := wiring.KeyOpts(d.config.Keys)
	o.Edge = func(key string, down bool) {
		tell(companion.Sent{From: companion.Keys, Command: companion.Edge{Key: keyNamed[key], Down: down}})
	}
	o.Fault = func(err error) {
		if err == nil {
			d.log.Info("the keys are back")
			tell(companion.Over{Trouble: companion.Trouble{Key: "trouble.keys"}})
			return
		}
		d.log.Error("the keys don't answer", "err", err)
		tell(companion.Trouble{Key: "trouble.keys", Arg: reason(err)})
	}
	o.Stuck = func(key string, stuck bool) {
		d.log.Warn("a key is held", "key", key, "stuck", stuck)
		trouble := companion.Trouble{Key: "trouble.stuck", Arg: keySigns[key]}
		if stuck {
			tell(trouble)
		} else {
			tell(companion.Over{Trouble: trouble})
		}
	}
	return o
}
