package companion

import (
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"tabletop/companion/clock"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/games"
)

// clockState is the progress of the match's clock.
type clockState struct {
	until   time.Duration // time of the last event; the time of the seats is counted up to it
	due     time.Duration // time of the next requested tick of the clock; 0 if none is requested
	expired string        // name of a player whose time has run out, until the panel has shown the name; otherwise ""
}

// clock returns the clock of the match.
func (s session) clock() clock.Clock { return clock.Of(s.match, s.run) }

// ticking reports whether the clock of the match on the panel runs.
func (m Model) ticking() bool {
	if m.face.rolling > 0 || m.showing() || m.face.show.late || m.disk.asksTable() || m.update.underWay() {
		return false
	}
	for _, p := range slices.Backward(m.stack) {
		switch {
		case p.page.pause, p.page.private:
			return false
		case p.page.subject == tableMatch:
			c := m.open[0].clock()
			return p.page.screen == atPlay && c.Counts() && !c.Stands()
		}
	}
	return false
}

// passTime counts the time since the last event for the seat on turn, if the clock runs. The
// parameter at is the present time. passTime records the player whose time runs out.
func (m Model) passTime(at time.Duration) Model {
	past := at - m.clock.until
	if past <= 0 {
		return m
	}
	m.clock.until = at
	if !m.ticking() {
		return m
	}
	s := m.open[0]
	had := s.clock().OnTurn()
	s.run = s.clock().Add(past)
	m.open = append([]session{s}, m.open[1:]...)
	if !had.Up() && s.clock().OnTurn().Up() {
		m.clock.expired = s.match.Name(s.match.State().Turn())
	}
	return m
}

// runClock requests a tick for the next second of a running clock. If a player's time has run
// out, runClock shows that first.
func (m Model) runClock(effects []Effect) (Model, []Effect) {
	if m.clock.expired != "" && m.disk.pending == nil {
		var more []Effect
		m, more = m.showTimeUp()
		effects = append(slices.Clone(effects), more...)
	}
	if !m.ticking() {
		return m, effects
	}
	delay, ok := m.open[0].clock().Next(m.face.light != panel.Off)
	if due := m.now + delay; !ok || m.clock.due != 0 && m.clock.due <= due {
		return m, effects
	}
	m.clock.due = m.now + delay
	after := m.face.after(timerClock, delay)
	return m, append(slices.Clone(effects), after)
}

// showTimeUp shows the name of the player whose time has run out, lights the panel and starts
// the alarm. The game continues.
func (m Model) showTimeUp() (Model, []Effect) {
	name := m.clock.expired
	m.clock.expired = ""
	m, effects := m.wake()
	m = m.show(page{kind: panel.KindMessage, rings: true, build: func(m Model, s *form) {
		s.Title = m.word("clock.fell")
		s.Read(m.word("clock.goeson", name))
	}})
	m, flash := m.flashing()
	return m, append(effects, flash...)
}

// clockItems adds the items of the pause menu for the clocks: one shows all clocks, one stops
// or starts the running clock.
func clockItems(m Model, s *form) {
	c := m.session().clock()
	if !c.On() {
		return
	}
	s.Item(m.word("clock.title"), func(m Model) (Model, []Effect) { return m.show(clocksPage()), nil })
	if word := "clock.stop"; c.Counts() {
		if c.Stands() {
			word = "clock.go"
		}
		s.Item(m.word(word), func(m Model) (Model, []Effect) { return m.stopClock(!c.Stands()) })
	}
}

func clocksPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		sn := m.session()
		c := sn.clock()
		main, turn := m.clockTexts(sn.match.Clock())
		s.Title, s.Aside = m.word("clock.title"), main
		for i, name := range sn.match.Names() {
			s.Enter(name, c.Face(c.Seat(games.Seat(i+1)), true))
		}
		s.Enter(m.word("clock.nobody"), clock.Face(c.Nobodys(m.now-sn.start)))
		if turn != "" {
			s.Enter(m.word("clock.each"), turn)
		}
	}}
}

// stopClock stops the clock until the next decision, or starts it again if stopped is false. It
// then shows the turn.
func (m Model) stopClock(stopped bool) (Model, []Effect) {
	s := m.session()
	s.run = s.clock().Stop(stopped)
	return m.withSession(s).showOnly(playPage()).withTask(), nil
}

