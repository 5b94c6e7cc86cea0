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

// hook is a function of a file. Its parameter names select its arguments.
type hook struct {
	fn     *starlark.Function
	params []string
}

// everywhere are the parameter names that every hook may use.
var everywhere = []string{"seats", "options"}

// functions stores the functions given by a file; all maps their names to the parameters
// allowed.
func (g *game) functions(all map[string][]string, given map[string]starlark.Value) error {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := g.hook(name, given[name], all[name]); err != nil {
			return err
		}
	}
	return nil
}

// hook stores a function of a file under a name.
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

// known maps parameter names to values.
type known map[string]starlark.Value

// call calls the hook of a name; ok is false if the file has none.
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

// decided adds the values of a decision to k: the whole decision, its verb, and its other
// words, with numbers as numbers.
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

// wordValue returns a word as a value of the language: a number in its shortest form becomes a
// number.
func wordValue(w string) starlark.Value {
	if n, err := strconv.ParseInt(w, 10, 32); err == nil && strconv.FormatInt(n, 10) == w {
		return starlark.MakeInt64(n)
	}
	return starlark.String(w)
}
