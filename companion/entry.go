package companion

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/sheet"
	"tabletop/companion/words"
	"tabletop/games"
)

// mostText is the maximum length in letters of a text entered with the four keys.
const mostText = 40

// entry is the control for the input of a name or text. done receives the result. An entry
// never changes: each key press makes another.
type entry struct {
	sheet.Letters
	done func(Model, string) (Model, []Effect)
}

// nameEntry returns the page for the input of a name. done receives the name.
func (t localizer) nameEntry(title string, done func(Model, string) (Model, []Effect)) page {
	return t.entry(title, match.MostName, done)
}

// textEntry returns the page for the input of a text. done receives the text.
func (t localizer) textEntry(title string, done func(Model, string) (Model, []Effect)) page {
	return t.entry(title, mostText, done)
}

// entry returns the page for the input of a text, whose maximum length in letters is most. The
// input begins in the script of the panel's language.
func (t localizer) entry(title string, most int, done func(Model, string) (Model, []Effect)) page {
	script := sheet.Latin
	if t.Lang() == words.Russian {
		script = sheet.Cyrillic
	}
	return page{kind: panel.KindEntry, control: entry{sheet.NewLetters(title, most, script), done}}
}

func (e entry) view(m Model) panel.View {
	return e.View(m.word("tab.back"), m.word("tab.erase"), m.word("tab.take"))
}

func (e entry) press(m Model, k panel.Key) (Model, []Effect) {
	next, outcome := e.Press(k, m.face.repeats)
	switch outcome {
	case sheet.Chosen:
		return e.done(m, next.Text())
	case sheet.Left:
		return m.pop(), nil
	case sheet.Dropped:
		return m.dropPress()
	}
	p := m.top().page
	p.control = entry{next, e.done}
	return m.replace(p), nil
}

// naming is the input of a name: the page with its first letter, then the names that begin with it,
// and the input letter by letter for all other names.
type naming struct {
	title string
	taken []string // names that aren't offered
	// done receives the name. The pages of the input are closed then.
	done func(Model, string) (Model, []Effect)
}

// newNameItem adds the item that opens the input of a name.
func (n naming) newNameItem(m Model, s *form) {
	s.Item(m.word("setup.newname"), func(m Model) (Model, []Effect) { return m.show(n.page()), nil })
}

// page returns the page that asks for the first letter of a name.
func (n naming) page() page {
	return page{kind: panel.KindMenu, naming: true, build: func(m Model, s *form) {
		s.Title = n.title
		n.letterItems(m, s)
		n.spellItem(m, s)
	}}
}

// letterItems adds an item for each first letter, with the likeliest names that begin with it.
func (n naming) letterItems(m Model, s *form) {
	for _, g := range n.groups(m) {
		s.Value(g.Letter, examples(g.Names), func(m Model) (Model, []Effect) { return m.show(n.namesPage(g.Letter)), nil })
	}
}

// examples returns as many of the names as fit beside a letter.
func examples(names []string) string {
	const room = panel.RowColumns - 2
	text := names[0]
	for _, name := range names[1:] {
		if utf8.RuneCountInString(text)+len(", ")+utf8.RuneCountInString(name) > room {
			break
		}
		text += ", " + name
	}
	if utf8.RuneCountInString(text) > room {
		return ""
	}
	return text
}

// groups returns the names to offer, by first letter.
func (n naming) groups(m Model) []people.Group {
	return m.evening.people.Groups(string(m.Lang()), n.taken)
}

// namesPage returns the page with the names that begin with letter.
func (n naming) namesPage(letter string) page {
	return page{kind: panel.KindMenu, naming: true, build: func(m Model, s *form) {
		s.Title = n.title
		for _, g := range n.groups(m) {
			if g.Letter != letter {
				continue
			}
			for _, name := range g.Names {
				s.Item(name, func(m Model) (Model, []Effect) { return n.take(m, name) })
			}
		}
		s.Item(m.word("naming.other", letter), func(m Model) (Model, []Effect) { return m.show(n.entry(m.localizer, letter)), nil })
	}}
}

// spellItem adds the item that opens the input letter by letter.
func (n naming) spellItem(m Model, s *form) {
	s.Item(m.word("naming.spell"), func(m Model) (Model, []Effect) { return m.show(n.entry(m.localizer, "")), nil })
}

