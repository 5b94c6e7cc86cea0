package script

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// plainParameters contains the parameters of rules(…) that are not functions. hookParameters
// contains the others: it maps each function to the parameter names that the function may use.
var (
	plainParameters = []string{"title", "about", "seats", "words", "options", "glyphs", "pictures", "cover", "begins", "together", "topics"}
	hookParameters  = map[string][]string{
		"new":      nil,
		"turn":     {"state"},
		"legal":    {"state", "turn"},
		"apply":    {"state", "turn", "says", "verb", "args"},
		"refuses":  {"state", "turn", "says", "verb", "args"},
		"standing": {"state", "turn"},
		"view":     {"state", "turn", "seat"},
		"fixes":    {"state", "turn"},
		"fix":      {"state", "turn", "says", "verb", "args"},
		"moments":  {"state", "turn", "before", "says", "verb", "args"},
		"steps":    {"state", "turn"},
		"likely":   {"state", "turn"},
		"sheet":    {"state", "turn"},
		"limit":    {"state", "turn"},
		"entry":    {"state", "turn"},
		"veiled":   {"state", "turn"},
		"again":    {"state", "turn"},
		"check":    {"state", "turn"},
		"faces":    {"stream"},
	}
)

// rulesOf implements the Starlark function rules(…).
func rulesOf(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	g := meterOf(t).g
	if err := g.once(t); err != nil {
		return nil, err
	}
	if err := g.takeRules(args, kwargs); err != nil {
		return nil, callOfThread(t, nil, args, kwargs).placed(err, g.at)
	}
	g.whole = true
	return starlark.None, nil
}

// takeRules checks and stores the parameters of rules(…).
func (g *game) takeRules(args starlark.Tuple, kwargs []starlark.Tuple) error {
	if len(args) > 0 {
		return faulty("named", "rules")
	}
	given := map[string]starlark.Value{}
	for _, pair := range kwargs {
		name := string(pair[0].(starlark.String))
		if _, hook := hookParameters[name]; !hook && !slices.Contains(plainParameters, name) {
			return unasked(name, allParameters())
		}
		given[name] = pair[1]
	}
	if err := g.describe(given); err != nil {
		return err
	}
	for _, name := range []string{"new", "legal", "apply"} {
		if g.hooks[name] == nil {
			return faulty("missing", name)
		}
	}
	if (g.hooks["fixes"] == nil) != (g.hooks["fix"] == nil) {
		return faulty("missing", "fix, fixes")
	}
	return g.checkTopics()
}

// once records the place of the call of rules or table in a file, and returns a fault for a second
// call.
func (g *game) once(t *starlark.Thread) error {
	if g.at.Line > 0 {
		return faulty("once")
	}
	if t.CallStackDepth() != 2 {
		return faulty("top")
	}
	g.at = t.CallFrame(1).Pos
	return nil
}

func allParameters() []string {
	return append(slices.Sorted(maps.Keys(hookParameters)), plainParameters...)
}

// describe checks the parameters of rules(…) and stores them in g.
func (g *game) describe(given map[string]starlark.Value) (err error) {
	if g.least, g.most, err = seatsOf(given["seats"]); err != nil {
		return err
	}
	options, err := eachOf("options", given["options"], MostOptions, func(v starlark.Value) (games.Option, error) {
		o, ok := v.(optionMade)
		if !ok {
			return games.Option{}, unlike("options", "option", v)
		}
		return o.is, nil
	})
	if err != nil {
		return err
	}
	g.options = options
	if err := g.glyphsOf(given); err != nil {
		return err
	}
	if v := given["begins"]; v != nil {
		n, err := g.beginsOf(v)
		if err != nil {
			return err
		}
		g.begins = games.Seat(n)
	}
	if v := given["together"]; v != nil {
		together, ok := v.(starlark.Bool)
		if !ok {
			return unlike("together", "bool", v)
		}
		g.together = bool(together)
	}
	if err := g.wordsOf(given); err != nil {
		return err
	}
	if err := g.functions(hookParameters, given); err != nil {
		return err
	}
	return g.checkOptions()
}

