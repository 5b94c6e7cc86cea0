package companion

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/games"
)

// setUp opens the set-up of a game: where it was left, or as last time, or anew.
func (m Model) setUp(game string) (Model, []Effect) {
	d, ok := m.draftOf(game)
	if !ok {
		if d, ok = m.evening.last[game]; !ok {
			d = m.freshDraft(game)
		}
		d = m.withOffers(d)
	}
	return m.commitDraft(d, m.show(setupPage(game)))
}

func (m Model) freshDraft(game string) Draft {
	least, _ := m.rules(game).Seats()
	d := Draft{Game: game, First: int(games.Begins(m.rules(game))), Options: m.evening.boxes[game]}
	return m.withSeats(d, max(least, 2))
}

// withOffers is d with what the game offers where d says nothing.
func (m Model) withOffers(d Draft) Draft {
	d.Options = maps.Clone(d.Options)
	for _, o := range m.rules(d.Game).Options() {
		if _, said := d.Options[o.Name]; o.Offer != "" && !said {
			d.Options = withOption(d.Options, o.Name, o.Offer)
		}
	}
	return d
}

// withOption is options, a map of the caller's own or nil, with one more.
func withOption(options map[string]string, name, value string) map[string]string {
	if options == nil {
		options = map[string]string{}
	}
	options[name] = value
	return options
}

// withSeats returns d with n seats, new ones under names nobody has yet, and
// without the options that so many can't play with.
func (m Model) withSeats(d Draft, n int) Draft {
	names := slices.Clone(d.Names[:min(n, len(d.Names))])
	for k := 1; len(names) < n; k++ {
		if name := m.word("setup.player", strconv.Itoa(k)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	d.Names = names
	if d.First > n {
		d.First = 0
	}
	d.Options = maps.Clone(d.Options)
	maps.DeleteFunc(d.Options, func(name, value string) bool { return !m.fits(d, name, value) })
	return d
}

// fits reports whether an option's value can be played with so many seats, all
// else by default. A list of counts is judged at the start only: while it is
// being corrected its sum may be wrong.
func (m Model) fits(d Draft, name, value string) bool {
	r := m.rules(d.Game)
	if o, ok := option(r, name); ok && o.Grammar == "counts" {
		return true
	}
	_, err := r.New(games.Setup{Seats: len(d.Names), Options: map[string]string{name: value}})
	return err == nil
}

func option(r games.Rules, name string) (games.Option, bool) {
	for _, o := range r.Options() {
		if o.Name == name {
			return o, true
		}
	}
	return games.Option{}, false
}

// commitDraft keeps d and shows next.
func (m Model) commitDraft(d Draft, next Model) (Model, []Effect) {
	return m.commit(next.withDraft(d), Keep{})
}

func setupPage(game string) page {
	return page{kind: KindMenu, spot: atSetup, build: func(m Model, s *sheet) {
		d, _ := m.draft()
		s.title = m.title(game)
		s.item(m.word(m.startWord(d)), func(m Model) (Model, []Effect) { return m.begin() })
		m.templateItem(s, d)
		least, most := m.rules(game).Seats()
		if least < most {
			s.value(m.word("setup.seats"), strconv.Itoa(len(d.Names)), func(m Model) (Model, []Effect) { return m.show(seatsPage(least, most)), nil })
		}
		for i, name := range d.Names {
			s.value(strconv.Itoa(i+1), name, func(m Model) (Model, []Effect) { return m.show(namesPage(i)), nil })
		}
		if most > 1 {
			s.value(m.word("setup.first"), m.firstWord(d), func(m Model) (Model, []Effect) { return m.show(firstPage()), nil })
		}
		m.luckItem(s, d)
		m.optionItems(s, d)
		m.clockSetting(s, d)
	}}
}

func (m Model) startWord(d Draft) string {
	if last, ok := m.evening.last[d.Game]; ok && last.same(d.alone()) {
		return "setup.same"
	}
	return "setup.start"
}

func (m Model) firstWord(d Draft) string {
	switch d.First {
	case 0:
		return m.word("setup.drawn")
	case fair:
		return m.word("setup.fair")
	}
	return d.Names[d.First-1]
}

// luckItem asks who answers for chance, in a game that has words for it.
func (m Model) luckItem(s *sheet, d Draft) {
	w := m.Words(d.Game)
	if !w.Has("luck.table") {
		return
	}
	key, other := "luck.device", match.Table
	if d.Luck == match.Table {
		key, other = "luck.table", ""
	}
	s.value(w.Word("luck"), w.Word(key), func(m Model) (Model, []Effect) {
		d.Luck = other
		return m.commitDraft(d, m)
	})
}

func (m Model) optionItems(s *sheet, d Draft) {
	for _, o := range m.rules(d.Game).Options() {
		if m.offered(d, o) {
			s.value(m.Words(d.Game).Word("option."+o.Name), m.optionWord(d, o), func(m Model) (Model, []Effect) { return m.show(m.optionPage(d, o)), nil })
		}
	}
}

// offered reports whether there is anything to choose about o at this table.
func (m Model) offered(d Draft, o games.Option) bool {
	if chosen := (games.Setup{Options: d.Options}); !chosen.Settles(m.rules(d.Game).Options(), o) {
		return false
	}
	for _, v := range candidates(o) {
		if v != o.Default && m.fits(d, o.Name, v) {
			return true
		}
	}
	return o.Grammar == "counts" || o.Grammar == "text" && d.Options[o.Name] != ""
}

// candidates are values to try o with.
func candidates(o games.Option) []string {
	from, to, ok := o.Range()
	if !ok {
		return o.Values
	}
	return append(slices.Clone(o.Values), strconv.Itoa(int(from)), strconv.Itoa(int(to)))
}

// optionWord says the value of o in d. Long lists say only whether they were changed.
func (m Model) optionWord(d Draft, o games.Option) string {
	value, changed := d.Options[o.Name]
	if !changed {
		value = o.Default
	}
	w := m.Words(d.Game)
	switch {
	case w.Has("option." + o.Name + "." + value):
		return w.Word("option." + o.Name + "." + value)
	case o.Grammar == "counts" || o.Grammar == "text":
		if changed {
			return m.word("setup.own")
		}
		return m.word("setup.assumed")
	}
	return value
}

func seatsPage(least, most int) page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("setup.seats")
		for n := least; n <= most; n++ {
			s.item(strconv.Itoa(n), func(m Model) (Model, []Effect) {
				d, _ := m.draft()
				return m.commitDraft(m.withSeats(d, n), m.pop())
			})
		}
	}}
}

