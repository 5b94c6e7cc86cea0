package companion

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/words"
	"tabletop/games"
)

// Settings that may be chosen from elsewhere than the panel.
const (
	setDice  = "dice"
	setSheet = "sheet:" // and its name
	setBox   = "box:"   // and a game
)

// Choosable are the keys under which Chose takes settings; to those with a colon a
// name belongs.
//
//	dice         the table's own dice, as the option of the game dice gives them
//	cups         the saved cups, the first on top: a JSON list such as ["2d6","coin"]
//	sheet:NAME   a Template as JSON
//	box:GAME     what lies in the box of a game: its options as JSON, such as
//	             {"cards":"…"}, with which every new set-up begins
var Choosable = []string{setDice, setCups, setSheet, setBox}

// Bounds of what is chosen.
const (
	mostValue     = 16 << 10 // bytes of a value
	mostSheets    = 32
	mostSheetName = 18 // letters: a row of the panel's menus
)

// choosable reports whether a key is one of Choosable.
func choosable(key string) bool {
	name, more, named := strings.Cut(key, ":")
	if named {
		return more != "" && slices.Contains(Choosable, name+":")
	}
	return slices.Contains(Choosable, key)
}

// chose takes a setting from elsewhere than the panel.
func (m Model) chose(w Chose) (Model, []Effect) {
	if m.lost != nil {
		return m.refusing(w.Reply, m.word("disk.refused"))
	}
	next, keep, err := m.choosing(w.Key, w.Value)
	if err != nil {
		_, game, _ := strings.Cut(w.Key, ":")
		if m.rules(game) == nil {
			game = gameOf(w)
		}
		return m.unfit(w.Reply, game, err)
	}
	return m.commitFor(w.Reply, next, keep)
}

// gameOf is the game whose words a refusal of w is in.
func gameOf(w Chose) string {
	var t Template
	if strings.HasPrefix(w.Key, setSheet) && json.Unmarshal([]byte(w.Value), &t) == nil {
		return t.Game
	}
	return gameDice
}

// choosing is the model with a setting chosen, and the transaction that keeps it.
func (m Model) choosing(key, value string) (Model, Keep, error) {
	name, more, _ := strings.Cut(key, ":")
	switch {
	case !choosable(key):
		return m, Keep{}, say("choose.key")
	case len(value) > mostValue || !clean(key) || key == setDice && !clean(value):
		return m, Keep{}, say("choose.value")
	case key == setDice:
		return m.chooseDice(value)
	case key == setCups:
		return m.chooseCups(value)
	case name+":" == setSheet:
		return m.chooseSheet(more, value)
	}
	return m.chooseBox(more, value)
}

// chooseDice gives the table other dice of its own. The dice's match knows the old
// ones: it ends, and the next roll begins another.
func (m Model) chooseDice(own string) (Model, Keep, error) {
	r := m.rules(gameDice)
	if r == nil {
		return m, Keep{}, say("draft.game")
	}
	if _, err := r.New(games.Setup{Seats: 1, Options: diceOption(own)}); err != nil {
		return m, Keep{}, err
	}
	next, line := m.set(setDice, own)
	var cups []string
	_ = json.Unmarshal([]byte(m.settings[setCups]), &cups) // an unreadable list is an empty one
	next, saved := next.set(setCups, listOf(slices.DeleteFunc(cups, func(cup string) bool { return !next.rolls(cup) })))
	next = next.cutAbove(func(p page) bool { return p.front == frontCups })
	next.rolling = 0
	keep := Keep{}
	if !m.cups.match.IsZero() {
		var err error
		if next, keep, err = next.withoutCups(); err != nil {
			return m, Keep{}, err
		}
	}
	keep.Settings = line + saved
	return next, keep, nil
}

// rolls reports whether a cup can be rolled with the dice there are.
func (m Model) rolls(cup string) bool {
	s, err := m.rules(gameDice).New(games.Setup{Seats: 1, Options: diceOption(m.dice())})
	if err == nil {
		_, err = s.Apply(games.Decision("roll " + cup))
	}
	return err == nil
}

// listOf is a list as a setting, "" for none.
func listOf(cups []string) string {
	if len(cups) == 0 {
		return ""
	}
	line, _ := json.Marshal(cups) // strings only: it can't fail
	return string(line)
}

