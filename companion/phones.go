package companion

import (
	"slices"
	"time"
	"unicode/utf8"

	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
)

// onReached stores the addresses of the box.
func (m Model) onReached(w Addresses) (Model, []Effect) {
	m.reach = door.Reach(w)
	if m.reach.Address() == "" && m.top().page.fades && m.Private() {
		m = m.pop()
	}
	return m.showHotspot().showReached().inviteWhenIdle(), nil
}

// showReached replaces pages that waited for a network.
func (m Model) showReached() Model {
	if m.reach.Address() == "" {
		return m
	}
	m.stack = slices.Clone(m.stack)
	for i := range m.stack {
		if p := m.stack[i].page.onlinePage; p != nil {
			m.stack[i] = layer{page: *p, cursor: sheet.Fresh}
		}
	}
	return m
}

// phonesItem leads to the page for phones, and on to the QR code. It shows the address if that
// fits the row.
func phonesItem(m Model, s *form) {
	label, address := m.word("door.item"), m.reach.Address()
	if utf8.RuneCountInString(label)+1+len(address) > panel.RowColumns {
		address = ""
	}
	s.Value(label, address, func(m Model) (Model, []Effect) {
		return m.show(phonesPage()).invite(invitePage(door.Play)), nil
	})
}

// phonesPage invites phones and lists the guests.
func phonesPage() page {
	return page{kind: panel.KindMenu, private: true, build: func(m Model, s *form) {
		s.Title = m.word("door.title")
		for _, to := range []struct {
			key string
			page
		}{{"door.play", invitePage(door.Play)}, {"door.look", invitePage(door.Look)}, {"door.code", codePage(door.Play)}, {"program.item", programPage()}} {
			s.Item(m.word(to.key), func(m Model) (Model, []Effect) { return m.invite(to.page), nil })
		}
		for _, g := range m.evening.guests {
			s.Value(g.Name, m.word("role."+g.Role.String()), func(m Model) (Model, []Effect) { return m.show(guestPage(g.ID)), nil })
		}
		hotspotItems(m, s)
	}}
}

// invite shows p, with the code of the box's own Wi-Fi first. Without a network it explains
// the way to one.
func (m Model) invite(p page) Model {
	switch {
	case m.reach.Address() == "":
		return m.show(unreachedPage(p))
	case m.reach.Wifi.SSID != "":
		return m.show(p).show(wifiPage())
	}
	return m.show(p)
}

// unreachedPage explains that there is no network, or that the page isn't served on it, and
// offers the remedy. p replaces it once phones can reach the box.
func unreachedPage(p page) page {
	return page{kind: panel.KindMenu, private: true, onlinePage: &p, build: func(m Model, s *form) {
		s.Title = m.word("door.title")
		if m.reach.Secluded() {
			s.Read(m.word("door.secluded"))
			return
		}
		hotspotItems(m, s)
		s.Read(m.word("door.unreached"))
		if len(s.Items) == 0 {
			s.Read(m.word("door.connect"))
		}
	}}
}

// invitePage shows a QR code that admits phones, one after the other.
func invitePage(role door.Role) page {
	return page{kind: panel.KindCode, private: true, wish: door.Wish{Kind: door.Token, Role: role}, control: inviteView{role: role}}
}

// idlePage is the invitePage of an idle panel. It admits phones that may play.
func idlePage() page {
	return page{kind: panel.KindCode, private: true, fades: true, wish: door.Wish{Kind: door.Token, Role: door.Play}, control: inviteView{role: door.Play, idle: true}}
}

// inviteView shows the QR code with the address of the box.
type inviteView struct {
	role door.Role
	idle bool
}

func (i inviteView) view(m Model) panel.View {
	v := panel.View{Kind: panel.KindCode, Title: m.word("door.by." + i.role.String())}
	lines := chunks(m.reach.Address(), besideCode)
	if i.idle {
		v.Title = ""
		lines = append(make([]string, m.face.shift/2%4), lines...) // another position each time the code appears
	}
	if came := m.door.Came(); came != "" {
		v.Title = m.word("door.in", came)
	}
	v.Code = m.reach.Joining(m.door.Shows(door.Token, m.now))
	v.SetBeside(lines...)
	return v
}

