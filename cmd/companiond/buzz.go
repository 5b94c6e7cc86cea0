package main

import (
	"context"

	"tabletop/companion/ear"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/drivers/buzzer"
	"tabletop/games"
)

// buzz sounds the buzzer until ctx ends or the buzzer's GPIO line fails.
func (d *daemon) buzz(ctx context.Context) error {
	dev, err := d.host.Buzzer(d.config.Buzzer)
	if err != nil {
		return err
	}
	defer dev.Halt()
	last, aloud := cues{}.after(d.loop.Now()), ear.Screen{}
	return d.watch(ctx, func(m *screen.Moment) error {
		now, tone := last.after(m), d.tone(aloud, m)
		s := sound(last, now)
		if s == nil {
			s = tone
		}
		last, aloud = now, *m.Aloud
		if s == nil {
			return nil
		}
		return dev.Play(s)
	})
}

// keyTones maps each sound of package ear to its signal.
var keyTones = map[ear.Earcon]buzzer.Signal{ear.Edge: buzzer.Edge, ear.Refusal: buzzer.Refusal, ear.Done: buzzer.Done}

// tone returns the signal that answers a key press while the screen is spoken, or nil. was is the text
// of the panel in the moment before m.
func (d *daemon) tone(was ear.Screen, m *screen.Moment) buzzer.Signal {
	if m.Mute || !d.config.Voice.Buzzes() {
		return nil
	}
	_, _, e := ear.Next(was, *m.Aloud, m.Speech)
	return keyTones[e]
}

// cues holds the parts of a moment that can cause a sound. A happening is an event of the game,
// such as a catch or a win.
type cues struct {
	turn  int        // seat in turn; 0 if no seat is in turn
	alarm string     // glyph of the game's own alarm, such as Мазай; "" if there is none
	bell  bool       // the sand timer has run out
	seq   int        // seq of the decision that caused the shown happenings; 0 if no happenings are shown
	kind  games.Kind // kind of the last shown happening
	mute  bool       // the table has muted sounds
}

// after returns the cues of the moment m. c holds the cues of the moment before. The turn and the
// alarm come from the match and not from the matrix, because the matrix is dark at night and shows
// dice while they roll.
func (c cues) after(m *screen.Moment) cues {
	is := cues{turn: seat(c.turn, m.Match), alarm: alarm(c.alarm, m.Match), bell: m.View.Lamps.Alarm == panel.GlyphBell, mute: m.Mute}
	if n := len(m.Happened.All); n > 0 {
		is.seq, is.kind = m.Happened.All[n-1].Seq, m.Happened.All[n-1].Kind
	}
	return is
}

// signals maps a happening to its signal. A happening that is not in the map has no sound of its
// own.
var signals = map[games.Kind]buzzer.Signal{
	games.Bust: buzzer.Loss, games.Blocked: buzzer.Loss, games.Defeat: buzzer.Loss, games.Low: buzzer.Loss, games.Revoke: buzzer.Loss,
	games.Catch: buzzer.Gain, games.Steal: buzzer.Gain, games.Land: buzzer.Gain, games.Trick: buzzer.Gain, games.Home: buzzer.Gain,
	games.High: buzzer.Gain, games.Lead: buzzer.Gain, games.Target: buzzer.Gain, games.Round: buzzer.Time, games.Last: buzzer.Time,
	games.Appear: buzzer.Alarm, games.Win: buzzer.Fanfare,
}

// alarm returns the glyph of the game's alarm, or "" if there is none. While a cup of dice is
// rolled beside the match, alarm returns was, the glyph of the moment before.
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

// sound returns the signal for the change of cues from was to is, or nil for silence. If several
// things have changed, the signal is for the first of these: an expired timer, a happening, an
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
