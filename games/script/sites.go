package script

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
	"tabletop/games/table"
)

// site is the place of an expression in a file, with the sites of the elements of a literal.
type site struct {
	at    syntax.Position
	name  string           // name of a keyword argument, or of a variable
	list  []site           // elements of a list or tuple
	keyed map[string]*site // values of a dict, by their keys
}

// spot is a line and a column of a file.
type spot struct{ line, column int32 }

// sites contains the places of a file's calls and variables, for the places of faults.
type sites struct {
	calls     map[spot][]site // arguments of each call, by the place of its parenthesis
	begins    map[spot]syntax.Position
	variables map[string]site // values of variables at the top of the file
}

// sitesOf returns the sites of a file. The tree must have no guards yet.
func sitesOf(f *syntax.File) sites {
	s := sites{map[spot][]site{}, map[spot]syntax.Position{}, map[string]site{}}
	for _, stmt := range f.Stmts {
		if a, ok := stmt.(*syntax.AssignStmt); ok && a.Op == syntax.EQ {
			if id, ok := a.LHS.(*syntax.Ident); ok {
				s.variables[id.Name] = siteOf(a.RHS)
			}
		}
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok {
			at := spot{c.Lparen.Line, c.Lparen.Col}
			s.begins[at] = syntax.Start(c)
			for _, a := range c.Args {
				s.calls[at] = append(s.calls[at], argumentSite(a))
			}
		}
		return true
	})
	return s
}

// argumentSite returns the site of an argument. A keyword argument begins at its name.
func argumentSite(e syntax.Expr) site {
	if b, ok := e.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
		if id, ok := b.X.(*syntax.Ident); ok {
			s := siteOf(b.Y)
			if v, ok := b.Y.(*syntax.Ident); ok {
				s.keyed = map[string]*site{"": {name: v.Name}}
			}
			s.at, s.name = id.NamePos, id.Name
			return s
		}
	}
	return siteOf(e)
}

func siteOf(e syntax.Expr) site {
	s := site{at: syntax.Start(e)}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		s = siteOf(e.X)
	case *syntax.ListExpr:
		s.list = sitesIn(e.List)
	case *syntax.TupleExpr:
		s.list = sitesIn(e.List)
	case *syntax.DictExpr:
		s.keyed = map[string]*site{}
		for _, x := range e.List {
			pair := x.(*syntax.DictEntry)
			if key, ok := pair.Key.(*syntax.Literal); ok && key.Token == syntax.STRING {
				value := siteOf(pair.Value)
				s.keyed[key.Value.(string)] = &value
			}
		}
	}
	return s
}

func sitesIn(all []syntax.Expr) (made []site) {
	for _, e := range all {
		made = append(made, siteOf(e))
	}
	return made
}

// callSite is a call of a function at run time: its place, and the values and sites of its
// arguments.
type callSite struct {
	at     syntax.Position
	args   []site
	values map[string]starlark.Value // by parameter
	order  []string                  // names of the parameters, in order
	file   *sites
}

// callOfThread returns the call of the builtin that t executes. order contains the names of the
// builtin's parameters.
func callOfThread(t *starlark.Thread, order []string, args starlark.Tuple, kwargs []starlark.Tuple) callSite {
	c := callSite{order: order, values: map[string]starlark.Value{}}
	m := meterOf(t)
	if m == nil || t.CallStackDepth() < 2 {
		return c
	}
	p := t.CallFrame(1).Pos
	at := spot{p.Line, p.Col}
	c.at, c.args, c.file = p, m.g.sites.calls[at], &m.g.sites
	for i, v := range args {
		if i < len(order) {
			c.values[order[i]] = v
		}
	}
	for _, pair := range kwargs {
		c.values[string(pair[0].(starlark.String))] = pair[1]
	}
	return c
}

// argument returns the site of the argument for a parameter.
func (c callSite) argument(name string) (site, bool) {
	for i, s := range c.args {
		if s.name == name || s.name == "" && i < len(c.order) && c.order[i] == name {
			return s, true
		}
	}
	return site{}, false
}

// madePart is a value that remembers the call that made it.
type madePart interface{ madeBy() callSite }

