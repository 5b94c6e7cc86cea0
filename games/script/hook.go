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

// hook is a function of a file. It is given what its parameters are called.
type hook struct {
	fn     *starlark.Function
	params []string
}

// everywhere are the names that every hook knows.
var everywhere = []string{"seats", "options"}

// functions keeps all functions that a file gives, of those that it can give.
func (g *game) functions(all map[string][]string, given map[string]starlark.Value) error {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := g.hook(name, given[name], all[name]); err != nil {
			return err
		}
	}
	return nil
}

// hook keeps a function of a file under a name.
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

// known are values by the names under which hooks ask for them.
type known map[string]starlark.Value

// call asks the hook of a name; ok is false where the file has none.
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

// decided adds a decision to k, as hooks ask for it: whole, its verb, and its other words,
// those that spell numbers as numbers.
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

// wordValue is a word as a file sees it: one that spells a number as that number.
func wordValue(w string) starlark.Value {
	if n, err := strconv.ParseInt(w, 10, 32); err == nil && strconv.FormatInt(n, 10) == w {
		return starlark.MakeInt64(n)
	}
	return starlark.String(w)
}
