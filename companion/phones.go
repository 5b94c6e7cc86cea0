package companion

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
)

// onReached stores the addresses of the box. It shows a network that the table has requested,
// and replaces pages that waited for a network.
func (m Model) onReached(w Addresses) (Model, []Effect) {
	m.reach = (*door.Reach)(&w)
	if m.reach.Address() == "" && m.top().page.fades && m.Private() {
		m = m.pop()
	}
	m, effects := watchHotspot(m)
	return m.showHotspot().showReached().inviteWhenIdle(), effects
}

// showReached replaces all pages that waited for a network, once phones can reach the box.
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

// phonesItem adds the item that opens the page for phones and, on top of it, the QR code. If the
// row has room, the item shows the address of the box.
func phonesItem(m Model, s *form) {
	label, address := m.word("door.item"), m.reach.Address()
	if utf8.RuneCountInString(label)+1+len(address) > panel.RowColumns {
		address = ""
	}
	s.Value(label, address, func(m Model) (Model, []Effect) {
		return m.show(phonesPage()).invite(invitePage(door.Play)), nil
	})
}

// phonesPage returns the page that offers invitations and lists the guests.
func phonesPage() page {
	return page{kind: panel.KindMenu, private: true, joining: true, build: func(m Model, s *form) {
		s.Title = m.word("door.title")
		for _, to := range []struct {
			key string
			page
		}{{"door.play", invitePage(door.Play)}, {"door.look", invitePage(door.Look)}, {"door.code", codePage(door.Play)}, {"program.item", programPage()}} {
			s.Item(m.word(to.key), func(m Model) (Model, []Effect) { return m.invite(to.page), nil })
		}
		for _, g := range m.evening.guests {
			s.Value(g.Name, m.word("role."+g.Role.String()), opens(func() page { return guestPage(g.ID) }))
		}
		hotspotItems(m, s)
	}}
}

// invite shows the invitation p. If the box runs its own Wi-Fi, the code of that network comes
// first. If phones can't reach the box, a page explains how to connect it.
func (m Model) invite(p page) Model {
	switch {
	case m.reach.Address() == "":
		return m.show(unreachedPage(p))
	case m.reach.Wifi.SSID != "":
		return m.show(p).show(wifiPage())
	}
	return m.show(p)
}

// unreachedPage returns the page shown while phones can't reach the box: there is no network, or
// the box doesn't serve its pages on the network. The page offers a remedy. p replaces it once
// phones can reach the box.
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

// invitePage returns the page with a QR code that admits phones one after the other, each with
// a new token.
func invitePage(role door.Role) page {
	return page{kind: panel.KindCode, private: true, joining: true, wish: door.Wish{Kind: door.Token, Role: role}, control: inviteView{role: role}}
}

// idlePage returns the invitation on an idle panel: a QR code that admits phones with the right
// to play.
func idlePage() page {
	return page{kind: panel.KindCode, private: true, joining: true, fades: true, wish: door.Wish{Kind: door.Token, Role: door.Play}, control: inviteView{role: door.Play, idle: true}}
}

// inviteView is the control of invitePage. It draws the QR code and the address of the box.
type inviteView struct {
	role door.Role
	idle bool
}

func (i inviteView) view(m Model) panel.View {
	v := panel.View{Kind: panel.KindCode, Title: m.word("door.by." + i.role.String())}
	lines := chunks(m.reach.Address(), besideCode)
	if i.idle {
		v.Title = ""
		lines = append(make([]string, m.face.shift/2%4), lines...) // moves the address down up to three lines, against burn-in
	}
	if came := m.door.Came(); came != "" {
		v.Title = m.word("door.in", came)
	}
	v.Code = m.reach.Joining(m.door.Shows(door.Token, m.now))
	v.SetBeside(lines...)
	return v
}

// besideCode is the number of columns next to a QR code.
const besideCode = 10

func (i inviteView) press(m Model, k panel.Key) (Model, []Effect) {
	if k == panel.Up || k == panel.Down {
		return m.replace(codePage(i.role)), nil
	}
	return m.pop(), nil
}

// codePage returns the page with six digits that admit one phone, for phones without a working
// camera.
func codePage(role door.Role) page {
	return page{kind: panel.KindBig, private: true, joining: true, wish: door.Wish{Kind: door.Code, Role: role}, control: codeView{role}}
}

// codeView is the control of codePage. It draws six digits.
type codeView struct{ role door.Role }

func (d codeView) view(m Model) panel.View {
	v := panel.View{Kind: panel.KindBig, Title: m.word("code." + d.role.String()), Big: m.door.Shows(door.Code, m.now)}
	v.Prompt[0] = m.reach.Address()
	if v.Big == "" {
		v.Big, v.Tabs = m.word("code.dead"), [2]string{m.word("tab.back"), m.word("tab.newcode")}
	}
	return v
}

// press replaces the digits by the QR code on up or down. ok on expired digits requests new
// ones.
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

// programPage returns the page with a key for a program that may only read. The key is shown
// only once: until the table admits the program or closes the page. If people lose the key
// later, the table removes the program and admits it again with a new key.
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

