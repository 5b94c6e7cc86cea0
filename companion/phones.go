package companion

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// mostCode is how many letters of a QR code's alphanumeric mode fit version 3, which
// is 29 modules wide, at level L; mostBytes how many of any other text.
const (
	mostCode  = 77
	mostBytes = 53
)

// codeFits reports whether a QR code with text is small enough for the panel.
func codeFits(text string) bool {
	const plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
	if strings.Trim(text, plain) == "" {
		return len(text) <= mostCode
	}
	return len(text) <= mostBytes
}

// joining is what a QR code says that lets a phone in, all in capitals: so it needs
// the fewest modules, and neither scheme nor host mind.
func joining(url, token string) string {
	return strings.ToUpper(strings.TrimSuffix(url, "/")) + "/J/" + token
}

// url is where the box is reached: the best address that a code has room for, else
// the best.
func (m Model) url() string {
	urls := m.reach.URLs
	if m.loopbackOnly() {
		return ""
	}
	for _, url := range urls {
		if codeFits(joining(url, base32[:tokenLetters])) {
			return url
		}
	}
	return strings.Join(urls[:min(len(urls), 1)], "")
}

// loopbackOnly reports whether the page is for the box itself only.
func (m Model) loopbackOnly() bool {
	here := func(url string) bool {
		return strings.HasPrefix(url, "http://127.") || strings.HasPrefix(url, "http://[::1]")
	}
	return len(m.reach.URLs) > 0 && here(m.reach.URLs[0])
}

// address is the same as people type it.
func (m Model) address() string {
	return strings.TrimSuffix(strings.TrimPrefix(m.url(), "http://"), "/")
}

// onReached takes over where the box is reached.
func (m Model) onReached(w Reached) (Model, []Effect) {
	m.reach = w
	if m.address() == "" && m.top().page.fades && m.Private() {
		m = m.pop()
	}
	return m.showHotspot().showReached().inviteWhenIdle(), nil
}

// showReached puts what lets phones in where the table was told that none gets here.
func (m Model) showReached() Model {
	if m.address() == "" {
		return m
	}
	m.stack = slices.Clone(m.stack)
	for i := range m.stack {
		if p := m.stack[i].page.reached; p != nil {
			m.stack[i] = place{page: *p, at: fresh}
		}
	}
	return m
}

// phonesItem leads to everything about phones, first to the code that lets one in. It
// has the address, too, if that fits its line.
func (m Model) phonesItem(s *sheet) {
	label, address := m.word("door.item"), m.address()
	if utf8.RuneCountInString(label)+1+len(address) > rowColumns {
		address = ""
	}
	s.value(label, address, func(m Model) (Model, []Effect) {
		return m.show(phonesPage()).invite(invitePage(Play)), nil
	})
}

// phonesPage invites phones and lists those that were let in.
func phonesPage() page {
	return page{kind: KindMenu, private: true, build: func(m Model, s *sheet) {
		s.title = m.word("door.title")
		for _, to := range []struct {
			key string
			page
		}{{"door.play", invitePage(Play)}, {"door.look", invitePage(Look)}, {"door.code", codePage(Play)}, {"program.item", programPage()}} {
			s.item(m.word(to.key), func(m Model) (Model, []Effect) { return m.invite(to.page), nil })
		}
		for _, g := range m.evening.guests {
			s.value(g.Name, m.word("role."+g.Role.String()), func(m Model) (Model, []Effect) { return m.show(guestPage(g.ID)), nil })
		}
		m.hotspotItems(s)
	}}
}

// invite shows a page that lets phones in, as far as they reach the box.
func (m Model) invite(p page) Model {
	switch {
	case m.address() == "":
		return m.show(unreachedPage(p))
	case m.reach.Wifi.SSID != "":
		return m.show(p).show(wifiPage())
	}
	return m.show(p)
}

// unreachedPage says that there is no network, or that the page is kept from it, and
// what can be done about it, until p can stand in its place.
func unreachedPage(p page) page {
	return page{kind: KindMenu, private: true, reached: &p, build: func(m Model, s *sheet) {
		s.title = m.word("door.title")
		if m.loopbackOnly() {
			s.read(m.word("door.secluded"))
			return
		}
		m.hotspotItems(s)
		s.read(m.word("door.unreached"))
		if len(s.items) == 0 {
			s.read(m.word("door.connect"))
		}
	}}
}

// invitePage shows a QR code that lets one phone in after another.
func invitePage(role Role) page {
	return page{kind: KindCode, private: true, wants: wish{wantsToken, role}, own: inviter{role: role}}
}

// idlePage is the same, to play, while nobody needs the panel.
func idlePage() page {
	return page{kind: KindCode, private: true, fades: true, wants: wish{wantsToken, Play}, own: inviter{role: Play, idle: true}}
}