// besideCode is the number of columns next to a code.
const besideCode = 10

func (i inviteView) press(m Model, k panel.Key) (Model, []Effect) {
	if k == panel.Up || k == panel.Down {
		return m.replace(codePage(i.role)), nil
	}
	return m.pop(), nil
}

// codePage shows six digits that admit one phone, for phones without a working camera.
func codePage(role door.Role) page {
	return page{kind: panel.KindBig, private: true, wish: door.Wish{Kind: door.Code, Role: role}, control: codeView{role}}
}

// codeView shows a code of six digits.
type codeView struct{ role door.Role }

func (d codeView) view(m Model) panel.View {
	v := panel.View{Kind: panel.KindBig, Title: m.word("code." + d.role.String()), Big: m.door.Shows(door.Code, m.now)}
	v.Prompt[0] = m.reach.Address()
	if v.Big == "" {
		v.Big, v.Tabs = m.word("code.dead"), [2]string{m.word("tab.back"), m.word("tab.newcode")}
	}
	return v
}

// press turns to the QR code. ok on an expired code requests another.
func (d codeView) press(m Model, k panel.Key) (Model, []Effect) {
	switch {
	case k == panel.Up || k == panel.Down:
		return m.replace(invitePage(d.role)), nil
	case k == panel.OK && m.door.Shows(door.Code, m.now) == "":
		m.door = m.door.Again()
		return m, nil
	}
	return m.pop(), nil
}

// programPage shows a key for a read-only program until the key is given or the page closed. A
// given key is never shown again. If it is lost, the table removes the program and gives it a
// new key.
func programPage() page {
	return page{kind: panel.KindMenu, private: true, wish: door.Wish{Kind: door.Key, Role: door.Look}, build: func(m Model, s *form) {
		s.Title = m.word("program.title")
		key := m.door.Shows(door.Key, m.now)
		if key == "" {
			return
		}
		half := len(key) / 2
		s.Read(m.word("program.write"), groupsOfFour(key[:half]), groupsOfFour(key[half:]))
		s.Item(m.word("program.give"), Model.admitProgram)
	}}
}

// groupsOfFour groups the digits of a key, so that it is easier to type.
func groupsOfFour(key string) (fours string) {
	for four := range slices.Chunk([]byte(key), 4) {
		fours += " " + string(four)
	}
	return fours[1:]
}

// guestPage changes the role of a guest, or removes it.
func guestPage(id int) page {
	return page{kind: panel.KindMenu, private: true, build: func(m Model, s *form) {
		i := m.evening.guests.At(id)
		if i < 0 {
			s.Title = m.word("door.title")
			s.Read(m.word("door.gone"))
			return
		}
		g := m.evening.guests[i]
		s.Title = g.Name
		if g.Program {
			s.Read(m.word("program.may"))
		} else {
			s.Value(m.word("door.may"), m.word("role."+g.Role.String()), func(m Model) (Model, []Effect) { return m.change(func(e *evening) { e.guests = e.guests.Turned(i) }) })
		}
		s.Item(m.word("door.remove"), func(m Model) (Model, []Effect) {
			return m.pop().change(func(e *evening) { e.guests = e.guests.Without(i) })
		})
	}}
}

// kindHotspot is the notice of the page that waits for the hotspot. A trouble of this kind
// replaces it.
const kindHotspot = "trouble.hotspot"

// hotspotItems starts, shows or ends the box's own network.
func hotspotItems(m Model, s *form) {
	switch {
	case m.reach.Wifi.SSID != "":
		s.Item(m.word("wifi.show"), func(m Model) (Model, []Effect) { return m.show(wifiPage()), nil })
		s.Item(m.word("wifi.end"), func(m Model) (Model, []Effect) { return m.show(wifiEndPage()), nil })
	case m.reach.Wifi.Can:
		s.Item(m.word("wifi.begin"), func(m Model) (Model, []Effect) { return m.show(wifiBeginPage()), nil })
	}
}

