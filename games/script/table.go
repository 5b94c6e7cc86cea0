package script

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games"
	"tabletop/games/table"
)

// tableHooks maps the functions of table(…) to the parameter names that each may use. The names in
// positionNames are for all functions except chosen; the type tabled makes their values.
var tableHooks = map[string][]string{
	"chosen":  nil,
	"worth":   append([]string{"seat", "line", "n"}, positionNames...),
	"bonus":   append([]string{"got"}, positionNames...),
	"over":    positionNames,
	"after":   positionNames,
	"lead":    positionNames,
	"changes": positionNames,
	"refuses": positionNames,
}

// tableParameters contains the parameters of table(…) that are neither functions nor fields of a
// Def.
var tableParameters = []string{"title", "about", "seats", "words", "options", "glyphs", "pictures", "cover", "topics"}

var positionNames = []string{
	"round", "phase", "turn", "first", "order", "totals", "rounds", "lines", "passed", "ready", "out", "dice", "called",
	"counters", "sums", "by", "says", "verb", "args", "last", "ended", "round_over", "written",
}

// momentary contains the parameters that belong to one decision, and not to a finished round.
var momentary = []string{"phase", "turn", "ready", "dice", "counters", "by", "says", "verb", "args", "last", "ended", "round_over"}

// tableOf implements the Starlark function table(…). Its parameters are the fields of a table.Def,
// in lower case with underscores, as zero_sum.
func tableOf(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	g := meterOf(t).g
	if err := g.once(t); err != nil {
		return nil, err
	}
	g.call = callOfThread(t, nil, args, kwargs)
	if err := g.takeTable(args, kwargs); err != nil {
		return nil, g.call.placed(err, g.at)
	}
	return starlark.None, nil
}

// takeTable checks and stores the parameters of table(…), and makes the game.
func (g *game) takeTable(args starlark.Tuple, kwargs []starlark.Tuple) error {
	if len(args) > 0 {
		return faulty("named", "table")
	}
	given := map[string]starlark.Value{}
	def := table.Def{Name: g.Name(), Edition: 3, Least: 2, Most: table.UsualSeats}
	for _, pair := range kwargs {
		name := string(pair[0].(starlark.String))
		if _, hook := tableHooks[name]; hook || slices.Contains(tableParameters, name) {
			given[name] = pair[1]
		} else if err := fill(&def, name, pair[1]); err != nil {
			return aboutField(name, err)
		}
	}
	return g.makeTable(def, given)
}

// makeTable checks and stores the parameters that are not fields of a Def, and makes the game.
func (g *game) makeTable(def table.Def, given map[string]starlark.Value) error {
	g.least, g.most = def.Least, def.Most
	if given["seats"] == nil {
		given["seats"] = starlark.Tuple{starlark.MakeInt(def.Least), starlark.MakeInt(def.Most)}
	}
	if err := g.functions(tableHooks, given); err != nil {
		return err
	}
	for name := range tableHooks {
		delete(given, name)
	}
	if err := g.describe(given); err != nil {
		return err
	}
	def.Least, def.Most, def.Options = g.least, g.most, append(slices.Clone(g.options), edition)
	def.Words = map[string]string{"ru": g.fileWords("ru"), "en": g.fileWords("en")}
	def.Glyphs, def.Pictures = g.assets["glyphs"], g.assets["pictures"]
	def.Explained = g.explainedPhases(def.Phases)
	def.With = func(s games.Setup) (table.Def, error) { return g.with(def, s) }
	r, err := newest(def)
	if err != nil {
		return err
	}
	for _, lang := range languages {
		g.words[lang] = ownWords(r.Assets()[lang])
	}
	for _, p := range def.Phases {
		if p.Name != "" {
			g.phases = append(g.phases, p.Name)
		}
	}
	g.nameSubjects(def)
	g.table, g.whole, g.together = r, true, def.Coop
	if err := g.checkTopics(); err != nil {
		return err
	}
	return g.checkOptions()
}

// newest returns the rules of a Def in the newest edition. What only that one refuses is right in records
// of older ones, so that it is refused where a match begins.
func newest(def table.Def) (games.Rules, error) {
	r, err := table.New(def)
	if err != nil {
		def.Edition = 2
		if older, err := table.New(def); err == nil {
			return older, nil
		}
	}
	return r, err
}

