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
	h := &hook{fn: fn}
	for i := range fn.NumParams() {
		p, at := fn.Param(i)
		if !slices.Contains(knows, p) && !slices.Contains(everywhere, p) {
			return (&fault{"parameter", []string{name, p, games.Nearest(p, append(slices.Clone(everywhere), knows...))}}).at(at)
		}
		h.params = append(h.params, p)
	}
	g.hooks[name] = h
	return nil
}

// known maps parameter names of hooks to their values.
type known map[string]starlark.Value

// call calls the hook called name, with the values in k as arguments. at is the place of the hook
// in the file. ok is false if the file has no such hook.
func (m *meter) call(name string, k known) (v starlark.Value, at syntax.Position, ok bool, err error) {
	h := m.g.hooks[name]
	if h == nil {
		return nil, m.g.at, false, nil
	}
	args := make(starlark.Tuple, len(h.params))
	for i, p := range h.params {
		args[i] = k[p]
	}
	at = h.fn.Position()
	v, err = m.run(func(t *starlark.Thread) (starlark.Value, error) { return starlark.Call(t, h.fn, args, nil) })
	if err != nil {
		return nil, at, true, located(err, at)
	}
	return v, at, true, nil
}

// decided adds the decision d to k: "says" is the whole decision, "verb" its first word, and
// "args" the other words, with numbers as numbers.
func decided(k known, d games.Decision) known {
	var args []starlark.Value
	for i, w := range strings.Fields(string(d)) {
		if i > 0 {
			args = append(args, wordValue(w))
		}
	}
	list := starlark.NewList(args)
	list.Freeze()
	k["says"], k["verb"], k["args"] = starlark.String(d), starlark.String(d.Word(0)), list
	return k
}

// wordValue returns a word of a decision as a Starlark value. A number in its shortest form
// becomes a number, any other word a text.
func wordValue(w string) starlark.Value {
	if n, err := strconv.ParseInt(w, 10, 32); err == nil && strconv.FormatInt(n, 10) == w {
		return starlark.MakeInt64(n)
	}
	return starlark.String(w)
}