func firstPage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		d, _ := m.draft()
		s.title = m.word("setup.first")
		seats := []int{0}
		for i := range d.Names {
			seats = append(seats, i+1)
		}
		for _, seat := range append(seats, fair) {
			d := d
			d.First = seat
			s.item(m.firstWord(d), func(m Model) (Model, []Effect) { return m.commitDraft(d, m.pop()) })
		}
	}}
}

// namesPage chooses who sits on seat i+1: a known player or a new name.
func namesPage(i int) page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		d, _ := m.draft()
		s.title = m.word("setup.seat", strconv.Itoa(i+1))
		for _, name := range m.knownNames(d, i) {
			s.item(name, func(m Model) (Model, []Effect) { return m.takeSeat(i, name) })
		}
		s.item(m.word("setup.newname"), func(m Model) (Model, []Effect) {
			return m.show(nameEntry(m.word("setup.seat", strconv.Itoa(i+1)), func(m Model, name string) (Model, []Effect) { return m.pop().takeSeat(i, name) })), nil
		})
	}}
}

// knownNames are names to choose from: who sits there, then players of other evenings, then those of the other seats.
func (m Model) knownNames(d Draft, i int) []string {
	names := []string{d.Names[i]}
	for _, n := range append(slices.Clone(m.evening.players), d.Names...) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// takeSeat puts name on seat i+1; who has that name already changes places.
func (m Model) takeSeat(i int, name string) (Model, []Effect) {
	d, _ := m.draft()
	if _, err := match.CheckNames([]string{name}); err != nil {
		return m.show(messagePage("name.bad")), nil
	}
	d.Names = slices.Clone(d.Names)
	if j := slices.Index(d.Names, name); j >= 0 {
		d.Names[j] = d.Names[i]
	}
	d.Names[i] = name
	return m.commitDraft(d, m.pop())
}

// choose gives an option a value and leaves its page.
func (m Model) choose(o games.Option, value string) (Model, []Effect) {
	return m.commitDraft(m.chosen(o, value), m.pop())
}

// chosen is the draft with an option's value; the default is not written down, unless
// another value is offered.
func (m Model) chosen(o games.Option, value string) Draft {
	d, _ := m.draft()
	d.Options = withOption(maps.Clone(d.Options), o.Name, value)
	if value == o.Default && o.Offer == "" {
		delete(d.Options, o.Name)
	}
	return d
}

// optionPage offers the values of o that the table can play with.
func (m Model) optionPage(d Draft, o games.Option) page {
	if o.Grammar == "counts" {
		return countsPage(o)
	}
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		w := m.Words(d.Game)
		s.title = w.Word("option." + o.Name)
		for _, v := range o.Values {
			if m.fits(d, o.Name, v) {
				s.item(w.Word("option."+o.Name+"."+v), func(m Model) (Model, []Effect) { return m.choose(o, v) })
			}
		}
		if o.Grammar == "text" {
			s.read(strings.Split(d.Options[o.Name], ";")...)
		}
		if from, to, ok := o.Range(); ok {
			s.item(m.word("setup.number"), func(m Model) (Model, []Effect) {
				return m.show(numberPage(s.title, from, to, startAt(o, d), func(m Model, n int32) (Model, []Effect) {
					return m.choose(o, strconv.Itoa(int(n)))
				})), nil
			})
		}
	}}
}

func startAt(o games.Option, d Draft) int32 {
	n, err := strconv.ParseInt(games.Setup{Options: d.Options}.Value([]games.Option{o}, o.Name), 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}
