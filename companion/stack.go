package companion

import (
	"slices"

	"tabletop/companion/panel"
	"tabletop/companion/sheet"
)

// stack holds the open pages with their cursors, the home page first, the page on the panel
// last. Each page is computed from the model whenever it is drawn, so the stack stores only
// cursors and unfinished input. A stack never changes: each method returns another stack.
type stack []layer

// subject is the match that a page is about.
type subject uint8

const (
	noSubject  subject = iota // match of the page below
	tableMatch                // first open match
	diceMatch                 // match of the dice tool
)

// top returns the layer of the page on the panel.
func (st stack) top() layer { return st[len(st)-1] }

// subject returns the match that the panel is about: the subject of the topmost page that has
// one.
func (st stack) subject() subject {
	for _, p := range slices.Backward(st) {
		if p.page.subject != noSubject {
			return p.page.subject
		}
	}
	return noSubject
}

// contains reports whether any page of the stack passes the filter.
func (st stack) contains(which func(page) bool) bool { return st.first(which) >= 0 }

// first returns the index of the first page that passes the filter, or −1.
func (st stack) first(which func(page) bool) int {
	return slices.IndexFunc(st, func(p layer) bool { return which(p.page) })
}

// with returns the stack with more layers on top.
func (st stack) with(above ...layer) stack { return append(slices.Clone(st), above...) }

// withoutTop returns the stack without its top page. The home page always stays.
func (st stack) withoutTop() stack { return slices.Clone(st[:max(1, len(st)-1)]) }

// without returns the stack without the pages that pass the filter.
func (st stack) without(which func(page) bool) stack {
	return slices.DeleteFunc(slices.Clone(st), func(p layer) bool { return which(p.page) })
}

// upTo returns the stack up to and including the first page that passes the filter. If there is
// none, it returns the whole stack.
func (st stack) upTo(which func(page) bool) stack {
	if i := st.first(which); i >= 0 {
		return slices.Clone(st[:i+1])
	}
	return st
}

// private returns the private layers on top of the stack, down to the first page that is not
// private or that fades. A match that begins or changes leaves them on top, but it replaces the
// invitation of an idle panel.
func (st stack) private() []layer {
	from := len(st)
	for from > 0 && st[from-1].page.private && !st[from-1].page.fades {
		from--
	}
	return st[from:]
}

// withCursor returns the stack with another cursor on its top page.
func (st stack) withCursor(at sheet.Cursor) stack {
	st = slices.Clone(st)
	st[len(st)-1].cursor = at
	return st
}

// menus holds the home page and the pause menu, from which all other pages are opened, and the
// settings, which both open.
type menus struct{ home, pause, settings page }

// These functions return filters for the methods of stack. Pages with this subject, this screen
// or this kind of notice pass the filter.
func ofSubject(f subject) func(page) bool  { return func(p page) bool { return p.subject == f } }
func ofScreen(s screen) func(page) bool    { return func(p page) bool { return p.screen == s } }
func isStep(p page) bool                   { return p.kind == panel.KindStep }
func ofNotice(kind string) func(page) bool { return func(p page) bool { return p.notice == kind } }

// show adds p on top of the stack, with a fresh cursor.
func (m Model) show(p page) Model {
	m.stack = m.stack.with(layer{page: p, cursor: sheet.Fresh})
	return m
}

// pop removes the top page from the stack. The home page always stays.
func (m Model) pop() Model {
	m.stack = m.stack.withoutTop()
	return m
}

// withoutFading closes the top page if it fades: the page of an idle panel, of an earlier throw, or a
// message that any key closes.
func (m Model) withoutFading() Model {
	if m.top().page.fades {
		return m.pop()
	}
	return m
}

// showOnly removes all pages above the home page and then adds the pages p.
func (m Model) showOnly(p ...page) Model {
	m.stack = stack{{page: m.stack[0].page}}
	for _, q := range p {
		m = m.show(q)
	}
	return m
}

// replace replaces the top page by p.
func (m Model) replace(p page) Model { return m.pop().show(p) }

// withPages adds layers on top of the stack.
func (m Model) withPages(above []layer) Model {
	m.stack = m.stack.with(above...)
	return m
}

// moveCursor moves the cursor of the top page.
func (m Model) moveCursor(at sheet.Cursor) Model {
	m.stack = m.stack.withCursor(at)
	return m
}

// openPause opens the pause menu over the page on the panel. It does nothing if the pause menu
// is open on the panel or the panel asks about a failed write.
func (m Model) openPause() (Model, []Effect) {
	if m.disk.asksTable() || m.top().page.pause {
		return m, nil
	}
	return m.show(m.pause), nil
}

// undoSays is the key of the item of the pause menu that undoes the last fact.
const undoSays = "undo"

// openUndo opens the pause menu with the bar on undo, for back held: two presses take the last
// decision back.
func openUndo(m Model) (Model, []Effect) {
	m, effects := m.openPause()
	if !m.top().page.pause {
		return m, effects
	}
	at := slices.IndexFunc(m.top().form(m).Items, func(it item) bool { return it.Says == undoSays })
	return m.moveCursor(sheet.Cursor{At: max(at, sheet.Fresh.At)}), effects
}

// Private reports whether only the wired keys may use the page on the panel: a page for
// admission, roles, consent, the club or good night. No client may see such a page.
func (m Model) Private() bool { return m.top().page.private }
