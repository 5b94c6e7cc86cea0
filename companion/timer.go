package companion

import (
	"slices"
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/panel"
	"tabletop/games"
)

// spans lists the durations of the sand timer to choose from, in seconds.
var spans = []int{30, 60, 120, 180, 300}

func timerPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("home.timer")
		if m.face.count.IsSet() {
			s.Item(m.word("timer.stop"), func(m Model) (Model, []Effect) {
				m.face.count = clock.Countdown{}
				m.face.cancel(timerCount)
				return m.pop(), nil
			})
		}
		for _, n := range spans {
			span := time.Duration(n) * time.Second
			s.Item(m.spanWord(n), func(m Model) (Model, []Effect) {
				after := m.face.countDown(m.now, span, false)
				return m.pop(), []Effect{after}
			})
		}
	}}
}

// countDown starts a countdown of length span at time now. game is true for the time limit of a
// game, false for the sand timer.
func (f *face) countDown(now, span time.Duration, game bool) After {
	f.count = clock.Down(now, span, game)
	return f.after(timerCount, time.Second)
}

// runLimit starts a countdown when the game begins a turn, phase or round with a time limit. A
// sand timer set by the table has priority until it has rung.
func (m Model) runLimit(effects []Effect) (Model, []Effect) {
	seconds, of := m.limit()
	own := m.face.count.Own()
	switch {
	case own || of == m.face.limit:
		return m, effects
	case seconds == 0:
		m.face.limit, m.face.count = of, clock.Countdown{}
		m.face.cancel(timerCount)
		return m, effects
	}
	m.face.limit = of
	after := m.face.countDown(m.now, time.Duration(seconds)*time.Second, true)
	return m, append(slices.Clone(effects), after)
}

// limit returns the present time limit of the game in seconds, and the name of the turn, phase
// or round with this limit. If there is no limit, it returns 0 and "".
func (m Model) limit() (seconds int, of string) {
	if len(m.open) == 0 || m.subject() != tableMatch || m.open[0].match.IsZero() || m.Ready() {
		return 0, ""
	}
	seconds, of = games.Limit(m.open[0].match.State())
	if seconds == 0 {
		return 0, ""
	}
	return seconds, m.open[0].id + " " + of
}

// tickCountdown shows the next second of the countdown. When the countdown rings, it lights the
// panel and starts the alarm.
func (m Model) tickCountdown() (Model, []Effect) {
	switch {
	case !m.face.count.IsSet():
		return m, nil
	case m.face.count.Rings(m.now):
		m, effects := m.wake()
		m, more := m.flashing()
		return m, append(effects, more...)
	}
	after := m.face.after(timerCount, time.Second)
	return m, []Effect{after}
}
