package companion

import "time"

// When an idle panel invites phones, dims, goes dark, and how often its picture shifts.
const (
	idleAfter  = time.Minute
	dimAfter   = 2 * time.Minute
	darkAfter  = 10 * time.Minute
	shiftEvery = time.Minute
	flashEvery = 500 * time.Millisecond
	rollEvery  = 80 * time.Millisecond
	rollFrames = 9 // 720 ms in all
)

// face is what panel and matrix do by themselves: light, animations, held keys, timers.
type face struct {
	light   Light
	idle    bool // nobody has pressed a key for a while
	shift   uint8
	held    Key
	blink   bool
	flash   bool // the dark half of an alarm's second
	rolling uint8
	count   countdown
	tags    [timers]int // of each timer the tag that is awaited
}

// after asks for a Tick of a timer; the one asked for before becomes stale.
func (m Model) after(t Timer, delay time.Duration) (Model, Effect) {
	m = m.cancel(t)
	return m, After{Tag: Tag{Timer: t, N: m.face.tags[t]}, Delay: delay}
}

// cancel makes a timer stale.
func (m Model) cancel(t Timer) Model {
	m.face.tags[t]++
	return m
}

// wake lights the panel and starts the wait for dimming anew.
func (m Model) wake() (Model, []Effect) {
	dark := m.face.light == Off
	m.face.light, m.face.idle = Bright, false
	m, effects := m.waiting()
	if dark {
		var flash []Effect
		m, flash = m.flashing()
		effects = append(effects, flash...)
	}
	return m, effects
}

// waiting starts the wait for dimming anew.
func (m Model) waiting() (Model, []Effect) {
	m, idle := m.after(timerIdle, idleAfter)
	m, dim := m.after(timerDim, dimAfter)
	m, dark := m.after(timerDark, darkAfter)
	return m, []Effect{idle, dim, dark}
}

// darken lets the panel sleep, and forgets what was there for people in sight only.
func (m Model) darken() Model {
	m.face.light = Off
	if m.top().page.fades {
		m = m.pop()
	}
	return m
}

// onTick lets a timer act that is still awaited.
func (m Model) onTick(t Tag) (Model, []Effect) {
	if m.face.tags[t.Timer] != t.N {
		return m, nil
	}
	switch t.Timer {
	case timerDim:
		m.face.light = Dim
	case timerDark:
		return m.darken(), nil
	case timerIdle:
		m.face.idle = true
		return m.inviteWhenIdle(), nil
	case timerShift:
		return m.shiftPicture()
	case timerFlash:
		m.face.flash = !m.face.flash
		return m.flashing()
	case timerBlink:
		m.face.blink = false
	case timerRoll:
		return m.roll()
	case timerHold:
		return m.holdBack()
	case timerRepeat:
		return m.repeat()
	case timerBacklog:
		return m.retry()
	case timerCount:
		return m.tickCountdown()
	case timerClock:
		m.clock.due = 0
	case timerCode: // the picture says that the code is dead
	case timerSlow: // the disk has answered
	case timerRule:
		return m.withoutLeavingPages(), nil
	}
	return m, nil
}

// shifts are the places the picture takes in turn, a minute each: nine of the
// whole picture, times twelve of the lines that drift within their free room.
const shifts = 9 * 12

// shiftPicture moves the picture to its next place.
func (m Model) shiftPicture() (Model, []Effect) {
	m.face.shift = (m.face.shift + 1) % shifts
	return m.shiftLater()
}

func (m Model) shiftLater() (Model, []Effect) {
	m, after := m.after(timerShift, shiftEvery)
	return m, []Effect{after}
}

// flashing keeps an alarm blinking while there is one and the panel is lit.
func (m Model) flashing() (Model, []Effect) {
	if !m.alarmed() {
		m.face.flash = false
		return m.cancel(timerFlash), nil
	}
	m, after := m.after(timerFlash, flashEvery)
	return m, []Effect{after}
}

// roll shows the next picture of a rolling animation, which tells nothing of
// what was rolled.
func (m Model) roll() (Model, []Effect) {
	if m.face.rolling == 0 {
		return m, nil
	}
	if m.face.rolling++; m.face.rolling > rollFrames {
		m.face.rolling = 0
		return m.flashing()
	}
	m, after := m.after(timerRoll, rollEvery)
	return m, []Effect{after}
}

func (m Model) rollingView() View {
	return View{Kind: KindBig, Big: "…", Title: m.word("rolling"), Foot: m.word("foot.any"), Lamps: Lamps{Rolling: m.face.rolling}}
}
