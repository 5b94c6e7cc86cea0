package companion

import (
	"slices"
	"strconv"
	"time"

	"tabletop/companion/match"
	"tabletop/games"
)

// The clock runs for the seat on turn while its turn is in sight. All else is
// nobody's time: setting up, real dice that are still rolling, the box's own
// rolling and its moments, the rule of the phase, the pause menu and all that opens from
// it, another match, a disk that asks, a power cut. Facts tell how much of the time before them
// was nobody's; what has run since the last one is the run. While the disk writes, the
// clock in sight runs on; once it has answered, that time is counted for the seat whose
// turn it then was already.

// run is what the clock of a match has counted since the fact of that seq, for the
// seat on turn. Any further fact begins another.
type run struct {
	seq     int
	ran     time.Duration
	stopped bool        // by the table, or a power cut: until the next decision
	before  match.Times // up to that fact, so that they are added up once
}

const markStands = "■" // before a time that doesn't run

// clock counts the time of the seat on turn.
type clock struct {
	counted time.Duration // up to when the time was given to whose it was
	due     time.Duration // when the clock's next second is asked for; 0: not
	fell    string        // whose time is up and not said yet
}

// Budgets in minutes and increments in seconds that a table chooses from.
var (
	budgets    = []int{5, 10, 15, 20, 30, 45, 60}
	increments = []int{0, 5, 10, 30}
)

func (s session) now() run {
	r := s.run
	if r.seq != s.match.Seq() {
		r = run{seq: s.match.Seq()}
	}
	if r.before.Seats == nil {
		r.before = s.match.Times()
	}
	return r
}

// clocked reports whether the clock counts for a seat, or would if it ran.
func (s session) clocked() bool {
	return s.match.Clock().On && s.match.State().Turn() > games.Chance
}

// idle is how many ms of those from the last fact to ms were nobody's. Where nobody
// is on turn, that goes without saying.
func (s session) idle(ms int64) int64 {
	if !s.clocked() {
		return 0
	}
	return max(0, ms-s.match.MS()-s.now().ran.Milliseconds())
}

// ticking reports whether the clock of the match on the panel runs.
func (m Model) ticking() bool {
	if m.face.rolling > 0 || m.showing() || m.disk.asks() {
		return false
	}
	for _, p := range slices.Backward(m.stack) {
		switch {
		case p.page.pause, p.page.private:
			return false
		case p.page.front == frontTable:
			return p.page.spot == atPlay && m.open[0].clocked() && !m.open[0].now().stopped
		}
	}
	return false
}

// passTime gives the time up to at to the seat on turn, if its clock runs, and notes
// when that was the last it had.
func (m Model) passTime(at time.Duration) Model {
	past := at - m.clock.counted
	if past <= 0 {
		return m
	}
	m.clock.counted = at
	if !m.ticking() {
		return m
	}
	had := m.onClock()
	s := m.open[0]
	s.run = s.now()
	s.run.ran += past
	m.open = append([]session{s}, m.open[1:]...)
	if s.match.Clock().Budget > 0 && had > 0 && m.onClock() <= 0 {
		m.clock.fell = s.match.Name(s.match.State().Turn())
	}
	return m
}

// times are whose the time of s was up to now: the facts', and the run's.
func (s session) times() match.Times {
	r := s.now()
	t := r.before
	if s.clocked() {
		t.Seats = slices.Clone(t.Seats)
		t.Seats[s.match.State().Turn()-1] += r.ran.Milliseconds()
	}
	return t
}

// shown are the ms a seat's clock shows: what it has left, or has used.
func (s session) shown(t match.Times, seat games.Seat) int64 {
	c := s.match.Clock()
	if c.Budget == 0 {
		return t.Seats[seat-1]
	}
	return c.Left(t.Seats[seat-1], t.Turns[seat-1])
}

// onClock are the ms that the clock of the seat on turn shows.
func (m Model) onClock() int64 {
	s := m.open[0]
	return s.shown(s.times(), s.match.State().Turn())
}

// runClock asks for the next second of a clock that runs, and says whose time is up.
func (m Model) runClock(effects []Effect) (Model, []Effect) {
	if m.clock.fell != "" && m.disk.pending == nil {
		var more []Effect
		m, more = m.sayTimeUp()
		effects = append(slices.Clone(effects), more...)
	}
	if !m.ticking() {
		return m, effects
	}
	delay, ok := m.nextSecond()
	if due := m.now + delay; !ok || m.clock.due != 0 && m.clock.due <= due {
		return m, effects
	}
	m.clock.due = m.now + delay
	after := m.face.after(timerClock, delay)
	return m, append(slices.Clone(effects), after)
}

// nextSecond is when the clock that runs shows another second; where nobody sees
// it, when it runs out.
func (m Model) nextSecond() (delay time.Duration, ok bool) {
	ms, second := m.onClock(), int64(1000)
	switch down := m.open[0].match.Clock().Budget > 0; {
	case m.face.light == Off:
		return time.Duration(ms) * time.Millisecond, down && ms > 0
	case down:
		return time.Duration(ms-second*(ceiling(ms)-1)) * time.Millisecond, true
	}
	return time.Duration(second-ms%second) * time.Millisecond, true
}

// ceiling is how many seconds are left of ms: 1 ms is one, 0 none.
func ceiling(ms int64) int64 {
	s := ms / 1000
	if ms%1000 > 0 {
		s++
	}
	return s
}

