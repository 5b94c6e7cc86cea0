package main

import (
	"context"

	"tabletop/companion/match"
	"tabletop/companion/panel"
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
	told  int    // the seq of the decision that has made happen what is being shown, 0 for nothing
	kind  games.Kind
	mute  bool // the table wants no sounds
}

// after is what calls at a moment, having called like c before. It doesn't look at
// the matrix for turn and alarm, which is dark by night and rolls dice.
func (c calls) after(m *screen.Moment) calls {
	is := calls{turn: seat(c.turn, m.Match), alarm: alarm(c.alarm, m.Match), bell: m.View.Lamps.Alarm == panel.GlyphBell, mute: m.Mute}
	if n := len(m.Happened.All); n > 0 {
		is.told, is.kind = m.Happened.All[n-1].Seq, m.Happened.All[n-1].Kind
	}
	return is
}

// signals are what moments sound like; the others are heard as a turn that passes on.
var signals = map[games.Kind]buzzer.Signal{
	games.Bust: buzzer.Loss, games.Blocked: buzzer.Loss, games.Defeat: buzzer.Loss, games.Low: buzzer.Loss, games.Revoke: buzzer.Loss,
	games.Catch: buzzer.Gain, games.Steal: buzzer.Gain, games.Land: buzzer.Gain, games.Trick: buzzer.Gain, games.Home: buzzer.Gain,
	games.High: buzzer.Gain, games.Lead: buzzer.Gain, games.Target: buzzer.Gain, games.Round: buzzer.Time, games.Last: buzzer.Time,
	games.Appear: buzzer.Alarm, games.Win: buzzer.Fanfare,
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

// sound is what a change sounds like, or nil: time that has run out first, then what has
// happened, an alarm, a turn that passes on.
func sound(was, is calls) buzzer.Signal {
	switch {
	case is.mute:
		return nil
	case is.bell && !was.bell:
		return buzzer.Time
	case is.told != was.told && signals[is.kind] != nil:
		return signals[is.kind]
	case is.alarm != was.alarm && is.alarm != "":
		return buzzer.Alarm
	case is.turn != was.turn && is.turn != 0 && was.turn != 0:
		return buzzer.TurnChange
	}
	return nil
}
