package script

import (
	"go.starlark.net/starlark"
)

// isScalar reports whether v contains no other values.
func isScalar(v starlark.Value) bool {
	switch v.(type) {
	case *starlark.List, starlark.Tuple, *starlark.Dict, *starlark.Set, *observedState:
		return false
	}
	return true
}

// mostNested is the greatest nesting of lists and dicts that a file may visit.
const mostNested = 64

// weigh counts the values in v, and counts repeated values each time. It stops slightly above the
// number of steps that the thread has left.
func weigh(t *starlark.Thread, v starlark.Value) int { return weighUpTo(int(meterOf(t).left())+1, v) }

// weighUpTo counts the values in v. It stops counting slightly above most.
func weighUpTo(most int, v starlark.Value) int {
	w := walk{most: most}
	w.into(v, 0)
	return w.n
}

// lighter returns the smaller of the weights of x and y. Its own cost depends on the smaller weight
// alone, because the caller charges no more steps than that.
func lighter(t *starlark.Thread, x, y starlark.Value) int {
	all := int(meterOf(t).left()) + 1
	for most := 16; ; most *= 4 {
		most = min(most, all)
		if n := min(weighUpTo(most, x), weighUpTo(most, y)); n <= most || most == all {
			return n
		}
	}
}

// walk counts the values in a value, and the bytes of its printed text.
type walk struct {
	n, most int
	deep    bool
	bytes   int // bytes of the printed text, or slightly more
}

func (w *walk) into(v starlark.Value, depth int) {
	w.n++
	w.bytes += 2
	if w.n > w.most || w.deep {
		return
	}
	switch v := v.(type) {
	case starlark.String:
		w.bytes += 4 + len(v) + len(v)/2
		w.n += len(v) / bytesAStep
	case starlark.Int, starlark.Bool, starlark.NoneType:
		w.bytes += 18
	case *starlark.Dict:
		w.pairs(v, depth)
	case *observedState:
		w.pairs(v.whole(), depth)
	case starlark.Iterable:
		if w.deep = depth > mostNested; w.deep {
			return
		}
		w.each(v, depth)
	default:
		w.bytes += MostArgument
	}
}

func (w *walk) each(v starlark.Iterable, depth int) {
	for x := range starlark.Elements(v) {
		if w.into(x, depth+1); w.n > w.most || w.deep {
			return
		}
	}
}

func (w *walk) pairs(d *starlark.Dict, depth int) {
	if w.deep = depth > mostNested; w.deep {
		return
	}
	for k, v := range d.Entries() {
		w.into(k, depth+1)
		if w.into(v, depth+1); w.n > w.most || w.deep {
			return
		}
	}
}

// printedLen returns an upper estimate of the length of the printed text of v, in bytes. The
// estimate is too low only for a text of many characters that are printed as escapes such as
// "\x00". printedLen charges a step for each value it visits.
func printedLen(t *starlark.Thread, v starlark.Value) (int, error) {
	w := walk{most: MostText}
	w.into(v, 0)
	if w.deep {
		return 0, faulty("nested")
	}
	if w.n > w.most || w.bytes > 2*MostText {
		return 0, large("str", MostText)
	}
	return w.bytes, charge(t, w.n)
}
