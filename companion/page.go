package companion

import (
	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
)

// page is a kind of screen: how its sheet is made of the model. Where own is
// set, the page draws and acts by itself (the entry of a name, a number).
type page struct {
	kind    panel.Kind
	subject subject // the match it is about, if not that of the page under it
	screen  screen  // what a power cut must not lose
	pause   bool    // it is the pause menu
	notice  string  // the kind of trouble that it gives way to
	rings   bool    // the matrix flashes the bell
	build   func(Model, *form)
	control control

	private bool          // for the wired keys only
	fades   bool          // any key only leaves it, and a dark panel forgets it
	brief   bool          // it leaves by itself, too
	topic   adviser.Topic // what the adviser is asked: its answer stands in the place of the page
	wish    door.Wish     // the key to the door that it shows

	onlinePage *page // what stands in its place once phones get to the box; nil: nothing
}

// control is a page that keeps something half done.
type control interface {
	view(Model) panel.View
	press(Model, panel.Key) (Model, []Effect)
}

// place is a page on the stack with its cursor.
type layer struct {
	page   page
	cursor sheet.Cursor
}

// act is what ok does on an item.
type act func(Model) (Model, []Effect)

// item and values are those of a form.
type (
	item   = sheet.Item[act]
	values = sheet.Values[act]
)

// changing is the act that keeps a changed evening.
func changeEvening(how func(*evening)) act {
	return func(m Model) (Model, []Effect) { return m.change(how) }
}

// form is a sheet computed from the model, and what its keys do beside its items.
type form struct {
	sheet.Sheet[act]
	back  act            // what back does; nil: one level up
	more  act            // what up and down do where there is one item and more to see; nil: nothing
	cells map[string]int // the cells of a board, from 1, by what decisions call them
}

// What puts items or lines on a form is a function like a page's build: of what it reads,
// the model or the game, and the form.

// stay is a back that does nothing.
func stay(m Model) (Model, []Effect) { return m, nil }

func (p layer) form(m Model) *form {
	s := &form{Sheet: sheet.Sheet[act]{View: panel.View{Kind: p.page.kind}}}
	p.page.build(m, s)
	s.Put(p.cursor)
	return s
}

func (p layer) view(m Model) panel.View {
	if p.page.control != nil {
		return p.page.control.view(m)
	}
	return p.form(m).Draw(m.face.slide)
}

func (p layer) press(m Model, k panel.Key) (Model, []Effect) {
	if p.page.control != nil {
		return p.page.control.press(m, k)
	}
	s := p.form(m)
	if s.more != nil && !s.Cursor().Edit && (k == panel.Up || k == panel.Down) {
		return s.more(m)
	}
	at, did := s.Press(k)
	switch did {
	case sheet.Chosen:
		return s.Items[at.At].Do(m)
	case sheet.Set:
		return s.Items[at.At].Values.Set(at.Pick)(m.moveCursor(sheet.Cursor{At: at.At}))
	case sheet.Left:
		return s.leave(m)
	}
	return m.moveCursor(at), nil
}

// leave does what back does.
func (s *form) leave(m Model) (Model, []Effect) {
	if s.back != nil {
		return s.back(m)
	}
	return m.pop(), nil
}

// switched are the acts that keep an evening in which something is on or off.
func switchSetting(set func(e *evening, on bool)) func(on bool) act {
	return func(on bool) act {
		return changeEvening(func(e *evening) { set(e, on) })
	}
}

// onOff are the values of what is on or off.
func (t localizer) onOff(on bool, set func(on bool) act) values {
	v := values{All: []string{t.word("settings.off"), t.word("settings.on")}, Set: func(i int) act { return set(i == 1) }}
	if on {
		v.At = 1
	}
	return v
}

// underCursor is the item that ok would act on under the moment.
func (p layer) underCursor(m Model) (text string, ok bool) {
	if p.page.control != nil {
		return "", false
	}
	it, ok := p.form(m).Under()
	return it.Text, ok
}
