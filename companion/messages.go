package companion

import "tabletop/companion/panel"

// messagePage returns the page with one text of the catalogue. ok and back close it.
func messagePage(key string, args ...string) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("message.title")
		s.Read(m.word(key, args...))
	}}
}

// showTrouble lights the panel and shows the page of t. It replaces an unread page of the same
// kind, so that ten unknown codes leave one page.
func (m Model) showTrouble(t Trouble) (Model, []Effect) {
	m, effects := m.wake()
	m.stack = m.stack.without(ofNotice(t.kind()))
	return m.show(troublePage(t)), effects
}

// kind returns the notice kind of a trouble. A new trouble replaces an unread one of the same
// kind. Troubles of the OLED and of the matrix have different kinds, so both are shown.
func (t Trouble) kind() string {
	if t.Key == "trouble.surface" {
		return t.Key + t.Arg
	}
	return t.Key
}

// troublePage returns the page with the text of a trouble.
func troublePage(t Trouble) page {
	return page{kind: panel.KindMessage, notice: t.kind(), build: func(m Model, s *form) {
		s.Title = m.word("trouble.title")
		s.Read(m.word(t.Key, t.Arg))
	}}
}

// textPage returns the page with a given title and text.
func textPage(title, text string) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = title
		s.Read(text)
	}}
}

// noticePage returns a page of that notice kind with a title and a text of the catalogue.
func noticePage(kind, title, text string) page {
	return page{kind: panel.KindMessage, notice: kind, build: func(m Model, s *form) {
		s.Title = m.word(title)
		s.Read(m.word(text))
	}}
}

// private returns the page p as one that obeys only the wired keys.
func private(p page) page {
	p.private = true
	return p
}

// confirmPage returns the page that asks before an action that can't be undone. The cursor
// begins on the answer no. The act yes runs if people choose the answer yes.
func confirmPage(title, question string, yes act) page {
	return confirmTextPage(title, func(m Model) string { return m.word(question) }, yes)
}

// confirmTextPage is confirmPage with a question that is computed from the model.
func confirmTextPage(title string, question func(Model) string, yes act) page {
	return page{kind: panel.KindConfirm, build: func(m Model, s *form) {
		s.Title = m.word(title)
		s.Say(question(m))
		s.Item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), nil })
		s.Item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return yes(m.pop()) })
	}}
}