// sayTimeUp says, lit and flashing, whose time is up. The game goes on.
func (m Model) sayTimeUp() (Model, []Effect) {
	name := m.clock.fell
	m.clock.fell = ""
	m, effects := m.wake()
	m = m.show(page{kind: KindMessage, rings: true, build: func(m Model, s *sheet) {
		s.title = m.word("clock.fell")
		s.read(m.word("clock.goeson", name))
	}})
	m, flash := m.flashing()
	return m, append(effects, flash...)
}

// face is what a clock shows: "4:05", "−0:12", "■4:05" while it stands.
func (s session) face(ms int64, running bool) string {
	seconds := ms / 1000
	if s.match.Clock().Budget > 0 {
		seconds = ceiling(ms)
	}
	sign := ""
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	if !running {
		sign = markStands + sign
	}
	return sign + strconv.FormatInt(seconds/60, 10) + ":" + strconv.FormatInt(100+seconds%60, 10)[1:]
}

// turnClock is what stands beside the name of the seat on turn, "" without a clock.
func (m Model) turnClock() string {
	s := m.session()
	if s.match.IsZero() || !s.clocked() {
		return ""
	}
	return s.face(s.shown(s.times(), s.match.State().Turn()), !s.now().stopped)
}

// withoutRun is the model without what its clock counted since the last fact.
func (m Model) withoutRun() Model {
	if len(m.open) > 0 && m.open[0].match.Clock().On {
		m.open = slices.Clone(m.open)
		m.open[0].run = run{}
	}
	return m
}

// clockItems of the pause menu show all clocks, and let that of the turn stand or go on.
func clockItems(m Model, s *sheet) {
	sn := m.session()
	if !sn.match.Clock().On {
		return
	}
	s.item(m.word("clock.title"), func(m Model) (Model, []Effect) { return m.show(clocksPage()), nil })
	if sn.clocked() && !sn.now().stopped {
		s.item(m.word("clock.stop"), func(m Model) (Model, []Effect) { return m.stopClock(true) })
	}
	if sn.clocked() && sn.now().stopped {
		s.item(m.word("clock.go"), func(m Model) (Model, []Effect) { return m.stopClock(false) })
	}
}

func clocksPage() page {
	return page{kind: KindText, build: func(m Model, s *sheet) {
		sn := m.session()
		s.title, s.aside = m.word("clock.title"), m.clockWord(sn.match.Clock().String())
		t := sn.times()
		for i, name := range sn.match.Names() {
			s.enter(name, sn.face(sn.shown(t, games.Seat(i+1)), true))
		}
		nobody := (m.now - sn.since).Milliseconds() - sum(t.Seats)
		s.enter(m.word("clock.nobody"), session{}.face(nobody, true))
	}}
}

func sum(all []int64) (n int64) {
	for _, ms := range all {
		n += ms
	}
	return n
}

// stopClock lets the clock stand until the next decision, or go on, and shows the turn.
func (m Model) stopClock(stopped bool) (Model, []Effect) {
	s := m.session()
	s.run = s.now()
	s.run.stopped = stopped
	return m.with(s).only(playPage()).withTask(), nil
}

// clockSettings are how the seats' time is counted, and what each turn adds to a budget.
func clockSettings(m Model, s *sheet, d Draft) {
	c, _ := match.ParseClock(d.Clock) // checked when it was chosen
	clocks := []string{"", "up"}
	for _, n := range budgets {
		clocks = append(clocks, match.Clock{On: true, Budget: int64(n) * 60_000, Increment: c.Increment}.String())
	}
	s.turn(m.word("clock.title"), m.clockValues(clocks, d.Clock, func(clock string) string {
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
	s.turn(m.word("clock.each"), m.clockValues(clocks, d.Clock, func(clock string) string {
		c, _ := match.ParseClock(clock)
		return m.word("clock.seconds", strconv.FormatInt(c.Increment/1000, 10))
	}))
}

// clockValues are clocks to choose from.
func (m Model) clockValues(clocks []string, now string, word func(string) string) values {
	v := values{at: max(slices.Index(clocks, now), 0), set: func(m Model, i int) (Model, []Effect) {
		d, _ := m.draft()
		d.Clock = clocks[i]
		return m.commitDraft(d, m)
	}}
	for _, clock := range clocks {
		v.all = append(v.all, word(clock))
	}
	return v
}

// clocks are those of the match on the panel.
func (m Model) clocks() (c Clocks) {
	s := m.session()
	if s.match.IsZero() || !s.match.Clock().On {
		return c
	}
	r := s.now()
	c.n, c.down = min(len(r.before.Seats), MostClocks), s.match.Clock().Budget > 0
	for i := range c.n {
		seat := games.Seat(i + 1)
		c.seats[i].MS = r.before.Seats[i]
		if c.down {
			c.seats[i].Left = s.shown(r.before, seat)
		}
	}
	turn := int(s.match.State().Turn())
	if !s.clocked() || turn > c.n {
		return c
	}
	of := &c.seats[turn-1]
	if m.ticking() {
		of.Running, c.since = true, m.clock.counted-r.ran
		return c
	}
	ran := r.ran.Milliseconds()
	if of.MS += ran; c.down {
		of.Left -= ran
	}
	return c
}

// Clocks returns the clocks of the match on the panel by seat, as of the last event;
// nil where none is on.
func (m Model) Clocks() []SeatClock { return m.clocks().At(m.now) }
