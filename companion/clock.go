package companion

import (
	"slices"
	"strconv"
	"time"

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

// Choices in the set-up: time budgets in minutes, and increments per turn in seconds.
var (
	budgets    = []int{5, 10, 15, 20, 30, 45, 60}
	increments = []int{0, 5, 10, 30}
)

// clock returns the clock of the match.
func (s session) clock() clock.Clock { return clock.Of(s.match, s.run) }

// ticking reports whether the clock of the match on the panel runs.
func (m Model) ticking() bool {
	if m.face.rolling > 0 || m.showing() || m.disk.asksTable() {
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
		s.Title, s.Aside = m.word("clock.title"), m.clockWord(sn.match.Clock().String())
		for i, name := range sn.match.Names() {
			s.Enter(name, c.Face(c.Seat(games.Seat(i+1)), true))
		}
		s.Enter(m.word("clock.nobody"), clock.Face(c.Nobodys(m.now-sn.start)))
	}}
}

// stopClock stops the clock until the next decision, or starts it again if stopped is false. It
// then shows the turn.
func (m Model) stopClock(stopped bool) (Model, []Effect) {
	s := m.session()
	s.run = s.clock().Stop(stopped)
	return m.withSession(s).showOnly(playPage()).withTask(), nil
}

// clockSettings adds the settings of the clock to the set-up page: kind and budget, and with a
// budget also the increment per turn.
func clockSettings(m Model, s *form, d Draft) {
	c, _ := match.ParseClock(d.Clock) // an invalid clock was refused when it was chosen
	clocks := []string{"", "up"}
	for _, n := range budgets {
		clocks = append(clocks, match.Clock{On: true, Budget: int64(n) * 60_000, Increment: c.Increment}.String())
	}
	s.Turn(m.word("clock.title"), m.clockValues(clocks, d.Clock, func(clock string) string {
		c, _ := match.ParseClock(clock)
		c.Increment = 0
		return m.clockWord(c.String())
	}))
	if c.Budget == 0 {
		return
	}
	clocks = nil
	for _, n := range increments {
		c.Increment = int64(n) * 1000
		clocks = append(clocks, c.String())
	}
	s.Turn(m.word("clock.each"), m.clockValues(clocks, d.Clock, func(clock string) string {
		c, _ := match.ParseClock(clock)
		return m.word("clock.seconds", strconv.FormatInt(c.Increment/1000, 10))
	}))
}

// clockValues returns the values of a clock setting. The table chooses from clocks. The function
// word returns the text of a clock, and now is the clock chosen at present.
func (t localizer) clockValues(clocks []string, now string, word func(string) string) values {
	v := values{At: max(slices.Index(clocks, now), 0), Set: func(i int) act {
		return changeDraft(func(d *Draft) { d.Clock = clocks[i] })
	}}
	for _, clock := range clocks {
		v.All = append(v.All, word(clock))
	}
	return v
}

// clocks returns the clocks of the match on the panel, as stored in a Moment.
func (m Model) clocks() clock.Seats { return m.session().clock().Seats(m.ticking(), m.clock.until) }

// Clocks returns the clock of each seat in the match on the panel, at the time of the last
// event. It returns nil if the clock is off.
func (m Model) Clocks() []clock.Seat { return m.clocks().At(m.now) }

// clockText returns the time of the seat on turn, for the title of a page. It returns "" if the
// clock counts no seat's time.
func (s session) clockText() string {
	c := s.clock()
	if !c.Counts() {
		return ""
	}
	return c.Face(c.OnTurn(), !c.Stands())
}

// timeText returns the time beside the title of a turn: that of the sand timer, or else that of the
// seat on turn.
func timeText(m Model) string {
	if m.face.count.Own() {
		return m.face.count.Face(m.now)
	}
	return m.session().clockText()
}
