package companion

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// Longest name and text that four keys can enter.
const (
	mostName = 10
	mostText = 40
)

// wheels are the letters that up and down turn through, by script.
var wheels = []string{
	"АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"0123456789-",
}

// Signs on the wheel that are no letters.
const (
	signDone  = "✓"
	signBlank = "␣"
	signNext  = "»" // to the next script
)

// entry is a name or text being put together, letter by letter. It is a value:
// each press puts a new one in its place.
type entry struct {
	title  string
	text   string
	script int
	at     int // on the wheel
	most   int // letters
	done   func(Model, string) (Model, []Effect)
}

func nameEntry(title string, done func(Model, string) (Model, []Effect)) page {
	return page{kind: panel.KindEntry, own: entry{title: title, at: 1, most: mostName, script: -1, done: done}}
}

func textEntry(title string, done func(Model, string) (Model, []Effect)) page {
	return page{kind: panel.KindEntry, own: entry{title: title, at: 1, most: mostText, script: -1, done: done}}
}

// wheel is what up and down turn through: done, the letters, a blank, the next script.
func (e entry) wheel(m Model) []string {
	signs := []string{signDone}
	for _, r := range wheels[e.scriptIn(m)] {
		signs = append(signs, e.cased(r))
	}
	return append(signs, signBlank, signNext)
}

// scriptIn is the script of the wheel: at first that of the panel's language.
func (e entry) scriptIn(m Model) int {
	switch {
	case e.script >= 0:
		return e.script
	case m.Lang() == words.Russian:
		return 0
	}
	return 1
}

// cased makes every letter small but the first of a word.
func (e entry) cased(r rune) string {
	if e.text == "" || strings.HasSuffix(e.text, " ") || strings.HasSuffix(e.text, "-") {
		return string(r)
	}
	return string(unicode.ToLower(r))
}

func (e entry) view(m Model) panel.View {
	wheel := e.wheel(m)
	v := panel.View{Kind: panel.KindEntry, Title: e.title, Entry: e.text, Tabs: [2]string{m.word("tab.erase"), m.word("tab.take")}}
	if e.text == "" {
		v.Tabs[0] = m.word("tab.back")
	}
	for i := range v.Wheel {
		v.Wheel[i] = wheel[(e.at+i-2+len(wheel))%len(wheel)]
	}
	return v
}

func (e entry) press(m Model, k panel.Key) (Model, []Effect) {
	n := len(e.wheel(m))
	switch k {
	case panel.Up:
		e.at = (e.at + n - 1) % n
	case panel.Down:
		e.at = (e.at + 1) % n
	case panel.OK:
		return e.take(m)
	case panel.Back:
		if e.text == "" {
			return m.pop(), nil
		}
		letters := []rune(e.text)
		e.text = string(letters[:len(letters)-1])
	}
	return m.replace(page{kind: panel.KindEntry, own: e}), nil
}

// take takes the sign in the middle of the wheel.
func (e entry) take(m Model) (Model, []Effect) {
	switch sign := e.wheel(m)[e.at]; {
	case sign == signDone:
		if text := strings.TrimSpace(e.text); text != "" {
			return e.done(m, text)
		}
		return m.dropPress()
	case sign == signNext:
		e.script, e.at = (e.scriptIn(m)+1)%len(wheels), 1
	case len([]rune(e.text)) >= e.most:
		return m.dropPress()
	case sign == signBlank && (e.text == "" || strings.HasSuffix(e.text, " ")):
		return m.dropPress()
	case sign == signBlank:
		e.text += " "
	default:
		e.text += sign
	}
	return m.replace(page{kind: panel.KindEntry, own: e}), nil
}

// dial is a number being chosen: up and down turn it by one, faster while they are held.
type dial struct {
	title    string
	who      string // whose number it is, as the title says it; "" for nobody's
	what     string // and what it is
	from, to int32
	value    int32
	done     func(Model, int32) (Model, []Effect)
}

