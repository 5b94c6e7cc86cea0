package companion

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/companion/sheet"
	"tabletop/games"
)

// setUp opens the set-up page of a game with its stored draft. If there is no draft, it uses the
// last set-up. If there is no last set-up, it uses a new draft.
func (m Model) setUp(game string) (Model, []Effect) {
	if m.rules(game) == nil { // the game file was removed while a page still offered the game
		return m.refuse(m.word("draft.game"))
	}
	d, ok := m.draftOf(game)
	if !ok {
		if d, ok = m.evening.lastDrafts[game]; !ok {
			d = m.freshDraft(game, m.evening.boxes[game])
		}
		d = m.withOffers(d)
	}
	return m.commitDraft(m.fitDraft(d), m.show(setupPage(game)))
}

// commitDraft stores d as the draft of its game and shows next.
func (m Model) commitDraft(d Draft, next Model) (Model, []Effect) {
	return m.commit(next.withDraft(d), Keep{})
}

// changeDraft returns the act that passes the draft on the panel to how and stores the changed
// draft.
func changeDraft(how func(*Draft)) act {
	return func(m Model) (Model, []Effect) {
		d, _ := m.draft()
		how(&d)
		return m.commitDraft(d, m)
	}
}

// setupPage returns the page with the draft of a game.
func setupPage(game string) page {
	return page{kind: panel.KindMenu, screen: atSetup, build: func(m Model, s *form) {
		d, _ := m.draft()
		s.Title = m.title(game)
		s.Item(m.word(m.startWord(d)), Model.begin)
		templateItem(m, s, d)
		todayItem(m, s, d)
		seatsSetting(m, s, d)
		for i, name := range d.Names {
			s.Value(strconv.Itoa(i+1), name, func(m Model) (Model, []Effect) { return m.show(namesPage(i)), nil })
			s.Beside(emblemOf(m.evening.people, name, d.Names))
		}
		firstSetting(m, s, d)
		luckSetting(m, s, d)
		optionItems(m, s, d)
		explainSetting(m, s, d)
		clockSettings(m, s, d)
		s.Item(m.word("honesty"), Model.beginSealed)
	}}
}

// seatsSetting adds the setting for the number of seats.
func seatsSetting(m Model, s *form, d Draft) {
	least, most := m.rules(d.Game).Seats()
	if least == most {
		return
	}
	v := values{At: len(d.Names) - least, Set: func(i int) act {
		return func(m Model) (Model, []Effect) {
			d, _ := m.draft()
			return m.commitDraft(m.withSeats(d, least+i), m)
		}
	}}
	for n := least; n <= most; n++ {
		v.All = append(v.All, strconv.Itoa(n))
	}
	s.Turn(m.word("setup.seats"), v)
}

// firstSetting adds the setting for the seat that begins: drawn, one of the seats, or drawn
// among the players with the fewest starts.
func firstSetting(m Model, s *form, d Draft) {
	if len(d.Names) < 2 {
		return
	}
	seats := []int{0}
	for i := range d.Names {
		seats = append(seats, i+1)
	}
	seats = append(seats, fair)
	v := values{At: max(slices.Index(seats, d.First), 0), Set: func(i int) act {
		return changeDraft(func(d *Draft) { d.First = seats[i] })
	}}
	for _, seat := range seats {
		d.First = seat
		v.All = append(v.All, m.firstWord(d))
	}
	s.Turn(m.word("setup.first"), v)
}

// startWord returns the key of the start item's text. If d repeats the last set-up, the key is
// another one.
func (h house) startWord(d Draft) string {
	if last, ok := h.evening.lastDrafts[d.Game]; ok && last.same(d.withoutSeries()) {
		return "setup.same"
	}
	return "setup.start"
}

// firstWord returns the text for the seat that begins in d.
func (t localizer) firstWord(d Draft) string {
	switch d.First {
	case 0:
		return t.word("setup.drawn")
	case fair:
		return t.word("setup.fair")
	}
	return d.Names[d.First-1]
}

