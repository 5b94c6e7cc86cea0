package companion

import (
	"maps"
	"slices"

	"tabletop/companion/panel"
)

// templatesOf returns the templates of a game, those from configuration files first.
func (h house) templatesOf(game string) []Template {
	return slices.DeleteFunc(slices.Concat(h.templates, h.evening.templates()), func(t Template) bool { return t.Game != game })
}

// templateItem adds the item that opens the page of the game's templates, if there are any.
func templateItem(m Model, s *form, d Draft) {
	if len(m.templatesOf(d.Game)) > 0 {
		s.Value(m.word("template.item"), m.templateWord(d), func(m Model) (Model, []Effect) { return m.show(templatesPage(d.Game)), nil })
	}
}

// templateWord returns the name of the template that has the options of d. If d has no options,
// it returns a text for no options. If no template has these options, it returns a text for
// options of the table's own.
func (h house) templateWord(d Draft) string {
	if len(d.Options) == 0 {
		return h.word("template.none")
	}
	for _, t := range h.templatesOf(d.Game) {
		for _, options := range t.Options {
			if maps.Equal(options, d.Options) {
				return t.Names[h.Lang()]
			}
		}
	}
	return h.word("setup.own")
}

func templatesPage(game string) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("template.title")
		for _, t := range m.templatesOf(game) {
			s.Item(t.Names[m.Lang()], func(m Model) (Model, []Effect) { return m.fillIn(t) })
		}
		s.Item(m.word("template.without"), func(m Model) (Model, []Effect) { return m.fillIn(Template{}) })
	}}
}

// fillIn replaces the options of the draft by those of t, and the number of seats if t sets it.
func (m Model) fillIn(t Template) (Model, []Effect) {
	d, _ := m.draft()
	if t.Seats > 0 {
		d = m.withSeats(d, t.Seats)
	}
	d.Options = maps.Clone(t.Options[m.Lang()])
	return m.commitDraft(m.withOffers(d), m.pop())
}
