package companion

import (
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/panel"
)

// When an idle panel invites phones, dims, goes dark, and how often its picture shifts.
const (
	idleAfter  = time.Minute
	dimAfter   = 2 * time.Minute
	darkAfter  = 10 * time.Minute
	shiftEvery = time.Minute
	flashEvery = 500 * time.Millisecond
	rollEvery  = 80 * time.Millisecond
	rollFrames = 9                      // 720 ms in all
	slideAfter = time.Second            // a long row stands before it moves on …
	slideEvery = 333 * time.Millisecond // … a letter
)

// face is what panel and matrix do by themselves: light, animations, held keys, timers.
type face struct {
	light   panel.Light
	idle    bool // nobody has pressed a key for a while
	shift   uint8
	held    panel.Key
	repeats uint8 // how often the held key has repeated
	slide   int   // how far the long row under the cursor has moved on, in letters
	blink   bool
	flash   bool // the dark half of an alarm's second
	rolling uint8
	show    momentShow
	pose    uint8 // of the idle hare
	count   clock.Countdown
	limit   string // what the game gives time for, as it was last; "": nothing
	timers
}

// wake lights the panel and starts the wait for dimming anew.
func (m Model) wake() (Model, []Effect) {
	dark := m.face.light == panel.Off
	m.face.light, m.face.idle = panel.Bright, false
	effects := m.face.restartIdle()
	if dark {
		var flash []Effect
		m, flash = m.flashing()
		effects = append(effects, flash...)
	}
	return m, effects
}

// waiting starts the wait for dimming anew.
func (f *face) restartIdle() []Effect {
	return []Effect{f.after(timerIdle, idleAfter), f.after(timerDim, dimAfter), f.after(timerDark, darkAfter), f.slideAnew()}
}

// slideAnew lets a long row stand at its beginning, and then move on.
func (f *face) slideAnew() After {
	f.slide = 0
	return f.after(timerSlide, slideAfter)
}

// slideRow moves a row that is longer than the panel on, to its end and back.
func (m Model) slideRow() (Model, []Effect) {
	p := m.top()
	if p.page.control != nil || m.face.light != panel.Bright || !m.started || m.showing() {
		return m, nil
	}
	hidden := p.form(m).Hidden()
	if hidden == 0 {
		return m, nil
	}
	m.face.slide = (m.face.slide + 1) % (hidden + 2)
	wait := slideEvery
	if m.face.slide == 0 || m.face.slide > hidden {
		wait = slideAfter
	}
	after := m.face.after(timerSlide, wait)
	return m, []Effect{after}
}

// darken lets the panel sleep, and forgets what was there for people in sight only.
func (m Model) darken() Model {
	m.face.light = panel.Off
	if m.top().page.fades {
		m = m.pop()
	}
	return m
}

// shifts are the places the picture takes in turn, a minute each: nine of the
// whole picture, times twelve of the lines that drift within their free room.
const shifts = 9 * 12

// shifted moves the picture to its next place.
func (f *face) nextShift() After {
	f.shift = (f.shift + 1) % shifts
	return f.after(timerShift, shiftEvery)
}

// flashing keeps an alarm blinking while there is one and the panel is lit.
func (m Model) flashing() (Model, []Effect) {
	if !m.alarmed() {
		m.face.flash = false
		m.face.cancel(timerFlash)
		return m, nil
	}
	after := m.face.after(timerFlash, flashEvery)
	return m, []Effect{after}
}

// roll shows the next picture of a rolling animation, which tells nothing of
// what was rolled.
func (m Model) roll() (Model, []Effect) {
	if m.face.rolling == 0 {
		return m, nil
	}
	if m.face.rolling++; m.face.rolling > rollFrames {
		return m.stopRolling()
	}
	after := m.face.after(timerRoll, rollEvery)
	return m, []Effect{after}
}

// stopRolling lets the dice lie, and shows what that has made happen.
func (m Model) stopRolling() (Model, []Effect) {
	m.face.rolling = 0
	m, effects := m.flashing()
	if !m.showing() {
		return m.atRest(), effects
	}
	after := m.face.nextFrameLater()
	return m, append(effects, after)
}