// chooseCups changes the saved cups.
func (m Model) chooseCups(value string) (Model, Keep, error) {
	var cups []string
	if value != "" && json.Unmarshal([]byte(value), &cups) != nil || len(cups) > mostSaved {
		return m, Keep{}, say("choose.cups")
	}
	for i, cup := range cups {
		if m.rules(gameDice) == nil || !m.rolls(cup) {
			return m, Keep{}, say("choose.cup", short(cup))
		}
		if slices.Contains(cups[:i], cup) {
			return m, Keep{}, say("choose.twice", short(cup))
		}
	}
	next, line := m.set(setCups, listOf(cups))
	return next, Keep{Settings: line}, nil
}

// short is a text from elsewhere as a refusal quotes it.
func short(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return strings.ToValidUTF8(text, "�")
}

// chooseSheet keeps a template under a name.
func (m Model) chooseSheet(name, value string) (Model, Keep, error) {
	if !fitsMenu(name) {
		return m, Keep{}, say("choose.name")
	}
	line := ""
	if value != "" {
		t, err := m.readSheet(value)
		if err != nil {
			return m, Keep{}, err
		}
		text, _ := json.Marshal(t) // strings and numbers only: it can't fail
		line = string(text)
	}
	next, line := m.set(setSheet+name, line)
	if len(next.sheets) > mostSheets {
		return m, Keep{}, say("choose.sheets")
	}
	return next, Keep{Settings: line}, nil
}

// readSheet reads a template from elsewhere. Where one language is left out, the
// other stands for both.
func (m Model) readSheet(value string) (t Template, err error) {
	if json.Unmarshal([]byte(value), &t) != nil {
		return t, say("draft.unread")
	}
	r := m.rules(t.Game)
	if r == nil || t.Game == gameDice {
		return t, say("draft.game")
	}
	whole := Template{Game: t.Game, Seats: t.Seats, Names: map[words.Lang]string{}, Options: map[words.Lang]map[string]string{}}
	least, _ := r.Seats()
	for i, lang := range words.Langs {
		from := lang
		if t.Names[lang] == "" {
			from = words.Langs[1-i]
		}
		options, err := plain(r, max(t.Seats, least), t.Options[from])
		switch {
		case !fitsMenu(t.Names[from]):
			return t, say("choose.name")
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

// plain is options without those that have their default, if so many can play with them.
func plain(r games.Rules, seats int, options map[string]string) (map[string]string, error) {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !clean(name) || !clean(options[name]) {
			return nil, say("choose.value")
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

// fitsMenu reports whether a name can stand in a row of the panel's menus.
func fitsMenu(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && utf8.ValidString(name) && utf8.RuneCountInString(name) <= mostSheetName &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// readSheets are the templates among settings, by the names of their keys.
func readSheets(settings map[string]string) (sheets []Template) {
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		var t Template
		if strings.HasPrefix(key, setSheet) && json.Unmarshal([]byte(settings[key]), &t) == nil {
			sheets = append(sheets, t)
		}
	}
	return sheets
}

// chooseBox says what lies in the box of a game. New set-ups begin with it, and those
// that are kept are corrected.
func (m Model) chooseBox(game, value string) (Model, Keep, error) {
	r := m.rules(game)
	if r == nil || game == gameDice {
		return m, Keep{}, say("draft.game")
	}
	if value == "" {
		next, line := m.set(setBox+game, "")
		return next, Keep{Settings: line}, nil
	}
	var options map[string]string
	if json.Unmarshal([]byte(value), &options) != nil {
		return m, Keep{}, say("draft.unread")
	}
	own, err := somehow(r, options)
	if err != nil {
		return m, Keep{}, err
	}
	text, _ := json.Marshal(options) // strings only: it can't fail
	next, lines := m.set(setBox+game, string(text))
	for _, key := range []string{setLast + game, setDraft + ":" + game} {
		if d, ok := readDraft(m.settings[key]); ok {
			d.Options = maps.Clone(d.Options)
			for name := range options {
				delete(d.Options, name)
			}
			if d.Options == nil {
				d.Options = map[string]string{}
			}
			maps.Copy(d.Options, own)
			var line string
			next, line = next.set(key, d.String())
			lines += line
		}
	}
	return next.backToSetup(game), Keep{Settings: lines}, nil
}

// somehow is options without those that have their default, if any number of seats
// can play with them; the error is that of the fewest.
func somehow(r games.Rules, options map[string]string) (own map[string]string, err error) {
	least, most := r.Seats()
	for seats := least; seats <= most; seats++ {
		fits, wrong := plain(r, seats, options)
		if wrong == nil {
			return fits, nil
		}
		if err == nil {
			err = wrong
		}
	}
	return nil, err
}

// box is what lies in the box of a game: the options of a new set-up.
func (m Model) box(game string) (options map[string]string) {
	_ = json.Unmarshal([]byte(m.settings[setBox+game]), &options) // an unreadable one is none
	return options
}
