package companion

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/companion/words"
	"tabletop/games"
)

// Draft is the set-up of a match that has not begun. It is stored after each change.
type Draft struct {
	Game    string            `json:"game"`
	Names   []string          `json:"names"`
	Options map[string]string `json:"options,omitempty"`
	First   int               `json:"first,omitempty"` // seat that begins, from 1; 0: drawn; −1: drawn among those with the fewest starts
	Luck    string            `json:"luck,omitempty"`  // "table": real dice; "" or "device": dice of the device
	Series  string            `json:"series,omitempty"`
	Clock   string            `json:"clock,omitempty"` // notation of match.Clock; "" for none
}

// withoutSeries returns d without its series, for the next evening, which begins a new series.
func (d Draft) withoutSeries() Draft {
	d.Series = ""
	return d
}

// same reports whether both drafts set up the same match.
func (d Draft) same(e Draft) bool { return settings.JSON(d) == settings.JSON(e) }

// option returns the option of a game by its name. It returns false if the game has no such
// option.
func option(r games.Rules, name string) (games.Option, bool) {
	for _, o := range r.Options() {
		if o.Name == name {
			return o, true
		}
	}
	return games.Option{}, false
}

// withOption returns options with a value set. It changes the map, or makes one if options is
// nil.
func withOption(options map[string]string, name, value string) map[string]string {
	if options == nil {
		options = map[string]string{}
	}
	options[name] = value
	return options
}

// withOffers returns d with the value that the game offers for each option not set in d.
func (t localizer) withOffers(d Draft) Draft {
	offers := games.Offers(t.rules(d.Game).Options())
	maps.Copy(offers, d.Options)
	d.Options = offers
	return d
}

