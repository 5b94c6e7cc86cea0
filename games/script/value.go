package script

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// writer writes a position in its canonical form. It also builds the value that a parser of this
// form would return, with sorted keys and with lists instead of tuples. So a position behaves alike
// before it is written and after it is parsed.
type writer struct{ b strings.Builder }

// canonical returns the frozen value of a position, and its text: a JSON object with one key on
// each line.
func canonical(v starlark.Value) (*starlark.Dict, string, error) {
	d, ok := v.(*starlark.Dict)
	if !ok {
		return nil, "", unlike("state", "dict", v)
	}
	var w writer
	made, err := w.dict(d, 0)
	if err != nil {
		return nil, "", err
	}
	w.b.WriteByte('\n')
	if w.b.Len() > MostState {
		return nil, "", large("state", MostState)
	}
	made.Freeze()
	return made, w.b.String(), nil
}

func (w *writer) value(v starlark.Value, depth int) (starlark.Value, error) {
	if depth > MostDepth {
		return nil, faulty("nested")
	}
	if w.b.Len() > MostState {
		return nil, large("state", MostState)
	}
	switch v := v.(type) {
	case starlark.NoneType:
		w.b.WriteString("null")
	case starlark.Bool:
		w.b.WriteString(strconv.FormatBool(bool(v)))
	case starlark.Int:
		if _, err := whole(v, nil); err != nil {
			return nil, err
		}
		w.b.WriteString(v.String())
	case starlark.String:
		return v, w.text(string(v))
	case *starlark.Dict:
		return w.dict(v, depth)
	case *starlark.List, starlark.Tuple:
		return w.list(v.(starlark.Indexable), depth)
	default:
		return nil, unlike("state", "dict, list, str, int, bool, None", v)
	}
	return v, nil
}

func (w *writer) text(s string) error {
	if len(s) > MostState {
		return large("state", MostState)
	}
	if !utf8.ValidString(s) {
		return faulty("letters", "state")
	}
	b, err := json.Marshal(s)
	w.b.Write(b)
	return err
}

func (w *writer) list(v starlark.Indexable, depth int) (starlark.Value, error) {
	n := v.Len()
	if n > MostState {
		return nil, large("state", MostState)
	}
	all := make([]starlark.Value, n)
	w.b.WriteByte('[')
	for i := range all {
		if i > 0 {
			w.b.WriteByte(',')
		}
		var err error
		if all[i], err = w.value(v.Index(i), depth+1); err != nil {
			return nil, err
		}
	}
	w.b.WriteByte(']')
	return starlark.NewList(all), nil
}

func (w *writer) dict(d *starlark.Dict, depth int) (*starlark.Dict, error) {
	if d.Len() > MostState {
		return nil, large("state", MostState)
	}
	keys := make([]string, 0, d.Len())
	for k := range starlark.Entries(d) {
		s, ok := starlark.AsString(k)
		if !ok {
			return nil, unlike("state", "str", k)
		}
		keys = append(keys, s)
	}
	slices.Sort(keys)
	line := ""
	if depth == 0 {
		line = "\n"
	}
	made := starlark.NewDict(len(keys))
	w.b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.b.WriteString(line)
		if err := w.text(k); err != nil {
			return nil, err
		}
		w.b.WriteByte(':')
		v, _, _ := d.Get(starlark.String(k))
		v, err := w.value(v, depth+1)
		if err != nil {
			return nil, err
		}
		_ = made.SetKey(starlark.String(k), v) // can't fail: a new dict accepts any text
	}
	w.b.WriteString(line + "}")
	return made, nil
}

var errPosition = errors.New("not in the form of a position")

// positionOf parses the text of a position as canonical writes it, and refuses any other form.
func positionOf(text string) (*starlark.Dict, error) {
	if len(text) > MostState {
		return nil, errPosition
	}
	var any map[string]any
	if err := json.Unmarshal([]byte(text), &any); err != nil || any == nil {
		return nil, errPosition
	}
	v, err := valueOf(any, 0)
	if err != nil {
		return nil, err
	}
	d, again, err := canonical(v)
	if err != nil || again != text {
		return nil, errPosition
	}
	return d, nil
}

// valueOf converts a decoded JSON value to a Starlark value.
func valueOf(x any, depth int) (starlark.Value, error) {
	if depth > MostDepth {
		return nil, errPosition
	}
	switch x := x.(type) {
	case bool:
		return starlark.Bool(x), nil
	case string:
		return starlark.String(x), nil
	case float64:
		if x > MostInt || x < -MostInt || x != float64(int64(x)) {
			return nil, errPosition
		}
		return starlark.MakeInt64(int64(x)), nil
	case []any:
		all := make([]starlark.Value, len(x))
		for i, e := range x {
			var err error
			if all[i], err = valueOf(e, depth+1); err != nil {
				return nil, err
			}
		}
		return starlark.NewList(all), nil
	case map[string]any:
		d := starlark.NewDict(len(x))
		for k, e := range x {
			v, err := valueOf(e, depth+1)
			if err != nil {
				return nil, err
			}
			_ = d.SetKey(starlark.String(k), v) // can't fail: a new dict accepts any text
		}
		return d, nil
	}
	return starlark.None, nil
}

// made wraps a value that a Starlark function created for the game: a text, a choice, a view.
type made[T any] struct {
	kind string
	is   T
}

func (m made[T]) String() string        { return "<" + m.kind + ">" }
func (m made[T]) Type() string          { return m.kind }
func (m made[T]) Freeze()               {}
func (m made[T]) Truth() starlark.Bool  { return true }
func (m made[T]) Hash() (uint32, error) { return 0, unlike("key", "str", m) }

// CompareSameType returns a fault, because values for the game can't be compared.
func (m made[T]) CompareSameType(op syntax.Token, _ starlark.Value, _ int) (bool, error) {
	return false, faulty("operator", op.String(), m.kind, m.kind)
}

// madeOf returns the value that v wraps, or a fault if v wraps another type.
func madeOf[T any](what, kind string, v starlark.Value) (T, error) {
	m, ok := v.(made[T])
	if !ok {
		var none T
		return none, unlike(what, kind, v)
	}
	return m.is, nil
}

// small returns v as an int. It returns a fault unless v is a number and from ≤ v ≤ to.
func small(what string, v starlark.Value, from, to int64) (int, error) {
	n, ok := v.(starlark.Int)
	if !ok {
		return 0, unlike(what, "int", v)
	}
	i, ok := n.Int64()
	if !ok || i < from || i > to {
		return 0, faulty("range", what, strconv.FormatInt(from, 10), strconv.FormatInt(to, 10))
	}
	return int(i), nil
}

// listOf returns the elements of the list or tuple v; None yields nil. It returns a fault if v has
// more than most elements.
func listOf(what string, v starlark.Value, most int) ([]starlark.Value, error) {
	if v == nil || v == starlark.None {
		return nil, nil
	}
	list, ok := v.(starlark.Indexable)
	if _, text := v.(starlark.String); !ok || text {
		return nil, unlike(what, "list", v)
	}
	if list.Len() > most {
		return nil, large(what, most)
	}
	all := make([]starlark.Value, list.Len())
	for i := range all {
		all[i] = list.Index(i)
	}
	return all, nil
}

// eachOf converts each element of a list with the function one.
func eachOf[T any](what string, v starlark.Value, most int, one func(starlark.Value) (T, error)) ([]T, error) {
	list, err := listOf(what, v, most)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	all := make([]T, len(list))
	for i, x := range list {
		if all[i], err = one(x); err != nil {
			return nil, err
		}
	}
	return all, nil
}
