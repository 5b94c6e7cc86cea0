package companion

import (
	"strconv"
	"strings"

	"tabletop/companion/panel"
	"tabletop/games"
)

// countsPage returns the page that edits option o, a list of counts such as the contents of a
// box, one number at a time.
func countsPage(o games.Option) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		d, _ := m.draft()
		w := m.Words(d.Game)
		s.Title = w.Word("option." + o.Name)
		list := games.Setup{Options: d.Options}.Value([]games.Option{o}, o.Name)
		for i, n := range numbers(list) {
			s.Value(m.countWord(d.Game, o.Name, n), n.digits, func(m Model) (Model, []Effect) {
				return m.show(numberPage(m.countWord(d.Game, o.Name, n), 0, 99, n.value(), func(m Model, v int32) (Model, []Effect) {
					return m.recount(o, list, i, v)
				})), nil
			})
		}
		s.Item(m.word("setup.ready"), func(m Model) (Model, []Effect) { return m.pop(), nil })
	}}
}

// recount stores the option o with the i-th number of the list changed to v. i counts from 0.
func (m Model) recount(o games.Option, list string, i int, v int32) (Model, []Effect) {
	n := numbers(list)[i]
	d, _ := m.draft()
	return m.commitDraft(d.withValue(o, list[:n.from]+strconv.Itoa(int(v))+list[n.from+len(n.digits):]), m)
}

// number is one number in a list of counts such as "log:6/5,fish:3".
type number struct {
	key    string // key of the counted thing, such as "log"
	second bool   // the number stands after a slash
	digits string
	from   int // byte offset of the digits in the list
}

func (n number) value() int32 {
	v, _ := strconv.Atoi(n.digits) // never fails: there are one or two digits
	return int32(v)
}

// numbers returns the numbers of a list such as "log:6/5,fish:3".
func numbers(list string) (found []number) {
	at := 0
	for entry := range strings.SplitSeq(list, ",") {
		key, counts, _ := strings.Cut(entry, ":")
		from := at + len(key) + 1
		for i, digits := range strings.Split(counts, "/") {
			found = append(found, number{key: key, second: i > 0, digits: digits, from: from})
			from += len(digits) + 1
		}
		at += len(entry) + 1
	}
	return found
}

// countWord returns the label of the number n in a list of counts.
func (t localizer) countWord(game, option string, n number) string {
	w := t.Words(game)
	name := n.key
	if w.Has("word." + n.key) {
		name = w.Word("word." + n.key)
	}
	if key := "option." + option + ".each"; w.Has(key) {
		name = w.Word(key, n.key)
	}
	if key := "option." + option + ".second"; n.second && w.Has(key) {
		return w.Word(key, name)
	}
	return name
}
