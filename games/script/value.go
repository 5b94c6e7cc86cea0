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
// before it is written and after it is parsed. Lists and dicts that a position shares with the
// position before stay the same objects.
type writer struct{ b []byte }

// part is an entry of a dict whose key is a text. The bytes from … to of a position's text are those
// for one entry of its state.
type part struct {
	name       string
	key, value starlark.Value
	from, to   int
}

// write sets the frozen value of a position and its text: a JSON object with one key on each line.
// before is the position before; it may be incomplete.
func (s *state) write(v starlark.Value, before *state) error {
	d, ok := v.(*starlark.Dict)
	if !ok {
		return unlike("state", "dict", v)
	}
	if d == before.value {
		s.value, s.text, s.parts = d, before.text, before.parts
		return nil
	}
	all, err := entriesOf(d, before.parts)
	if err != nil {
		return err
	}
	w := writer{make([]byte, 0, len(before.text)+64)}
	s.value, s.parts = starlark.NewDict(len(all)), all
	old := before.parts
	w.b = append(w.b, '{')
	for i, e := range all {
		w.comma(i)
		w.b = append(w.b, '\n')
		from := len(w.b)
		for len(old) > 0 && old[0].name < e.name {
			old = old[1:]
		}
		value := starlark.Value(starlark.None)
		if len(old) > 0 && old[0].name == e.name {
			value = old[0].value
		}
		if value == e.value && value != starlark.None {
			w.b = append(w.b, before.text[old[0].from:old[0].to]...)
		} else if value, err = w.entry(e, value, 1); err != nil {
			return err
		}
		all[i].value, all[i].from, all[i].to = value, from, len(w.b)
		_ = s.value.SetKey(e.key, value) // can't fail: a new dict accepts any text
	}
	w.b = append(w.b, "\n}\n"...)
	if len(w.b) > MostState {
		return large("state", MostState)
	}
	s.value.Freeze()
	s.text = string(w.b)
	return nil
}

// entriesOf returns the entries of a dict, sorted by their keys. old contains those of the dict before,
// which often had the same keys.
func entriesOf(d *starlark.Dict, old []part) ([]part, error) {
	if d.Len() != len(old) {
		return keysOf(d)
	}
	all := make([]part, len(old))
	for i, e := range old {
		v, found, err := d.Get(e.key)
		if !found || err != nil {
			return keysOf(d)
		}
		all[i] = part{name: e.name, key: e.key, value: v}
	}
	return all, nil
}