// fileWords returns the file's own words in a language, with the texts of faults, as a catalogue.
// The table engine adds all other words.
func (g *game) fileWords(lang string) string {
	var b strings.Builder
	for _, e := range g.ordered[lang] {
		b.WriteString(e.key + " = " + e.text + "\n")
	}
	for line := range strings.Lines(ownTexts[lang]) {
		if strings.HasPrefix(line, "rule.file.") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// with returns the Def for a set-up. It calls the function named "chosen" in the file. The fields in
// the dict that this function returns replace those of table(…). The functions of the Def receive
// the options of the set-up.
func (g *game) with(def table.Def, s games.Setup) (table.Def, error) {
	def.With, def.Edition = nil, editionOf(s)
	var fields *starlark.Dict
	def.Explain = func(f table.Fault) error { return g.explain(f, fields) }
	h := hooked{g, known{seats: s.Seats, options: g.chosen(s)}, editionOf(s), nil}
	says := games.Decision("seats=" + strconv.Itoa(s.Seats))
	v, at, ok, err := newMeter(g, Steps).call("chosen", h.k)
	if err != nil {
		return def, illegal(says, err, at)
	}
	if ok && v != starlark.None {
		if r, ok := v.(made[refusal]); ok {
			return def, games.Illegal{Says: says, Rule: r.is.text}
		}
		var isDict bool
		if fields, isDict = v.(*starlark.Dict); !isDict {
			return def, illegal(says, unlike("chosen", "dict", v), at)
		}
		for k, v := range fields.Entries() {
			name, _ := starlark.AsString(k)
			if err := fill(&def, name, v); err != nil {
				return def, illegal(says, err, at)
			}
		}
	}
	h.shared = map[string]bool{}
	for _, c := range def.Counters {
		h.shared[c.Name] = c.Per == table.PerAll
	}
	if def.Newer() {
		h.edition = max(h.edition, 2)
	}
	h.into(&def.Hooks)
	return def, nil
}

// explain returns the refusal for a fault of the fields that the function chosen returned, or of the
// result of another function.
func (g *game) explain(f table.Fault, fields *starlark.Dict) error {
	at := g.at
	for _, name := range []string{f.Field, "chosen"} {
		if h := g.hooks[name]; h != nil {
			at = h.fn.Position()
			break
		}
	}
	c := callSite{file: &g.sites, values: map[string]starlark.Value{}}
	if fields != nil {
		for k, v := range fields.Entries() {
			if name, ok := starlark.AsString(k); ok {
				c.values[name] = v
				c.args = append(c.args, site{name: name})
			}
		}
	}
	if _, ok := c.find(f.Field); !ok && g.hooks[f.Field] == nil {
		c = g.call
	}
	return illegal("", c.placed(f, at), at)
}

// hooked calls the functions of a file for one table. k holds the number of seats and the chosen
// options.
type hooked struct {
	g       *game
	k       known
	edition int
	shared  map[string]bool // names of counters that all seats share
}

// into sets those hooks of a Def for which the file has functions.
func (h hooked) into(to *table.Hooks) {
	has := h.g.hooks
	if w := has["worth"]; w != nil {
		to.Worth = h.worth
		to.Momentary = slices.ContainsFunc(w.params, func(p string) bool { return slices.Contains(momentary, p) })
	}
	if has["bonus"] != nil {
		to.Bonus = h.bonus
	}
	if has["over"] != nil {
		to.Over = h.over
	}
	if has["after"] != nil {
		to.After = h.after
	}
	if has["lead"] != nil {
		to.Lead = h.lead
	}
	if has["changes"] != nil {
		to.Changes = h.changes
	}
	if has["refuses"] != nil {
		to.Refuse = h.refuse
	}
}

// tabled holds the values of the parameters of hooks of table(…).
type tabled struct {
	known
	at      table.Position
	seat, n int    // of worth
	line    string // of worth
	got     []int  // of bonus
	shared  map[string]bool
}

func (k tabled) value(name string) starlark.Value {
	p := k.at
	switch name {
	case "round":
		return starlark.MakeInt(p.Round)
	case "phase":
		return starlark.String(p.Phase)
	case "turn":
		return starlark.MakeInt(p.Turn)
	case "first":
		return starlark.MakeInt(p.First)
	case "called":
		return starlark.MakeInt(p.Called)
	case "order":
		return intList(p.Order)
	case "totals":
		return intList(p.Totals)
	case "passed":
		return intList(p.Passed)
	case "dice":
		return intList(p.Dice)
	case "ready":
		return boolList(p.Ready)
	case "out":
		return boolList(p.Out)
	case "rounds":
		return starlark.NewList(mapped(p.Rounds, intList))
	case "lines":
		return dictOf(p.Lines, intList)
	case "sums":
		return dictOf(p.Sums, intList)
	case "written":
		return dictOf(p.Written, boolList)
	case "counters":
		return k.counters()
	case "round_over":
		return starlark.Bool(p.RoundOver)
	case "last":
		return starlark.Bool(p.Last)
	case "ended":
		return starlark.Bool(p.Ended)
	case "by":
		return starlark.MakeInt(p.By)
	case "seat":
		return starlark.MakeInt(k.seat)
	case "line":
		return starlark.String(k.line)
	case "n":
		return starlark.MakeInt(k.n)
	case "got":
		return intList(k.got)
	}
	return k.known.value(name)
}

// counters returns the values of each counter: a number if all seats share the counter, or else a
// list.
func (k tabled) counters() starlark.Value {
	d := dictOf(k.at.Counters, intList)
	for name, shared := range k.shared {
		if shared && len(k.at.Counters[name]) > 0 { // worth and bonus see no counters
			_ = d.SetKey(starlark.String(name), starlark.MakeInt(k.at.Counters[name][0])) // the key is there
		}
	}
	return d
}

// at returns the values of the parameters that every hook may have at the position p.
func (h hooked) at(p table.Position) tabled {
	k := tabled{known: h.k, at: p, shared: h.shared}
	k.says = p.Says
	return k
}

// dictOf returns lists by name as a dict in the order of the names.
func dictOf[T any](all map[string][]T, list func([]T) starlark.Value) *starlark.Dict {
	d := starlark.NewDict(len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		_ = d.SetKey(starlark.String(name), list(all[name])) // a new dict accepts any text
	}
	return d
}

func intList(all []int) starlark.Value {
	return starlark.NewList(mapped(all, func(n int) starlark.Value { return starlark.MakeInt(n) }))
}

func boolList(all []bool) starlark.Value {
	return starlark.NewList(mapped(all, func(b bool) starlark.Value { return starlark.Bool(b) }))
}

// mapped returns the values that one makes of the elements of a list.
func mapped[T any](all []T, one func(T) starlark.Value) []starlark.Value {
	made := make([]starlark.Value, len(all))
	for i, x := range all {
		made[i] = one(x)
	}
	return made
}

// ask calls a hook and converts its result with read. It returns a fault as a games.Illegal that
// contains the place of the fault.
func ask[T any](h hooked, name string, k values, read func(starlark.Value) (T, error)) (answer T, err error) {
	v, at, _, err := newMeter(h.g, Steps).call(name, k)
	if err != nil {
		return answer, illegal("", err, at)
	}
	if answer, err = read(v); err != nil {
		return answer, illegal("", err, at)
	}
	return answer, nil
}

func (h hooked) worth(p table.Position, seat int, line string, n int) (points int, ok bool, err error) {
	k := h.at(p)
	k.seat, k.line, k.n = seat, line, n
	points, err = ask(h, "worth", k, func(v starlark.Value) (int, error) {
		if ok = v != starlark.None || h.edition < 2; !ok {
			return 0, nil
		}
		return small("worth", v, -table.MostCell, table.MostCell)
	})
	return points, ok, err
}

func (h hooked) bonus(p table.Position, got []int) ([]int, error) {
	k := h.at(p)
	k.got = got
	return ask(h, "bonus", k, func(v starlark.Value) ([]int, error) { return ints("bonus", v, -table.MostCell, table.MostCell) })
}

func (h hooked) over(p table.Position) (table.Result, error) {
	return ask(h, "over", h.at(p), func(v starlark.Value) (table.Result, error) {
		if m, ok := v.(made[table.Result]); ok {
			return m.is, nil
		}
		if over, ok := v.(starlark.Bool); ok {
			return table.Result{Over: bool(over)}, nil
		}
		if v != starlark.None {
			return table.Result{}, unlike("over", "bool, won(…)", v)
		}
		return table.Result{}, nil
	})
}

// wonOf implements the Starlark function won(seats, why). Its value, returned by the file's
// function over, ends the game.
func wonOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seats starlark.Value
	r := table.Result{Over: true}
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "seats?", &seats, "why?", &r.Why)
	if err != nil {
		return nil, err
	}
	r.Won, err = oneOrMore("won", seats, 1, MostSeats)
	return made[table.Result]{"won", r}, err
}

