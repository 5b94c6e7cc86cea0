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
	last := cues{}.after(d.loop.Now())
	return d.watch(ctx, func(m *screen.Moment) error {
		now := last.after(m)
		s := sound(last, now)
		last = now
		if s == nil {
			return nil
		}
		return dev.Play(s)
	})
}

// cues is the part of a moment that can cause a sound.
type cues struct {
	turn  int    // seat in turn
	alarm string // the game's own alarm, such as Мазай
	bell  bool   // the sand timer has run out
	seq   int    // seq of the decision behind the happenings on show, or 0
	kind  games.Kind
	mute  bool // the table has muted sounds
}

// after returns the cues of a moment that follows c. Turn and alarm come from the match, not
// from the matrix, which is dark at night and shows rolling dice.
func (c cues) after(m *screen.Moment) cues {
	is := cues{turn: seat(c.turn, m.Match), alarm: alarm(c.alarm, m.Match), bell: m.View.Lamps.Alarm == panel.GlyphBell, mute: m.Mute}
	if n := len(m.Happened.All); n > 0 {
		is.seq, is.kind = m.Happened.All[n-1].Seq, m.Happened.All[n-1].Kind
	}
	return is
}

// signals maps happenings to their signals. Other happenings have no sound of their own.
var signals = map[games.Kind]buzzer.Signal{
	games.Bust: buzzer.Loss, games.Blocked: buzzer.Loss, games.Defeat: buzzer.Loss, games.Low: buzzer.Loss, games.Revoke: buzzer.Loss,
	games.Catch: buzzer.Gain, games.Steal: buzzer.Gain, games.Land: buzzer.Gain, games.Trick: buzzer.Gain, games.Home: buzzer.Gain,
	games.High: buzzer.Gain, games.Lead: buzzer.Gain, games.Target: buzzer.Gain, games.Round: buzzer.Time, games.Last: buzzer.Time,
	games.Appear: buzzer.Alarm, games.Win: buzzer.Fanfare,
}

// alarm returns the game's alarm, or "". While a cup is rolled beside the match it returns was.
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

// sound returns the signal for a change, or nil: first an expired timer, then a happening, an
// alarm, a change of turn.
func sound(was, is cues) buzzer.Signal {
	switch {
	case is.mute:
		return nil
	case is.bell && !was.bell:
		return buzzer.Time
	case is.seq != was.seq && signals[is.kind] != nil:
		return signals[is.kind]
	case is.alarm != was.alarm && is.alarm != "":
		return buzzer.Alarm
	case is.turn != was.turn && is.turn != 0 && was.turn != 0:
		return buzzer.TurnChange
	}
	return nil
}
