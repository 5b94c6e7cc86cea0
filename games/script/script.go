package script

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
)

// game holds the rules compiled from a file.
type game struct {
	name, file, source string
	at                 syntax.Position // place of the call of rules or table
	call               callSite        // the call of table
	whole              bool            // whether the file has made a valid call of rules or table
	least, most        int
	options            []games.Option
	begins             games.Seat
	together           bool
	words              map[string]map[string]string // texts by language and key
	ordered            map[string][]entry           // the file's own texts by language, in order
	topics             []topic
	lacks              map[string][]string // keys that a language borrows from the other one
	assets             map[string]string
	glyphs             map[string]bool
	hooks              map[string]*hook
	idle               chan *meter                // meters to be used again
	literals           map[string]syntax.Position // first place of each text literal in the file
	sites              sites                      // places of the calls in the file
	table              games.Rules                // rules made by table(…); nil for rules(…)
	phases             []string                   // names of the phases of table(…)
	calls              map[string]int             // number of calls of each hook; nil: not counted
	effects            map[string]int             // number of answers with an effect of each hook of idleHooks; nil: not counted
}

// Compile compiles the source of a file. name is the name of the file without ".star": a
// lower-case letter followed by lower-case letters and digits. The error is an [Error].
func Compile(name, source string) (games.Rules, error) {
	g := &game{name: name, file: name + ".star", source: source, hooks: map[string]*hook{}, idle: make(chan *meter, idleMeters)}
	if err := g.load(); err != nil {
		return nil, located(err, g.start())
	}
	if g.table != nil {
		return trackerOf(g), nil
	}
	return g, nil
}

// start returns the place to report for a fault of unknown place: the call of rules or table or,
// before that call, the file as a whole.
func (g *game) start() syntax.Position {
	if g.at.Line > 0 {
		return g.at
	}
	return syntax.MakePosition(&g.file, 0, 0)
}

func (g *game) load() error {
	switch {
	case !isName(g.name):
		return faulty("name", shorten(g.name, mostQuoted))
	case len(g.source) > MostProgram:
		return large("file", MostProgram)
	case !utf8.ValidString(g.source), strings.ContainsRune(g.source, 0): // the parser takes a zero byte for the end
		return faulty("letters", "file")
	}
	f, err := dialect.Parse(g.file, g.source, 0)
	if err != nil {
		return g.unreadable(err)
	}
	g.literals, g.sites = literals(f), sitesOf(f)
	sayings := sayings(f)
	if err := guardTree(f); err != nil {
		return err
	}
	if err := g.execute(f); err != nil {
		return err
	}
	if !g.whole {
		return faulty("never")
	}
	return g.checkSayings(sayings)
}

// execute compiles and runs the syntax tree of a file.
func (g *game) execute(f *syntax.File) error {
	names := environment()
	program, err := starlark.FileProgram(f, names.Has)
	if err != nil {
		return err
	}
	m := newMeter(g, LoadSteps)
	_, err = m.run(func(t *starlark.Thread) (starlark.Value, error) {
		globals, err := program.Init(t, names)
		globals.Freeze()
		return starlark.None, err
	})
	return err
}

// literals returns the first place of each text literal in a file.
func literals(f *syntax.File) map[string]syntax.Position {
	found := map[string]syntax.Position{}
	syntax.Walk(f, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Literal); ok && l.Token == syntax.STRING {
			if _, known := found[l.Value.(string)]; !known {
				found[l.Value.(string)] = l.TokenPos
			}
		}
		return true
	})
	return found
}

// saying is a call of say, count or refuse in a file, with a literal key.
type saying struct {
	key  string
	by   *syntax.Ident
	args int // arguments after the key (and n of count); -1 if unknown at compile time
	at   syntax.Position
}

// isOurs reports whether the call refers to our function, not to one that the file defines under
// the same name.
func (s saying) isOurs() bool {
	b, ok := s.by.Binding.(*resolve.Binding)
	return ok && b.Scope == resolve.Predeclared
}

