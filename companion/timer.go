package companion

import (
	"time"

	"tabletop/games"
)

// countdown is the sand timer: it runs beside any game, and rings.
type countdown struct {
	until time.Duration
	of    time.Duration // 0: not set
}

// GlyphBell is the alarm of a countdown that has run out.
const GlyphBell = "bell"

// spans a countdown can be set to, in seconds.
var spans = []int{30, 60, 120, 180, 300}

func (c countdown) rings(now time.Duration) bool { return c.of > 0 && now >= c.until }

// left returns the seconds that are left, and of how many.
func (c countdown) left(now time.Duration) (left, of uint16) {
	return uint16(max(0, (c.until-now+time.Second-1)/time.Second)), uint16(c.of / time.Second)
}

func timerPage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("home.timer")
		if m.face.count.of > 0 {
			s.item(m.word("timer.stop"), func(m Model) (Model, []Effect) {
				m.face.count = countdown{}
				return m.cancel(timerCount).pop(), nil
			})
		}
		for _, n := range spans {
			span := time.Duration(n) * time.Second
			s.item(m.spanWord(n), func(m Model) (Model, []Effect) { return m.startCountdown(span) })
		}
	}}
}

func (m Model) spanWord(seconds int) string {
	if seconds < 60 {
		return m.Words("").Say(games.Count("timer.seconds", seconds), nil)
	}
	return m.Words("").Say(games.Count("timer.minutes", seconds/60), nil)
}

func (m Model) startCountdown(span time.Duration) (Model, []Effect) {
	m = m.pop()
	m.face.count = countdown{until: m.now + span, of: span}
	m, after := m.after(timerCount, time.Second)
	return m, []Effect{after}
}

// tickCountdown draws the next second of the countdown, and wakes the panel when it rings.
func (m Model) tickCountdown() (Model, []Effect) {
	switch {
	case m.face.count.of == 0:
		return m, nil
	case m.face.count.rings(m.now):
		m, effects := m.wake()
		m, more := m.flashing()
		return m, append(effects, more...)
	}
	m, after := m.after(timerCount, time.Second)
	return m, []Effect{after}
}