// luckSetting adds the setting whether device or table answers for chance. It adds nothing if
// the game has no texts for it.
func luckSetting(m Model, s *form, d Draft) {
	w := m.Words(d.Game)
	if !w.Has("luck.table") {
		return
	}
	lucks := []string{"", match.Table}
	s.Turn(w.Word("luck"), values{
		All: []string{w.Word("luck.device"), w.Word("luck.table")}, At: max(slices.Index(lucks, d.Luck), 0), // a draft has "" for the device
		Set: func(i int) act { return changeDraft(func(d *Draft) { d.Luck = lucks[i] }) },
	})
}

// optionItems adds an item for each option of the game that is offered. An option with few
// values is set in its row, any other on a page of its own.
func optionItems(m Model, s *form, d Draft) {
	options := m.rules(d.Game).Options()
	for i, o := range options {
		if !m.offered(d, o) || i > 0 && m.refines(d.Game, options[i-1], o) && m.offered(d, options[i-1]) {
			continue
		}
		label := m.Words(d.Game).Word("option." + o.Name)
		if all := m.rowChoices(d, o, options[i+1:]); len(all) > 0 {
			s.Turn(label, m.optionValues(d, all))
		} else {
			s.Value(label, m.optionWord(d, o), func(m Model) (Model, []Effect) { return m.show(optionPage(d, o)), nil })
		}
		s.Items[len(s.Items)-1].Says = o.Name + "=" + games.Setup{Options: d.Options}.Value(options, o.Name)
	}
}

// optionValues returns the values of a row with the given choices.
func (h house) optionValues(d Draft, all []choice) values {
	setup := games.Setup{Options: d.Options}
	holds := func(p pick) bool { return setup.Value([]games.Option{p.option}, p.option.Name) == p.value }
	at := slices.IndexFunc(all, func(c choice) bool { return !slices.ContainsFunc(c.picks, func(p pick) bool { return !holds(p) }) })
	v := values{At: max(at, 0), Set: func(i int) act {
		return changeDraft(func(d *Draft) {
			for _, p := range all[i].picks {
				*d = d.withValue(p.option, p.value)
			}
		})
	}}
	for _, c := range all {
		v.All = append(v.All, c.label)
	}
	return v
}

// namesPage returns the page that asks for the player of seat i+1: a known player, a new name, or a
// player of another seat, who swaps seats. If no other player is known, it begins with the first
// letters of names.
func namesPage(i int) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		d, _ := m.draft()
		s.Title = m.word("setup.seat", strconv.Itoa(i+1))
		choose := func(name string) act {
			return func(m Model) (Model, []Effect) { return m.takeSeat(i, name) }
		}
		known := slices.DeleteFunc(slices.Clone(m.evening.people.Known), func(name string) bool {
			return slices.Contains(d.Names, name) || m.unnamed(name) || m.evening.people.Person(name) != name
		})
		for _, name := range known {
			s.Item(name, choose(name))
			s.Beside(emblemOf(m.evening.people, name, []string{name}))
		}
		n := naming{title: s.Title, taken: d.Names, done: func(m Model, name string) (Model, []Effect) { return m.takeSeat(i, name) }}
		if len(known) == 0 {
			n.letterItems(m, s)
		}
		for j, name := range d.Names {
			if j != i && !m.unnamed(name) {
				s.Value(name, m.word("seats.swap"), choose(name))
			}
		}
		if len(known) == 0 {
			n.spellItem(m, s)
		} else {
			n.newNameItem(m, s)
		}
	}}
}

// takeSeat makes name the player of seat i+1 in the draft. If this player has another seat
// already, the two players swap seats. The cursor moves to the next seat if that has no player yet.
func (m Model) takeSeat(i int, name string) (Model, []Effect) {
	d, _ := m.draft()
	if name != d.Names[i] {
		var err error
		if name, err = m.enteredName(name, slices.Delete(slices.Clone(d.Names), i, i+1)); err != nil {
			return m.show(textPage(m.word("message.title"), m.setUpErrorText(d.Game, err))), nil
		}
	}
	d.Names = slices.Clone(d.Names)
	if j := slices.Index(d.Names, name); j >= 0 {
		d.Names[j] = d.Names[i]
	}
	d.Names[i] = name
	next := m.pop()
	if at := next.top().cursor; i+1 < len(d.Names) && m.unnamed(d.Names[i+1]) {
		next = next.moveCursor(sheet.Cursor{At: at.At + 1})
	}
	return m.commitDraft(d, next)
}

