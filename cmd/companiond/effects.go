package main

import (
	"context"

	"tabletop/cmd/internal/adviser"
	"tabletop/companion"
)

// effects performs the effects that the loop cannot perform.
type effects struct {
	*daemon
	thinker *adviser.Thinker
	sticks  *usbSticks
}

// perform carries out an effect and returns its result, or nil for an effect without a result. It
// is the function Perform of [loop.Config].
func (d effects) perform(ctx context.Context, e companion.Effect) any {
	switch e := e.(type) {
	case companion.Print:
		d.order(e)
	case companion.Think:
		d.thinker.Think(e)
	case companion.Examine:
		d.examine(ctx)
	case companion.SaveCopy, companion.ReadStick, companion.TakeCopy, companion.TakeRelease:
		d.sticks.want(e)
	case companion.Hotspot:
		d.phones.reach.want(e)
	case companion.Discard:
		d.phones.carrier.discard(e.Upload)
	case companion.Carry:
		added, err := d.phones.carrier.carry(ctx, e.Command)
		return companion.CarryResult{Added: added, Err: err}
	}
	return nil
}