func (h hooked) after(p table.Position) (int, error) {
	return ask(h, "after", h.at(p), func(v starlark.Value) (int, error) {
		if v == starlark.None {
			return 0, nil
		}
		return small("after", v, 0, MostSeats)
	})
}

func (h hooked) lead(p table.Position) ([]int, error) {
	return ask(h, "lead", h.at(p), func(v starlark.Value) ([]int, error) {
		if h.edition > 1 {
			return oneOrMore("lead", v, 1, MostSeats)
		}
		return ints("lead", v, 1, MostSeats)
	})
}

func (h hooked) changes(p table.Position) (map[string][]int, error) {
	return ask(h, "changes", h.at(p), func(v starlark.Value) (map[string][]int, error) {
		if v == starlark.None {
			return nil, nil
		}
		d, ok := v.(*starlark.Dict)
		if !ok {
			return nil, unlike("changes", "dict", v)
		}
		all := map[string][]int{}
		for k, v := range d.Entries() {
			name, ok := starlark.AsString(k)
			if !ok {
				return nil, unlike("changes", "str", k)
			}
			var err error
			if all[name], err = oneOrMore(name, v, -999_999, 999_999); err != nil {
				return nil, err
			}
		}
		return all, nil
	})
}

func (h hooked) refuse(p table.Position, d games.Decision) (games.Text, error) {
	k := h.at(p)
	k.says = d
	return ask(h, "refuses", k, func(v starlark.Value) (games.Text, error) {
		if v == starlark.None {
			return games.Text{}, nil
		}
		r, err := madeOf[refusal]("refuses", "refusal", v)
		return r.text, err
	})
}