// withSeats returns d with n seats. New seats get default names that are not in use. Options
// that don't fit n seats are removed.
func (t localizer) withSeats(d Draft, n int) Draft {
	names := slices.Clone(d.Names[:min(n, len(d.Names))])
	for k := 1; len(names) < n; k++ {
		if name := t.word("setup.player", strconv.Itoa(k)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	d.Names = names
	if d.First > n {
		d.First = 0
	}
	d.Options = maps.Clone(d.Options)
	maps.DeleteFunc(d.Options, func(name, value string) bool { return !t.fits(d, name, value) })
	return d
}

// fitDraft returns d with a number of seats and options that its game allows. A game file may
// have changed since d was stored.
func (t localizer) fitDraft(d Draft) Draft {
	if games.Program(t.rules(d.Game)) == "" {
		return d
	}
	least, most := t.rules(d.Game).Seats()
	return t.withSeats(d, min(max(len(d.Names), least), most))
}

// fits reports whether the game can be played with this value of an option, with the seats of d,
// and with all other options at their defaults. For a list of counts it always returns true: the
// sum may be wrong during editing, and is checked at the start.
func (t localizer) fits(d Draft, name, value string) bool {
	r := t.rules(d.Game)
	if o, ok := option(r, name); ok && o.Grammar == "counts" {
		return true
	}
	_, err := r.New(games.Setup{Seats: len(d.Names), Options: map[string]string{name: value}})
	return err == nil
}

// withValue returns d with option o set to value. A default value is not stored, unless o.Offer
// names a value to offer instead of the default.
func (d Draft) withValue(o games.Option, value string) Draft {
	d.Options = withOption(maps.Clone(d.Options), o.Name, value)
	if value == o.Default && o.Offer == "" {
		delete(d.Options, o.Name)
	}
	return d
}

// candidates returns values of o to try: all listed values, and both ends of a range.
func candidates(o games.Option) []string {
	from, to, ok := o.Range()
	if !ok {
		return o.Values
	}
	return append(slices.Clone(o.Values), strconv.Itoa(int(from)), strconv.Itoa(int(to)))
}

// startAt returns the number with which the input of option o begins: the value of o in d, or 0.
func startAt(o games.Option, d Draft) int32 {
	n, err := strconv.ParseInt(games.Setup{Options: d.Options}.Value([]games.Option{o}, o.Name), 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}

// offered reports whether the set-up page of d offers option o, because it has more than one
// possible value.
func (t localizer) offered(d Draft, o games.Option) bool {
	if chosen := (games.Setup{Options: d.Options}); !o.Asks() || !chosen.Settles(t.rules(d.Game).Options(), o) {
		return false
	}
	for _, v := range candidates(o) {
		if v != o.Default && t.fits(d, o.Name, v) {
			return true
		}
	}
	return o.Grammar == "counts" || o.Grammar == "text" && d.Options[o.Name] != ""
}

// checkDraft returns an error if the game can't begin with d. It does not check names. It
// removes default values from d, and adds the options for which set-up doesn't ask.
func (t localizer) checkDraft(d *Draft, r games.Rules) error {
	if err := games.CheckSetup(r, games.Setup{Seats: len(d.Names), Options: d.Options}); err != nil {
		return err
	}
	for _, o := range r.Options() {
		switch {
		case d.Options[o.Name] == o.Default && o.Offer == "":
			delete(d.Options, o.Name)
		case !o.Asks() && d.Options[o.Name] == "" && o.Offer != "":
			d.Options = withOption(maps.Clone(d.Options), o.Name, o.Offer)
		}
	}
	if d.Luck == match.Device {
		d.Luck = ""
	}
	_, wrong := match.ParseClock(d.Clock)
	switch {
	case d.First < fair || d.First > len(d.Names):
		return newTextError("draft.first")
	case d.Luck != "" && (d.Luck != match.Table || !t.Words(d.Game).Has("luck.table")):
		return newTextError("draft.luck")
	case wrong != nil:
		return newTextError("draft.clock")
	}
	return nil
}

// clean reports whether text is valid UTF-8 without control characters.
func clean(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// optionWord returns the text of the value of o in d. A list of counts or a long text has no
// such text: optionWord returns a word for changed or for unchanged.
func (t localizer) optionWord(d Draft, o games.Option) string {
	value, changed := d.Options[o.Name]
	if !changed {
		value = o.Default
	}
	if (o.Grammar == "counts" || o.Grammar == "text") && !t.Words(d.Game).Has("option."+o.Name+"."+value) {
		if changed {
			return t.word("setup.own")
		}
		return t.word("setup.assumed")
	}
	return t.valueWord(d.Game, o, value)
}

// valueWord returns the text of value, a value of o. If there is no text for it, valueWord
// returns value itself.
func (t localizer) valueWord(game string, o games.Option, value string) string {
	if w, key := t.Words(game), "option."+o.Name+"."+value; w.Has(key) {
		return w.Word(key)
	}
	return value
}

// valuesOf returns the values of o that the game allows with the seats of d. It returns nil if
// there are more than mostValues, or if values can't be listed. It checks only the ends of a
// range: if the game allows both, it returns the whole range.
func (t localizer) valuesOf(d Draft, o games.Option) (all []string) {
	from, to, ranged := o.Range()
	if o.Grammar != "" && !ranged || ranged && to-from > mostValues {
		return nil
	}
	fits := func(v string) bool { return t.fits(d, o.Name, v) }
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

// mostValues is the maximum number of values offered in one row of the set-up page.
const mostValues = 100

// refines reports whether option o shares a row of the set-up page with the option in front of
// it, the parameter before. The two share a row if o needs a certain value of the other option
// and the game has texts for both values together, such as "option.starts.1.easy".
func (t localizer) refines(game string, before, o games.Option) bool {
	name, value, _ := strings.Cut(o.Needs, "=")
	return name == before.Name && len(o.Values) > 0 && t.Words(game).Has(refinedKey(name, value, o.Values[0]))
}

// refinedKey returns the key of the text for the values of two options that share a row. The
// parameter value belongs to the option called name, and the parameter with is the value of the
// option after it.
func refinedKey(name, value, with string) string {
	return "option." + name + "." + value + "." + with
}

// pick is an option with one of its values.
type pick struct {
	option games.Option
	value  string
}

// rowChoices returns the choices in the row of option o. It returns nil if there are too many
// choices for a row or the choices can't be listed. The parameter others has the options after
// o.
func (t localizer) rowChoices(d Draft, o games.Option, others []games.Option) (all []choice) {
	words := t.problemWords(d.Game, o)
	for _, v := range t.valuesOf(d, o) {
		word, own := words[v]
		if !own {
			word = t.valueWord(d.Game, o, v)
		}
		if len(others) == 0 || others[0].Needs != o.Name+"="+v || !t.refines(d.Game, o, others[0]) {
			all = append(all, choice{word, []pick{{o, v}}})
			continue
		}
		for _, with := range t.valuesOf(d, others[0]) {
			word := t.Words(d.Game).Word(refinedKey(o.Name, v, with))
			all = append(all, choice{word, []pick{{o, v}, {others[0], with}}})
		}
	}
	return all
}

// problemWords returns texts of the problems in the game's book, by the value of o that sets up
// each problem.
func (t localizer) problemWords(game string, o games.Option) map[string]string {
	words := map[string]string{}
	for _, p := range games.Problems(t.rules(game)) {
		if v, ok := p.Options[o.Name]; ok {
			grade := t.Words(game).Say(p.Grade, nil)
			words[v] = t.word("setup.problem", strconv.Itoa(p.Number), grade, strconv.Itoa(p.Moves))
		}
	}
	return words
}

// freshDraft returns a new draft of a game. The parameter box has the contents of the game's
// box, as options for the draft.
func (t localizer) freshDraft(game string, box map[string]string) Draft {
	least, _ := t.rules(game).Seats()
	d := Draft{Game: game, First: int(games.Begins(t.rules(game))), Options: box}
	return t.withSeats(d, max(least, 2))
}

// Template is a prepared set-up, such as the score sheet of one game. It comes from a
// configuration file or from a phone. It has texts in each language.
type Template struct {
	Game    string                           `json:"game"`
	Seats   int                              `json:"seats,omitempty"` // number of seats; 0 if any
	Names   map[words.Lang]string            `json:"names"`
	Options map[words.Lang]map[string]string `json:"options"` // by language, then name; no default values
}

// templates returns the templates made by this table, sorted by name.
func (e *evening) templates() (all []Template) {
	for _, name := range slices.Sorted(maps.Keys(e.ownTemplates)) {
		all = append(all, e.ownTemplates[name])
	}
	return all
}

// choice is one value to choose in a row of the set-up page. It sets one or two options.
type choice struct {
	label string
	picks []pick
}

// Values of session.first and Draft.First that name no seat. Value 0 means that the device draws
// the first seat.
const (
	fair    = -1 // first seat is drawn among the players with the fewest starts
	settled = -2 // play has started, so the first seat is fixed
)
