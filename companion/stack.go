package companion

import (
	"slices"

	"tabletop/companion/sheet"
)

// stack are the screens that were opened one from the other, home first, the one in sight
// last. It never changes: each method returns another.
type stack []layer

// front says which match a page is about.
type subject uint8

const (
	noSubject subject = iota
	tableMatch
	diceMatch
)

// top returns the place in sight.
func (st stack) top() layer { return st[len(st)-1] }

// front is what the page in sight, or the one it was opened from, is about.
func (st stack) subject() subject {
	for _, p := range slices.Backward(st) {
		if p.page.subject != noSubject {
			return p.page.subject
		}
	}
	return noSubject
}

// holds reports whether a page of that kind is in sight, or under what is.
func (st stack) contains(which func(page) bool) bool { return st.first(which) >= 0 }

// first is the index of the first page of that kind, −1 for none.
func (st stack) first(which func(page) bool) int {
	return slices.IndexFunc(st, func(p layer) bool { return which(p.page) })
}

// with puts pages on top.
func (st stack) with(above ...layer) stack { return append(slices.Clone(st), above...) }

// popped is the stack without the page in sight; the first stays.
func (st stack) withoutTop() stack { return slices.Clone(st[:max(1, len(st)-1)]) }

// without is the stack without the pages of that kind.
func (st stack) without(which func(page) bool) stack {
	return slices.DeleteFunc(slices.Clone(st), func(p layer) bool { return which(p.page) })
}

// upTo is the stack without what lies over the first page of that kind, if there is one.
func (st stack) upTo(which func(page) bool) stack {
	if i := st.first(which); i >= 0 {
		return slices.Clone(st[:i+1])
	}
	return st
}

// private are the private pages in sight, those over the last that is not.
func (st stack) private() []layer {
	from := len(st)
	for from > 0 && st[from-1].page.private {
		from--
	}
	return st[from:]
}

// moved is the stack with the cursor of the page in sight elsewhere.
func (st stack) withCursor(at sheet.Cursor) stack {
	st = slices.Clone(st)
	st[len(st)-1].cursor = at
	return st
}

// menus are the two pages from which all else is opened.
type menus struct{ home, pause page }

// Kinds of pages.
func ofSubject(f subject) func(page) bool  { return func(p page) bool { return p.subject == f } }
func ofScreen(s screen) func(page) bool    { return func(p page) bool { return p.screen == s } }
func ofNotice(kind string) func(page) bool { return func(p page) bool { return p.notice == kind } }

// show puts p on the stack, its cursor where p wants it.
func (m Model) show(p page) Model {
	m.stack = m.stack.with(layer{page: p, cursor: sheet.Fresh})
	return m
}

// pop takes the page in sight off the stack; the first stays.
func (m Model) pop() Model {
	m.stack = m.stack.withoutTop()
	return m
}

// only puts pages alone on the stack over home.
func (m Model) showOnly(p ...page) Model {
	m.stack = stack{{page: m.stack[0].page}}
	for _, q := range p {
		m = m.show(q)
	}
	return m
}

// replace changes the page in sight.
func (m Model) replace(p page) Model { return m.pop().show(p) }

// withPages puts pages on top of the stack.
func (m Model) withPages(above []layer) Model {
	m.stack = m.stack.with(above...)
	return m
}

// moveCursor moves the cursor of the page in sight.
func (m Model) moveCursor(at sheet.Cursor) Model {
	m.stack = m.stack.withCursor(at)
	return m
}

// openPause opens the pause menu, whatever is in sight.
func (m Model) openPause() (Model, []Effect) {
	if m.disk.asksTable() || m.top().page.pause {
		return m, nil
	}
	return m.show(m.pause), nil
}

// Private reports whether the page in sight is for the wired keys only: pairing,
// roles, restore, deletion, good night. Nobody else is to see it either.
func (m Model) Private() bool { return m.top().page.private }
