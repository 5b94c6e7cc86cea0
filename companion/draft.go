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

// Draft is a match that is being set up. It is on disk after each step.
type Draft struct {
	Game    string            `json:"game"`
	Names   []string          `json:"names"`
	Options map[string]string `json:"options,omitempty"`
	First   int               `json:"first,omitempty"` // the seat that begins; 0: drawn; −1: fairly
	Luck    string            `json:"luck,omitempty"`  // "table": real dice
	Series  string            `json:"series,omitempty"`
	Clock   string            `json:"clock,omitempty"` // as the record has it
}

// alone is d as the next evening repeats it: in no series.
func (d Draft) withoutSeries() Draft {
	d.Series = ""
	return d
}

// same reports whether the same match would be set up by both.
func (d Draft) same(e Draft) bool { return settings.JSON(d) == settings.JSON(e) }

func option(r games.Rules, name string) (games.Option, bool) {
	for _, o := range r.Options() {
		if o.Name == name {
			return o, true
		}
	}
	return games.Option{}, false
}

// withOption is options, a map of the caller's own or nil, with one more.
func withOption(options map[string]string, name, value string) map[string]string {
	if options == nil {
		options = map[string]string{}
	}
	options[name] = value
	return options
}

// withOffers is d with what the game offers where d says nothing.
func (t localizer) withOffers(d Draft) Draft {
	d.Options = maps.Clone(d.Options)
	for _, o := range t.rules(d.Game).Options() {
		if _, set := d.Options[o.Name]; o.Offer != "" && !set {
			d.Options = withOption(d.Options, o.Name, o.Offer)
		}
	}
	return d
}

// withSeats returns d with n seats, new ones under names nobody has yet, and
// without the options that so many can't play with.
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

// fitted is a draft as its game can be set up: a file may have changed since it was made.
func (t localizer) fitDraft(d Draft) Draft {
	if games.Program(t.rules(d.Game)) == "" {
		return d
	}
	least, most := t.rules(d.Game).Seats()
	return t.withSeats(d, min(max(len(d.Names), least), most))
}

// fits reports whether an option's value can be played with so many seats, all
// else by default. A list of counts is judged at the start only: while it is
// being corrected its sum may be wrong.
func (t localizer) fits(d Draft, name, value string) bool {
	r := t.rules(d.Game)
	if o, ok := option(r, name); ok && o.Grammar == "counts" {
		return true
	}
	_, err := r.New(games.Setup{Seats: len(d.Names), Options: map[string]string{name: value}})
	return err == nil
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

// candidates are values to try o with.
func candidates(o games.Option) []string {
	from, to, ok := o.Range()
	if !ok {
		return o.Values
	}
	return append(slices.Clone(o.Values), strconv.Itoa(int(from)), strconv.Itoa(int(to)))
}

func startAt(o games.Option, d Draft) int32 {
	n, err := strconv.ParseInt(games.Setup{Options: d.Options}.Value([]games.Option{o}, o.Name), 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}

// offered reports whether there is anything to choose about o at this table.
func (t localizer) offered(d Draft, o games.Option) bool {
	if chosen := (games.Setup{Options: d.Options}); !chosen.Settles(t.rules(d.Game).Options(), o) {
		return false
	}
	for _, v := range candidates(o) {
		if v != o.Default && t.fits(d, o.Name, v) {
			return true
		}
	}
	return o.Grammar == "counts" || o.Grammar == "text" && d.Options[o.Name] != ""
}

// checkDraft judges what a draft says beside names, and leaves out of it what is so anyway.
func (t localizer) checkDraft(d *Draft, r games.Rules) error {
	if err := games.CheckSetup(r, games.Setup{Seats: len(d.Names), Options: d.Options}); err != nil {
		return err
	}
	for _, o := range r.Options() {
		if d.Options[o.Name] == o.Default && o.Offer == "" {
			delete(d.Options, o.Name)
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

// clean reports whether text is UTF-8 without control characters.
func clean(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// optionWord says the value of o in d. Long lists say only whether they were changed.
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

// valueWord says a value of o.
func (t localizer) valueWord(game string, o games.Option, value string) string {
	if w, key := t.Words(game), "option."+o.Name+"."+value; w.Has(key) {
		return w.Word(key)
	}
	return value
}

// valuesOf lists the values of o that the table can play with, nil where they are too many
// or can't be listed. Of a range whose ends it can play with it can play with all.
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

// mostValues is how many values are turned through in a row.
const mostValues = 100

// refines reports whether an option is chosen in the row of the one before it: it needs one
// value of that, and the game has words for both together ("option.starts.1.easy").
func (t localizer) refines(game string, before, o games.Option) bool {
	name, value, _ := strings.Cut(o.Needs, "=")
	return name == before.Name && len(o.Values) > 0 && t.Words(game).Has(refinedKey(name, value, o.Values[0]))
}

// refined is the key of the word for two values together.
func refinedKey(name, value, with string) string {
	return "option." + name + "." + value + "." + with
}

type pick struct {
	option games.Option
	value  string
}

// choices are those of o's row, before the other options; nil where they are too many or
// can't be listed.
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

// problemWords say the problems of a game's book that values of o set up, by these.
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

// freshDraft is a draft of a game whose box has in it what these options tell.
func (t localizer) freshDraft(game string, box map[string]string) Draft {
	least, _ := t.rules(game).Seats()
	d := Draft{Game: game, First: int(games.Begins(t.rules(game))), Options: box}
	return t.withSeats(d, max(least, 2))
}

// Template is a set-up that somebody wrote down, such as the score sheet of one
// game: in a file before the evening, or on a phone. Its words are there in each
// language.
type Template struct {
	Game    string                           `json:"game"`
	Seats   int                              `json:"seats,omitempty"` // 0: as many as there are
	Names   map[words.Lang]string            `json:"names"`
	Options map[words.Lang]map[string]string `json:"options"` // without those that have their default
}

// templates are the table's own, by their names.
func (e *evening) templates() (all []Template) {
	for _, name := range slices.Sorted(maps.Keys(e.sheets)) {
		all = append(all, e.sheets[name])
	}
	return all
}

// choice is what is chosen at once in a row: values of one option or of two.
type choice struct {
	label string
	picks []pick
}

// What the first of a session may be beside a seat.
const (
	fair    = -1 // drawn among those who have begun least often
	settled = -2 // the match has begun
)
