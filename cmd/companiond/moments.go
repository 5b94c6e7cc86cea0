package main

import (
	"context"

	"tabletop/companion/screen"

	"tabletop/companion/match"
	"tabletop/games"
)

// watch shows each every moment that it comes to see, until ctx ends or each
// fails; moments that pass while each is at work are skipped.
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

// under reports whether a match is under way: there is one, and it was not left.
func under(mt match.Match) bool { return !mt.IsZero() && !mt.Ended() }

// seat is whose turn it is, 0 nobody's. While chance answers, or the table rolls a
// cup beside the match, it stays whose it was; the OLED may be dark meanwhile.
func seat(was int, mt match.Match) int {
	switch {
	case !under(mt) || mt.State().Turn() == games.Nobody:
		return 0
	case mt.State().Turn() == games.Chance || len(mt.Names()) == 1:
		return was
	}
	return int(mt.State().Turn())
}
