package companion

import "tabletop/companion/panel"

// messagePage shows one text. ok and back close it.
func messagePage(key string, args ...string) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("message.title")
		s.Read(m.word(key, args...))
	}}
}

// showTrouble lights the panel and shows a trouble. It replaces an unread one of the same
// kind: ten unknown codes make one page.
func (m Model) showTrouble(t Trouble) (Model, []Effect) {
	m, effects := m.wake()
	m.stack = m.stack.without(ofNotice(t.kind()))
	return m.show(troublePage(t)), effects
}

// kind groups troubles of which only the last is worth reading. Each surface has its own kind.
func (t Trouble) kind() string {
	if t.Key == "trouble.surface" {
		return t.Key + t.Arg
	}
	return t.Key
}

// troublePage shows a trouble.
func troublePage(t Trouble) page {
	return page{kind: panel.KindMessage, notice: t.kind(), build: func(m Model, s *form) {
		s.Title = m.word("trouble.title")
		s.Read(m.word(t.Key, t.Arg))
	}}
}

// textPage shows a given text.
func textPage(title, text string) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = title
		s.Read(text)
	}}
}

// confirmPage asks before an action that can't be undone. The first answer is no.
func confirmPage(title, question string, yes act) page {
	return confirmTextPage(title, func(m Model) string { return m.word(question) }, yes)
}

// confirmTextPage is confirmPage with a computed question.
func confirmTextPage(title string, question func(Model) string, yes act) page {
	return page{kind: panel.KindConfirm, build: func(m Model, s *form) {
		s.Title = m.word(title)
		s.Say(question(m))
		s.Item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), nil })
		s.Item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return yes(m.pop()) })
	}}
}
