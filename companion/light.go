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
	tagIdle    = "idle"
	tagDim     = "dim"
	tagDark    = "dark"
	tagShift   = "shift"
	tagFlash   = "flash"
	tagRoll    = "roll"
)

// wake lights the panel and starts the wait for dimming anew.
func (m Model) wake() (Model, []Effect) {
	dark := m.light == Off
	m.light, m.idle = Bright, false
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
	m, idle := m.after(tagIdle, idleAfter)
	m, dim := m.after(tagDim, dimAfter)
	m, dark := m.after(tagDark, darkAfter)
	return m, []Effect{idle, dim, dark}
}

// darken lets the panel sleep, and forgets what was there for people in sight only.
func (m Model) darken() Model {
	m.light = Off
	if m.page().page.fades {
		m = m.pop()
	}
	return m
}

// tick lets a timer act that is still awaited.
func (m Model) tick(t Tag) (Model, []Effect) {
	if m.tags[t.Name] != t.N {
		return m, nil
	}
	switch t.Name {
	case tagDim:
		m.light = Dim
	case tagDark:
		return m.darken(), nil
	case tagIdle:
		m.idle = true
		return m.receive(), nil
	case tagShift:
		return m.shifted()
	case tagFlash:
		m.flash = !m.flash
		return m.flashing()
	case tagBlink:
		m.blink = false
	case tagRoll:
		return m.roll()
	case tagHold:
		return m.holdBack()
	case tagRepeat:
		return m.repeat()
	case tagBacklog:
		return m.retry()
	case tagCount:
		return m.countedDown()
	case tagClock:
		m.due = 0
	case tagCode: // the picture says that the code is dead
	case tagRule:
		return m.leftAlone(), nil
	}
	return m, nil
}

// shifts are the places the picture takes in turn, a minute each: nine of the
// whole picture, times twelve of the lines that drift within their free room.
const shifts = 9 * 12

// shifted moves the picture to its next place.
func (m Model) shifted() (Model, []Effect) {
	m.shift = (m.shift + 1) % shifts
	m, after := m.after(tagShift, shiftEvery)
	return m, []Effect{after}
}

// flashing keeps an alarm blinking while there is one and the panel is lit.
func (m Model) flashing() (Model, []Effect) {
	if !m.alarmed() {
		m.flash = false
		return m.cancel(tagFlash), nil
	}
	m, after := m.after(tagFlash, flashEvery)
	return m, []Effect{after}
}

// roll shows the next picture of a rolling animation, which tells nothing of
// what was rolled.
func (m Model) roll() (Model, []Effect) {
	if m.rolling == 0 {
		return m, nil
	}
	if m.rolling++; m.rolling > rollFrames {
		m.rolling = 0
		return m.flashing()
	}
	m, after := m.after(tagRoll, rollEvery)
	return m, []Effect{after}
}

func (m Model) rollingView() View {
	return View{Kind: KindBig, Big: "…", Title: m.word("rolling"), Foot: m.word("foot.any"), Lamps: Lamps{Rolling: m.rolling}}
}
