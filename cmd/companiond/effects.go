package main

import (
	"context"

	"tabletop/cmd/internal/adviser"
	"tabletop/companion"
)

// effects are the parts of the daemon that carry out what the loop can't.
type effects struct {
	*daemon
	thinker *adviser.Thinker
}

// perform is the port of [loop.Config] by which effects leave the core.
func (d effects) perform(ctx context.Context, e companion.Effect) any {
	switch e := e.(type) {
	case companion.Print:
		d.order(e)
	case companion.Think:
		d.thinker.Think(e)
	case companion.Hotspot:
		d.phones.reach.want(e)
	case companion.Discard:
		d.phones.carrier.discard(e.Upload)
	case companion.Carry:
		added, err := d.phones.carrier.carry(ctx, e.Command)
		return companion.Done{Added: added, Err: err}
	}
	return nil
}
