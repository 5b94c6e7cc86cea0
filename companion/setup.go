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
	if m.rules(game) == nil { // its file is gone, the page that offered it is not
		return m.refuse(m.word("draft.game"))
	}
	d, ok := m.draftOf(game)
	if !ok {
		if d, ok = m.evening.last[game]; !ok {
			d = m.freshDraft(game)
		}
		d = m.withOffers(d)
	}
	return m.commitDraft(m.fitted(d), m.show(setupPage(game)))
}

// fitted is a draft as its game can be set up: a file may have changed since it was made.
func (m Model) fitted(d Draft) Draft {
	if games.Program(m.rules(d.Game)) == "" {
		return d
	}
	least, most := m.rules(d.Game).Seats()
	return m.withSeats(d, min(max(len(d.Names), least), most))
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
		s.item(m.word(m.startWord(d)), Model.begin)
		m.templateItem(s, d)
		m.todayItem(s, d)
		m.seatsSetting(s, d)
		for i, name := range d.Names {
			s.value(strconv.Itoa(i+1), name, func(m Model) (Model, []Effect) { return m.show(namesPage(i)), nil })
		}
		m.firstSetting(s, d)
		m.luckSetting(s, d)
		m.optionItems(s, d)
		m.clockSettings(s, d)
		s.item(m.word("honesty"), Model.honesty)
	}}
}

// seatsSetting is how many play.
func (m Model) seatsSetting(s *sheet, d Draft) {
	least, most := m.rules(d.Game).Seats()
	if least == most {
		return
	}
	v := values{at: len(d.Names) - least, set: func(m Model, i int) (Model, []Effect) {
		d, _ := m.draft()
		return m.commitDraft(m.withSeats(d, least+i), m)
	}}
	for n := least; n <= most; n++ {
		v.all = append(v.all, strconv.Itoa(n))
	}
	s.turn(m.word("setup.seats"), v)
}

