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

// counting is up to when the time of the seat on turn is counted.
type clockState struct {
	until   time.Duration // up to when the time was given to whose it was
	due     time.Duration // when the clock's next second is asked for; 0: not
	expired string        // whose time is up and not said yet
}

// Budgets in minutes and increments in seconds that a table chooses from.
var (
	budgets    = []int{5, 10, 15, 20, 30, 45, 60}
	increments = []int{0, 5, 10, 30}
)

// clock is that of the match of s.
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

// passTime gives the time up to at to the seat on turn, if its clock runs, and notes
// when that was the last it had.
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
	if c := s.clock(); c.Down() && had > 0 && c.OnTurn() <= 0 {
		m.clock.expired = s.match.Name(s.match.State().Turn())
	}
	return m
}

// runClock asks for the next second of a clock that runs, and says whose time is up.
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

// sayTimeUp says, lit and flashing, whose time is up. The game goes on.
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

// clockItems of the pause menu show all clocks, and let that of the turn stand or go on.
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
			s.Enter(name, c.Face(c.Shows(games.Seat(i+1)), true))
		}
		s.Enter(m.word("clock.nobody"), clock.Face(c.Nobodys(m.now-sn.start)))
	}}
}

// stopClock lets the clock stand until the next decision, or go on, and shows the turn.
func (m Model) stopClock(stopped bool) (Model, []Effect) {
	s := m.session()
	s.run = s.clock().Stop(stopped)
	return m.with(s).showOnly(playPage()).withTask(), nil
}

// clockSettings are how the seats' time is counted, and what each turn adds to a budget.
func clockSettings(m Model, s *form, d Draft) {
	c, _ := match.ParseClock(d.Clock) // checked when it was chosen
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

// clockValues are clocks to choose from.
func (t localizer) clockValues(clocks []string, now string, word func(string) string) values {
	v := values{At: max(slices.Index(clocks, now), 0), Set: func(i int) act {
		return changeDraft(func(d *Draft) { d.Clock = clocks[i] })
	}}
	for _, clock := range clocks {
		v.All = append(v.All, word(clock))
	}
	return v
}

// clocks are those of the match on the panel.
func (m Model) clocks() clock.Seats { return m.session().clock().Seats(m.ticking(), m.clock.until) }

// Clocks returns the clocks of the match on the panel by seat, as of the last event;
// nil where none is on.
func (m Model) Clocks() []clock.Seat { return m.clocks().At(m.now) }

// onClock is what stands beside the name of the seat on turn, "" without a clock.
func (s session) onClock() string {
	c := s.clock()
	if !c.Counts() {
		return ""
	}
	return c.Face(c.OnTurn(), !c.Stands())
}
