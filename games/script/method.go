package script

import (
	"strings"

	"go.starlark.net/starlark"
)

// AttrNames returns the names of the methods of the wrapped value.
func (g guard) AttrNames() []string {
	if v, ok := g.Value.(starlark.HasAttrs); ok {
		return v.AttrNames()
	}
	return nil
}

// Attr returns a method of the wrapped value that charges steps for its work.
func (g guard) Attr(name string) (starlark.Value, error) {
	v, ok := g.Value.(starlark.HasAttrs)
	if !ok {
		return nil, faulty("unknown", g.Type(), name, nearest(name, methods(g.Type())))
	}
	m, err := v.Attr(name)
	if m == nil || err != nil {
		return nil, faulty("unknown", g.Type(), name, nearest(name, append(v.AttrNames(), methods(g.Type())...)))
	}
	method, ok := m.(*starlark.Builtin)
	if !ok || free[name] {
		return m, nil
	}
	return starlark.NewBuiltin(name, payingMethod(method)), nil
}

// free contains the methods that visit only one element, and so cost no additional steps.
var free = map[string]bool{"append": true, "get": true, "add": true, "setdefault": true, "discard": true}

// compares contains the methods that compare their argument with every element.
var compares = map[string]bool{"index": true, "remove": true}

// payingMethod returns a method that charges steps for its whole receiver and its arguments.
func payingMethod(method *starlark.Builtin) builtin {
	return func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		size := length(method.Receiver())
		if err := charge(t, 1+size); err != nil {
			return nil, err
		}
		times := 1 // number of visits to each argument
		if compares[method.Name()] {
			times += size
		}
		for i, a := range args {
			var err error
			if args[i], err = gathered(t, a); err != nil {
				return nil, err
			}
			if err := chargeEach(t, times, weightOfArgument(t, args[i])); err != nil {
				return nil, err
			}
		}
		if s, ok := method.Receiver().(starlark.String); ok {
			if err := affordMethod(t, string(s), method.Name(), args, kwargs); err != nil {
				return nil, err
			}
		}
		v, err := method.CallInternal(t, args, kwargs)
		if err != nil {
			return nil, err
		}
		return bounded(v)
	}
}

// weightOfArgument returns the number of steps for one comparison of an element with the argument v
// of a method. A method such as list.index(v) makes this comparison for each element.
func weightOfArgument(t *starlark.Thread, v starlark.Value) int {
	if isScalar(v) {
		return length(v)
	}
	return weigh(t, v)
}

// affordMethod charges steps for the text that a method of the text s creates. name is the name of
// the method.
func affordMethod(t *starlark.Thread, s, name string, args starlark.Tuple, kwargs []starlark.Tuple) error {
	switch name {
	case "join":
		return affordJoin(t, s, args)
	case "replace":
		return affordReplace(t, s, args)
	case "format":
		longest := 0
		for _, pair := range kwargs {
			args = append(args, pair[1])
		}
		for _, a := range args {
			n, err := printedLen(t, a)
			if err != nil {
				return err
			}
			longest = max(longest, n)
		}
		return affordText(t, len(s)+strings.Count(s, "{")*longest)
	case "strip", "lstrip", "rstrip":
		if len(args) > 0 {
			return chargeEach(t, len(s), length(args[0]))
		}
	case "split", "rsplit", "splitlines", "elems", "elem_ords", "codepoints", "codepoint_ords":
		return charge(t, len(s))
	}
	return nil
}

func affordJoin(t *starlark.Thread, s string, args starlark.Tuple) error {
	total := 0
	if len(args) == 1 {
		list, ok := args[0].(starlark.Iterable)
		if !ok {
			return nil
		}
		for x := range starlark.Elements(list) {
			part, _ := starlark.AsString(x)
			if total += len(s) + len(part); total > MostText {
				break
			}
		}
	}
	return affordText(t, total)
}

func affordReplace(t *starlark.Thread, s string, args starlark.Tuple) error {
	if len(args) < 2 {
		return nil
	}
	old, _ := starlark.AsString(args[0])
	made, _ := starlark.AsString(args[1])
	return affordText(t, len(s)+strings.Count(s, old)*max(len(made)-len(old), 0))
}

// gathered converts an iterable without a length to a list, and charges a step for each element.
// It returns other values unchanged.
func gathered(t *starlark.Thread, v starlark.Value) (starlark.Value, error) {
	it, ok := v.(starlark.Iterable)
	if _, counted := v.(starlark.Sequence); !ok || counted {
		return v, nil
	}
	var all []starlark.Value
	for x := range starlark.Elements(it) {
		if err := charge(t, 1); err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return starlark.NewList(all), nil
}
