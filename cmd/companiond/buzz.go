package main

import (
	"context"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/drivers/buzzer"
	"tabletop/games"
)

// buzz sounds the buzzer until ctx ends or its line fails.
func (d *daemon) buzz(ctx context.Context) error {
	dev, err := d.host.Buzzer(d.config.Buzzer)
	if err != nil {
		return err
	}
	defer dev.Halt()
	was := calls{}.after(d.loop.Now())
	return d.watch(ctx, func(m *screen.Moment) error {
		is := was.after(m)
		s := sound(was, is)
		was = is
		if s == nil {
			return nil
		}
		return dev.Play(s)
	})
}

// calls are what calls for ears.
type calls struct {
	turn  int    // whose it is
	alarm string // the game's own, such as Мазай
	bell  bool   // the sand timer has run out
}

// after is what calls at a moment, having called like c before. It doesn't look at
// the matrix for turn and alarm, which is dark by night and rolls dice.
func (c calls) after(m *screen.Moment) calls {
	return calls{seat(c.turn, m.Match), alarm(c.alarm, m.Match), m.View.Lamps.Alarm == companion.GlyphBell}
}

// alarm is the game's alarm, "" for none. A cup rolled beside the match leaves it.
func alarm(was string, mt match.Match) string {
	switch {
	case !under(mt):
		return ""
	case len(mt.Names()) == 1:
		return was
	}
	for _, c := range mt.State().View(games.Nobody).Cells {
		if c.Mark&games.MarkAlarm != 0 {
			return c.Glyph
		}
	}
	return ""
}

// sound is what a change sounds like, or nil: time that has run out first, then an
// alarm, then a turn that passes on.
func sound(was, is calls) buzzer.Signal {
	switch {
	case is.bell && !was.bell:
		return buzzer.Time
	case is.alarm != was.alarm && is.alarm != "":
		return buzzer.Alarm
	case is.turn != was.turn && is.turn != 0 && was.turn != 0:
		return buzzer.TurnChange
	}
	return nil
}