// clockSettings adds the settings of the clock to the set-up page: kind and main time, and with
// main time also what happens in each turn.
func clockSettings(m Model, s *form, d Draft) {
	c, _ := match.ParseClock(d.Clock) // an invalid clock was refused when it was chosen
	v := m.clockValues(mainClocks(c), d.Clock, m.clockWord)
	v.All = append(v.All, m.word("clock.other"))
	set, last := v.Set, len(v.All)-1
	v.Set = func(i int) act {
		if i == last {
			return openClockPage
		}
		return set(i)
	}
	s.Turn(m.word("clock.title"), v)
	if c.Budget > 0 || c.Periods > 0 {
		s.Turn(m.word("clock.each"), m.clockValues(turnClocks(c), d.Clock, m.turnWord))
	}
}

// clockValues returns the values of a clock setting. The table chooses from clocks. The function
// word returns the text of a clock, and now is the clock chosen at present.
func (t localizer) clockValues(clocks []string, now string, word func(match.Clock) string) values {
	v := values{At: max(slices.Index(clocks, now), 0), Set: func(i int) act {
		return changeDraft(func(d *Draft) { d.Clock = clocks[i] })
	}}
	for _, clock := range clocks {
		c, _ := match.ParseClock(clock)
		v.All = append(v.All, word(c))
	}
	return v
}

// openClockPage shows the page that sets any clock. Without a clock it begins with a usual one.
func openClockPage(m Model) (Model, []Effect) {
	d, _ := m.draft()
	if c, _ := match.ParseClock(d.Clock); !c.Down() {
		d.Clock = clockOf(0, 0, usualSeconds, 0).String()
	}
	return m.commitDraft(d, m.show(page{kind: panel.KindMenu, build: clockSheet}))
}

// clockSheet fills s with the kind of the clock, and with a dial for each of its numbers.
func clockSheet(m Model, s *form) {
	d, _ := m.draft()
	c, _ := match.ParseClock(d.Clock)
	s.Title = m.word("clock.title")
	v := values{At: clockKind(c), Set: func(i int) act {
		return setClock(clockOf(i, c.Budget, clockSeconds(c), max(c.Periods, usualPeriods)))
	}}
	for _, name := range clockKinds {
		v.All = append(v.All, m.word("clock.kind."+name))
	}
	s.Turn(m.word("clock.kind"), v)
	for _, n := range clockNumbers(c) {
		title := m.word(n.key)
		s.Value(title, strconv.Itoa(int(n.now)), func(m Model) (Model, []Effect) {
			return m.show(numberPage(title, n.least, n.most, n.now, func(m Model, to int32) (Model, []Effect) { return setClock(n.set(to))(m) })), nil
		})
	}
}

// setClock returns the act that sets the clock of the draft.
func setClock(c match.Clock) act { return changeDraft(func(d *Draft) { d.Clock = c.String() }) }

// clocks returns the clocks of the match on the panel, as stored in a Moment.
func (m Model) clocks() clock.Seats { return m.session().clock().Seats(m.ticking(), m.clock.until) }

// Clocks returns the clock of each seat in the match on the panel, at the time of the last
// event. It returns nil if the clock is off.
func (m Model) Clocks() []clock.Seat { return m.clocks().At(m.now) }

// clockText returns the time of the seat on turn, for the title of a page. It returns "" if the
// clock counts no seat's time. Beside a long name it leaves out the number of byoyomi periods.
func (s session) clockText() string {
	c := s.clock()
	if !c.Counts() {
		return ""
	}
	on, running := c.OnTurn(), !c.Stands()
	text, name := c.Face(on, running), s.match.Name(s.match.State().Turn())
	const room = 22 // letters of the name and of the time in the title of a turn
	if utf8.RuneCountInString(name)+utf8.RuneCountInString(text) > room {
		on.Byoyomi = false
	}
	return c.Face(on, running)
}

// timeText returns the time beside the title of a turn: that of the sand timer, or else that of the
// seat on turn.
func timeText(m Model) string {
	if m.face.count.Own() {
		return m.face.count.Face(m.now)
	}
	return m.session().clockText()
}
