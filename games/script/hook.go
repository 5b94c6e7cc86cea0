package script

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
)

// hook is a function of a game file that the engine calls. The names of its parameters select its
// arguments.
type hook struct {
	fn     *starlark.Function
	params []string
	at     syntax.Position // place of the function in the file
}

// everywhere contains the parameter names that every hook may use.
var everywhere = []string{"seats", "options"}

// functions stores the functions that a file passes to rules(…) or table(…). all maps the name of
// each possible function to the parameter names that the function may use.
func (g *game) functions(all map[string][]string, given map[string]starlark.Value) error {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := g.hook(name, given[name], all[name]); err != nil {
			return err
		}
	}
	return nil
}

// hook stores the function v of a file under name. knows lists the parameter names that the
// function may use.
func (g *game) hook(name string, v starlark.Value, knows []string) error {
	if v == nil || v == starlark.None {
		return nil
	}
	fn, ok := v.(*starlark.Function)
	if !ok {
		return unlike(name, "function", v)
	}
	h := &hook{fn: fn, at: fn.Position()}
	for i := range fn.NumParams() {
		p, at := fn.Param(i)
		if !slices.Contains(knows, p) && !slices.Contains(everywhere, p) {
			return unknownParameter(name, p, append(slices.Clone(knows), everywhere...)).at(at)
		}
		h.params = append(h.params, p)
	}
	g.hooks[name] = h
	return nil
}

// unknownParameter returns the fault for a parameter p that the engine has no value for. It names the
// nearest of the known parameters or, if none is near, all of them.
func unknownParameter(hook, p string, knows []string) *fault {
	if near := nearest(p, knows); near != "" {
		return &fault{key: "parameter", args: []string{hook, p, near}}
	}
	return &fault{key: "asks", args: []string{hook, p, strings.Join(knows, ", ")}}
}

// values returns the value of a parameter of a hook by the name of the parameter. Values that no
// parameter names are not made.
type values interface {
	value(name string) starlark.Value
}

// known holds the values of the parameters of hooks of rules(…).
type known struct {
	state, before, options starlark.Value
	seats                  int
	turn, seat             games.Seat
	says                   games.Decision
	stream                 string
}

func (k known) value(name string) starlark.Value {
	switch name {
	case "state":
		return k.state
	case "turn":
		return starlark.MakeInt(int(k.turn))
	case "seats":
		return starlark.MakeInt(k.seats)
	case "options":
		return k.options
	case "before":
		return k.before
	case "seat":
		return starlark.MakeInt(int(k.seat))
	case "stream":
		return starlark.String(k.stream)
	}
	return decided(k.says, name)
}

// call calls the hook called name with the values from k. at is the place of the hook in the file.
// ok is false if the file has no such hook.
func (m *meter) call(name string, k values) (v starlark.Value, at syntax.Position, ok bool, err error) {
	h := m.g.hooks[name]
	if h == nil {
		return nil, m.g.at, false, nil
	}
	m.g.count(name)
	if v, err = m.ask(h, k); err == nil && m.g.effects != nil && isEffect(v) {
		m.g.effects[name]++
	}
	return v, h.at, true, err
}

// isEffect reports whether an answer is more than None, False, an empty dict or zeros.
func isEffect(v starlark.Value) bool {
	list, ok := v.(*starlark.List)
	if !ok {
		return v != starlark.None && bool(v.Truth())
	}
	for x := range list.Elements() {
		if x.Truth() {
			return true
		}
	}
	return false
}

// count counts the calls of a hook, if anybody wants to know.
func (g *game) count(hook string) {
	if g.calls != nil {
		g.calls[hook]++
	}
}

// ask calls the hook h with the values from k. The error is an Error.
func (m *meter) ask(h *hook, k values) (starlark.Value, error) {
	args := starlark.Tuple(m.args[:0]) // the interpreter copies them
	for _, p := range h.params {
		args = append(args, k.value(p))
	}
	v, err := m.run(func(t *starlark.Thread) (starlark.Value, error) { return starlark.Call(t, h.fn, args, nil) })
	if err != nil {
		return nil, located(err, h.at)
	}
	return v, nil
}

// decided returns the value of a parameter that describes the decision d: "says" is the whole
// decision, "verb" its first word, and "args" the other words, with numbers as numbers.
func decided(d games.Decision, name string) starlark.Value {
	verb, rest, _ := strings.Cut(string(d), " ")
	switch name {
	case "says":
		return starlark.String(d)
	case "verb":
		return starlark.String(verb)
	}
	var args []starlark.Value
	for w := range strings.FieldsSeq(rest) {
		args = append(args, wordValue(w))
	}
	list := starlark.NewList(args)
	list.Freeze()
	return list
}

// wordValue returns a word of a decision as a Starlark value. A number in its shortest form
// becomes a number, any other word a text.
func wordValue(w string) starlark.Value {
	if w != "" && w[0] <= '9' { // no letter, so that few texts make an error
		if n, err := strconv.ParseInt(w, 10, 32); err == nil && strconv.FormatInt(n, 10) == w {
			return starlark.MakeInt64(n)
		}
	}
	return starlark.String(w)
}
