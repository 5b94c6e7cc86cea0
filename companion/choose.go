package companion

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/settings"
	"tabletop/companion/words"
	"tabletop/games"
)

// Bounds of settings from phones.
const (
	mostValue     = 16 << 10 // maximum length of a value, in bytes
	mostSheets    = 32       // maximum number of the table's own templates
	mostSheetName = 18       // maximum length of a template's name in letters: one row of the panel's menus
)

// do changes the setting of the command, which comes from a phone.
func (c Choose) do(m Model) (Model, []Effect) {
	next, keep, err := m.readChoice(c.Key, c.Value)
	if err != nil {
		return m.refuseSetUp(m.gameOf(c), err)
	}
	return m.commit(next, keep)
}

// gameOf returns the name of the game that c is about. A refusal of c uses the texts of this
// game.
func (h house) gameOf(c Choose) string {
	_, name, _ := strings.Cut(c.Key, ":")
	if t, ok := settings.Parsed[Template](c.Value); ok && h.rules(t.Game) != nil {
		name = t.Game
	}
	if h.rules(name) == nil && h.diceTool != nil {
		name = h.diceTool.Name()
	}
	return name
}

// readChoice returns the model with the setting key changed to value, and the transaction that
// the change needs beyond the setting. It returns an error if key or value is not allowed.
func (m Model) readChoice(key, value string) (Model, Keep, error) {
	kind, name, _ := strings.Cut(key, ":")
	switch {
	case !settingsTable.Remote(key):
		return m, Keep{}, newTextError("choose.key")
	case len(value) > mostValue || !clean(key) || kind == "dice" && !clean(value):
		return m, Keep{}, newTextError("choose.value")
	case kind == "dice":
		return m.chooseDice(value)
	}
	next, err := map[string]func(Model, string, string) (Model, error){
		"cups": Model.chooseCups, "sheet": Model.chooseSheet, "box": Model.chooseBox,
	}[kind](m, name, value)
	return next, Keep{}, err
}

// chooseDice stores own, a value from a phone, as the table's own dice. The match of the dice
// tool has the old dice, so it ends, and the next roll begins another match. Saved cups that
// need the old dice are removed.
func (m Model) chooseDice(own string) (Model, Keep, error) {
	if m.diceTool == nil {
		return m, Keep{}, newTextError("draft.game")
	}
	if _, err := m.diceTool.New(games.Setup{Seats: 1, Options: m.diceTool.With(own)}); err != nil {
		return m, Keep{}, err
	}
	next := m.edit(func(e *evening) { e.dice = own })
	cups := slices.DeleteFunc(slices.Clone(m.evening.cups), func(cup string) bool { return !next.rolls(cup) })
	next = next.edit(func(e *evening) { e.cups = cups })
	next.stack = next.stack.upTo(ofSubject(diceMatch))
	next = next.stopMotion()
	if m.diceSession.match.IsZero() {
		return next, Keep{}, nil
	}
	return next.withoutCups()
}

// rolls reports whether a cup can be rolled with the table's present dice.
func (h house) rolls(cup string) bool {
	if h.diceTool == nil {
		return false
	}
	s, err := h.diceTool.New(h.diceSetup())
	if err == nil {
		_, err = s.Apply(h.diceTool.Roll(cup))
	}
	return err == nil
}

// chooseCups replaces the saved cups by those in value, a JSON list.
func (m Model) chooseCups(_, value string) (Model, error) {
	cups, ok := settings.Parsed[[]string](value)
	if value != "" && !ok || len(cups) > mostSaved {
		return m, newTextError("choose.cups")
	}
	for i, cup := range cups {
		if !m.rolls(cup) {
			return m, newTextError("choose.cup", shortened(cup))
		}
		if slices.Contains(cups[:i], cup) {
			return m, newTextError("choose.twice", shortened(cup))
		}
	}
	return m.edit(func(e *evening) { e.cups = m.ofToday(cups) }), nil
}

// ofToday returns the saved cups of a phone. It replaces new ones by notations whose meaning never
// changed.
func (h house) ofToday(cups []string) []string {
	all := slices.Clone(cups)
	for i, cup := range all {
		if _, now, changed := h.restated(cup); changed && !slices.Contains(h.evening.cups, cup) {
			all[i] = now
		}
	}
	return all
}

// shortened returns a text from a phone, cut to 40 letters for the text of a refusal.
func shortened(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return strings.ToValidUTF8(text, "�")
}

