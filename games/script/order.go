package script

import (
	"math/bits"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// keyed holds an element of a list and its sort key.
type keyed struct{ thing, key starlark.Value }

// keyedOf returns the elements of an iterable with their sort keys. It charges steps for visiting
// each key once, and again(n) times as many steps for comparing the n elements.
func keyedOf(t *starlark.Thread, it starlark.Iterable, key starlark.Value, again func(n int) int) ([]keyed, error) {
	var all []keyed
	weight := 0
	for x := range starlark.Elements(it) {
		k := keyed{x, x}
		if key != nil && key != starlark.None {
			var err error
			if k.key, err = starlark.Call(t, key, starlark.Tuple{x}, nil); err != nil {
				return nil, err
			}
		}
		w := 1 + weightOfArgument(t, k.key)
		if err := charge(t, w); err != nil {
			return nil, err
		}
		weight += w
		all = append(all, k)
	}
	return all, chargeEach(t, weight, again(len(all)))
}

// sortedOf implements the Starlark function sorted(list, key, reverse).
func sortedOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var it starlark.Iterable
	var key starlark.Value
	var reverse bool
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "list", &it, "key?", &key, "reverse?", &reverse); err != nil {
		return nil, err
	}
	all, err := keyedOf(t, it, key, func(n int) int { return bits.Len(uint(n)) })
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(x, y keyed) int {
		if reverse {
			x, y = y, x
		}
		less, failed := starlark.Compare(syntax.LT, x.key, y.key)
		if failed != nil {
			err = faulty("operator", "<", x.key.Type(), y.key.Type())
		}
		if less {
			return -1
		}
		if more, _ := starlark.Compare(syntax.GT, x.key, y.key); more {
			return 1
		}
		return 0
	})
	things := make([]starlark.Value, len(all))
	for i, k := range all {
		things[i] = k.thing
	}
	return starlark.NewList(things), err
}

// extremeOf implements the Starlark functions max and min, of a list or of several arguments.
func extremeOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var key starlark.Value
	if err := starlark.UnpackArgs(b.Name(), nil, kwargs, "key?", &key); err != nil {
		return nil, err
	}
	var it starlark.Iterable = args
	if len(args) == 1 {
		list, ok := args[0].(starlark.Iterable)
		if !ok {
			return nil, unlike(b.Name(), "list", args[0])
		}
		it = list
	}
	all, err := keyedOf(t, it, key, func(int) int { return 0 })
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, faulty("empty", "list")
	}
	op := syntax.GT
	if b.Name() == "min" {
		op = syntax.LT
	}
	best := all[0]
	for _, k := range all[1:] {
		better, err := starlark.Compare(op, k.key, best.key)
		if err != nil {
			return nil, faulty("operator", op.String(), k.key.Type(), best.key.Type())
		}
		if better {
			best = k
		}
	}
	return best.thing, nil
}
