package companion

import (
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/panel"
)

// Times of light and animations.
const (
	idleAfter  = time.Minute
	dimAfter   = 2 * time.Minute
	darkAfter  = 10 * time.Minute
	shiftEvery = time.Minute
	flashEvery = 500 * time.Millisecond
	rollEvery  = 80 * time.Millisecond
	rollFrames = 9                      // 720 ms in total
	slideAfter = time.Second            // a long row rests before it slides
	slideEvery = 333 * time.Millisecond // per letter
)

// face is the state of everything that moves by itself: light, animations, held keys, timers.
type face struct {
	light   panel.Light
	idle    bool // no key was pressed for idleAfter
	shift   uint8
	held    panel.Key
	repeats uint8 // number of repeats of the held key
	slide   int   // letters by which the long row under the cursor has moved
	blink   bool
	flash   bool // the dark half of an alarm's second
	rolling uint8
	show    momentShow
	pose    uint8 // of the idle hare
	count   clock.Countdown
	limit   string // the game's current time limit; "" for none
	timers
}

// wake lights the panel and restarts the idle timers.
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

// restartIdle restarts the timers for idle, dim, dark and a long row.
func (f *face) restartIdle() []Effect {
	return []Effect{f.after(timerIdle, idleAfter), f.after(timerDim, dimAfter), f.after(timerDark, darkAfter), f.slideAnew()}
}

// slideAnew returns a long row to its start and lets it slide later.
func (f *face) slideAnew() After {
	f.slide = 0
	return f.after(timerSlide, slideAfter)
}

// slideRow moves a long row by one letter, to its end and back to its start.
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

// darken turns the panel off and removes a page that fades.
func (m Model) darken() Model {
	m.face.light = panel.Off
	if m.top().page.fades {
		m = m.pop()
	}
	return m
}

// shifts is the number of positions of the picture, one per minute: nine for the whole
// picture, times twelve for lines that drift within their free room.
const shifts = 9 * 12

// nextShift moves the picture to its next position.
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

// roll shows the next picture of a rolling animation. The picture does not depend on the
// result.
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

// stopRolling shows the result of the dice, and then the moments of the roll.
func (m Model) stopRolling() (Model, []Effect) {
	m.face.rolling = 0
	m, effects := m.flashing()
	if !m.showing() {
		return m.stopMotion(), effects
	}
	after := m.face.nextFrameLater()
	return m, append(effects, after)
}