// entry returns the page for the input letter by letter. The input begins with begun.
func (n naming) entry(t localizer, begun string) page {
	p := t.nameEntry(n.title, n.take)
	e := p.control.(entry)
	e.Letters = e.Begun(begun)
	p.control, p.naming = e, true
	return p
}

// take closes the pages of the input and passes the name on.
func (n naming) take(m Model, name string) (Model, []Effect) {
	m.stack = m.stack.without(func(p page) bool { return p.naming })
	return n.done(m, name)
}

// dial is the control for the input of a number. done receives the number.
type dial struct {
	sheet.Dial
	done func(Model, int32) (Model, []Effect)
}

func numberPage(title string, from, to, start int32, done func(Model, int32) (Model, []Effect)) page {
	return page{kind: panel.KindBig, control: dial{sheet.NewDial(title, from, to, start), done}}
}

// view returns the picture of the number. In a match it adds the clock and the scores, which
// may help to choose the number.
func (d dial) view(m Model) panel.View {
	clock := ""
	if m.top().page.screen == atPlay {
		clock = timeText(m)
	}
	v := d.View(clock)
	if mt := m.Match(); m.subject() == tableMatch && len(mt.Names()) > 1 {
		v.SetStrip(m.game().tallies())
	}
	return v
}

func (d dial) press(m Model, k panel.Key) (Model, []Effect) {
	next, outcome := d.Press(k, m.face.repeats)
	switch outcome {
	case sheet.Chosen:
		return d.done(m.pop(), next.Value)
	case sheet.Left:
		return m.pop(), nil
	}
	p := m.top().page
	p.control = dial{next, d.done}
	return m.replace(p), nil
}

// withTask opens the pages for the first task of the match. If the likely next decision needs a
// number, it opens the input of the number. On top it shows steps to do by hand, if there are
// any that people don't know from earlier games. Above everything it shows the next lesson, if the match
// is explained.
func (m Model) withTask() Model { return m.withTaskAfter(nil) }

// withTaskAfter is withTask, but it leaves out the steps if they equal done, the steps that
// people have done already.
func (m Model) withTaskAfter(done []games.Step) Model {
	if m.top().page.screen != atPlay {
		return m
	}
	if c, ok := likelyNumber(m.Match().State()); ok {
		m = m.show(m.game().numberEntry(c))
	}
	steps := games.Steps(m.Match().State())
	if asked := m.asksFor(m.session(), steps); len(asked) > 0 && !reflect.DeepEqual(steps, done) {
		m = m.show(stepPage(asked, 0))
	}
	return withLesson(m)
}

// likelyNumber returns the legal choice that is likely next, if that choice needs a number.
// Otherwise ok is false.
func likelyNumber(st games.State) (c games.Choice, ok bool) {
	likely, legal := games.Likely(st), st.Legal()
	i := slices.IndexFunc(legal, func(c games.Choice) bool { return c.Says == likely && c.From < c.To })
	if i < 0 {
		return c, false
	}
	return legal[i], true
}

// numberEntry returns the page that asks for the number in a decision of c. Its title contains
// the name of the seat that decides.
func (g game) numberEntry(c games.Choice) page {
	mt := g.match
	title := g.words().Decision(c.Says, mt.Names())
	if name := g.deciderName(mt.State().View(games.Nobody)); len(mt.Names()) > 1 && !strings.Contains(title, name) {
		title = g.word("log.seat", name, title)
	}
	p := numberPage(title, c.From, c.To, games.StartOf(mt.State(), c), func(m Model, n int32) (Model, []Effect) {
		return m.decide(string(c.At(int(n - c.From))))
	})
	p.screen = atPlay
	d := p.control.(dial)
	d.Who, d.What = splitName(title, mt.Names())
	p.control = d
	return p
}

// splitName finds the longest of names that stands in text as whole words. It returns that name
// and the rest of the text. If no name stands in text, both results are "".
func splitName(text string, names []string) (who, what string) {
	for _, name := range names {
		for at := range text {
			before, after := text[:at], text[at:]
			last, _ := utf8.DecodeLastRuneInString(before)
			rest, found := strings.CutPrefix(after, name)
			next, _ := utf8.DecodeRuneInString(rest)
			if found && !isWord(last) && !isWord(next) && len(name) > len(who) {
				who, what = name, strings.Trim(before+rest, " :")
			}
		}
	}
	return who, what
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
