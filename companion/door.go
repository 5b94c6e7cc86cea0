package companion

import (
	"slices"
	"strconv"
	"time"

	"tabletop/companion/door"
	"tabletop/companion/panel"
)

// Only the model admits a phone. The phone presents the token of the QR code on the panel, or
// six digits, and receives a cookie. The box stores only the hash of the cookie. A token or
// code becomes invalid when its page closes, when the panel turns dark, and when it has
// admitted a phone. Wrong codes delay only further codes, not tokens. During such a delay the
// panel offers the QR code.
//
// The pages for admission, for consent and for good night are private: they obey only the wired
// keys. A press from a phone neither acts on such a page nor opens one. While [Model.Private]
// holds, no client may see the panel.

// renewInvite requests the token or code that the top page shows. It discards a token or code
// whose page is closed or dark.
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

// onRandom takes over 32 random bytes: as the secret of the next match, or for the token or
// code that the top page shows.
func (m Model) onRandom(w Random) (Model, []Effect) {
	if w.For == ForLuck {
		m.reserve, m.reserveReady = w.Secret, true
		return m, nil
	}
	lives := time.Duration(0)
	if m.door, lives = m.door.Take(w.Secret, m.now); lives == 0 {
		return m, nil
	}
	after := m.face.after(timerCode, lives)
	return m, []Effect{after}
}

// do admits the phone if its token or code is right. Otherwise it refuses the phone.
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

// offerQR replaces the page with six digits by the page with the QR code. After strangers have entered
// wrong digits, nobody can enter digits for a while. The QR code still lets a person at the box admit
// a phone.
func (m Model) offerQR() Model {
	if p := m.top().page.wish; p.Kind == door.Code {
		return m.replace(invitePage(p.Role))
	}
	return m
}

// admitPhone admits the phone that presented the valid token or code, which becomes invalid.
// The phone receives its cookie once the guest is stored.
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

// admitProgram admits a program as a guest. The key on the panel becomes the key of the
// program.
func (m Model) admitProgram() (Model, []Effect) {
	if len(m.evening.guests) >= door.Most {
		return m.refuse(m.doorFull())
	}
	guests, g := m.door.AdmitProgram(m.evening.guests, m.word("program.name"))
	return m.commit(m.edit(func(e *evening) { e.guests = guests }).replace(messagePage("program.given", g.Name)), Keep{})
}
