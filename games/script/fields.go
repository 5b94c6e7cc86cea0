package script

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.starlark.net/starlark"

	"tabletop/games/table"
)

// partOf implements the Starlark functions that make parts of a table.Def: phase(…), role(…),
// line(…), cup(…), ties(…) and limits(…). Their parameters are the fields of the part, in the same
// order.
func partOf[T any](t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var part T
	names := fieldNames(reflect.TypeFor[T]())
	if len(args) > len(names) {
		return nil, faulty("arguments", b.Name(), strconv.Itoa(len(args)))
	}
	for i, v := range args {
		if err := fill(&part, names[i], v); err != nil {
			return nil, err
		}
	}
	for _, pair := range kwargs {
		if err := fill(&part, string(pair[0].(starlark.String)), pair[1]); err != nil {
			return nil, err
		}
	}
	return partMade[T]{made[T]{b.Name(), part}, callOfThread(t, names, args, kwargs)}, nil
}

// partMade is a part of a table.Def with the call that made it.
type partMade[T any] struct {
	made[T]
	call callSite
}

func (p partMade[T]) madeBy() callSite { return p.call }

// fill sets one field of a struct to v. name is the name of the field in files.
func fill[T any](to *T, name string, v starlark.Value) error {
	if d, ok := any(to).(*table.Def); ok && name == "next" {
		return setNext(d, v)
	}
	f := fieldOf(reflect.ValueOf(to).Elem(), name)
	if !f.IsValid() {
		return unasked(name, append(fieldNames(reflect.TypeFor[T]()), extraNames[T]()...))
	}
	return set(f, name, v)
}

// setNext sets the order of the next rounds: the name of an order, or the numbers by which seats are
// ordered, as by(…) or a list of them.
func setNext(d *table.Def, v starlark.Value) error {
	if s, ok := starlark.AsString(v); ok {
		d.Next, d.NextBy = table.First(s), nil
		return line("next", s)
	}
	d.Next = table.ByKeys
	return set(reflect.ValueOf(&d.NextBy).Elem(), "next", v)
}

// extraNames returns the parameters of table(…) that are not fields of a Def.
func extraNames[T any]() []string {
	if reflect.TypeFor[T]() != reflect.TypeFor[table.Def]() {
		return nil
	}
	return append(slices.Sorted(maps.Keys(tableHooks)), tableParameters...)
}

// hidden contains the fields of a table.Def that are not parameters of table(…): a file sets them
// by other means, or not at all.
var hidden = map[string]bool{
	"Name": true, "Words": true, "Glyphs": true, "Pictures": true, "Art": true, "Options": true, "With": true, "Hooks": true, "Edition": true, "Explained": true,
	"Least": true, "Most": true, // set by the parameter seats
	"NextBy": true, // set by the parameter next
}

// fieldOf returns the field of the struct s, or of a struct embedded in s, that files call name. It
// returns the zero Value if there is no such field.
func fieldOf(s reflect.Value, name string) reflect.Value {
	whole := s.Type() == reflect.TypeFor[table.Def]()
	for i := range s.NumField() {
		field := s.Type().Field(i)
		switch {
		case whole && hidden[field.Name]:
		case laidIn(field):
			if f := fieldOf(s.Field(i), name); f.IsValid() {
				return f
			}
		case fieldName(field.Name) == name:
			return s.Field(i)
		}
	}
	return reflect.Value{}
}

// laidIn reports whether the fields of an embedded struct are themselves parameters of table(…).
// That is true of Ends, but not of Limits.
func laidIn(f reflect.StructField) bool {
	return f.Anonymous && f.Type == reflect.TypeFor[table.Ends]()
}

// fieldNames returns the names by which files set the fields of the type t.
func fieldNames(t reflect.Type) (all []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case t == reflect.TypeFor[table.Def]() && hidden[f.Name]:
		case laidIn(f):
			all = append(all, fieldNames(f.Type)...)
		default:
			all = append(all, fieldName(f.Name))
		}
	}
	return all
}

