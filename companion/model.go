package companion

import (
	"slices"
	"time"

	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// Model is everything the companion knows. It is a value: Update returns the
// next one, and an older one stays what it was. Its parts are values as well; what they
// point to is copied before it is changed.
type Model struct {
	house
	menus
	stack
	calendar
	open    sessions
	cups    session      // the match of the tool that all evening shares, such as dice
	recent  recentThrows // who has thrown of late in it
	last    match.Match  // the one that ended last, its secret open
	disk    disk
	door    door.Lock
	face    face
	clock   clockState
	advice  adviser.State
	call    call
	consent *consent // nil: nothing is being done
	shared  shared

	started     bool
	earlyEvents []Event // what happened before all that is in sight was read
	now         time.Duration
	reach       door.Reach
	club        Clubbed
	reserve     luck.Secret // the next match's secret
	ready       bool        // reserve is fresh
}

// Match returns the match on the panel, or a zero one.
func (m Model) Match() match.Match { return m.session().match }

// game is the match on the panel.
func (m Model) game() game { return game{m.localizer, m.Match()} }

// with returns the model with s in the place of the session on the panel.
func (m Model) with(s session) Model {
	if m.subject() == diceMatch {
		m.cups = s
		return m
	}
	if m.open[0].first != settled && s.first == settled {
		m = m.countFirst(s.match)
	}
	m.open = append([]session{s}, m.open[1:]...)
	return m
}

// session is the match on the panel, zero where there is none.
func (m Model) session() session {
	switch f := m.subject(); {
	case f == diceMatch:
		return m.cups
	case f == tableMatch && len(m.open) > 0:
		return m.open[0]
	}
	return session{}
}

// stamp labels a fact of s: the wall clock and the match's own time.
func (m Model) stamp(s session) match.Stamp {
	at := ""
	if !m.wall.IsZero() && m.Sure() {
		at = m.wall.UTC().Format(time.RFC3339)
	}
	ms := (m.now - s.start).Milliseconds()
	return match.Stamp{At: at, MS: ms, Idle: s.clock().Idle(ms)}
}

// seq is the last fact of the match on the panel, 0 where there is none.
func (m Model) seq() int {
	if s := m.session(); !s.match.IsZero() {
		return s.match.Seq()
	}
	return 0
}

// edit is the model with its evening changed. Maps and lists are for change to copy.
func (m Model) edit(change func(*evening)) Model {
	e := *m.evening
	change(&e)
	return m.withSettings(&e)
}

// keeping is the model with that evening, whose language it speaks.
func (m Model) withSettings(e *evening) Model {
	m.evening, m.lang = e, e.lang
	return m
}

// Ready reports whether the match on the panel waits under its seal for somebody to
// say that all have stirred who want to.
func (m Model) Ready() bool {
	return m.subject() == tableMatch && len(m.open) > 0 && m.open[0].first != settled
}

// change keeps a changed evening, and shows it.
func (m Model) change(how func(*evening)) (Model, []Effect) { return m.commit(m.edit(how), Keep{}) }

// reopen takes over the matches to go on with that aren't known yet. Of the tool's the
// latest goes on.
func (m Model) reopen(open []OpenMatch) Model {
	m.open = slices.Clone(m.open)
	for _, o := range open {
		s := session{id: o.ID, summary: &o, first: settled}
		switch {
		case m.tool != nil && o.Game == m.tool.Name():
			if m.cups.id == "" {
				m.cups = s
			}
		case m.open.find(o.ID) < 0:
			m.open = append(m.open, s)
		}
	}
	return m
}

// seats reports whether the match on the panel is played, and has that seat.
func (m Model) seats(seat games.Seat) bool {
	return m.subject() == tableMatch && !m.Ready() && seat >= 1 && int(seat) <= len(m.Match().Names())
}