type inviter struct {
	role Role
	idle bool
}

func (i inviter) view(m Model) View {
	v := View{Kind: KindCode, Title: m.word("door.by." + i.role.String())}
	lines := chunks(m.address(), beside)
	if i.idle {
		v.Title = ""
		lines = append(make([]string, m.face.shift/2%4), lines...) // on other lines each time the code is back
	}
	if m.door.invite.came != "" {
		v.Title = m.word("door.in", m.door.invite.came)
	}
	if token := m.live(wantsToken); token != "" {
		v.Code = joining(m.url(), token)
	}
	if !codeFits(v.Code) {
		v.Code = ""
	}
	v.list(lines...)
	return v
}

// beside is how many columns there are next to a code.
const beside = 10

// list puts lines beside a code.
func (v *View) list(lines ...string) {
	for i := range min(len(lines), len(v.Rows)) {
		v.Rows[i] = Row{Text: lines[i], Mark: Quiet}
	}
}

// chunks breaks an address into parts of at most width letters, behind a dot or
// before a colon where there is one.
func chunks(address string, width int) (parts []string) {
	for utf8.RuneCountInString(address) > width {
		r := []rune(address)
		at := width
		for i := width; i > 0; i-- {
			if r[i-1] == '.' || r[i] == ':' {
				at = i
				break
			}
		}
		parts, address = append(parts, string(r[:at])), string(r[at:])
	}
	return append(parts, address)
}

func (i inviter) press(m Model, k Key) (Model, []Effect) {
	if k == Up || k == Down {
		return m.replace(codePage(i.role)), nil
	}
	return m.pop(), nil
}

// codePage shows six digits that let one phone in, for those whose camera doesn't.
func codePage(role Role) page {
	return page{kind: KindBig, private: true, wants: wish{wantsCode, role}, own: digits{role}}
}

type digits struct{ role Role }

func (d digits) view(m Model) View {
	v := View{Kind: KindBig, Title: m.word("code." + d.role.String()), Big: m.live(wantsCode)}
	v.Prompt[0] = m.address()
	if v.Big == "" {
		v.Big, v.Tabs = m.word("code.dead"), [2]string{m.word("tab.back"), m.word("tab.newcode")}
	}
	return v
}

// press turns to the QR code; ok on a dead code asks for another.
func (d digits) press(m Model, k Key) (Model, []Effect) {
	switch {
	case k == Up || k == Down:
		return m.replace(invitePage(d.role)), nil
	case k == OK && m.live(wantsCode) == "":
		m.door.invite = invite{wish: m.door.invite.wish}
		return m, nil
	}
	return m.pop(), nil
}

// inviteWhenIdle invites phones from the first screen when nobody has pressed a key for a
// while, if they can reach the box.
func (m Model) inviteWhenIdle() Model {
	if !m.face.idle || m.disk.asks() || m.face.light == Off || m.address() == "" {
		return m
	}
	if m.top().page.kind == KindHare {
		m = m.pop()
	}
	if len(m.stack) != 1 {
		return m
	}
	return m.show(idlePage())
}

// showIdle is what an idle panel shows: an invitation, or where nobody could follow it a
// hare.
func (m Model) showIdle() (Model, []Effect) {
	m = m.inviteWhenIdle()
	if m.evening.still || m.disk.asks() || m.face.light == Off || len(m.stack) != 1 {
		return m, nil
	}
	m, after := m.show(harePage()).after(timerHare, poses[0].wait)
	return m, []Effect{after}
}

// nightAfter is how long good night stays to be read.
const nightAfter = 3 * time.Second

// nightPage asks whether the evening is over: all phones go, open matches stay.
func nightPage() page {
	p := askPage("night.title", "night.ask", func(m Model) (Model, []Effect) { return m.goodNight() })
	p.private = true
	return p
}

// goodNight sends all phones away, says that the plug may be pulled, and darkens.
func (m Model) goodNight() (Model, []Effect) {
	said := "night.said"
	if m.disk.unsaved {
		said = "night.unsaved"
	}
	bye := sayPage(m.word("night.title"), m.word(said))
	bye.fades = true
	programs := slices.DeleteFunc(slices.Clone(m.evening.guests), func(g Guest) bool { return !g.Program })
	return m.commit(m.withGuests(programs).only(bye), Keep{}, Model.darkenSoon)
}

// darkenSoon ends the box's own Wi-Fi, and lets the panel sleep in a moment.
func (m Model) darkenSoon() (Model, []Effect) {
	m, dark := m.after(timerDark, nightAfter)
	effects := []Effect{dark}
	if m.reach.Wifi.SSID != "" {
		effects = append(effects, Hotspot{})
	}
	return m, effects
}