// fieldName converts the name of a Go field to its name in files: ZeroSum to "zero_sum". The fields
// From and To are named "least" and "most", because the language reserves "from".
func fieldName(name string) string {
	switch name {
	case "From":
		return "least"
	case "To":
		return "most"
	}
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// set sets the field f to the Starlark value v. name is the name of the field in faults.
func set(f reflect.Value, name string, v starlark.Value) error {
	if done, err := setPart(f, name, v); done || err != nil {
		return err
	}
	switch f.Kind() {
	case reflect.String:
		return setText(f, name, v)
	case reflect.Int:
		n, err := small(name, v, -999_999, 999_999)
		f.SetInt(int64(n))
		return err
	case reflect.Bool:
		b, ok := v.(starlark.Bool)
		if !ok {
			return unlike(name, "bool", v)
		}
		f.SetBool(bool(b))
		return nil
	case reflect.Slice:
		return setList(f, name, v)
	}
	return unlike(name, fieldName(f.Type().Name()), v)
}

// setText sets a text field to v; None leaves the field as it is.
func setText(f reflect.Value, name string, v starlark.Value) error {
	if v == starlark.None {
		return nil
	}
	s, ok := starlark.AsString(v)
	if !ok {
		return unlike(name, "str", v)
	}
	f.SetString(s)
	return line(name, s)
}

// setPart sets a field to a part made by a function such as phase(…), or to a part in its short
// form: a number for a bound, (from, points) for a step of a table, a text for a part with only a
// name. It reports whether the type of the field has such parts.
func setPart(f reflect.Value, name string, v starlark.Value) (bool, error) {
	if m, ok := v.(interface{ part() any }); ok && reflect.TypeOf(m.part()) == f.Type() {
		f.Set(reflect.ValueOf(m.part()))
		return true, nil
	}
	switch p := f.Addr().Interface().(type) {
	case *table.Bound:
		n, err := small(name, v, -999_999, 999_999)
		*p = table.Bound{Is: true, At: n}
		return true, err
	case *table.Step:
		both, err := ints("table", v, -999_999, 999_999)
		if err != nil || len(both) != 2 {
			return true, unlike("table", "(int, int)", v)
		}
		*p = table.Step{From: both[0], Points: both[1]}
		return true, nil
	case *table.Phase:
		return true, setText(f.FieldByName("Name"), name, v)
	case *table.Role:
		return true, setText(f.FieldByName("Name"), name, v)
	case *table.Line:
		return true, setText(f.FieldByName("Name"), name, v)
	case *table.Cup:
		return true, setText(f.FieldByName("Dice"), name, v)
	case *table.Counter:
		return true, setText(f.FieldByName("Name"), name, v)
	case *table.Key:
		return true, setText(f.FieldByName("By"), name, v)
	case *table.Ties:
		return true, setTies(p, v)
	}
	return false, nil
}

// setTies parses the steps of the tie-break, or a single one: "more" for additional rounds, "shared",
// the name of a line or counter, or by(…).
func setTies(p *table.Ties, v starlark.Value) error {
	return set(reflect.ValueOf(&p.Steps).Elem(), "ties", v)
}

// part returns the value that m wraps.
func (m made[T]) part() any { return m.is }

func setList(f reflect.Value, name string, v starlark.Value) error {
	_, text := v.(starlark.String)
	if _, part := v.(interface{ part() any }); part || text && f.Type() == reflect.TypeFor[[]table.Key]() {
		v = starlark.Tuple{v} // a single part may stand without a list
	}
	all, err := listOf(name, v, MostChoices)
	if err != nil {
		return err
	}
	list := reflect.MakeSlice(f.Type(), len(all), len(all))
	for i, x := range all {
		if err := set(list.Index(i), name, x); err != nil {
			return aboutField(name+"["+strconv.Itoa(i)+"]", err)
		}
	}
	f.Set(list)
	return nil
}
