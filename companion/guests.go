package companion

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

const (
	setGuests  = "guests" // of cookies the hashes only
	mostGuests = 64
)

// guestLine is a guest as the setting has it.
type guestLine struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Role string `json:"role"`
	Hash string `json:"hash"`
}

// readGuests reads the setting. Who can't be read is not let in.
func readGuests(setting string) (guests []Guest) {
	var lines []guestLine
	_ = json.Unmarshal([]byte(setting), &lines) // an unreadable list is an empty one
	for _, l := range lines {
		g := Guest{ID: l.ID, Name: l.Name, Role: roleOf(l.Role)}
		hash, err := hex.DecodeString(l.Hash)
		if err == nil && copy(g.Hash[:], hash) == len(g.Hash) && g.Role != NoRole && len(guests) < mostGuests {
			guests = append(guests, g)
		}
	}
	return guests
}

func roleOf(name string) Role {
	for _, r := range []Role{Look, Play} {
		if r.String() == name {
			return r
		}
	}
	return NoRole
}

// withGuests is the model with these guests, and the setting that keeps them.
func (m Model) withGuests(guests []Guest) (Model, string) {
	m.guests = guests
	if len(guests) == 0 {
		return m.set(setGuests, "")
	}
	lines := make([]guestLine, len(guests))
	for i, g := range guests {
		lines[i] = guestLine{g.ID, g.Name, g.Role.String(), hex.EncodeToString(g.Hash[:])}
	}
	setting, _ := json.Marshal(lines) // strings and numbers only: it can't fail
	return m.set(setGuests, string(setting))
}

func (m Model) nextGuest() int {
	last := 0
	for _, g := range m.guests {
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

// guestName is a short name for a browser that calls itself so, with a number from 2
// on if there is one of that name.
func (m Model) guestName(agent string) string {
	name := m.word("door.phone")
	for _, a := range agents {
		if strings.Contains(agent, a.says) {
			name = a.name
			break
		}
	}
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			numbered += " " + strconv.Itoa(n)
		}
		if !slices.ContainsFunc(m.guests, func(g Guest) bool { return g.Name == numbered }) {
			return numbered
		}
	}
}

// guestAt is the index of a guest, −1 where it has gone.
func (m Model) guestAt(id int) int {
	return slices.IndexFunc(m.guests, func(g Guest) bool { return g.ID == id })
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
		g := m.guests[i]
		s.title = g.Name
		s.value(m.word("door.may"), m.word("role."+g.Role.String()), func(m Model) (Model, []Effect) { return m.turnRole(i) })
		s.item(m.word("door.remove"), func(m Model) (Model, []Effect) { return m.sendAway(i) })
	}}
}

// turnRole lets a guest that could only look play, and the other way round.
func (m Model) turnRole(i int) (Model, []Effect) {
	guests := slices.Clone(m.guests)
	guests[i].Role = Look + Play - guests[i].Role
	next, line := m.withGuests(guests)
	return m.commit(next, Keep{Settings: line})
}

func (m Model) sendAway(i int) (Model, []Effect) {
	next, line := m.withGuests(slices.Delete(slices.Clone(m.guests), i, i+1))
	return m.commit(next.pop(), Keep{Settings: line})
}

// guarded are the private pages in sight, those over the last that is not.
func (m Model) guarded() []place {
	from := len(m.stack)
	for from > 0 && m.stack[from-1].page.private {
		from--
	}
	return m.stack[from:]
}

// under puts pages on top of the stack.
func (m Model) under(above []place) Model {
	m.stack = append(slices.Clone(m.stack), above...)
	return m
}