// sayings returns the calls of say, count and refuse in a file that have a literal key, so that a
// missing text is reported at compile time.
func sayings(f *syntax.File) (all []saying) {
	syntax.Walk(f, func(n syntax.Node) bool {
		c, ok := n.(*syntax.CallExpr)
		if !ok || len(c.Args) == 0 {
			return true
		}
		id, named := c.Fn.(*syntax.Ident)
		l, written := c.Args[0].(*syntax.Literal)
		if !named || !written || l.Token != syntax.STRING {
			return true
		}
		s := saying{key: l.Value.(string), by: id, args: len(c.Args) - 1, at: l.TokenPos}
		for _, a := range c.Args {
			if u, ok := a.(*syntax.UnaryExpr); ok && u.Op == syntax.STAR {
				s.args = -1
			}
		}
		if id.Name == "count" {
			s.args--
		}
		if id.Name == "say" || id.Name == "count" || id.Name == "refuse" {
			all = append(all, s)
		}
		return true
	})
	return all
}

// checkSayings returns a fault for the first wrong call in a list. A call is wrong if its text is
// missing, if the text has more slots than the call has arguments, or if refuse is called with a
// key outside "rule.".
func (g *game) checkSayings(all []saying) error {
	for _, s := range all {
		if !s.isOurs() {
			continue
		}
		text := games.Text{Key: s.key}
		for range max(s.args, 0) {
			text.Args = append(text.Args, "")
		}
		err := g.sayable(text)
		var f *fault
		if errors.As(err, &f) && (f.key != "hole" || s.args >= 0) {
			return f.at(s.at)
		}
		if s.by.Name == "refuse" && !strings.HasPrefix(s.key, "rule.") {
			return (&fault{key: "rule", args: []string{s.key}}).at(s.at)
		}
	}
	return nil
}

// Program returns the source text of the file.
func (g *game) Program() string { return g.source }

// Name returns "file/" and the name of the file.
func (g *game) Name() string { return "file/" + g.name }

// Seats returns the least and greatest number of players.
func (g *game) Seats() (least, most int) { return g.least, g.most }

// Options returns the options that the file defines, and the edition.
func (g *game) Options() []games.Option { return append(slices.Clone(g.options), edition) }

// edition is the option for the edition of the file language. Records without it are of edition 1,
// and keep the meaning that their programs had. A file can't define an option of this name.
var edition = games.Option{Name: "file-edition", Default: "1", Offer: "3", Values: []string{"2", "3"}, Silent: true}

// editionOf returns the edition of the file language in a set-up.
func editionOf(s games.Setup) int {
	n, _ := strconv.Atoi(s.Value([]games.Option{edition}, edition.Name)) // CheckSetup allows only its values
	return n
}

// Begins returns the seat that begins, or 0 if it is drawn.
func (g *game) Begins() games.Seat { return g.begins }

// Together reports whether all seats win or all lose.
func (g *game) Together() bool { return g.together }

// Assets returns the file's own words and pictures, and the default words that every file has.
func (g *game) Assets() map[string]string {
	all := maps.Clone(g.assets)
	for _, lang := range languages {
		all[lang] = g.catalogue(lang)
	}
	return all
}

// Faces returns the faces of the die in a stream with their points, from the file's function
// faces.
func (g *game) Faces(s games.Setup, stream string) []games.Face {
	all, _ := g.faces(s.Seats, g.chosen(s), stream)
	return all
}

func (g *game) faces(seats int, options *starlark.Dict, stream string) (all []games.Face, err error) {
	v, at, ok, err := newMeter(g, Steps).call("faces", known{seats: seats, options: options, stream: stream})
	if !ok || err != nil || v == starlark.None {
		return nil, err
	}
	d, ok := v.(*starlark.Dict)
	if !ok {
		return nil, located(unlike("faces", "dict", v), at)
	}
	if d.Len() > MostLines {
		return nil, located(large("faces", MostLines), at)
	}
	for k, v := range d.Entries() {
		name, ok := starlark.AsString(k)
		if !ok {
			return nil, located(unlike("faces", "str", k), at)
		}
		n, err := small("faces", v, -999, 999)
		if err != nil {
			return nil, located(err, at)
		}
		all = append(all, games.Face{Name: name, Points: n})
	}
	return all, nil
}