// groupsOfFour returns key in groups of four characters, so that it is easier to type.
func groupsOfFour(key string) (fours string) {
	for four := range slices.Chunk([]byte(key), 4) {
		fours += " " + string(four)
	}
	return fours[1:]
}

// guestPage returns the page on which the table changes the role of a guest, or removes the
// guest.
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

// kindHotspot is the notice kind of the page that waits for the box's own Wi-Fi. A trouble of
// this kind replaces that page.
const kindHotspot = "trouble.hotspot"

// hotspotItems adds the items for the box's own Wi-Fi: to show, to open and to end it while it runs,
// otherwise to start it.
func hotspotItems(m Model, s *form) {
	w := m.reach.Wifi
	switch {
	case w.SSID != "":
		s.Item(m.word("wifi.show"), opens(wifiPage))
		if !w.Open() {
			s.Item(m.word("wifi.open"), opens(func() page { return openPages("") }))
		}
		s.Item(m.word("wifi.end"), opens(wifiEndPage))
	case w.Can && w.NoCountry && m.evening.country == "":
		s.Item(m.word("wifi.begin"), opens(func() page { return countryPage(wifiBeginPage) }))
	case w.Can:
		s.Item(m.word("wifi.begin"), opens(wifiBeginPage))
	}
}

// wifiBeginPage returns the page that asks before the box leaves its Wi-Fi network and starts
// its own.
func wifiBeginPage() page {
	p := confirmPage("wifi.title", "wifi.ask", func(m Model) (Model, []Effect) { return m.beginHotspot(false) })
	p.private, p.wish = true, door.Wish{Kind: door.Network}
	return p
}

// beginHotspot requests the box's own Wi-Fi with a fresh name, and with a fresh password unless it
// shall be open. An open network also has another name, because phones refuse a known network that
// has lost its password.
func (m Model) beginHotspot(open bool) (Model, []Effect) {
	ssid, password, ok := m.door.Hotspot()
	if !ok {
		return m.dropPress()
	}
	if open {
		password = ""
	}
	m.own = m.own.Request(ssid)
	waiting := textPage(m.word("starting"), m.word("wifi.begins"))
	waiting.private, waiting.notice = true, kindHotspot
	return m.show(waiting), []Effect{Hotspot{On: true, SSID: ssid, Password: password, Country: m.evening.country}}
}

// joinWithin is the time within which a phone should come into a new network. After that, an open
// network is offered.
const joinWithin = 2 * time.Minute

// watchHotspot begins to wait for the first phone in a new network that has a password. A network
// is watched once, so a refused offer isn't repeated. It withdraws the offer of an open network once
// a phone comes in, or the network ends.
func watchHotspot(m Model) (Model, []Effect) {
	begins, ends := false, false
	if m.own, begins, ends = m.own.Observe(m.reach.Wifi); ends {
		m.face.cancel(timerJoin)
		m.stack = m.stack.without(ofNotice(kindLonely))
	}
	if !begins {
		return m, nil
	}
	after := m.face.after(timerJoin, joinWithin)
	return m, []Effect{after}
}

// offerOpen offers an open network if it is due. It waits until the panel shows the home page or a
// page about joining, so that it covers no match and no question.
func offerOpen(m Model) (Model, []Effect) {
	home := len(m.stack) == 1 && !m.disk.asksTable()
	if !m.own.Due || m.disk.pending != nil || !home && !m.top().page.joining {
		return m, nil
	}
	m.own = m.own.SetDue(false)
	m, effects := m.withoutFading().wake()
	p := openPages("wifi.lonely")
	p.notice = kindLonely
	return m.show(p), effects
}

// kindLonely is the notice kind of the offer of an open network after no phone has come in.
const kindLonely = "wifi.lonely"

// onHotspotFailed offers an open network in place of one that didn't start with its password.
func onHotspotFailed(m Model) (Model, []Effect) {
	m, effects := m.wake()
	m.stack = m.stack.without(ofNotice(kindHotspot))
	return m.show(openPages("wifi.failed")), effects
}

// openPages returns the page that explains a network without a password, and then asks whether to
// start it. The text begins with the reason for the offer, the key of a text, or "" for none.
func openPages(reason string) page {
	ask := confirmPage("wifi.title", "wifi.open.ask", func(m Model) (Model, []Effect) { return m.beginHotspot(true) })
	ask.private, ask.wish = true, door.Wish{Kind: door.Network}
	return page{kind: panel.KindMessage, private: true, build: func(m Model, s *form) {
		s.Title = m.word("wifi.title")
		s.View.Tabs = [2]string{m.word("tab.back"), m.word("tab.on")}
		if reason != "" {
			s.Read(m.word(reason))
		}
		s.Read(m.word("wifi.open.why"))
		s.ok = func(m Model) (Model, []Effect) {
			ask.notice = m.top().page.notice
			return m.replace(ask), nil
		}
	}}
}

// kindCountry is the notice kind of the pages that ask for the country. The answer closes all of
// them.
const kindCountry = "country"

