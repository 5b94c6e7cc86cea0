package companion

import (
	"tabletop/companion/adviser"
	"tabletop/companion/clock"
	"tabletop/companion/door"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// Moment is everything there is to see at one time: what panel and matrix show, and what
// phones, the club, the buzzer and the table panel may know. No seal's secret is in it.
//
// Moments are compared with ==. Two are equal only if they tell the same, so whoever
// publishes them compares the new one with the last and forgets nothing. For this each
// field is a value that == compares, or points to something that is never changed: the
// model makes another in its place. A list or a map therefore stands behind a pointer, and
// no pointer is nil.
//
// A moment of a game, such as a catch or a round's end, is a [games.Moment]: see Happened.
type Moment struct {
	*Library // the games that can be played, and their words

	View     panel.View
	Match    match.Match      // on the panel, or where there is none the one that ended last
	Point    Point            // where the match on the panel stands; zero without one
	Ready    bool             // that match waits under its seal for somebody to begin
	Clocks   clock.Seats      // of that match
	Rings    bool             // the sand timer, or the time that a game gives, has run out
	Happened *Happened        // in that match by the last decision
	Counsel  *adviser.Counsel // what its adviser can be asked, and has told
	Thrown   *Thrown          // the dice that are thrown beside any game
	Offer    *Offer           // what there is to set up and to go on with
	Reserve  string           // the seal of the next match's luck, whose id begins it; "" until there is one
	Guests   *door.Guests     // who may come in
	Private  bool             // the page in sight is for the wired keys only, and for nobody else's eyes
	Lang     words.Lang
	Mute     bool // the table wants no sounds
	Sure     bool // the wall clock is trusted
	Day      int  // the date, counted from 1970-01-01; 0: nobody knows it
}

// Moment returns what there is to see now.
func (m Model) Moment() Moment {
	s, last := m.shared, m.Match()
	if last.IsZero() {
		last = m.last
	}
	return Moment{
		Library: m.library, View: m.View(), Match: last, Point: m.Point(), Ready: m.Ready(), Clocks: m.clocks(), Rings: m.face.count.Rings(m.now),
		Happened: m.visibleMoments(), Counsel: s.counsel.value, Thrown: s.thrown.value, Offer: s.offer.value,
		Reserve: *s.reserve.value, Guests: s.guests.value, Private: m.Private(), Lang: m.Lang(), Mute: m.Mute(), Sure: m.Sure(), Day: m.Day(),
	}
}

// share is the model whose shared parts are up to date.
func (m Model) share() Model {
	s := &m.shared
	s.open = s.open.after(m.open)
	s.offer = s.offer.from(offerParts{m.house, s.open})
	s.guests = s.guests.from(doorParts{m.evening})
	s.thrown = s.thrown.from(thrownParts{m.house, m.started, m.cups.id, m.cups.match, m.recent.throws})
	a := m.advice
	s.counsel = s.counsel.from(counselParts{adviser.State{Known: a.Known, At: a.At, Told: a.Told}, m.topics(), m.top().page.topic != ""})
	s.reserve = s.reserve.from(reserveParts{m.ready, m.reserve})
	return m
}

// View returns what panel and matrix should show.
func (m Model) View() panel.View {
	v := m.scene()
	if mt := m.Match(); !mt.IsZero() && v.Game == mt.Rules().Name() && games.Program(mt.Rules()) != "" {
		v.Game, v.File = games.ID(mt.Rules()), mt.Rules()
	}
	f := m.face
	v.Light, v.Blink, v.Unsaved, v.Slow = f.light, f.blink, m.disk.unsaved, m.disk.slow()
	if v.Slow && v.Kind != panel.KindDark {
		v = v.WithNotice(m.word("notice.slow"))
	}
	v.Level, v.LampLevel = m.dimmed(m.calendar)
	v.ShiftX, v.ShiftY, v.Drift = f.shift%3, f.shift/3%3, f.shift/9
	if v.Chip = m.chip(); m.asksChip() {
		v.ShiftX = 2 // so that nothing is lost on a panel that doesn't show its first two columns
	}
	v.Far = v.Kind == panel.KindCode && f.shift%2 == 1
	return v
}

// scene is the screen in sight, whatever the light.
func (m Model) scene() panel.View {
	switch {
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
		v.Game = mt.Rules().Name() // whose faces the matrix shows
	}
	return v
}

// Drawn reports whether all that has been asked for is read, kept and in sight. A moment
// may be: any key ends it.
func (m Model) Drawn() bool {
	return m.started && m.disk.pending == nil && m.disk.loading == nil && m.face.rolling == 0 && !m.face.blink
}

// Settled reports whether nothing is under way: all is drawn, and no moment is in sight that
// ends by itself.
func (m Model) Settled() bool { return m.Drawn() && (!m.showing() || m.face.show.waits()) }

// Started reports whether all is read that is in sight as the evening starts.
func (m Model) Started() bool { return m.started }

// Writing reports whether the disk has not answered yet for something that was decided.
func (m Model) Writing() bool { return m.disk.pending != nil }

// dimmed is by how many levels panel and matrix shine less than they could: as the table
// wants it, and the matrix less by night.
func (h house) dimmed(c calendar) (panel, lamps uint8) {
	panel = h.evening.level
	lamps = panel
	if hour := c.wall.Hour(); c.Sure() && !c.wall.IsZero() && (hour >= lampsDown || hour < lampsUp) {
		lamps = min(lamps+1, levels-1)
	}
	return panel, lamps
}

func (t localizer) rollingView(picture uint8) panel.View {
	return panel.View{Kind: panel.KindBig, Big: "…", Title: t.word("rolling"), Lamps: panel.Lamps{Rolling: picture}}
}
