package script

import (
	"fmt"
	"reflect"
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games/table"
)

// builtin is the type of a Go function that a file can call.
type builtin = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

// copying contains the functions of the language that charge a step for each element of their
// arguments.
var copying = []string{"all", "any", "dict", "enumerate", "list", "reversed", "set", "tuple", "zip"}

// signatures maps the functions for games to the names of their parameters, in order, for the
// places of faults.
var signatures = map[string][]string{
	"option": {"name", "default", "values", "range", "text", "offer", "needs"},
	"choice": {"says", "first", "last", "now", "weight", "text"},
	"deal":   {"verb", "pile"},
	"say":    {"key"}, "refuse": {"key"}, "count": {"key", "n"},
	"seat": {"n"}, "word": {"name"},
	"view":  {"title", "prompt", "lines", "cells", "width", "height", "strip", "piles", "rule", "ask", "seats", "stakes"},
	"cell":  {"glyph", "name", "seat", "mark", "tag"},
	"tally": {"glyph", "n", "seat", "mark"}, "pile": {"what", "of", "seat"},
	"moment": {"kind", "text", "note", "glyph", "seats"}, "step": {"text", "glyph", "at", "squares"},
	"standing": {"scores", "over", "won", "why", "lowest", "ties"}, "row": {"round", "points", "name"},
	"phase": fieldNames(reflect.TypeFor[table.Phase]()), "role": fieldNames(reflect.TypeFor[table.Role]()),
	"line": fieldNames(reflect.TypeFor[table.Line]()), "cup": fieldNames(reflect.TypeFor[table.Cup]()),
	"ties": fieldNames(reflect.TypeFor[table.Ties]()), "limits": fieldNames(reflect.TypeFor[table.Limits]()),
	"counter": fieldNames(reflect.TypeFor[table.Counter]()), "by": fieldNames(reflect.TypeFor[table.Key]()),
	"topic": {"key", "text", "title", "explains", "picture", "after", "when"},
	"won":   {"seats", "why"}, "take": {"pile", "thing"}, "give": {"pile", "thing"},
	"sum": {"list", "worth"}, "times": {"list", "thing"}, "after": {"seat", "seats"},
}

// environment returns the predeclared names of a file: the bounded functions of the language, the
// guards, and the functions for games.
func environment() starlark.StringDict {
	names := starlark.StringDict{
		guardName:  starlark.NewBuiltin(guardName, guardValue),
		tupleName:  starlark.NewBuiltin(tupleName, tupleOf),
		chargeName: starlark.NewBuiltin(chargeName, chargeValue),
		"CHANCE":   starlark.MakeInt(0),
		"NOBODY":   starlark.MakeInt(-1),
	}
	for op, f := range operators() {
		names[operatorPrefix+op] = starlark.NewBuiltin(operatorPrefix+op, f)
	}
	for name, f := range map[string]builtin{
		"print": printOf, "fail": failOf, "str": strOf, "repr": strOf, "int": intOf,
		"sorted": sortedOf, "max": extremeOf, "min": extremeOf,
		"rules": rulesOf, "table": tableOf,
		"option": optionOf, "choice": choiceOf, "deal": dealOf, "refuse": refuseOf,
		"say": sayOf, "count": countOf, "seat": seatOf, "word": wordOf,
		"view": viewOf, "cell": cellOf, "tally": tallyOf, "pile": pileOf,
		"moment": momentOf, "step": stepOf, "standing": standingOf, "row": rowOf, "topic": topicOf,
		"phase": partOf[table.Phase], "role": partOf[table.Role], "line": partOf[table.Line], "cup": partOf[table.Cup],
		"ties": partOf[table.Ties], "counter": partOf[table.Counter], "by": partOf[table.Key], "limits": partOf[table.Limits], "won": wonOf,
		"put": putOf, "add": addOf, "take": takeOf, "give": giveOf, "sum": sumOf, "times": timesOf, "after": afterOf,
	} {
		if parameters := signatures[name]; parameters != nil {
			f = placing(f, parameters)
		}
		names[name] = starlark.NewBuiltin(name, f)
	}
	for _, name := range copying {
		names[name] = starlark.NewBuiltin(name, paying(starlark.Universe[name].(*starlark.Builtin)))
	}
	return names
}

// paying returns the function f of the language with a charge of steps for its arguments.
func paying(f *starlark.Builtin) builtin {
	return func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		n := 0
		for i, a := range args {
			var err error
			if args[i], err = gathered(t, a); err != nil {
				return nil, err
			}
			n += length(args[i])
		}
		if err := charge(t, n); err != nil {
			return nil, err
		}
		v, err := f.CallInternal(t, args, kwargs)
		if err != nil {
			return nil, err
		}
		return bounded(v)
	}
}

// printOf implements the Starlark function print, which does nothing here.
func printOf(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
	return starlark.None, nil
}

// failOf implements the Starlark function fail, which stops the file with its own message.
func failOf(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	var parts []string
	for _, a := range args {
		text, err := textOf(t, a)
		if err != nil {
			return nil, err
		}
		parts = append(parts, text)
	}
	return nil, faulty("failed", strings.Join(parts, " "))
}

// strOf implements the Starlark functions str and repr.
func strOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &x); err != nil {
		return nil, err
	}
	text, err := textOf(t, x)
	if s, ok := x.(starlark.String); ok && b.Name() == "repr" && err == nil {
		text, err = s.String(), charge(t, length(s))
	}
	if err != nil {
		return nil, err
	}
	return bounded(starlark.String(text))
}

// textOf returns v as the Starlark function str prints it.
func textOf(t *starlark.Thread, v starlark.Value) (string, error) {
	if s, ok := starlark.AsString(v); ok {
		return s, nil
	}
	n, err := printedLen(t, v)
	if err != nil {
		return "", err
	}
	if err := affordText(t, min(n, MostText)); err != nil {
		return "", err
	}
	return v.String(), nil
}

// intOf implements the Starlark function int for texts of up to MostArgument bytes.
func intOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	for _, a := range args {
		if s, ok := a.(starlark.String); ok && len(s) > MostArgument {
			return nil, faulty("number")
		}
	}
	v, err := starlark.Universe[b.Name()].(*starlark.Builtin).CallInternal(t, args, kwargs)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return whole(v, nil)
}
