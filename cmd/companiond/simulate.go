package main

import (
	"context"

	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/drivers/sim"
)

// simulate creates the simulated panel. It shows the panel on the terminal, or, without a terminal,
// as plain lines.
func (d *daemon) simulate(ctx context.Context) (devices, error) {
	o := sim.DefaultOpts()
	o.In, o.Out, o.Quit = d.in, d.out, d.quit
	o.Legend = []string{d.words.Word("cli.legend")}
	if !terminal(d.in) || !terminal(d.out) {
		o.Screen = nil
	}
	o.Rest = func(ctx context.Context) (int, error) { return d.seq(ctx, companion.WaitSettled{}) }
	o.Press = func(ctx context.Context, key string, hold bool) (int, error) {
		if seq, err := d.seq(ctx, companion.Press{Key: keyNamed[key], Hold: hold}); err != nil {
			return seq, err
		}
		return o.Rest(ctx) // the next line of output shows a settled state, never a passing moment
	}
	o.Send = func(key string, hold bool) {
		d.loop.Post(ctx, companion.Keys, companion.Press{Key: keyNamed[key], Hold: hold})
	}
	panel, err := sim.New(o)
	if err != nil {
		return devices{}, err
	}
	return devices{
		panels: []loop.Surface{panel.Panel()}, lamps: []loop.Surface{panel.Lamps()},
		parts: []part{{key: "trouble.sim", run: panel.Run, wire: "terminal"}}, halt: panel.Halt,
	}, nil
}

// seq sends a command of the keys and returns the seq of the last resulting fact.
func (d *daemon) seq(ctx context.Context, c companion.Command) (int, error) {
	a, err := d.loop.Do(ctx, companion.Keys, c)
	return a.Seq, err
}
