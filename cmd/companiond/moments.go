package main

import (
	"context"

	"tabletop/companion/screen"

	"tabletop/companion/match"
	"tabletop/games"
)

// watch calls the function each with the present moment, and again after every change, until ctx is
// done or the function returns an error. It skips moments that pass while the function runs.
func (d *daemon) watch(ctx context.Context, each func(*screen.Moment) error) error {
	for {
		m := d.loop.Now()
		if err := each(m); err != nil {
			return err
		}
		if d.watched != nil {
			d.watched(m)
		}
		select {
		case <-m.Next:
		case <-ctx.Done():
			return nil
		}
	}
}

// under reports whether a match is under way: it exists and has not ended.
func under(mt match.Match) bool { return !mt.IsZero() && !mt.Ended() }

// seat returns the seat in turn, or 0 if no seat is in turn. While chance is in turn, or while a
// cup of dice is rolled beside the match, seat returns was, the seat of the moment before. The
// result does not depend on the display, which may be dark.
func seat(was int, mt match.Match) int {
	switch {
	case !under(mt) || mt.State().Turn() == games.Nobody:
		return 0
	case mt.State().Turn() == games.Chance || len(mt.Names()) == 1:
		return was
	}
	return int(mt.State().Turn())
}