// firstSetting is who begins: drawn, one of the seats, or fairly.
func (m Model) firstSetting(s *sheet, d Draft) {
	if len(d.Names) < 2 {
		return
	}
	seats := []int{0}
	for i := range d.Names {
		seats = append(seats, i+1)
	}
	seats = append(seats, fair)
	v := values{at: max(slices.Index(seats, d.First), 0), set: func(m Model, i int) (Model, []Effect) {
		d, _ := m.draft()
		d.First = seats[i]
		return m.commitDraft(d, m)
	}}
	for _, seat := range seats {
		d.First = seat
		v.all = append(v.all, m.firstWord(d))
	}
	s.turn(m.word("setup.first"), v)
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

// luckSetting is who answers for chance, in a game that has words for it.
func (m Model) luckSetting(s *sheet, d Draft) {
	w := m.Words(d.Game)
	if !w.Has("luck.table") {
		return
	}
	lucks := []string{"", match.Table}
	s.turn(w.Word("luck"), values{
		all: []string{w.Word("luck.device"), w.Word("luck.table")}, at: max(slices.Index(lucks, d.Luck), 0), // a match says "device" where a draft says nothing
		set: func(m Model, i int) (Model, []Effect) {
			d, _ := m.draft()
			d.Luck = lucks[i]
			return m.commitDraft(d, m)
		},
	})
}

// optionItems are the options of the game: set in their rows where there are few values.
func (m Model) optionItems(s *sheet, d Draft) {
	options := m.rules(d.Game).Options()
	for i, o := range options {
		if !m.offered(d, o) || i > 0 && m.refines(d.Game, options[i-1], o) && m.offered(d, options[i-1]) {
			continue
		}
		label := m.Words(d.Game).Word("option." + o.Name)
		if all := m.choices(d, o, options[i+1:]); len(all) > 0 {
			s.turn(label, m.optionValues(d, all))
			continue
		}
		s.value(label, m.optionWord(d, o), func(m Model) (Model, []Effect) { return m.show(m.optionPage(d, o)), nil })
	}
}

// refines reports whether an option is chosen in the row of the one before it: it needs one
// value of that, and the game has words for both together ("option.starts.1.easy").
func (m Model) refines(game string, before, o games.Option) bool {
	name, value, _ := strings.Cut(o.Needs, "=")
	return name == before.Name && len(o.Values) > 0 && m.Words(game).Has(refined(name, value, o.Values[0]))
}

// refined is the key of the word for two values together.
func refined(name, value, with string) string {
	return "option." + name + "." + value + "." + with
}

// choice is what is chosen at once in a row: values of one option or of two.
type choice struct {
	word  string
	picks []pick
}

type pick struct {
	option games.Option
	value  string
}

// choices are those of o's row, before the other options; nil where they are too many or
// can't be listed.
func (m Model) choices(d Draft, o games.Option, others []games.Option) (all []choice) {
	words := m.problemWords(d.Game, o)
	for _, v := range m.valuesOf(d, o) {
		word, own := words[v]
		if !own {
			word = m.valueWord(d.Game, o, v)
		}
		if len(others) == 0 || others[0].Needs != o.Name+"="+v || !m.refines(d.Game, o, others[0]) {
			all = append(all, choice{word, []pick{{o, v}}})
			continue
		}
		for _, with := range m.valuesOf(d, others[0]) {
			word := m.Words(d.Game).Word(refined(o.Name, v, with))
			all = append(all, choice{word, []pick{{o, v}, {others[0], with}}})
		}
	}
	return all
}

// problemWords say the problems of a game's book that values of o set up, by these.
func (m Model) problemWords(game string, o games.Option) map[string]string {
	words := map[string]string{}
	for _, p := range games.Problems(m.rules(game)) {
		if v, ok := p.Options[o.Name]; ok {
			grade := m.Words(game).Say(p.Grade, nil)
			words[v] = m.word("setup.problem", strconv.Itoa(p.Number), grade, strconv.Itoa(p.Moves))
		}
	}
	return words
}

// mostValues is how many values are turned through in a row.
const mostValues = 100

// valuesOf lists the values of o that the table can play with, nil where they are too many
// or can't be listed. Of a range whose ends it can play with it can play with all.
func (m Model) valuesOf(d Draft, o games.Option) (all []string) {
	from, to, ranged := o.Range()
	if o.Grammar != "" && !ranged || ranged && to-from > mostValues {
		return nil
	}
	fits := func(v string) bool { return m.fits(d, o.Name, v) }
	for _, v := range o.Values {
		if fits(v) {
			all = append(all, v)
		}
	}
	whole := ranged && fits(strconv.Itoa(int(from))) && fits(strconv.Itoa(int(to)))
	for n := from; ranged && n <= to; n++ {
		if v := strconv.Itoa(int(n)); !slices.Contains(o.Values, v) && (whole || fits(v)) {
			all = append(all, v)
		}
	}
	return all
}

// optionValues are choices as a row turns through them.
func (m Model) optionValues(d Draft, all []choice) values {
	setup := games.Setup{Options: d.Options}
	holds := func(p pick) bool { return setup.Value([]games.Option{p.option}, p.option.Name) == p.value }
	at := slices.IndexFunc(all, func(c choice) bool { return !slices.ContainsFunc(c.picks, func(p pick) bool { return !holds(p) }) })
	v := values{at: max(at, 0), set: func(m Model, i int) (Model, []Effect) {
		d, _ := m.draft()
		for _, p := range all[i].picks {
			d = d.with(p.option, p.value)
		}
		return m.commitDraft(d, m)
	}}
	for _, c := range all {
		v.all = append(v.all, c.word)
	}
	return v
}

// valueWord says a value of o.
func (m Model) valueWord(game string, o games.Option, value string) string {
	if w, key := m.Words(game), "option."+o.Name+"."+value; w.Has(key) {
		return w.Word(key)
	}
	return value
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
	if (o.Grammar == "counts" || o.Grammar == "text") && !m.Words(d.Game).Has("option."+o.Name+"."+value) {
		if changed {
			return m.word("setup.own")
		}
		return m.word("setup.assumed")
	}
	return m.valueWord(d.Game, o, value)
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
	d, _ := m.draft()
	return m.commitDraft(d.with(o, value), m.pop())
}

// with is the draft with an option's value; the default is not written down, unless
// another value is offered.
func (d Draft) with(o games.Option, value string) Draft {
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
