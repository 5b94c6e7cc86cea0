package companion

import (
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/panel"
)

// Times after which a held key acts.
const (
	holdAfter   = time.Second            // back held for this time opens the pause menu
	repeatAfter = 450 * time.Millisecond // up or down held for this time begins to repeat
	repeatEvery = 110 * time.Millisecond // time between two repeats of up or down
)

// do carries out a gesture. Refusals appear on the panel, even if a caller waits for the
// answer.
func (c Press) do(m Model) (Model, []Effect) {
	waits := m.call
	m.call.number, m.call.toSender = 0, false
	m, effects := m.press(c)
	m.call = waits
	return m, effects
}

// do turns the edge into a gesture: see edge.
func (c Edge) do(m Model) (Model, []Effect) { return m.edge(c) }

// do changes nothing: the sender only waits for the answer.
func (WaitSettled) do(m Model) (Model, []Effect) { return m, nil }

// edge turns an edge of a key into a gesture. Up, down and ok act when they are pressed. Back
// acts when it is released. If back is still held after a second, it acts as a hold instead.
func (m Model) edge(e Edge) (Model, []Effect) {
	if e.Key == panel.Back && !e.Down {
		m.face.cancel(timerSpeech)
	}
	switch {
	case e.Down && e.Key == panel.Back:
		return backDown(m)
	case e.Down:
		m.face.cancel(timerSpeech)
		return m.pressedDown(e.Key)
	case e.Key == panel.Back && m.face.held == panel.Back:
		m.face.held = panel.NoKey
		m.face.cancel(timerHold)
		return m.press(Press{Key: panel.Back})
	case e.Key == m.face.held:
		m.face.held, m.face.repeats = panel.NoKey, 0
		m.face.cancel(timerRepeat)
	}
	return m, nil
}

// backDown begins a hold of back. A dark panel is lit at once. A hold of speechAfter switches speech, if
// the box can play sound.
func backDown(m Model) (Model, []Effect) {
	m.face.held, m.face.speech.opened = panel.Back, false
	var effects []Effect
	if m.face.light == panel.Off {
		m.face.held = panel.NoKey
		m, effects = m.press(Press{Key: panel.Back})
	} else {
		effects = append(effects, m.face.after(timerHold, holdAfter))
	}
	if m.face.speech.card {
		effects = append(effects, m.face.after(timerSpeech, speechAfter))
	}
	return m, effects
}

// pressedDown carries out a press of up, down or ok. Up and down repeat while they are held.
func (m Model) pressedDown(k panel.Key) (Model, []Effect) {
	woke := m.face.light == panel.Off
	m.face.held, m.face.repeats = panel.NoKey, 0
	m.face.cancel(timerRepeat)
	m, effects := m.press(Press{Key: k})
	if woke || k == panel.OK {
		return m, effects
	}
	again := m.face.repeatFrom(k, repeatAfter)
	return m, append(effects, again)
}

// repeatFrom marks k as held and requests its next repeat after delay.
func (f *face) repeatFrom(k panel.Key, delay time.Duration) After {
	f.held = k
	return f.after(timerRepeat, delay)
}

// repeat presses a held up or down again.
func (m Model) repeat() (Model, []Effect) {
	if m.face.held != panel.Up && m.face.held != panel.Down {
		return m, nil
	}
	k := m.face.held
	m.face.speech.press(k)
	m.face.repeats += min(1, 255-m.face.repeats)
	m, effects := m.press(Press{Key: k})
	again := m.face.repeatFrom(k, repeatEvery)
	return m, append(effects, again)
}

// holdBack carries out the hold gesture if back is still held.
func (m Model) holdBack() (Model, []Effect) {
	if m.face.held != panel.Back {
		return m, nil
	}
	m.face.held = panel.NoKey
	depth := len(m.stack)
	m, effects := m.press(Press{Key: panel.Back, Hold: true})
	m.face.speech.opened = len(m.stack) > depth
	return m, effects
}

// press carries out a gesture. If the panel is dark, it only lights the panel.
func (m Model) press(p Press) (Model, []Effect) {
	dark := m.face.light == panel.Off
	m.face.pressed = m.now
	m, effects := m.wake()
	if dark {
		return m, effects
	}
	m, more := m.obey(p)
	return m, append(effects, more...)
}

// obey carries out a gesture from the keys or from a phone. A phone can close a private page
// that fades. It can't act on any other private page and can't open one.
func (m Model) obey(p Press) (Model, []Effect) {
	if m.call.sender.From != FromPhone {
		return m.act(p)
	}
	if m.Private() && !m.top().page.fades {
		return m.dropPress()
	}
	next, effects := m.act(p)
	if p := next.disk.pending; p != nil && p.next.Private() || p == nil && next.Private() { // also refuses a page that would open only after the pending write
		return m.dropPress()
	}
	return next, effects
}

// act passes a gesture to the animation, alarm or page on the panel.
func (m Model) act(p Press) (Model, []Effect) {
	switch {
	case !m.started:
		return m, nil
	case m.face.rolling > 0:
		return m.stopRolling()
	case m.showing():
		next, effects, acts := m.cutShort(p.Key)
		if !acts {
			return next, effects
		}
		next, more := next.act(p)
		return next, append(effects, more...)
	case m.face.show.late && p.Key == panel.OK:
		return m, nil
	case m.face.count.Rings(m.now):
		m.face.count = clock.Countdown{}
		return m, nil
	case m.top().page.fades:
		return m.pop(), nil
	case p.Hold && p.Key == panel.Back:
		return openUndo(m)
	}
	return m.top().press(m, p.Key)
}
