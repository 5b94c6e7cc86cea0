package script

import (
	"slices"
	"strconv"

	"go.starlark.net/starlark"
)

// putOf implements the Starlark function put(value, key, …, new). It returns a copy of value with
// the element at the keys replaced by new.
func putOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) < 3 || len(kwargs) > 0 {
		return nil, faulty("arguments", b.Name(), strconv.Itoa(len(args)+len(kwargs)))
	}
	last := len(args) - 1
	return replaced(t, args[0], args[1:last], func(starlark.Value) (starlark.Value, error) { return args[last], nil })
}

// addOf implements the Starlark function add(value, key, …, n). It returns a copy of value with n
// added to the number at the keys. If n is a list, there is a list of numbers at the keys, or value is
// one, and each number of n is added to the one at the same place.
func addOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	last := len(args) - 1
	var list *starlark.List
	if last > 0 {
		list, _ = args[last].(*starlark.List)
	}
	if last < 2 && list == nil || len(kwargs) > 0 {
		return nil, faulty("arguments", b.Name(), strconv.Itoa(len(args)+len(kwargs)))
	}
	if list == nil {
		return replaced(t, args[0], args[1:last], func(v starlark.Value) (starlark.Value, error) { return increased(v, args[last]) })
	}
	if err := charge(t, list.Len()); err != nil {
		return nil, err
	}
	return replaced(t, args[0], args[1:last], func(v starlark.Value) (starlark.Value, error) {
		all, err := sameLength("add", v, list)
		for i := 0; i < list.Len() && err == nil; i++ {
			all[i], err = increased(all[i], list.Index(i))
		}
		return starlark.NewList(all), err
	})
}

// increased returns the sum of two numbers.
func increased(v, n starlark.Value) (starlark.Value, error) {
	by, ok := n.(starlark.Int)
	if !ok {
		return nil, unlike("n", "int", n)
	}
	old, ok := v.(starlark.Int)
	if !ok {
		return nil, unlike("add", "int", v)
	}
	return whole(old.Add(by), nil)
}

// sameLength returns the elements of a list v that is as long as another list.
func sameLength(what string, v starlark.Value, other *starlark.List) ([]starlark.Value, error) {
	list, ok := v.(*starlark.List)
	if !ok {
		return nil, unlike(what, "list", v)
	}
	if list.Len() != other.Len() {
		return nil, faulty("type", "len(list)", strconv.Itoa(other.Len()), strconv.Itoa(list.Len()))
	}
	return elements(list), nil
}

// replaced returns a copy of v with one value replaced. path contains the keys that lead to this
// value, and made returns the new value for the old one.
func replaced(t *starlark.Thread, v starlark.Value, path starlark.Tuple, made func(starlark.Value) (starlark.Value, error)) (starlark.Value, error) {
	if len(path) == 0 {
		return made(v)
	}
	if err := charge(t, 1+length(v)); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *starlark.Dict:
		old, found, err := v.Get(path[0])
		if err != nil {
			return nil, err
		}
		if !found {
			old = starlark.None
		}
		made, err := replaced(t, old, path[1:], made)
		if err != nil {
			return nil, err
		}
		d := copied(v)
		return d, d.SetKey(path[0], made)
	case *starlark.List:
		i, err := small("index", path[0], -int64(v.Len()), int64(v.Len())-1)
		if err != nil {
			return nil, err
		}
		all := elements(v)
		i = (i + len(all)) % len(all)
		all[i], err = replaced(t, all[i], path[1:], made)
		return starlark.NewList(all), err
	}
	return nil, unlike("put", "dict, list", v)
}

func copied(d *starlark.Dict) *starlark.Dict {
	made := starlark.NewDict(d.Len() + 1)
	for k, v := range d.Entries() {
		_ = made.SetKey(k, v) // can't fail: a new dict accepts the keys of another dict
	}
	return made
}

func elements(l starlark.Indexable) []starlark.Value {
	all := make([]starlark.Value, l.Len())
	for i := range all {
		all[i] = l.Index(i)
	}
	return all
}

// pileCount holds the name of a thing in a pile and the number of such things.
type pileCount struct {
	name string
	n    int
}

// countsOf counts the things in a pile, which is a list of things or a dict from things to their
// numbers.
func countsOf(t *starlark.Thread, v starlark.Value) (all []pileCount, err error) {
	if err := charge(t, length(v)); err != nil {
		return nil, err
	}
	at := map[string]int{}
	put := func(thing starlark.Value, n int) {
		name, ok := starlark.AsString(thing)
		if !ok {
			name = thing.String()
		}
		i, known := at[name]
		if !known {
			i, at[name] = len(all), len(all)
			all = append(all, pileCount{name: name})
		}
		all[i].n += n
	}
	if d, ok := v.(*starlark.Dict); ok {
		for k, v := range d.Entries() {
			n, err := small("pile", v, 0, 1_000_000)
			if err != nil {
				return nil, err
			}
			if !isCard(k) {
				return nil, unlike("pile", "str", k)
			}
			if n > 0 {
				put(k, n)
			}
		}
		return all, nil
	}
	list, err := listOf("pile", v, MostState)
	for _, x := range list {
		if !isCard(x) {
			return nil, unlike("pile", "str", x)
		}
		put(x, 1)
	}
	return all, err
}

// isCard reports whether v is a text or a number, and so can be a word of a decision.
func isCard(v starlark.Value) bool {
	switch v.(type) {
	case starlark.String, starlark.Int:
		return true
	}
	return false
}

