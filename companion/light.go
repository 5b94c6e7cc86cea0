package companion

import (
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/panel"
)

// Times after which light and pictures change.
const (
	idleAfter  = time.Minute            // time without a key press after which the panel is idle
	dimAfter   = 2 * time.Minute        // time without a key press after which the panel dims
	darkAfter  = 10 * time.Minute       // time without a key press after which the panel is dark
	shiftEvery = time.Minute            // time between two moves of the picture, against burn-in
	calmAfter  = 4 * time.Second        // time after a key press for which the layout stays
	mostBusy   = 2 * time.Minute        // maximum time for which key presses delay another layout
	flashEvery = 500 * time.Millisecond // half the period of a flashing alarm
	rollEvery  = 80 * time.Millisecond  // time between two pictures of rolling dice
	rollFrames = 9                      // number of pictures of rolling dice: 720 ms in total
	slideAfter = time.Second            // time for which a long row rests before it slides
	slideEvery = 333 * time.Millisecond // time in which a long row slides by one letter
)

// face is the state of everything on the panel that moves by itself: light, animations, held
// keys and timers.
type face struct {
	light     panel.Light
	idle      bool          // no key was pressed for idleAfter
	shift     uint8         // position of the picture against burn-in, 0 to shifts−1
	pressed   time.Duration // time of the last key press
	postponed time.Duration // time for which key presses have delayed the next shift
	held      panel.Key     // key that is held down; NoKey if none
	repeats   uint8         // number of repeats of the held key so far
	slide     int           // number of letters by which the long row under the cursor has moved
	blink     bool          // the panel blinks for a key press without effect
	flash     bool          // the flashing alarm is in its dark half
	rolling   uint8         // picture of the rolling animation, from 1; 0 if no dice roll
	show      momentShow    // moments that are being shown
	pose      uint8         // index of the idle hare's pose
	speech    speech
	count     clock.Countdown // sand timer, or the game's time limit
	limit     string          // turn, phase or round of the game's time limit; "" without a limit
	timers
}

// wake lights the panel and restarts the timers that dim and darken it.
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

// restartIdle restarts the timers that make the panel idle, dim and dark, and the timer of a
// long row.
func (f *face) restartIdle() []Effect {
	return []Effect{f.after(timerIdle, idleAfter), f.after(timerDim, dimAfter), f.after(timerDark, darkAfter), f.slideAnew()}
}

// slideAnew moves a long row back to its start and requests its next move.
func (f *face) slideAnew() After {
	f.slide = 0
	return f.after(timerSlide, slideAfter)
}

// slideRow moves the long row under the cursor by one letter. At its end the row returns to its
// start.
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

// darken turns the panel off and closes a page that fades.
func (m Model) darken() Model {
	m.face.light = panel.Off
	return m.withoutFading()
}

// lightCode lights a QR code for the cameras of phones: it doesn't dim before the panel turns dark. A
// code that people have opened by a key has the panel's full brightness, whatever the setting. A
// code on an idle panel (isIdle) keeps the brightness of the setting, because nobody asked for a
// light in a dark room. darkAfter ends either, so that the ground of a code doesn't burn in.
func lightCode(v *panel.View, isIdle bool) {
	v.Light = panel.Bright
	if !isIdle {
		v.Level = 0
	}
}

// shifts is the number of positions of the picture against burn-in. The picture takes the next
// one every minute. There are 9 offsets of the whole picture and, for each of them, 12 offsets
// of its texts (panel.View.Drift), every second of which is another layout.
const (
	offsets = 9
	shifts  = offsets * 12
)

// nextShift moves the picture to its next position against burn-in. It never changes the layout
// under the hands of people: after a key press it waits for calmAfter, but for mostBusy at most.
func (f *face) nextShift(now time.Duration) After {
	relaid, busy := (f.shift+1)%offsets == 0, now-f.pressed < calmAfter
	if relaid && busy && f.postponed < mostBusy {
		f.postponed += calmAfter
		return f.after(timerShift, calmAfter)
	}
	f.shift, f.postponed = (f.shift+1)%shifts, 0
	return f.after(timerShift, shiftEvery)
}

// flashing requests the next half of a flashing alarm, or stops the flashing if there is no
// alarm or the panel is dark.
func (m Model) flashing() (Model, []Effect) {
	if !m.alarmed() {
		m.face.flash = false
		m.face.cancel(timerFlash)
		return m, nil
	}
	after := m.face.after(timerFlash, flashEvery)
	return m, []Effect{after}
}

// roll shows the next picture of rolling dice. The picture doesn't depend on the result.
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

// stopRolling ends the rolling animation and shows the dice, then the moments of the roll.
func (m Model) stopRolling() (Model, []Effect) {
	m.face.rolling = 0
	m, effects := m.flashing()
	if !m.showing() {
		return m.stopMotion(), effects
	}
	after := m.face.nextFrameLater()
	return m, append(effects, after)
}
