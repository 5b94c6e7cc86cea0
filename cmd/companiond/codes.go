package main

import (
	"context"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
)

// scan hears the scanner until ctx ends.
func (d *daemon) scan(ctx context.Context) error {
	dev, port, err := wiring.Scanner(d.config, d.away(ctx, "trouble.scanner"))
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	return lasting(ctx, func() error { return dev.Run(ctx, d.code(ctx)) })
}

// tags hears the reader of tags until ctx ends or the chip is gone.
func (d *daemon) tags(ctx context.Context) error {
	dev, port, err := d.host.Tags(d.config)
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	d.log.Info("tags are read", "by", dev)
	return dev.Run(ctx, d.code(ctx))
}

// code lets the table decide what a code means, or say why not.
func (d *daemon) code(ctx context.Context) func(code string) {
	return func(code string) {
		a, err := d.loop.Do(ctx, companion.Keys, companion.Scan{Code: code, Means: d.config.Codes[code]})
		if why := a.Refusal.Text; err == nil && why != "" {
			d.log.Warn("a code was read in vain", "code", code, "why", why)
		}
	}
}