// find returns the place of the argument with that path, such as "phases[1].order". If the end of
// the path is not in the file, it returns the place of the longest beginning that is. ok is false
// if not even the first name is.
func (c callSite) find(path string) (at syntax.Position, ok bool) {
	at = c.at
	var here site
	var value starlark.Value
	for i, step := range steps(path) {
		index, err := strconv.Atoi(step)
		list, isList := value.(starlark.Indexable)
		switch {
		case i > 0 && err == nil && isList && index < list.Len():
			value = list.Index(index)
			if elements := c.file.elements(here); index < len(elements) {
				here = elements[index]
			} else {
				here = site{}
			}
		case i > 0 && err == nil:
			if _, single := value.(madePart); !single {
				return at, ok
			}
		default:
			if p, isPart := value.(madePart); isPart {
				c = p.madeBy()
			} else if i > 0 {
				return at, ok
			}
			s, found := c.limit(step)
			if !found {
				return at, ok
			}
			here, value, ok = s, c.values[s.name], true
			if s.name == "" {
				value = c.values[step]
			}
		}
		if p, isPart := value.(madePart); isPart && err == nil {
			if begin, known := c.file.begins[spot{p.madeBy().at.Line, p.madeBy().at.Col}]; known {
				at, ok = begin, true
				continue
			}
		}
		if here.at.Line > 0 {
			at = here.at
		}
	}
	return at, ok
}

// limit returns the site of an argument. If "most" is missing, it returns that of "least".
func (c callSite) limit(name string) (site, bool) {
	s, ok := c.argument(name)
	if !ok && name == "most" {
		return c.argument("least")
	}
	return s, ok
}

// elements returns the sites of the elements of a list, also of a list in a variable.
func (f *sites) elements(s site) []site {
	if v := s.keyed[""]; v != nil && s.list == nil {
		return f.variables[v.name].list
	}
	return s.list
}

// steps splits a path into names and indices: "phases[1].order" into "phases", "1" and "order".
func steps(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// placed returns err with the place of the argument that it is about, if the call c has it, or else
// the given place. An error that has a place already is returned unchanged.
func (c callSite) placed(err error, otherwise syntax.Position) error {
	var known Error
	var wrong table.Fault
	var f *fault
	switch {
	case errors.As(err, &known):
		return err
	case errors.As(err, &wrong):
		f = &fault{key: wrong.Key, args: wrong.Args, field: wrong.Field}
	case !errors.As(err, &f):
		if f = (&fault{key: "error", args: []string{cause(err)}}).plain(); f.key == "error" {
			return err
		}
	}
	if f.key == "argument" && f.args[1] == "" {
		f = unasked(f.args[0], c.order)
	}
	field := f.field
	if field == "" && len(f.args) > 0 {
		field = f.args[0]
	}
	if at, ok := c.find(field); ok && at.Line > 0 {
		return f.at(at)
	}
	if otherwise.Line == 0 {
		return f
	}
	return f.at(otherwise)
}

// unasked returns the fault for a parameter that doesn't exist. It names the nearest of the
// parameters or, if none is near, all of a short list.
func unasked(name string, parameters []string) *fault {
	if f := unlatin(name); f != nil {
		return f
	}
	if near := nearest(name, parameters); near != "" || len(parameters) > shortList || len(parameters) == 0 {
		return &fault{key: "argument", args: []string{name, near}}
	}
	return &fault{key: "parameters", args: []string{name, strings.Join(parameters, ", ")}}
}

// valueless returns the fault for a word that is none of the values of a parameter. It names the
// nearest value or, if none is near, all of them.
func valueless(parameter, word string, values []string) error {
	if near := nearest(word, values); near != "" {
		return faulty("value", parameter, word, near)
	}
	return faulty("values", parameter, word, strings.Join(values, ", "))
}

// shortList is the greatest number of names that a fault lists.
const shortList = 20

// usual maps words that newcomers try to the words of game files.
var usual = map[string][]string{
	"players": {"seats"}, "name": {"title"}, "description": {"about"}, "min": {"least"}, "max": {"most"},
	"minimum": {"least"}, "maximum": {"most"}, "goal": {"target"}, "score": {"points", "totals"}, "scores": {"totals"}, "limit": {"limits"},
	"player": {"seat"}, "true": {"True"}, "false": {"False"}, "null": {"None"}, "none": {"None"}, "lines": {"sheet"},
	"sort": {"sorted(…)"}, "reverse": {"reversed(…)"}, "copy": {"list(…)"}, "isinstance": {"type"},
}

// nearest returns the word that is meant by name, or "" if none is near: more than half of the
// letters differ.
func nearest(name string, words []string) string {
	for _, w := range usual[strings.ToLower(name)] {
		if slices.Contains(words, w) {
			return w
		}
	}
	return games.Near(name, words)
}

// placing returns the builtin f, whose faults have the place of the argument that they are about.
// parameters contains the names of the parameters of f, in order.
func placing(f builtin, parameters []string) builtin {
	return func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := f(t, b, args, kwargs)
		if err != nil {
			err = callOfThread(t, parameters, args, kwargs).placed(err, syntax.Position{})
		}
		return v, err
	}
}