// keysOf returns the entries of a dict, sorted by their keys.
func keysOf(d *starlark.Dict) ([]part, error) {
	if d.Len() > MostState {
		return nil, large("state", MostState)
	}
	all := make([]part, 0, d.Len())
	for k, v := range d.Entries() {
		s, ok := k.(starlark.String)
		if !ok {
			return nil, unlike("state", "str", k)
		}
		all = append(all, part{name: string(s), key: k, value: v})
	}
	slices.SortFunc(all, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

func (w *writer) comma(i int) {
	if i > 0 {
		w.b = append(w.b, ',')
	}
}

// entry writes an entry of a dict and returns its value. old is the value of the same key in the
// position before, or None.
func (w *writer) entry(e part, old starlark.Value, depth int) (starlark.Value, error) {
	if err := w.text(e.name); err != nil {
		return nil, err
	}
	w.b = append(w.b, ':')
	return w.value(e.value, old, depth)
}

// value writes v and returns its canonical value: old, if v is the same object, or else a new one.
func (w *writer) value(v, old starlark.Value, depth int) (starlark.Value, error) {
	if depth > MostDepth {
		return nil, faulty("nested")
	}
	if len(w.b) > MostState {
		return nil, large("state", MostState)
	}
	switch is := v.(type) {
	case starlark.NoneType:
		w.b = append(w.b, "null"...)
	case starlark.Bool:
		w.b = strconv.AppendBool(w.b, bool(is))
	case starlark.Int:
		n, ok := is.Int64()
		if !ok || n > MostInt || n < -MostInt {
			return nil, faulty("number")
		}
		w.b = strconv.AppendInt(w.b, n, 10)
	case starlark.String:
		return v, w.text(string(is))
	case *starlark.Dict:
		return w.dict(is, old, depth)
	case *starlark.List:
		return w.list(is, old, depth)
	case starlark.Tuple:
		return w.list(is, old, depth)
	default:
		return nil, unlike("state", "dict, list, str, int, bool, None", v)
	}
	return v, nil
}

func (w *writer) text(s string) error {
	if len(s) > MostState {
		return large("state", MostState)
	}
	if isPlain(s) {
		w.b = append(append(append(w.b, '"'), s...), '"')
		return nil
	}
	if !utf8.ValidString(s) {
		return faulty("letters", "state")
	}
	b, err := json.Marshal(s)
	w.b = append(w.b, b...)
	return err
}

// isPlain reports whether JSON writes all characters of s as they are.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}

func (w *writer) list(v starlark.Indexable, old starlark.Value, depth int) (starlark.Value, error) {
	n := v.Len()
	if n > MostState {
		return nil, large("state", MostState)
	}
	before, _ := old.(*starlark.List)
	same := v == starlark.Value(before)
	var all []starlark.Value
	if !same {
		all = make([]starlark.Value, n)
	}
	w.b = append(w.b, '[')
	for i := range n {
		w.comma(i)
		x, was := v.Index(i), starlark.Value(starlark.None)
		if same {
			was = x
		} else if before != nil && i < before.Len() {
			was = before.Index(i)
		}
		x, err := w.value(x, was, depth+1)
		if err != nil {
			return nil, err
		}
		if !same {
			all[i] = x
		}
	}
	w.b = append(w.b, ']')
	if same {
		return before, nil
	}
	return starlark.NewList(all), nil
}

func (w *writer) dict(d *starlark.Dict, old starlark.Value, depth int) (starlark.Value, error) {
	all, err := keysOf(d)
	if err != nil {
		return nil, err
	}
	before, _ := old.(*starlark.Dict)
	made := d
	if d != before {
		made = starlark.NewDict(len(all))
	}
	w.b = append(w.b, '{')
	for i, e := range all {
		w.comma(i)
		was := e.value
		if d != before {
			was = valueAt(before, e.key)
		}
		v, err := w.entry(e, was, depth+1)
		if err != nil {
			return nil, err
		}
		if d != before {
			_ = made.SetKey(e.key, v) // can't fail: a new dict accepts any text
		}
	}
	w.b = append(w.b, '}')
	return made, nil
}

// valueAt returns the value of a key of d, or None if d is nil or has no such key.
func valueAt(d *starlark.Dict, key starlark.Value) starlark.Value {
	if d == nil {
		return starlark.None
	}
	v, _, _ := d.Get(key) // None for an absent key
	return v
}

var errPosition = errors.New("not in the form of a position")

// positionOf parses the text of a position as canonical writes it, and refuses any other form.
func positionOf(text string) (starlark.Value, error) {
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
	var again state
	if err := again.write(v, &state{}); err != nil || again.text != text {
		return nil, errPosition
	}
	return again.value, nil
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
	return eachOf(what, v, most, func(x starlark.Value) (starlark.Value, error) { return x, nil })
}

// eachOf converts each element of a list or tuple with the function one; None yields nil. It returns a
// fault if the list has more than most elements.
func eachOf[T any](what string, v starlark.Value, most int, one func(starlark.Value) (T, error)) (all []T, err error) {
	if v == nil || v == starlark.None {
		return nil, nil
	}
	list, ok := v.(starlark.Indexable)
	if _, text := v.(starlark.String); !ok || text {
		return nil, unlike(what, "list", v)
	}
	n := list.Len()
	if n > most {
		return nil, large(what, most)
	}
	if n > 0 {
		all = make([]T, n)
	}
	for i := range all {
		if all[i], err = one(list.Index(i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}