// CountCalls begins to count the calls of the file's functions. The map has an entry for each
// function. Positions of one game must not be used by several goroutines then.
func (g *game) CountCalls() map[string]int {
	g.calls = map[string]int{}
	for name := range g.hooks {
		g.calls[name] = 0
	}
	return g.calls
}

// idleHooks are the functions whose answer may have no effect: None, False or nothing but zeros.
var idleHooks = []string{"refuses", "after", "over", "changes", "bonus", "lead"}

// CountEffects begins to count the answers of the file's functions that have an effect.
func (g *game) CountEffects() map[string]int {
	g.effects = map[string]int{}
	for _, name := range idleHooks {
		if g.hooks[name] != nil {
			g.effects[name] = 0
		}
	}
	return g.effects
}

// Verbs returns nil: the verbs of rules(…) are those that its functions list.
func (g *game) Verbs() []string { return nil }

// Ends returns nil: the ends of rules(…) are in its functions.
func (g *game) Ends() []string { return nil }

// Phases returns the names of the phases of table(…).
func (g *game) Phases() []string { return g.phases }

// Keys returns the keys of the file's own texts, in order.
func (g *game) Keys() (all []string) {
	for _, e := range g.ordered["ru"] {
		all = append(all, e.key)
	}
	return all
}

// chosen returns the options chosen in a set-up as a dict, with numbers as numbers.
func (g *game) chosen(s games.Setup) *starlark.Dict {
	d := starlark.NewDict(len(g.options))
	for _, o := range g.options {
		value := s.Value(g.options, o.Name)
		_ = d.SetKey(starlark.String(o.Name), wordValue(value)) // a new dict accepts any text
	}
	d.Freeze()
	return d
}

// New returns the first position, from the file's function new.
func (g *game) New(setup games.Setup) (games.State, error) {
	s, err := g.seated(setup)
	if err != nil {
		return nil, err
	}
	says := games.Decision("seats=" + strconv.Itoa(setup.Seats))
	m := newMeter(g, Steps)
	v, at, _, err := m.call("new", s.known())
	if err != nil {
		return nil, illegal(says, err, at)
	}
	if r, ok := v.(made[refusal]); ok {
		return nil, games.Illegal{Says: says, Rule: r.is.text}
	}
	first, err := s.position(m, v)
	if err != nil {
		return nil, illegal(says, err, at)
	}
	return first, nil
}

// seated returns an incomplete position: it has the seats and options of setup, but no state of the
// game yet.
func (g *game) seated(setup games.Setup) (*state, error) {
	if err := games.CheckSetup(g, setup); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(setup.Options)) {
		if line("options", setup.Options[name]) != nil {
			return nil, games.Refuse(games.Decision(name+"="), "rule.option")
		}
	}
	return &state{g: g, seats: setup.Seats, options: g.chosen(setup), edition: editionOf(setup)}, nil
}

// Parse parses a position in the form of String, and no other form. It refuses a position for which
// the file fails to compute the turn, the choices or the standing. It also refuses a position that
// the file's function check refuses.
func (g *game) Parse(setup games.Setup, text string) (games.State, error) {
	s, err := g.seated(setup)
	if err != nil {
		return nil, err
	}
	v, err := positionOf(text)
	if err != nil {
		return nil, located(err, g.at)
	}
	m := newMeter(g, Steps)
	next, err := s.position(m, v)
	if err != nil {
		return nil, located(err, g.at)
	}
	answer, at, ok, err := m.call("check", next.known())
	if err != nil {
		return nil, err
	}
	if _, refused := answer.(made[refusal]); ok && (refused || answer == starlark.False) {
		return nil, (&fault{key: "blame.check"}).at(at)
	}
	return next, nil
}
