package main

import (
	"context"

	"tabletop/companion"
)

// scan reads the code scanner until ctx ends.
func (d *daemon) scan(ctx context.Context) error {
	dev, port, err := d.host.Scanner(d.config, d.away(ctx, "trouble.scanner"), func() {
		d.log.Warn("no code: incomplete, too long, or with a key that has no character")
		d.loop.Tell(ctx, companion.Trouble{Key: "trouble.partcode"})
	})
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	return lasting(ctx, func() error { return dev.Run(ctx, d.code(ctx)) })
}

// tags reads the tag reader until ctx ends or the chip is gone.
func (d *daemon) tags(ctx context.Context) error {
	dev, port, err := d.host.Tags(d.config)
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	d.log.Info("reading tags", "by", dev)
	return dev.Run(ctx, d.code(ctx))
}

// code returns a function that sends a scanned code to the loop and logs a refusal.
func (d *daemon) code(ctx context.Context) func(code string) {
	return func(code string) {
		a, err := d.loop.Do(ctx, companion.Keys, companion.Scan{Code: code, Means: d.config.Codes[code]})
		if why := a.Refusal.Text; err == nil && why != "" {
			d.log.Warn("code refused", "code", code, "why", why)
		}
	}
}
