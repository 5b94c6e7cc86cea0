package companion

import (
	"slices"
	"strconv"
	"strings"
)

// mostGuests is how many phones can be let in.
const mostGuests = 64

func roleOf(name string) Role {
	for _, r := range []Role{Look, Play} {
		if r.String() == name {
			return r
		}
	}
	return NoRole
}

// withGuests is the model with these guests.
func (m Model) withGuests(guests []Guest) Model {
	return m.edit(func(e *evening) { e.guests = guests })
}

func (m Model) nextGuest() int {
	last := 0
	for _, g := range m.evening.guests {
		last = max(last, g.ID)
	}
	return last + 1
}

// agents are what phones and browsers call themselves, the telling ones first: an
// iPhone's browser says Safari, too, and most say Chrome.
var agents = []struct{ says, name string }{
	{"iPhone", "iPhone"},
	{"iPad", "iPad"},
	{"Android", "Android"},
	{"Firefox/", "Firefox"},
	{"YaBrowser/", "Yandex"},
	{"Edg/", "Edge"},
	{"OPR/", "Opera"},
	{"Chrome/", "Chrome"},
	{"Safari/", "Safari"},
}

// guestName is a short name for a browser that calls itself so.
func (m Model) guestName(agent string) string {
	name := m.word("door.phone")
	for _, a := range agents {
		if strings.Contains(agent, a.says) {
			name = a.name
			break
		}
	}
	return m.freeName(name)
}

// freeName is a name for a guest, with a number from 2 on if there is one of that name.
func (m Model) freeName(name string) string {
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			numbered += " " + strconv.Itoa(n)
		}
		if !slices.ContainsFunc(m.evening.guests, func(g Guest) bool { return g.Name == numbered }) {
			return numbered
		}
	}
}

// guestAt is the index of a guest, −1 where it has gone.
func (m Model) guestAt(id int) int {
	return slices.IndexFunc(m.evening.guests, func(g Guest) bool { return g.ID == id })
}

// guestPage changes what a phone may do, or sends it away.
func guestPage(id int) page {
	return page{kind: KindMenu, private: true, build: func(m Model, s *sheet) {
		i := m.guestAt(id)
		if i < 0 {
			s.title = m.word("door.title")
			s.read(m.word("door.gone"))
			return
		}
		g := m.evening.guests[i]
		s.title = g.Name
		if g.Program {
			s.read(m.word("program.may"))
		} else {
			s.value(m.word("door.may"), m.word("role."+g.Role.String()), func(m Model) (Model, []Effect) { return m.turnRole(i) })
		}
		s.item(m.word("door.remove"), func(m Model) (Model, []Effect) { return m.sendAway(i) })
	}}
}

// turnRole lets a guest that could only look play, and the other way round.
func (m Model) turnRole(i int) (Model, []Effect) {
	guests := slices.Clone(m.evening.guests)
	guests[i].Role = Look + Play - guests[i].Role
	return m.commit(m.withGuests(guests), Keep{})
}

func (m Model) sendAway(i int) (Model, []Effect) {
	next := m.withGuests(slices.Delete(slices.Clone(m.evening.guests), i, i+1))
	return m.commit(next.pop(), Keep{})
}

// privatePages are the private pages in sight, those over the last that is not.
func (m Model) privatePages() []place {
	from := len(m.stack)
	for from > 0 && m.stack[from-1].page.private {
		from--
	}
	return m.stack[from:]
}

// withPages puts pages on top of the stack.
func (m Model) withPages(above []place) Model {
	m.stack = append(slices.Clone(m.stack), above...)
	return m
}
