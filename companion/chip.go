package companion

import (
	"slices"

	"tabletop/companion/panel"
)

// chipTrial is the control of chipPage. It draws the page as if the panel had this chip. The
// frame around the page is complete only if the panel really has the chip.
type chipTrial struct{ chip panel.Chip }

// chipPage returns the page on which the table tries the panel with chip c.
func chipPage(c panel.Chip) page { return page{kind: panel.KindText, control: chipTrial{c}} }

func (t chipTrial) view(m Model) panel.View {
	v := panel.View{Kind: panel.KindText, Title: m.word("chip.title"), Edge: true}
	lines := append(panel.Wrap(m.word("chip.ask"), panel.Columns-1), "● "+m.word("chip.whole"), "▼ "+m.word("chip.broken"))
	for i, line := range panel.AtMost(v.Room(), lines) {
		v.Rows[i] = panel.Row{Text: line, Mark: panel.Quiet}
	}
	return v
}

// press stores the chip on ok and tries the next chip on up or down. Back closes the page and
// stores nothing.
func (t chipTrial) press(m Model, k panel.Key) (Model, []Effect) {
	switch k {
	case panel.OK:
		return m.commit(m.pop().edit(func(e *evening) { e.chip = t.chip }), Keep{})
	case panel.Back:
		return m.pop(), nil
	}
	return m.replace(chipPage(t.next())), nil
}

func (t chipTrial) next() panel.Chip {
	return panel.Chips[(slices.Index(panel.Chips, t.chip)+1)%len(panel.Chips)]
}

// chip returns the chip with which to drive the panel: the one on trial, or else the stored
// one. It returns "" if the configuration names the chip.
func (m Model) chip() panel.Chip {
	if !m.eitherChip {
		return ""
	}
	if t, ok := m.top().page.control.(chipTrial); ok {
		return t.chip
	}
	return m.evening.chip
}

// asksChip reports whether the table must be asked for the panel's chip. If the box knows any
// players, the table isn't asked, because the panel was readable before.
func (h house) asksChip() bool {
	return h.eitherChip && h.evening.chip == "" && len(h.evening.people.Known) == 0
}

// askChip shows the chip page if it is needed.
func (m Model) askChip() Model {
	if !m.asksChip() {
		return m
	}
	return m.show(chipPage(panel.Chips[0]))
}

// chipItem adds the item that opens the chip page again.
func chipItem(m Model, s *form) {
	if !m.eitherChip {
		return
	}
	c := m.evening.chip
	if c == "" {
		c = panel.Chips[0]
	}
	s.Item(m.word("chip.title"), func(m Model) (Model, []Effect) { return m.show(chipPage(c)), nil })
}