func numberPage(title string, from, to, start int32, done func(Model, int32) (Model, []Effect)) page {
	return page{kind: panel.KindBig, own: dial{title: title, from: from, to: to, value: min(max(start, from), to), done: done}}
}

// view shows the number, and whose scores and whose time it may be about.
func (d dial) view(m Model) panel.View {
	v := panel.View{Kind: panel.KindBig, Big: panel.Minus(d.value), Turns: true, Who: d.who, What: d.what}
	width := panel.Columns
	if clock := m.session().onClock(); clock != "" && m.top().page.spot == atPlay {
		v.Aside = clock
		width -= utf8.RuneCountInString(v.Aside) + 1
	}
	title := panel.Wrap(d.title, width)
	if d.who == "" {
		title[0] = panel.Capital(title[0])
	}
	v.Title = title[0]
	copy(v.Prompt[:2], title[1:])
	if mt := m.Match(); m.front() == frontTable && len(mt.Names()) > 1 {
		v.SetStrip(m.game().letters())
	}
	return v
}

func (d dial) press(m Model, k panel.Key) (Model, []Effect) {
	switch k {
	case panel.Up:
		d.value = min(d.turned(m, +1), d.to)
	case panel.Down:
		d.value = max(d.turned(m, -1), d.from)
	case panel.OK:
		return d.done(m.pop(), d.value)
	case panel.Back:
		return m.pop(), nil
	}
	p := m.top().page
	p.own = d
	return m.replace(p), nil
}

// speeds are by how much a key turns the dial that has repeated so often: single steps can
// still be counted, hundreds take seconds.
var speeds = []struct {
	from uint8
	by   int32
}{{30, 50}, {20, 10}, {8, 5}, {0, 1}}

// turned is the value one step further, or while a key is held on the next multiple of a
// larger one.
func (d dial) turned(m Model, way int32) int32 {
	by := int32(1)
	for _, s := range speeds {
		if m.face.repeats >= s.from {
			by = s.by
			break
		}
	}
	next := d.value + way*by
	return next - next%by
}

// withTask is the model with what the table does first over its match: enter the number that
// is likely to be entered next, and before that what its hands must do.
func (m Model) withTask() Model { return m.withTaskAfter(nil) }

// withTaskAfter is withTask where hands have just done some steps, which aren't told again.
func (m Model) withTaskAfter(done []games.Step) Model {
	if m.top().page.spot != atPlay {
		return m
	}
	if c, ok := likelyNumber(m.Match().State()); ok {
		m = m.show(m.game().entered(c))
	}
	if steps := games.Steps(m.Match().State()); len(steps) > 0 && !reflect.DeepEqual(steps, done) {
		m = m.show(stepPage(0))
	}
	return m
}

// likelyNumber is the choice of the number that is likely to be entered next.
func likelyNumber(st games.State) (c games.Choice, ok bool) {
	likely, legal := games.Likely(st), st.Legal()
	i := slices.IndexFunc(legal, func(c games.Choice) bool { return c.Says == likely && c.From < c.To })
	if i < 0 {
		return c, false
	}
	return legal[i], true
}

// entered is the page that asks for the number of a choice, and says whose it is.
func (g game) entered(c games.Choice) page {
	mt := g.match
	title := g.words().Decision(c.Says, mt.Names())
	if name := g.onTurn(mt.State().View(games.Nobody)); len(mt.Names()) > 1 && !strings.Contains(title, name) {
		title = g.word("log.seat", name, title)
	}
	p := numberPage(title, c.From, c.To, games.StartOf(mt.State(), c), func(m Model, n int32) (Model, []Effect) {
		return m.decide(string(c.At(int(n - c.From))))
	})
	p.spot = atPlay
	d := p.own.(dial)
	d.who, d.what = whoseIn(title, mt.Names())
	p.own = d
	return p
}

// whoseIn is the longest of the names that a text says as words of its own, and what else it
// says; "" if it says none.
func whoseIn(text string, names []string) (who, what string) {
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