// oneOrMore converts a number, or a list of numbers, between from and to; None yields nil.
func oneOrMore(what string, v starlark.Value, from, to int64) ([]int, error) {
	if n, ok := v.(starlark.Int); ok {
		v = starlark.Tuple{n}
	}
	return ints(what, v, from, to)
}

// ints converts a list of numbers between from and to; None yields nil.
func ints(what string, v starlark.Value, from, to int64) ([]int, error) {
	return eachOf(what, v, MostState, func(x starlark.Value) (int, error) { return small(what, x, from, to) })
}

// tracker holds the rules that a file made with table(…). Package table implements the positions of
// these rules.
type tracker struct {
	games.Rules
	g *game
}

// trackerOf returns the rules that g made with table(…).
func trackerOf(g *game) games.Rules { return tracker{g.table, g} }

// Program returns the source text of the file.
func (t tracker) Program() string { return t.g.source }

// Assets returns the words and pictures of the table, and the pictures of the cover.
func (t tracker) Assets() map[string]string {
	all := maps.Clone(t.Rules.Assets())
	all["cover"] = t.g.assets["cover"]
	return all
}

// Begins returns the seat that begins, or 0 if it is drawn.
func (t tracker) Begins() games.Seat { return games.Begins(t.Rules) }

// Topics returns the topics of the file that hold for a set-up, followed by those of the table about
// the parts of its Def.
func (t tracker) Topics(s games.Setup) []games.Topic {
	return merged(t.g.topicsFor(s), games.Topics(t.Rules, s))
}

// Lacks returns the words that the file has in one language only (see the method of game).
func (t tracker) Lacks() map[string][]string { return t.g.Lacks() }

// Tracker reports whether the rules only record the score, without knowing the rules of the game.
func (t tracker) Tracker() bool { return games.IsTracker(t.Rules) }

// Together reports whether all seats win or all lose.
func (t tracker) Together() bool { return t.g.together }

// CountCalls begins to count the calls of the file's functions.
func (t tracker) CountCalls() map[string]int { return t.g.CountCalls() }

// CountEffects begins to count the answers of the file's functions that have an effect.
func (t tracker) CountEffects() map[string]int { return t.g.CountEffects() }

// Verbs returns the verbs that the parameters of the file ask for.
func (t tracker) Verbs() []string { return t.Rules.(interface{ Verbs() []string }).Verbs() }

// Ends returns the names of the parameters and counters that may end a match.
func (t tracker) Ends() []string { return t.Rules.(interface{ Ends() []string }).Ends() }

// Blame returns the text about a breach of the contract of games (see the method of game).
func (t tracker) Blame(part, quote string) map[string]string { return t.g.Blame(part, quote) }

// Phases returns the names of the phases of the file.
func (t tracker) Phases() []string { return t.g.Phases() }

// Keys returns the keys of the file's own texts, in order.
func (t tracker) Keys() []string { return t.g.Keys() }
