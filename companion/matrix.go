package companion

import (
	"unicode"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/games"
)

// lamps returns the picture of the matrix. The parameter own is the part of it from the page on
// the panel. If own is empty, the match provides this part. lamps adds the seat on turn, the
// sand timer and the alarm.
func (m Model) lamps(own panel.Lamps) panel.Lamps {
	mt := m.Match()
	l := own
	if !mt.IsZero() {
		if l == (panel.Lamps{}) && mt.State().Turn() != games.Nobody {
			var v panel.View
			v.SetBoard(mt.State().View(games.Nobody))
			l = v.Lamps
		}
		if l == (panel.Lamps{}) && games.IsTracker(mt.Rules()) {
			l.SetBars(mt.State().Standing())
		}
		if seat := lampSeat(mt.State()); seat > 0 && len(mt.Names()) > 1 {
			l.Seat, l.Seats = uint8(seat), uint8(len(mt.Names()))
		}
	}
	if m.face.count.IsSet() {
		l.Count, l.Of = m.face.count.Left(m.now)
		if m.face.count.Rings(m.now) {
			l.Alarm = panel.GlyphBell
		}
	}
	if m.top().page.rings {
		l.Alarm = panel.GlyphBell
	}
	l.Blink = m.face.flash
	if !mt.IsZero() {
		setLooks(&l, m.evening.people, mt.Names())
	}
	m.game().setLetters(&l)
	return l
}

// setLetters sets the letter that the matrix shows for each face with a name: the first letter
// of the name in the panel's language.
func (g game) setLetters(l *panel.Lamps) {
	mt := g.match
	if mt.IsZero() {
		return
	}
	w := g.words()
	for i, face := range l.Faces {
		if face != "" && w.Has("name."+face) {
			first, _ := utf8.DecodeRuneInString(w.Name(face))
			l.Letters[i] = string(unicode.ToUpper(first))
		}
	}
}

// lampSeat returns the seat that the matrix shows: the only winner, or else the seat on turn.
func lampSeat(s games.State) games.Seat {
	if won := s.Standing().Won; len(won) == 1 {
		return won[0]
	}
	return s.Turn()
}

// alarmed reports whether the matrix flashes an alarm.
func (m Model) alarmed() bool {
	return m.face.light != panel.Off && m.lamps(panel.Lamps{}).Alarm != ""
}
