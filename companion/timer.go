package companion

import (
	"cmp"
	"slices"
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/panel"
	"tabletop/games"
)

// spans lists the lengths of the sand timer in seconds: every 30 s up to 5 min, every minute up to
// 20 min, every 5 min up to 95 min, and 99 min.
var spans = everySpan()

func everySpan() (all []int) {
	for _, part := range [...]struct{ upTo, step int }{{5 * 60, 30}, {20 * 60, 60}, {95 * 60, 5 * 60}, {99 * 60, 4 * 60}} {
		from := 0
		if len(all) > 0 {
			from = all[len(all)-1]
		}
		for n := from + part.step; n <= part.upTo; n += part.step {
			all = append(all, n)
		}
	}
	return all
}

// usualSpan is the length that the sand timer offers at first, in seconds.
const usualSpan = 180

// timerPage returns the page of the sand timer: a dial for its length, or its remaining time.
func timerPage(m Model) page {
	if m.face.count.Own() {
		return page{kind: panel.KindBig, control: countPage{}}
	}
	at, _ := slices.BinarySearch(spans, cmp.Or(m.evening.span, usualSpan))
	return page{kind: panel.KindBig, control: spanDial{min(at, len(spans)-1)}}
}

// spanDial is the control that sets the length of the sand timer. at is an index of spans.
type spanDial struct{ at int }

func (d spanDial) view(m Model) panel.View {
	v := panel.View{Kind: panel.KindBig, Title: m.word("home.timer"), Big: clock.Face(1000 * int64(spans[d.at])), Turns: true}
	v.Tabs = [2]string{m.word("tab.back"), m.word("timer.start")}
	return v
}

func (d spanDial) press(m Model, k panel.Key) (Model, []Effect) {
	switch k {
	case panel.Up:
		d.at = min(d.at+1, len(spans)-1)
	case panel.Down:
		d.at = max(d.at-1, 0)
	case panel.OK:
		return startTimer(m, spans[d.at])
	default:
		return m.pop(), nil
	}
	p := m.top().page
	p.control = d
	return m.replace(p), nil
}

// startTimer starts the sand timer and stores its length, in seconds, for the next time. The page on
// the panel closes.
func startTimer(m Model, seconds int) (Model, []Effect) {
	m = m.pop()
	after := m.face.countDown(m.now, time.Duration(seconds)*time.Second, false)
	m, effects := m.commit(m.edit(func(e *evening) { e.span = seconds }), Keep{})
	return m, append(effects, after)
}

// countPage is the control that shows the remaining time of the sand timer. Ok pauses it, up starts
// it again, down stops it.
type countPage struct{}

func (countPage) view(m Model) panel.View {
	c := m.face.count
	v := panel.View{Kind: panel.KindBig, Title: m.word("home.timer"), Big: c.Face(m.now)}
	v.Prompt[0] = m.word("timer.keys")
	v.Tabs = [2]string{m.word("tab.back"), m.word("timer.pause")}
	if c.Paused() {
		v.Tabs[1] = m.word("timer.go")
	}
	return v
}

func (countPage) press(m Model, k panel.Key) (Model, []Effect) {
	c := m.face.count
	switch {
	case k == panel.Back || !c.Own():
		return m.pop(), nil
	case k == panel.OK:
		m.face.count = c.Pause(m.now)
		after := m.face.after(timerCount, time.Second)
		return m, []Effect{after}
	case k == panel.Up:
		after := m.face.countDown(m.now, c.Span(), false)
		return m, []Effect{after}
	}
	m.face.count = clock.Countdown{}
	m.face.cancel(timerCount)
	return m.pop(), nil
}

// timeUpNotice is the notice of the page that says that the sand timer has run out.
const timeUpNotice = "timer"

// timeUpPage returns the page that says that the sand timer has run out. It offers the same time
// again.
func timeUpPage(span time.Duration) page {
	return page{kind: panel.KindConfirm, rings: true, notice: timeUpNotice, build: func(m Model, s *form) {
		s.Title = m.word("home.timer")
		s.Say(m.word("timer.over"))
		s.Item(m.word("timer.seen"), func(m Model) (Model, []Effect) { return m.pop(), nil })
		s.Item(m.word("timer.again", clock.Face(span.Milliseconds())), func(m Model) (Model, []Effect) {
			return startTimer(m, int(span/time.Second))
		})
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
// panel and starts the alarm. The end of the sand timer has a page of its own.
func (m Model) tickCountdown() (Model, []Effect) {
	c := m.face.count
	switch {
	case !c.IsSet() || c.Paused():
		return m, nil
	case c.Rings(m.now):
		m, effects := m.wake()
		if c.Own() && m.disk.pending != nil { // a page would be lost with the pending write
			after := m.face.after(timerCount, time.Second)
			effects = append(effects, after)
		} else if c.Own() {
			m.face.count = clock.Countdown{}
			m = m.stopMotion().show(timeUpPage(c.Span()))
		}
		m, more := m.flashing()
		return m, append(effects, more...)
	}
	after := m.face.after(timerCount, time.Second)
	return m, []Effect{after}
}
