package companion

import (
	"tabletop/companion/adviser"
	"tabletop/companion/clock"
	"tabletop/companion/door"
	"tabletop/companion/ear"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// Moment is the output of the model at one time: the picture on panel and matrix, and the data
// for phones, club, buzzer and table panel. It never contains the secret of a seal.
//
// Package loop compares Moments by == and publishes a Moment that differs from the last one. A
// watcher reads the latest Moment and waits for the next. No code copies a Moment field by
// field or lists the changes.
//
// Every field is therefore comparable:
//
//	value            compared as such: View, Ready, Lang, Day
//	pointer          to data that never changes, such as Library and Offer; a change makes a
//	                 new pointer. A list or map is always behind a pointer. No pointer is nil.
//	running clock    stored as its start, so that it stays equal as time passes
//
// New output becomes a field of Moment, or of the data behind one of its pointers. Tests run
// all commands in many states. They fail if == doesn't compare a field, or if no command
// changes it.
//
// A moment of a game, such as a catch or the end of a round, is a [games.Moment]: see Happened.
type Moment struct {
	*Library // games with their texts

	View         panel.View
	Match        match.Match      // match on the panel; without one, the match that ended last
	Point        Point            // id and last seq of the match on the panel; zero without a match
	Ready        bool             // Match waits under its seal until the table starts play
	Clocks       clock.Seats      // clocks of the match on the panel
	Rings        bool             // the sand timer or the game's time limit has run out
	Happened     *Happened        // moments of the last decision that are still to be shown
	Counsel      *adviser.Counsel // possible questions to the adviser, and the adviser's last answer
	DiceMatch    *DiceMatch       // match of the dice that are thrown beside any game
	Offer        *Offer           // games to set up, and matches to resume
	NextSeal     string           // seal of the next match, whose id is its first 16 digits; "" if not ready
	Guests       *door.Guests     // phones and programs that are admitted
	Invitation   door.Invitation  // the token in the QR code on the panel; zero if there is none
	Private      bool             // the page on the panel is for the wired keys only; no client may see it
	Lang         words.Lang       // language of the panel
	Mute         bool             // sounds are off
	Aloud        *ear.Screen      // full text of the panel; only the last announcement while Speech is None
	Speech       ear.Level        // level of speech
	ClockTrusted bool             // the wall clock is trusted
	Updating     bool             // an update is under way: the box carries out no command
	Day          int              // today's date in days since 1970-01-01; 0 if unknown
}

// Moment returns the output of the model at the last event.
func (m Model) Moment() Moment {
	s, last := m.shared, m.Match()
	if last.IsZero() {
		last = m.lastMatch
	}
	return Moment{
		Library: m.library, View: m.View(), Match: last, Point: m.Point(), Ready: m.Ready(), Clocks: m.clocks(), Rings: rings(m),
		Happened: m.visibleMoments(), Counsel: s.counsel.value, DiceMatch: s.thrown.value, Offer: s.offer.value,
		NextSeal: *s.reserve.value, Guests: s.guests.value, Invitation: m.door.Invitation(), Private: m.Private(), Lang: m.Lang(), Mute: m.Mute(), Aloud: m.face.speech.aloud(), Speech: speechLevel(m), ClockTrusted: m.Sure(), Updating: m.update.underWay(), Day: m.Day(),
	}
}

// share recomputes those shared parts of the Moment that have changed inputs.
func (m Model) share() Model {
	s := &m.shared
	s.open = s.open.refresh(m.open, m.Point().Match)
	s.offer = s.offer.from(offerParts{m.house, s.open})
	s.guests = s.guests.from(doorParts{m.evening})
	s.thrown = s.thrown.from(thrownParts{m.house, m.started, m.diceSession.id, m.diceSession.match, m.recent.throws})
	a := m.advice
	s.counsel = s.counsel.from(counselParts{adviser.State{Known: a.Known, At: a.At, Told: a.Told}, m.topics(), m.top().page.topic != ""})
	s.reserve = s.reserve.from(reserveParts{m.reserveReady, m.reserve})
	return m
}

// View returns the picture for panel and matrix.
func (m Model) View() panel.View {
	v := m.scene()
	if mt := m.Match(); !mt.IsZero() && v.Game == mt.Rules().Name() && games.Program(mt.Rules()) != "" {
		v.Game, v.File = games.ID(mt.Rules()), mt.Rules()
	}
	f := m.face
	v.Light, v.LampLight, v.Blink, v.Unsaved, v.Slow = f.light, f.light, f.blink, m.disk.unsaved, m.disk.slow()
	if v.Slow && v.Kind != panel.KindDark {
		v = v.WithNotice(m.word("notice.slow"))
	}
	v.Level, v.LampLevel = m.dimmed(m.calendar)
	if m.update.underWay() {
		v.Light = panel.Bright
	}
	if v.HasCode() {
		lightCode(&v, m.top().page.fades)
	}
	v.ShiftX, v.ShiftY, v.Drift = f.shift%3, f.shift/3%3, f.shift/9
	if v.Chip = m.chip(); m.asksChip() {
		v.ShiftX = 2 // some panels don't show their first two columns, and the question must be complete
	}
	v.Far = v.Kind == panel.KindCode && f.shift%2 == 1
	return v
}

// scene returns the picture for panel and matrix without brightness, shift and notices.
func (m Model) scene() panel.View {
	switch {
	case m.update.trial != nil:
		return TrialView(*m.update.trial)
	case m.update.underWay():
		return m.updatingView(shortVersion(m.update.handed))
	case m.face.light == panel.Off:
		return panel.View{Kind: panel.KindDark}
	case !m.started:
		return panel.View{Kind: panel.KindStep, Picture: "hare/1", Big: m.word("starting")}
	case m.face.rolling > 0:
		return m.rollingView(m.face.rolling)
	case m.showing():
		return m.momentView()
	}
	v := m.top().view(m)
	v.Lamps = m.lamps(v.Lamps)
	if mt := m.Match(); v.Game == "" && !mt.IsZero() {
		v.Game = mt.Rules().Name() // the faces on the matrix are those of the game
	}
	return v
}

// Drawn reports whether nothing is pending: all requests are loaded, stored and drawn. A moment
// of the game may still be shown; any key ends it.
func (m Model) Drawn() bool {
	return m.update.trial != nil || m.started && m.disk.pending == nil && m.disk.loading == nil && m.face.rolling == 0 && !m.face.blink
}

// Settled reports whether Drawn is true and the panel takes a key: either no moment is shown and
// the late frames of the last one are over, or one that waits for a key is past its early frames.
func (m Model) Settled() bool {
	s := m.face.show
	return m.Drawn() && !s.late && (!m.showing() || s.waits() && s.frame >= earlyFrames)
}

// Started reports whether the evening is loaded and shown.
func (m Model) Started() bool { return m.started }

// Writing reports whether the disk still has to answer for the last change.
func (m Model) Writing() bool { return m.disk.pending != nil }

// dimmed returns the number of levels by which panel and matrix are dimmed. The setting applies
// to both; the matrix is one level darker at night.
func (h house) dimmed(c calendar) (panel, lamps uint8) {
	panel = h.evening.level
	lamps = panel
	if hour := c.wall.Hour(); c.Sure() && !c.wall.IsZero() && (hour >= lampsDown || hour < lampsUp) {
		lamps = min(lamps+1, levels-1)
	}
	return panel, lamps
}

// rollingView returns the picture with this number, from 1, of the rolling animation.
func (t localizer) rollingView(picture uint8) panel.View {
	return panel.View{Kind: panel.KindBig, Big: "…", Title: t.word("rolling"), Lamps: panel.Lamps{Rolling: picture}}
}

// rings reports whether the sand timer or the time limit of the game has run out, and nobody has
// pressed a key since.
func rings(m Model) bool { return m.face.count.Rings(m.now) || m.top().page.notice == timeUpNotice }