// cardName returns the name of v for the text of a fault. A text or a number is named by its value,
// anything else by its type.
func cardName(v starlark.Value) string {
	if isCard(v) {
		return v.String()
	}
	return v.Type()
}

// takeOf implements the Starlark function take(pile, thing). It returns the pile with one such
// thing less.
func takeOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return moved(t, b, args, kwargs, -1)
}

// giveOf implements the Starlark function give(pile, thing). It returns the pile with one such
// thing more.
func giveOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return moved(t, b, args, kwargs, 1)
}

func moved(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple, by int) (starlark.Value, error) {
	var pile, thing starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "pile", &pile, "thing", &thing); err != nil {
		return nil, err
	}
	if err := charge(t, 1+length(pile)); err != nil {
		return nil, err
	}
	switch pile := pile.(type) {
	case *starlark.Dict:
		return movedInDict(pile, thing, by)
	case *starlark.List:
		return movedInList(t, pile, thing, by)
	}
	return nil, unlike(b.Name(), "dict, list", pile)
}

func movedInDict(pile *starlark.Dict, thing starlark.Value, by int) (starlark.Value, error) {
	d := copied(pile)
	v, found, err := d.Get(thing)
	if err != nil {
		return nil, err
	}
	n := 0
	if found {
		if n, err = small("pile", v, 0, 1_000_000); err != nil {
			return nil, err
		}
	}
	if n+by < 0 {
		return nil, faulty("lacking", cardName(thing))
	}
	if n+by == 0 {
		_, _, err = d.Delete(thing)
		return d, err
	}
	return d, d.SetKey(thing, starlark.MakeInt(n+by))
}

func movedInList(t *starlark.Thread, pile *starlark.List, thing starlark.Value, by int) (starlark.Value, error) {
	all := elements(pile)
	if by > 0 {
		return starlark.NewList(append(all, thing)), nil
	}
	i, err := indexIn(t, all, thing)
	if err != nil {
		return nil, err
	}
	if i < 0 {
		return nil, faulty("lacking", cardName(thing))
	}
	return starlark.NewList(append(all[:i], all[i+1:]...)), nil
}

// indexIn returns the index of thing in all, or -1. It charges steps for the comparisons.
func indexIn(t *starlark.Thread, all []starlark.Value, thing starlark.Value) (int, error) {
	if err := chargeEach(t, len(all), 1+weightOfArgument(t, thing)); err != nil {
		return -1, err
	}
	for i, x := range all {
		same, err := starlark.Equal(x, thing)
		if err != nil || same {
			return i, err
		}
	}
	return -1, nil
}

// sumOf implements the Starlark function sum(list, worth), which returns the total of the numbers in
// a list. With worth, a list of the same length, each number counts as often as the one there says.
func sumOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, worth, err := listAndWorth(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	it, ok := v.(starlark.Iterable)
	if !ok {
		return nil, unlike("sum", "list", v)
	}
	if err := charge(t, length(v)); err != nil {
		return nil, err
	}
	list, ok := v.(starlark.Indexable)
	if !ok {
		list = starlark.Tuple(slices.Collect(starlark.Elements(it)))
	}
	if worth != nil && worth.Len() != list.Len() {
		return nil, faulty("type", "len(worth)", strconv.Itoa(list.Len()), strconv.Itoa(worth.Len()))
	}
	total := starlark.MakeInt(0)
	for i := range list.Len() {
		x := list.Index(i)
		n, ok := x.(starlark.Int)
		if !ok {
			return nil, unlike("sum", "int", x)
		}
		if worth != nil {
			each, ok := worth.Index(i).(starlark.Int)
			if !ok {
				return nil, unlike("worth", "int", worth.Index(i))
			}
			n = n.Mul(each)
		}
		total = total.Add(n)
	}
	return whole(total, nil)
}

// listAndWorth returns the arguments of the Starlark function sum.
func listAndWorth(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (v starlark.Value, worth *starlark.List, err error) {
	if len(args) == 1 && len(kwargs) == 0 {
		return args[0], nil, nil // without the allocations of UnpackArgs
	}
	if len(args) == 2 && len(kwargs) == 0 {
		if list, ok := args[1].(*starlark.List); ok {
			return args[0], list, nil
		}
	}
	var unpacked struct {
		list  starlark.Value
		worth *starlark.List
	}
	err = starlark.UnpackArgs(b.Name(), args, kwargs, "list", &unpacked.list, "worth?", &unpacked.worth)
	return unpacked.list, unpacked.worth, err
}

// timesOf implements the Starlark function times(list, thing), which returns the number of
// elements equal to thing.
func timesOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v, thing starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "list", &v, "thing", &thing); err != nil {
		return nil, err
	}
	list, err := listOf("list", v, MostText)
	if err != nil {
		return nil, err
	}
	if err := chargeEach(t, len(list), 1+weightOfArgument(t, thing)); err != nil {
		return nil, err
	}
	n := 0
	for _, x := range list {
		same, err := starlark.Equal(x, thing)
		if err != nil {
			return nil, err
		}
		if same {
			n++
		}
	}
	return starlark.MakeInt(n), nil
}

// afterOf implements the Starlark function after(seat, seats), which returns the next seat in turn
// order.
func afterOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seat, seats starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat, "seats", &seats); err != nil {
		return nil, err
	}
	all, err := small("seats", seats, 1, MostSeats)
	if err != nil {
		return nil, err
	}
	n, err := small("seat", seat, 0, int64(all))
	return starlark.MakeInt(n%all + 1), err
}