// wifiBeginPage asks before the box leaves its Wi-Fi and starts its own.
func wifiBeginPage() page {
	p := confirmPage("wifi.title", "wifi.ask", func(m Model) (Model, []Effect) { return m.beginHotspot() })
	p.private, p.wish = true, door.Wish{Kind: door.Network}
	return p
}

// beginHotspot requests a network with a fresh name and password.
func (m Model) beginHotspot() (Model, []Effect) {
	ssid, password, ok := m.door.Hotspot()
	if !ok {
		return m.dropPress()
	}
	waiting := textPage(m.word("starting"), m.word("wifi.begins"))
	waiting.private, waiting.notice = true, kindHotspot
	return m.show(waiting), []Effect{Hotspot{On: true, SSID: ssid, Password: password}}
}

func wifiEndPage() page {
	p := confirmPage("wifi.title", "wifi.ends", func(m Model) (Model, []Effect) { return m, []Effect{Hotspot{}} })
	p.private = true
	return p
}

// showHotspot shows the requested network once it is up.
func (m Model) showHotspot() Model {
	if m.reach.Wifi.SSID == "" || m.reach.Address() == "" || m.top().page.notice != kindHotspot {
		return m
	}
	m = m.pop()
	for m.Private() { // pages for the state without a network
		m = m.pop()
	}
	return m.show(phonesPage()).invite(invitePage(door.Play))
}

// wifiPage shows the code by which a phone joins the box's own network.
func wifiPage() page { return page{kind: panel.KindCode, private: true, control: wifiView{}} }

// wifiView shows the QR code of the box's own Wi-Fi.
type wifiView struct{}

func (wifiView) view(m Model) panel.View {
	w := m.reach.Wifi
	v := panel.View{Kind: panel.KindCode, Title: m.word("wifi.title"), Code: w.Code()}
	if w.SSID == "" {
		v.Title = m.word("wifi.gone")
	}
	v.SetBeside(append(chunks(w.SSID, besideCode), chunks(w.Password, besideCode)...)...)
	return v
}

func (wifiView) press(m Model, _ panel.Key) (Model, []Effect) { return m.pop(), nil }

// inviteWhenIdle shows the invitation for phones on an idle home page, if phones can reach the
// box.
func (m Model) inviteWhenIdle() Model {
	if !m.face.idle || m.disk.asksTable() || m.face.light == panel.Off || m.reach.Address() == "" {
		return m
	}
	if m.top().page.kind == panel.KindHare {
		m = m.pop()
	}
	if len(m.stack) != 1 {
		return m
	}
	return m.show(idlePage())
}

// showIdle shows the picture of an idle panel: an invitation, or a hare if phones can't reach
// the box.
func (m Model) showIdle() (Model, []Effect) {
	m = m.inviteWhenIdle()
	if m.evening.noMotion || m.disk.asksTable() || m.face.light == panel.Off || len(m.stack) != 1 {
		return m, nil
	}
	after := m.face.after(timerHare, poses[0].wait)
	return m.show(harePage()), []Effect{after}
}

// nightAfter is the time for which the good-night page is readable.
const nightAfter = 3 * time.Second

// nightPage asks whether the evening is over. All phones are removed; open matches stay.
func nightPage() page {
	p := confirmPage("night.title", "night.ask", func(m Model) (Model, []Effect) { return m.goodNight() })
	p.private = true
	return p
}

// goodNight removes all phones, shows that the plug may be pulled, and turns the panel off.
func (m Model) goodNight() (Model, []Effect) {
	key := "night.said"
	if m.disk.unsaved {
		key = "night.unsaved"
	}
	bye := textPage(m.word("night.title"), m.word(key))
	bye.fades = true
	return m.commit(m.edit(func(e *evening) { e.guests = e.guests.Programs() }).showOnly(bye), Keep{}, Model.darkenSoon)
}

// darkenSoon ends the box's own Wi-Fi, and turns the panel off after nightAfter.
func (m Model) darkenSoon() (Model, []Effect) {
	dark := m.face.after(timerDark, nightAfter)
	effects := []Effect{dark}
	if m.reach.Wifi.SSID != "" {
		effects = append(effects, Hotspot{})
	}
	return m, effects
}
