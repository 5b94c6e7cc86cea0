package companion

import (
	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
)

// The pages of the panel follow these rules. A page with choices is a list, and ok chooses the
// item under the bar. Up and down move the bar through the items. Text to read stands above the
// items, or on a page of its own. If the item under the bar is wider than the panel, it slides.
// Labels at the bottom show what back and ok do, where no item shows it. Back leads one level
// up. On a turn, back opens the pause menu, which begins with the rule and all text to read.
// Back held opens the pause menu on any page.
//
//	home      open matches, games by use, «more», and the cup rolled last
//	set-up    start is the first item. Values are set in their rows: ok, up or down, ok.
//	          Honesty is the last item: the match then waits under its seal, and people
//	          may add lines of text to its luck.
//	turn      the seat on turn, its question or the most important numbers of the game,
//	          and the decisions. The cursor begins on the likely decision
//	          ([games.Likely]).
//	dial      a number, in steps of one, faster while a key is held. The page opens by
//	          itself if a number is the likely next decision.
//	steps     actions by hand before the next decision ([games.Steps]), one by one
//	moment    an event of a decision ([games.Moments]), shown once after the decision is
//	          stored. A moment lasts about a second; the end of a round and a win stay until
//	          a key is pressed. Any key ends the moment. Ok does nothing else; up, down and
//	          back also act after the first 400 ms. Undo, redo, resume and start show no
//	          moments.
//	hare      shown on the home page after a minute without a key, if phones can't be
//	          invited. Any key ends it.

// page is one screen of the panel. build fills in its form from the model. If control is set,
// it replaces build: control draws the page and handles the keys, for example for the input of
// a name.
type page struct {
	kind    panel.Kind
	subject subject            // match that the page is about; noSubject means the match of the page below
	screen  screen             // screen to restore after a power cut
	pause   bool               // the page is the pause menu
	notice  string             // kind of the notice or trouble on the page, used to remove the page
	naming  bool               // the page is part of the input of a name
	rings   bool               // the matrix flashes a bell while the page is shown
	build   func(Model, *form) // fills in the form; not used if control is set
	control control            // draws the page and handles its keys; nil if build does

	private bool          // only the wired keys may use the page, and no client may see it
	fades   bool          // any key closes the page without another effect, and so does a dark panel
	joining bool          // the page shows how phones join
	brief   bool          // the page also closes by itself
	topic   adviser.Topic // question to the adviser whose answer replaces the page; "" for none
	wish    door.Wish     // token, code, key or network that the page shows

	onlinePage *page // page that replaces this page once phones can reach the box; nil if none
}

// control draws a page with unfinished input and handles the keys.
type control interface {
	view(Model) panel.View
	press(Model, panel.Key) (Model, []Effect)
}

// layer is a page on the stack with its cursor.
type layer struct {
	page   page
	cursor sheet.Cursor
}

// act is the action of an item: it returns the next model and its effects.
type act func(Model) (Model, []Effect)

// item is a row of a form that ok chooses. values are the values of a setting that is changed
// in its row.
type (
	item   = sheet.Item[act]
	values = sheet.Values[act]
)

// opens returns the act that shows the page of p.
func opens(p func() page) act {
	return func(m Model) (Model, []Effect) { return m.show(p()), nil }
}

// changeEvening returns the act that passes a copy of the evening to how and stores the changed
// copy.
func changeEvening(how func(*evening)) act {
	return func(m Model) (Model, []Effect) { return m.change(how) }
}

// form is a page computed from the model: a sheet with the actions of its items, and actions
// for other keys.
type form struct {
	sheet.Sheet[act]
	back  act            // action of the key back; nil means one level up
	more  act            // action of up and down on a page with one item; nil if none
	ok    act            // action of ok on a page without items; nil closes the page
	cells map[string]int // number, from 1, of each cell on the board, by the cell's name in decisions
}

// Functions that add items or lines to a form have the parameters of page.build: the data,
// which is the model or a game, and the form.

// stay is the action of a back key that does nothing.
func stay(m Model) (Model, []Effect) { return m, nil }

// form returns the form of the page, with the cursor of the layer.
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
	if s.ok != nil && k == panel.OK {
		return s.ok(m)
	}
	at, outcome := s.Press(k)
	switch outcome {
	case sheet.Chosen:
		return s.Items[at.At].Do(m)
	case sheet.Set:
		return s.Items[at.At].Values.Set(at.Pick)(m.moveCursor(sheet.Cursor{At: at.At}))
	case sheet.Left:
		return s.leave(m)
	}
	return m.moveCursor(at), nil
}

// leave carries out the action of the key back.
func (s *form) leave(m Model) (Model, []Effect) {
	if s.back != nil {
		return s.back(m)
	}
	return m.pop(), nil
}

// switchSetting returns a function that makes an act from the new value of a setting, on or off.
// The act passes a copy of the evening and the value to set, and stores the changed copy.
func switchSetting(set func(e *evening, on bool)) func(on bool) act {
	return func(on bool) act {
		return changeEvening(func(e *evening) { set(e, on) })
	}
}

// onOff returns the values of a setting that is on or off. on is the present value, and set
// makes the act that changes it. Ok switches the setting at once.
func (t localizer) onOff(on bool, set func(on bool) act) values {
	v := values{Switch: true, All: []string{t.word("settings.off"), t.word("settings.on")}, Set: func(i int) act { return set(i == 1) }}
	if on {
		v.At = 1
	}
	return v
}