// choose sets option o of the draft to value and closes the page of the option.
func (m Model) choose(o games.Option, value string) (Model, []Effect) {
	d, _ := m.draft()
	return m.commitDraft(d.withValue(o, value), m.pop())
}

// optionPage returns the page that lists the values of o that the game allows with the seats of
// d.
func optionPage(d Draft, o games.Option) page {
	if o.Grammar == "counts" {
		return countsPage(o)
	}
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		w := m.Words(d.Game)
		s.Title = w.Word("option." + o.Name)
		for _, v := range o.Values {
			if m.fits(d, o.Name, v) {
				s.Item(w.Word("option."+o.Name+"."+v), func(m Model) (Model, []Effect) { return m.choose(o, v) })
			}
		}
		if o.Grammar == "text" {
			s.Read(strings.Split(d.Options[o.Name], ";")...)
		}
		if from, to, ok := o.Range(); ok {
			s.Item(m.word("setup.number"), func(m Model) (Model, []Effect) {
				return m.show(numberPage(s.Title, from, to, startAt(o, d), func(m Model, n int32) (Model, []Effect) {
					return m.choose(o, strconv.Itoa(int(n)))
				})), nil
			})
		}
	}}
}

// draft returns the draft that the set-up page shows. It returns false if there is none or its
// game was removed.
func (h house) draft() (Draft, bool) { return h.draftOf(h.evening.draftGame) }

// draftOf returns the draft of a game. It returns false if there is none or the game was
// removed.
func (h house) draftOf(game string) (Draft, bool) {
	d, ok := h.evening.drafts[game]
	return d, ok && d.Game == game && h.rules(game) != nil
}

// withDraft stores d as the draft of its game. The set-up page then shows this draft.
func (m Model) withDraft(d Draft) Model {
	return m.edit(func(e *evening) { e.draftGame, e.drafts = d.Game, settings.Put(e.drafts, d.Game, d) })
}

// do stores a draft from a phone, or begins its match. Storing changes the panel only if the
// panel shows the set-up of the same game.
func (c SetUp) do(m Model) (Model, []Effect) {
	d, err := m.checkSetUp(c.Draft)
	switch {
	case err != nil:
		return m.refuseSetUp(d.Game, err)
	case c.Begin && !m.reserveReady:
		return m.refuse(m.word("draft.later"))
	case c.Begin:
		return m.stopMotion().wakeAnd(func(m Model) (Model, []Effect) { return m.beginWith(d, readyPage()) })
	}
	next := m.edit(func(e *evening) { e.drafts = settings.Put(e.drafts, d.Game, d) })
	return m.commit(next.backToSetup(d.Game), Keep{})
}

// backToSetup closes the pages above the set-up page of the game, because they may be about a
// seat that was removed.
func (m Model) backToSetup(game string) Model {
	if m.evening.draftGame == game {
		m.stack = m.stack.upTo(ofScreen(atSetup))
	}
	return m
}

// checkSetUp returns a draft from a phone in the form in which it is stored. It returns an
// error if the set-up pages wouldn't allow the draft.
func (m Model) checkSetUp(d Draft) (Draft, error) {
	r := m.playable(d.Game)
	if r == nil {
		return Draft{}, newTextError("draft.game")
	}
	names, err := m.enteredNames(d.Names)
	if err != nil {
		return d, err
	}
	d.Names, d.Series = names, ""
	if before, ok := m.draftOf(d.Game); ok {
		d.Series = before.Series // only the panel can continue a series
	}
	d.Options = maps.Clone(d.Options)
	if err := m.checkDraft(&d, r); err != nil {
		return d, err
	}
	_, _, err = m.newSession(d)
	return d, err
}

// todayItem adds the item that begins the problem of the day. It adds nothing if the game has
// no book of problems or the date is unknown.
func todayItem(m Model, s *form, d Draft) {
	day := m.Day()
	p, ok := games.Today(m.rules(d.Game), day)
	if day == 0 || !ok {
		return
	}
	s.Value(m.word("setup.today"), strconv.Itoa(p.Number), func(m Model) (Model, []Effect) {
		d, _ := m.draft()
		d.Options = maps.Clone(d.Options)
		for name, value := range p.Options {
			d.Options = withOption(d.Options, name, value)
		}
		return m.beginDraft(d)
	})
}