// countryPage returns the page that asks for the country of the Wi-Fi, the likely ones first. After the
// answer, the page then follows if it is set.
func countryPage(then func() page) page {
	return page{kind: panel.KindMenu, private: true, notice: kindCountry, build: func(m Model, s *form) {
		s.Title = m.word("country.title")
		countryItems(m, s, strings.Fields(m.word("country.order")), then)
		s.Item(m.word("country.other"), opens(func() page { return lettersPage(then) }))
	}}
}

// lettersPage returns the page with the first letters of all country codes.
func lettersPage(then func() page) page {
	return page{kind: panel.KindMenu, private: true, notice: kindCountry, build: func(m Model, s *form) {
		s.Title = m.word("country.letter")
		for first, codes := range door.CountriesByLetter() {
			s.Value(first, codes[0]+"–"+codes[len(codes)-1], opens(func() page { return codesPage(codes, then) }))
		}
	}}
}

// codesPage returns the page with countries that are listed by their codes.
func codesPage(codes []string, then func() page) page {
	return page{kind: panel.KindMenu, private: true, notice: kindCountry, build: func(m Model, s *form) {
		s.Title = m.word("country.title")
		countryItems(m, s, codes, then)
	}}
}

// countryItems adds an item for each country. Ok stores the country.
func countryItems(m Model, s *form, codes []string, then func() page) {
	for _, code := range codes {
		name, end := code, ""
		if w := m.Words(""); w.Has("country." + code) {
			name, end = w.Word("country."+code), code
		}
		s.Value(name, end, func(m Model) (Model, []Effect) {
			m.stack = m.stack.without(ofNotice(kindCountry))
			if then != nil {
				m = m.show(then())
			}
			return m.change(func(e *evening) { e.country = code })
		})
	}
}

func wifiEndPage() page {
	p := confirmPage("wifi.title", "wifi.ends", func(m Model) (Model, []Effect) { return m, []Effect{Hotspot{}} })
	p.private = true
	return p
}

// showHotspot shows the invitation on the box's own Wi-Fi, once the requested network runs.
func (m Model) showHotspot() Model {
	if m.reach.Wifi.SSID != m.own.Requested || m.reach.Address() == "" || m.top().page.notice != kindHotspot {
		return m
	}
	m = m.pop()
	for m.Private() { // these pages are for a box without a network
		m = m.pop()
	}
	return m.show(phonesPage()).invite(invitePage(door.Play))
}

// wifiPage returns the page with the QR code by which a phone joins the box's own Wi-Fi.
func wifiPage() page {
	return page{kind: panel.KindCode, private: true, joining: true, control: wifiView{}}
}

// wifiView is the control of wifiPage. It draws the QR code, name and password of the box's own
// Wi-Fi.
type wifiView struct{}

func (wifiView) view(m Model) panel.View {
	w := m.reach.Wifi
	v := panel.View{Kind: panel.KindCode, Title: m.word("wifi.title"), Code: w.Code()}
	if w.SSID == "" {
		v.Title = m.word("wifi.gone")
	}
	password := w.Password
	if w.Open() {
		password = m.word("wifi.nopassword")
	}
	v.SetBeside(append(chunks(w.SSID, besideCode), chunks(password, besideCode)...)...)
	return v
}

func (wifiView) press(m Model, _ panel.Key) (Model, []Effect) { return m.pop(), nil }

// inviteWhenIdle shows the invitation for phones, if the panel is idle on the home page and
// phones can reach the box.
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

// showIdle shows the page of an idle panel: an invitation for phones, or a hare if phones can't
// reach the box.
func (m Model) showIdle() (Model, []Effect) {
	m = m.inviteWhenIdle()
	if m.evening.noMotion || m.disk.asksTable() || m.face.light == panel.Off || len(m.stack) != 1 {
		return m, nil
	}
	after := m.face.after(timerHare, poses[0].wait)
	return m.show(harePage()), []Effect{after}
}

// nightAfter is the time for which the good-night page is shown before the panel is dark.
const nightAfter = 3 * time.Second

// nightPage returns the page that asks whether the evening is over. After yes all phones are
// removed, and open matches stay open.
func nightPage() page {
	p := confirmPage("night.title", "night.ask", func(m Model) (Model, []Effect) { return m.goodNight() })
	p.private = true
	return p
}

// goodNight removes all phones and shows that the plug may be pulled. The panel then turns
// dark.
func (m Model) goodNight() (Model, []Effect) {
	next := m.edit(func(e *evening) { e.guests = e.guests.Programs() }).showOnly(goodNightPage())
	return m.commit(next, Keep{}, saveTonight, Model.darkenSoon)
}

// darkenSoon ends the box's own Wi-Fi and turns the panel dark after nightAfter. While a backup is
// written to a stick the panel stays lit longer, but not without end.
func (m Model) darkenSoon() (Model, []Effect) {
	wait := nightAfter
	if m.copies.saving != "" {
		wait = nightWait
	}
	dark := m.face.after(timerDark, wait)
	effects := []Effect{dark}
	if m.reach.Wifi.SSID != "" {
		effects = append(effects, Hotspot{})
	}
	return m, effects
}