// beginsOf returns the seat that begins. A function that returns the seat is called once, before any set-up
// is known, so it can have no parameters.
func (g *game) beginsOf(v starlark.Value) (int, error) {
	if fn, ok := v.(*starlark.Function); ok {
		if fn.NumParams() > 0 {
			p, at := fn.Param(0)
			return 0, (&fault{key: "unset", args: []string{"begins", p}}).at(at)
		}
		var err error
		v, err = newMeter(g, LoadSteps).run(func(t *starlark.Thread) (starlark.Value, error) { return starlark.Call(t, fn, nil, nil) })
		if err != nil {
			return 0, located(err, fn.Position())
		}
	}
	return small("begins", v, 0, int64(g.most))
}

// seatsOf parses the number of seats: one number, as 2, or the least and the greatest, as (2, 4).
func seatsOf(v starlark.Value) (least, most int, err error) {
	switch v := v.(type) {
	case nil:
		return 0, 0, faulty("missing", "seats")
	case starlark.Int:
		least, err = small("seats", v, 1, MostSeats)
		return least, least, err
	}
	both, err := listOf("seats", v, 2)
	if err != nil {
		return 0, 0, err
	}
	if len(both) != 2 {
		return 0, 0, unlike("seats", "(int, int)", v)
	}
	if least, err = small("seats", both[0], 1, MostSeats); err != nil {
		return 0, 0, err
	}
	if most, err = small("seats", both[1], 1, MostSeats); err == nil && most < least {
		err = faulty("order", "seats")
	}
	return least, most, err
}

// wordsOf checks and stores the title, the line about the game and the words.
func (g *game) wordsOf(given map[string]starlark.Value) error {
	all, without := map[string][]entry{}, languageWithout(append(topicValues(given["topics"]), given["title"], given["about"], given["words"])...)
	for _, name := range []string{"title", "about"} {
		if given[name] == nil {
			return faulty("missing", name)
		}
		texts, err := g.textsOf(name, given[name], without)
		if err != nil {
			return err
		}
		for _, e := range texts {
			if len([]rune(e.text)) > letters[name] {
				return (&fault{key: "long", args: []string{name, strconv.Itoa(letters[name])}}).at(e.at)
			}
			all[e.lang] = append(all[e.lang], e.entry)
		}
	}
	if v := given["words"]; v != nil {
		d, err := byLanguage("words", v, without)
		if err != nil {
			return err
		}
		for _, in := range d {
			more, err := g.entries(in.lang, in.value)
			if err != nil {
				return err
			}
			all[in.lang] = append(all[in.lang], more...)
		}
	}
	texts, err := g.topicsOf(given["topics"], all, without)
	if err != nil {
		return err
	}
	for _, e := range texts {
		all[e.lang] = append(all[e.lang], e.entry)
	}
	return g.learn(all)
}

// entryIn is an entry of the catalogue of a language.
type entryIn struct {
	lang string
	entry
}

// textsOf parses a text, alone or by language, and returns an entry with that key for each language.
func (g *game) textsOf(key string, v starlark.Value, without string) (all []entryIn, err error) {
	d, err := byLanguage(key, v, without)
	if err != nil {
		return nil, err
	}
	for _, in := range d {
		text, ok := starlark.AsString(in.value)
		if !ok {
			return nil, unlike(key, "str", in.value)
		}
		all = append(all, entryIn{in.lang, entry{key, text, g.position(text, g.at)}})
	}
	return all, nil
}

// letters contains the greatest lengths of a title and of the line about a game, in letters.
var letters = map[string]int{"title": 21, "about": 60}

// valueIn is a value in a language.
type valueIn struct {
	lang  string
	value starlark.Value
}

