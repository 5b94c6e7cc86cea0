package companion

import (
	"time"

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
	open    []session
	cups    session     // the match of the tool that all evening shares, such as dice
	hands   hands       // who has thrown of late in it
	last    match.Match // the one that ended last, its secret open
	disk    disk
	door    door.Lock
	face    face
	clock   counting
	advice  advising
	call    call
	consent *consent // nil: nothing is being done
	shared  shared

	started bool
	early   []Event // what happened before all that is in sight was read
	now     time.Duration
	reach   door.Reach
	club    Clubbed
	reserve luck.Secret // the next match's secret
	ready   bool        // reserve is fresh
}

// View returns what panel and matrix should show.
func (m Model) View() View {
	v := m.scene()
	if mt := m.Match(); !mt.IsZero() && v.Game == mt.Rules().Name() && games.Program(mt.Rules()) != "" {
		v.Game, v.File = games.ID(mt.Rules()), mt.Rules()
	}
	f := m.face
	v.Light, v.Blink, v.Unsaved, v.Slow = f.light, f.blink, m.disk.unsaved, m.disk.slow()
	if v.Slow && v.Kind != KindDark {
		v = v.under(m.word("notice.slow"))
	}
	v.Level, v.LampLevel = m.dimmed()
	v.ShiftX, v.ShiftY, v.Drift = f.shift%3, f.shift/3%3, f.shift/9
	if v.Chip = m.chip(); m.asksChip() {
		v.ShiftX = 2 // so that nothing is lost on a panel that doesn't show its first two columns
	}
	v.Far = v.Kind == KindCode && f.shift%2 == 1
	return v
}

// scene is the screen in sight, whatever the light.
func (m Model) scene() View {
	switch {
	case m.face.light == Off:
		return View{Kind: KindDark}
	case !m.started:
		return View{Kind: KindStep, Picture: "hare/1", Big: m.word("starting")}
	case m.face.rolling > 0:
		return m.rollingView()
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

// Match returns the match on the panel, or a zero one.
func (m Model) Match() match.Match { return m.session().match }

// Last returns the match on the panel, or where there is none the one that ended
// last, so that its opened record can be fetched.
func (m Model) Last() match.Match {
	if mt := m.Match(); !mt.IsZero() {
		return mt
	}
	return m.last
}

// Library returns what can be played now.
func (m Model) Library() *Library { return m.library }

// game is the match on the panel.
func (m Model) game() game { return game{m.tongue, m.Match()} }

// with returns the model with s in the place of the session on the panel.
func (m Model) with(s session) Model {
	if m.front() == frontCups {
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
	switch f := m.front(); {
	case f == frontCups:
		return m.cups
	case f == frontTable && len(m.open) > 0:
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
	ms := (m.now - s.since).Milliseconds()
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
	return m.keeping(&e)
}

// keeping is the model with that evening, whose language it speaks.
func (m Model) keeping(e *evening) Model {
	m.evening, m.lang = e, e.lang
	return m
}