// chooseSheet stores the template in value under a name. An empty value deletes the template.
func (m Model) chooseSheet(name, value string) (Model, error) {
	if !fitsMenu(name) {
		return m, newTextError("choose.name")
	}
	if value == "" {
		return m.edit(func(e *evening) { e.ownTemplates = settings.Without(e.ownTemplates, name) }), nil
	}
	t, err := m.readSheet(value)
	if err != nil {
		return m, err
	}
	next := m.edit(func(e *evening) { e.ownTemplates = settings.Put(e.ownTemplates, name, t) })
	if len(next.evening.ownTemplates) > mostSheets {
		return m, newTextError("choose.sheets")
	}
	return next, nil
}

// readSheet parses a template from a phone. If the name in one language is missing, name and
// options are copied from the other language.
func (h house) readSheet(value string) (Template, error) {
	t, ok := settings.Parsed[Template](value)
	if !ok {
		return t, newTextError("draft.unread")
	}
	r := h.playable(t.Game)
	if r == nil {
		return t, newTextError("draft.game")
	}
	whole := Template{Game: t.Game, Seats: t.Seats, Names: map[words.Lang]string{}, Options: map[words.Lang]map[string]string{}}
	least, _ := r.Seats()
	for i, lang := range words.Langs {
		from := lang
		if t.Names[lang] == "" {
			from = words.Langs[1-i]
		}
		options, err := withoutDefaults(r, max(t.Seats, least), t.Options[from])
		switch {
		case !fitsMenu(t.Names[from]):
			return t, newTextError("choose.name")
		case err != nil:
			return t, err
		}
		whole.Names[lang], whole.Options[lang] = t.Names[from], options
	}
	if _, most := r.Seats(); t.Seats != 0 && (t.Seats < least || t.Seats > most) {
		return t, games.CheckSetup(r, games.Setup{Seats: t.Seats})
	}
	return whole, nil
}

// withoutDefaults returns a copy of options without the options that have their default value.
// It returns an error if the rules refuse the options with this number of seats.
func withoutDefaults(r games.Rules, seats int, options map[string]string) (map[string]string, error) {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !clean(name) || !clean(options[name]) {
			return nil, newTextError("choose.value")
		}
	}
	setup := games.Setup{Seats: seats, Options: options}
	if err := games.CheckSetup(r, setup); err != nil {
		return nil, err
	}
	if _, err := r.New(setup); err != nil {
		return nil, err
	}
	options = maps.Clone(options)
	maps.DeleteFunc(options, func(name, value string) bool {
		o, _ := option(r, name)
		return value == o.Default && o.Offer == ""
	})
	return options, nil
}

// fitsMenu reports whether a name fits a row of the panel's menus.
func fitsMenu(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && utf8.ValidString(name) && utf8.RuneCountInString(name) <= mostSheetName &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// chooseBox stores the contents of a game's box, JSON in value. New set-ups begin with these
// options, and stored drafts and last set-ups of the game are corrected.
func (m Model) chooseBox(game, value string) (Model, error) {
	r := m.playable(game)
	if r == nil {
		return m, newTextError("draft.game")
	}
	if value == "" {
		return m.edit(func(e *evening) { e.boxes = settings.Without(e.boxes, game) }), nil
	}
	options, ok := settings.Parsed[map[string]string](value)
	if !ok {
		return m, newTextError("draft.unread")
	}
	own, err := fitSomeSeats(r, options)
	if err != nil {
		return m, err
	}
	next := m.edit(func(e *evening) {
		e.boxes = settings.Put(e.boxes, game, options)
		e.lastDrafts, e.drafts = withBox(e.lastDrafts, game, options, own), withBox(e.drafts, game, options, own)
	})
	return next.backToSetup(game), nil
}

// withBox returns drafts after the contents of a game's box have changed. The draft of the game
// loses every option named in options, and gets the options in own instead.
func withBox(drafts map[string]Draft, game string, options, own map[string]string) map[string]Draft {
	d, ok := drafts[game]
	if !ok {
		return drafts
	}
	d.Options = maps.Clone(d.Options)
	if d.Options == nil {
		d.Options = map[string]string{}
	}
	for name := range options {
		delete(d.Options, name)
	}
	maps.Copy(d.Options, own)
	return settings.Put(drafts, game, d)
}

// fitSomeSeats returns options without default values, if the rules accept them with some
// number of seats. Otherwise it returns the error for the fewest seats.
func fitSomeSeats(r games.Rules, options map[string]string) (own map[string]string, err error) {
	least, most := r.Seats()
	for seats := least; seats <= most; seats++ {
		fits, wrong := withoutDefaults(r, seats, options)
		if wrong == nil {
			return fits, nil
		}
		if err == nil {
			err = wrong
		}
	}
	return nil, err
}
