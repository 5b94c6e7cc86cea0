package companion

import "time"

// How edges become gestures.
const (
	holdAfter   = time.Second            // back held so long opens the pause menu
	repeatAfter = 450 * time.Millisecond // up and down held so long repeat …
	repeatEvery = 110 * time.Millisecond // … so often
	tagHold     = "hold"
	tagRepeat   = "repeat"
)

// edge makes gestures of a key's edges: up, down and ok act when pressed, back
// when released, or as a hold after a second.
func (m Model) edge(e Edge) (Model, []Effect) {
	switch {
	case e.Down && e.Key == Back:
		m.held = Back
		if m.light == Off {
			m.held = NoKey
			return m.press(Press{Key: Back})
		}
		m, after := m.after(tagHold, holdAfter)
		return m, []Effect{after}
	case e.Down:
		return m.pressedDown(e.Key)
	case e.Key == Back && m.held == Back:
		m.held = NoKey
		return m.cancel(tagHold).press(Press{Key: Back})
	case e.Key == m.held:
		m.held = NoKey
		return m.cancel(tagRepeat), nil
	}
	return m, nil
}

func (m Model) pressedDown(k Key) (Model, []Effect) {
	woke := m.light == Off
	m.held = NoKey
	m, effects := m.cancel(tagRepeat).press(Press{Key: k})
	if woke || k == OK {
		return m, effects
	}
	return m.repeatFrom(k, repeatAfter, effects)
}

func (m Model) repeatFrom(k Key, delay time.Duration, effects []Effect) (Model, []Effect) {
	m.held = k
	m, after := m.after(tagRepeat, delay)
	return m, append(effects, after)
}

func (m Model) repeat() (Model, []Effect) {
	if m.held != Up && m.held != Down {
		return m, nil
	}
	k := m.held
	m, effects := m.press(Press{Key: k})
	return m.repeatFrom(k, repeatEvery, effects)
}

func (m Model) holdBack() (Model, []Effect) {
	if m.held != Back {
		return m, nil
	}
	m.held = NoKey
	return m.press(Press{Key: Back, Hold: true})
}

// press lets a gesture act, unless it only wakes the panel or ends a show.
func (m Model) press(p Press) (Model, []Effect) {
	dark := m.light == Off
	m, effects := m.wake()
	if dark {
		return m, effects
	}
	m, more := m.obey(p)
	return m, append(effects, more...)
}

// obey lets a gesture act. One from elsewhere neither acts on a page that is for
// the wired keys only, nor leads to one.
func (m Model) obey(p Press) (Model, []Effect) {
	if !p.Remote {
		return m.act(p)
	}
	if m.Private() && !m.page().page.fades {
		return m.dropped()
	}
	next, effects := m.act(p)
	if next.soon().Private() {
		return m.dropped()
	}
	return next, effects
}

// soon is the model as it will be once the disk has answered.
func (m Model) soon() Model {
	if m.pending != nil {
		return m.pending.next
	}
	return m
}

func (m Model) act(p Press) (Model, []Effect) {
	switch {
	case !m.started:
		return m, nil
	case m.rolling > 0:
		m.rolling = 0
		return m.flashing()
	case m.count.rings(m.now):
		m.count = countdown{}
		return m, nil
	case m.page().page.fades:
		return m.pop(), nil
	case p.Hold && p.Key == Back:
		return m.pause()
	}
	return m.page().press(m, p.Key)
}
