package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tabletop/games"
)

// Fault is a wrong field of a [Def], or a wrong result of a hook. New and the decisions of a game
// return it. The catalogues of package script have its text under "rule.file." and Key.
//
// A new check of a Def returns faulty(…), bound(…), atMost(…) or unknown(…) with the path of the
// field. Two texts in the catalogues complete it, and a test misses them.
type Fault struct {
	// Field is the path of the field, by the names of parameters in game files:
	// "phases[1].order", "limits.turn", "lead".
	Field string
	Key   string
	Args  []string // arguments {1}, {2} … of the text
}

// Error returns the fault for programmers: "phases[1].order: value order clokwise clockwise".
func (f Fault) Error() string {
	return f.Field + ": " + strings.TrimSpace(f.Key+" "+strings.Join(f.Args, " "))
}

// Name returns the last name of the path: "order" for "phases[1].order".
func (f Fault) Name() string {
	name, _, _ := strings.Cut(f.Field[strings.LastIndexByte(f.Field, '.')+1:], "[")
	return name
}

// faulty returns a Fault with the key and arguments of its text.
func faulty(field, key string, args ...any) error {
	f := Fault{Field: field, Key: key}
	for _, a := range args {
		text := fmt.Sprint(a)
		if _, list := a.([]int); list {
			text = strings.ReplaceAll(text, " ", ", ")
		}
		f.Args = append(f.Args, text)
	}
	return f
}

// bound returns a Fault unless least ≤ n ≤ most.
func bound(field string, n, least, most int) error {
	if n < least || n > most {
		return faulty(field, "range", Fault{Field: field}.Name(), least, most)
	}
	return nil
}

// atMost returns a Fault if a list has more than most elements.
func atMost(field string, n, most int) error {
	if n > most {
		return faulty(field, "large", Fault{Field: field}.Name(), most)
	}
	return nil
}

// unknown returns a Fault unless v is one of the values. It names the nearest value or, if no
// value is near, all of them.
func unknown[T ~string](field string, v T, values ...T) error {
	if slices.Contains(values, v) {
		return nil
	}
	all := nonEmpty(values)
	if near := games.Near(string(v), all); near != "" {
		return faulty(field, "value", Fault{Field: field}.Name(), v, near)
	}
	return faulty(field, "values", Fault{Field: field}.Name(), v, strings.Join(all, ", "))
}

// unnamed returns a Fault with that key unless name is one of the names. Its arguments are name and
// the nearest of the names, or "".
func unnamed(field, key, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return faulty(field, key, name, games.Near(name, names))
}

// nonEmpty returns the values as texts, without the empty one.
func nonEmpty[T ~string](values []T) (all []string) {
	for _, v := range values {
		if v != "" {
			all = append(all, string(v))
		}
	}
	return all
}

// inside puts the path of a part before the paths of its faults.
func inside(part string, err error) error {
	var f Fault
	if !errors.As(err, &f) {
		return err
	}
	if f.Field = part + "." + f.Field; strings.HasSuffix(f.Field, ".") {
		f.Field = part
	}
	return f
}

// explained returns err, or the refusal that Hooks.Explain makes of a Fault.
func (h *Hooks) explained(err error) error {
	var f Fault
	if h.Explain != nil && errors.As(err, &f) {
		return h.Explain(f)
	}
	return err
}
