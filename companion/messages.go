package companion

import "tabletop/companion/panel"

// messagePage says one thing; any of ok and back leaves it.
func messagePage(key string, args ...string) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = m.word("message.title")
		s.Read(m.word(key, args...))
	}}
}

// sayTrouble lights the panel up and says a trouble. One of the same kind that is
// still to be read gives way to it: ten unknown codes are one page.
func (m Model) showTrouble(t Trouble) (Model, []Effect) {
	m, effects := m.wake()
	m.stack = m.stack.without(ofNotice(t.kind()))
	return m.show(troublePage(t)), effects
}

// kind is what troubles have in common of which only the last is worth reading; of
// surfaces each is a kind of its own.
func (t Trouble) kind() string {
	if t.Key == "trouble.surface" {
		return t.Key + t.Arg
	}
	return t.Key
}

func troublePage(t Trouble) page {
	return page{kind: panel.KindMessage, notice: t.kind(), build: func(m Model, s *form) {
		s.Title = m.word("trouble.title")
		s.Read(m.word(t.Key, t.Arg))
	}}
}

// sayPage says a text that is in words already.
func textPage(title, text string) page {
	return page{kind: panel.KindMessage, build: func(m Model, s *form) {
		s.Title = title
		s.Read(text)
	}}
}

// askPage asks before something that can't be taken back; the first answer is no.
func confirmPage(title, question string, yes act) page {
	return confirmTextPage(title, func(m Model) string { return m.word(question) }, yes)
}

// doubtPage is an askPage whose question is made of more than a word.
func confirmTextPage(title string, question func(Model) string, yes act) page {
	return page{kind: panel.KindConfirm, build: func(m Model, s *form) {
		s.Title = m.word(title)
		s.Say(question(m))
		s.Item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), nil })
		s.Item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return yes(m.pop()) })
	}}
}
