package companion

import (
	"slices"
	"strconv"
	"time"

	"tabletop/companion/door"
	"tabletop/companion/panel"
)

// renewInvite gives the page in sight the key that it wants, and forgets one whose
// page is gone, or that a dark panel no longer shows.
func (m Model) renewInvite(effects []Effect) (Model, []Effect) {
	if m.disk.pending != nil {
		return m, effects
	}
	want := m.top().page.wish
	if m.face.light == panel.Off {
		want = door.Wish{}
	}
	ask := false
	if m.door, ask = m.door.Want(want); ask {
		effects = append(slices.Clone(effects), Randomize{For: ForDoor})
	}
	return m, effects
}

// onRandom takes fresh bytes, for luck or for the key that is awaited.
func (m Model) onRandom(w Random) (Model, []Effect) {
	if w.For == ForLuck {
		m.reserve, m.ready = w.Secret, true
		return m, nil
	}
	lives := time.Duration(0)
	if m.door, lives = m.door.Take(w.Secret, m.now); lives == 0 {
		return m, nil
	}
	after := m.face.after(timerCode, lives)
	return m, []Effect{after}
}

// do lets a phone in, or says why not.
func (c Join) do(m Model) (Model, []Effect) {
	next, result, wait := m.door.Try(c.Key, m.now)
	m.door = next
	why := Refusal{Wait: wait}
	switch {
	case result == door.Wrong:
		why.Kind, why.Text = WrongKey, m.word("door.wrong")
	case result == door.Waits:
		why.Kind, why.Text = TooMany, m.word("door.wait")
		m = m.offerQR()
	case len(m.evening.guests) >= door.Most:
		why.Kind, why.Text = Illegal, m.doorFull()
	default:
		return m.admitPhone(c.Agent)
	}
	m.call.answer.Refusal = why
	return m, nil
}

func (t localizer) doorFull() string { return t.word("door.full", strconv.Itoa(door.Most)) }

// offerQR shows the QR code instead of digits that nobody can use just now: whoever
// stands at the box comes in by it, however many guess at digits.
func (m Model) offerQR() Model {
	if p := m.top().page.wish; p.Kind == door.Code {
		return m.replace(invitePage(p.Role))
	}
	return m
}

// letIn makes a guest of the phone that had the key, which is used up by that. The
// cookie leaves once the guest is on disk.
func (m Model) admitPhone(agent string) (Model, []Effect) {
	name := door.AgentName(agent)
	if name == "" {
		name = m.word("door.phone")
	}
	lock, guests, g, cookie := m.door.Admit(m.evening.guests, name)
	m.call.answer.Cookie, m.call.answer.Role = cookie, g.Role
	next := m.edit(func(e *evening) { e.guests = guests })
	next.door = lock
	if m.top().page.wish.Kind == door.Code {
		next = next.replace(messagePage("door.came."+g.Role.String(), g.Name))
	}
	m, effects := m.wake()
	m, more := m.commit(next, Keep{})
	return m, append(effects, more...)
}

// giveKey makes a guest of the program that will have the key in sight.
func (m Model) admitProgram() (Model, []Effect) {
	if len(m.evening.guests) >= door.Most {
		return m.refuse(m.doorFull())
	}
	guests, g := m.door.AdmitProgram(m.evening.guests, m.word("program.name"))
	return m.commit(m.edit(func(e *evening) { e.guests = guests }).replace(messagePage("program.given", g.Name)), Keep{})
}
