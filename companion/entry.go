package companion

import (
	"strconv"
	"strings"
	"unicode"

	"tabletop/companion/words"
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
	return page{kind: KindEntry, own: entry{title: title, at: 1, most: mostName, script: -1, done: done}}
}

func textEntry(title string, done func(Model, string) (Model, []Effect)) page {
	return page{kind: KindEntry, own: entry{title: title, at: 1, most: mostText, script: -1, done: done}}
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

func (e entry) view(m Model) View {
	wheel := e.wheel(m)
	v := View{Kind: KindEntry, Title: e.title, Entry: e.text, Foot: m.word("foot.entry")}
	for i := range v.Wheel {
		v.Wheel[i] = wheel[(e.at+i-2+len(wheel))%len(wheel)]
	}
	return v
}

func (e entry) press(m Model, k Key) (Model, []Effect) {
	n := len(e.wheel(m))
	switch k {
	case Up:
		e.at = (e.at + n - 1) % n
	case Down:
		e.at = (e.at + 1) % n
	case OK:
		return e.take(m)
	case Back:
		if e.text == "" {
			return m.pop(), nil
		}
		letters := []rune(e.text)
		e.text = string(letters[:len(letters)-1])
	}
	return m.replace(page{kind: KindEntry, own: e}), nil
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
	return m.replace(page{kind: KindEntry, own: e}), nil
}

// numbering is a number being chosen: tens first, then ones, where the range is
// wide; in steps of one where it isn't.
type numbering struct {
	title    string
	from, to int32
	value    int32
	step     int32
	done     func(Model, int32) (Model, []Effect)
}

// narrow is the widest range that is walked in steps of one.
const narrow = 20

func numberPage(title string, from, to, start int32, done func(Model, int32) (Model, []Effect)) page {
	n := numbering{title: title, from: from, to: to, value: min(max(start, from), to), step: 1, done: done}
	if to-from > narrow {
		n.step = 10
	}
	return page{kind: KindBig, own: n}
}

func (n numbering) view(m Model) View {
	foot := "foot.ones"
	if n.step > 1 {
		foot = "foot.tens"
	}
	v := View{Kind: KindBig, Big: strconv.Itoa(int(n.value)), Foot: m.word(foot)}
	title := wrap(n.title, columns)
	copy(v.Prompt[:1], title[1:])
	v.Title = title[0]
	return v
}

func (n numbering) press(m Model, k Key) (Model, []Effect) {
	switch k {
	case Up:
		n.value = min(n.value+n.step, n.to)
	case Down:
		n.value = max(n.value-n.step, n.from)
	case OK:
		if n.step == 1 {
			return n.done(m.pop(), n.value)
		}
		n.step = 1
	case Back:
		if n.step > 1 || n.to-n.from <= narrow {
			return m.pop(), nil
		}
		n.step = 10
	}
	return m.replace(page{kind: KindBig, own: n}), nil
}
