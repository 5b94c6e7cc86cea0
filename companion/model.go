package companion

import (
	"slices"
	"time"

	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// Words of this package:
//
//	table       the people at the box. "The table is asked" means by a page on the panel.
//	panel       the OLED of the box, 128×64 px. Its keys are up, down, back and ok.
//	wired keys  the keys of the box. Only people at the box can press them.
//	matrix      the 8×8 lamps of the box
//	guest       a phone or program that the table has admitted
//	fact        a line in the record of a match, numbered by its seq
//	chance      the outcome of dice or cards. Device or table answers for chance.
//	device      the box, when it answers for chance
//	secret      random bytes that determine the answers of the device
//	seal        the hash of the secret, shown before the match
//	stir        add a line of text to the luck of a match, after its seal was shown
//	cup         dice that are rolled together, in notation such as 2d6
//	dice tool   the game that rolls cups beside any other game ([games.Roller])
//	own dice    dice that the table has defined, beside usual ones such as d6
//	general     a game that is played in variants, such as score sheets ([games.Shapes])
//	draft       the set-up of a match that has not begun
//	series      several matches of one game; the first seat moves on from match to match
//	sand timer  a countdown that the table starts, beside any game
//	trouble     a problem of a part of the daemon, shown on the panel
//	evening     all data of the box beside its matches: settings and players
//	moment      an event of a game that is shown as an animation. A [Moment] is the output of
//	            the model.

// Model is the complete state of the companion. It is a value: Update returns the next Model and
// never changes an older one. The parts of a Model are values, too. A function that changes data
// behind a pointer of a part first copies the data.
type Model struct {
	house
	menus
	stack
	calendar
	open        sessions
	diceSession session        // session of the dice tool's match, which lasts all evening
	recent      recentThrows   // recent throws in the match of the dice tool
	lastMatch   match.Match    // match that ended last; its secret is published
	ended       []history.Item // matches that ended last, the latest first
	disk        disk
	door        door.Lock
	face        face
	clock       clockState
	advice      adviser.State
	call        call
	copies      copies   // backups on sticks
	consent     *consent // command that the wired keys have allowed; nil if none
	shared      shared

	started      bool          // the evening is loaded and shown
	earlyEvents  []Event       // events that arrived before the evening was loaded
	now          time.Duration // time of the present event, since the daemon started
	checkup      *Checkup      // findings of the daemon about the box; nil while it examines the box
	reach        *door.Reach   // addresses of the box for phones
	own          *door.Watch   // waiting for phones in the box's own Wi-Fi
	club         ClubState     // state of the connection to the club
	update       updating      // state of updates of the program
	reserve      luck.Secret   // secret of the next match
	reserveReady bool          // reserve is set and no match uses it yet
}

// Match returns the match on the panel, or a zero Match.
func (m Model) Match() match.Match { return m.session().match }

// game returns the match on the panel with its texts.
func (m Model) game() game { return game{m.localizer, m.Match()} }

// withSession replaces the session of the match on the panel by s.
func (m Model) withSession(s session) Model {
	if m.subject() == diceMatch {
		m.diceSession = s
		return m
	}
	if m.open[0].first != settled && s.first == settled {
		m = m.countFirst(s.match)
	}
	m.open = append([]session{s}, m.open[1:]...)
	return m
}

// session returns the session of the match on the panel, or a zero session without a match.
func (m Model) session() session {
	switch f := m.subject(); {
	case f == diceMatch:
		return m.diceSession
	case f == tableMatch && len(m.open) > 0:
		return m.open[0]
	}
	return session{}
}

// stamp returns the time of the next fact of s, by the wall clock and in ms since the start of
// the match. The wall time is "" while the wall clock is not trusted.
func (m Model) stamp(s session) match.Stamp {
	at := ""
	if !m.wall.IsZero() && m.Sure() {
		at = m.wall.UTC().Format(time.RFC3339)
	}
	ms := (m.now - s.start).Milliseconds()
	return match.Stamp{At: at, MS: ms, Idle: s.clock().Idle(ms)}
}

// seq returns the seq of the last fact of the match on the panel, or 0.
func (m Model) seq() int {
	if s := m.session(); !s.match.IsZero() {
		return s.match.Seq()
	}
	return 0
}

// edit returns the model with a changed copy of the evening. change receives the copy, and must
// copy maps and slices before it changes them.
func (m Model) edit(change func(*evening)) Model {
	e := *m.evening
	change(&e)
	return m.withSettings(&e)
}

// withSettings replaces the evening, which includes the language of the panel.
func (m Model) withSettings(e *evening) Model {
	m.evening, m.lang = e, e.lang
	return m
}

// Ready reports whether the match on the panel waits under its seal until the table starts
// play. Until then anybody may stir.
func (m Model) Ready() bool {
	return m.subject() == tableMatch && len(m.open) > 0 && m.open[0].first != settled
}

// change passes a copy of the evening to how, which changes the copy, and stores the copy.
func (m Model) change(how func(*evening)) (Model, []Effect) { return m.commit(m.edit(how), Keep{}) }

// reopen adds the open matches in the list that the model doesn't have yet. If several belong to
// the dice tool, it adds only the first of them, which is the latest.
func (m Model) reopen(open []OpenMatch) Model {
	m.open = slices.Clone(m.open)
	for _, o := range open {
		s := session{id: o.ID, summary: &o, first: settled}
		switch {
		case m.diceTool != nil && o.Game == m.diceTool.Name():
			if m.diceSession.id == "" {
				m.diceSession = s
			}
		case m.open.find(o.ID) < 0:
			m.open = append(m.open, s)
		}
	}
	return m
}

// seats reports whether the match on the panel is under way and has the seat.
func (m Model) seats(seat games.Seat) bool {
	return m.subject() == tableMatch && !m.Ready() && seat >= 1 && int(seat) <= len(m.Match().Names())
}