// byLanguage parses values by language, {"ru": …, "en": …} or one of the two. A value that names no
// language is in the language without.
func byLanguage(name string, v starlark.Value, without string) (all []valueIn, err error) {
	d, ok := v.(*starlark.Dict)
	if _, text := v.(starlark.String); text || ok && name == "words" && isWords(d) {
		return []valueIn{{without, v}}, nil
	}
	if !ok {
		return nil, faulty("languages", name)
	}
	for _, lang := range languages {
		if value, found, _ := d.Get(starlark.String(lang)); found {
			all = append(all, valueIn{lang, value})
		}
	}
	if len(all) == 0 || len(all) != d.Len() {
		return nil, faulty("languages", name)
	}
	return all, nil
}

// optionOf implements the Starlark function option(name, default, values, range, text, offer,
// needs).
func optionOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var o games.Option
	var value, values, between, offer starlark.Value
	var text bool
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "name", &o.Name, "default", &value,
		"values?", &values, "range?", &between, "text?", &text, "offer?", &offer, "needs?", &o.Needs)
	if err != nil {
		return nil, err
	}
	if !isName(o.Name) {
		return nil, faulty("name", o.Name)
	}
	if o.Default, err = argument(value); err != nil {
		return nil, err
	}
	if offer != nil {
		if o.Offer, err = argument(offer); err != nil {
			return nil, err
		}
	}
	if o.Values, err = eachOf("values", values, MostLines, argument); err != nil {
		return nil, err
	}
	if o.Grammar, err = grammarOf(between, text); err != nil {
		return nil, err
	}
	option := optionMade{made[games.Option]{"option", o}, callOfThread(t, signatures[b.Name()], args, kwargs)}
	return option, checkDefault(o)
}

// optionMade is an option with the call that made it.
type optionMade struct {
	made[games.Option]
	call callSite
}

func (o optionMade) madeBy() callSite { return o.call }

// isName reports whether s is a valid name of an option or a file: a lower-case letter followed by
// up to 23 lower-case letters and digits.
func isName(s string) bool {
	if s == "" || len(s) > 24 || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// grammarOf returns the grammar of an option: "FROM..TO" for a range (from, to), "text" for any
// text, or "" for neither.
func grammarOf(between starlark.Value, text bool) (string, error) {
	if text {
		return "text", nil
	}
	list, err := listOf("range", between, 2)
	if err != nil || len(list) == 0 {
		return "", err
	}
	if len(list) != 2 {
		return "", unlike("range", "(int, int)", between)
	}
	from, err := small("range", list[0], -999_999, 999_999)
	if err != nil {
		return "", err
	}
	to, err := small("range", list[1], int64(from), 999_999)
	return strconv.Itoa(from) + ".." + strconv.Itoa(to), err
}

// checkDefault returns a fault unless the default and the offered value are valid values of o.
func checkDefault(o games.Option) error {
	from, to, number := o.Range()
	for _, v := range []string{o.Default, o.Proposes()} {
		n, err := strconv.ParseInt(v, 10, 32)
		inside := number && err == nil && int32(n) >= from && int32(n) <= to
		if o.Grammar != "text" && !inside && !slices.Contains(o.Values, v) {
			return aboutField("default", faulty("default", o.Name, v))
		}
	}
	return nil
}

// checkOptions returns a fault if two options have the same name, or if an option needs a value that
// no other option has.
func (g *game) checkOptions() error {
	seen := map[string]bool{"seats": true}
	for i, o := range g.options {
		field := "options[" + strconv.Itoa(i) + "]"
		if seen[o.Name] {
			return aboutField(field, faulty("twice", o.Name))
		}
		seen[o.Name] = true
		if name, value, _ := strings.Cut(o.Needs, "="); o.Needs != "" && !g.offers(o.Name, name, value) {
			return aboutField(field+".needs", faulty("needs", o.Name, o.Needs))
		}
	}
	return nil
}

func (g *game) offers(except, name, value string) bool {
	return slices.ContainsFunc(g.options, func(o games.Option) bool {
		return o.Name == name && o.Name != except && slices.Contains(o.Values, value)
	})
}
