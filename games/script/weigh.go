package script

import (
	"go.starlark.net/starlark"
)

// isScalar reports whether v holds nothing else.
func isScalar(v starlark.Value) bool {
	switch v.(type) {
	case *starlark.List, starlark.Tuple, *starlark.Dict, *starlark.Set:
		return false
	}
	return true
}

// mostNested is how deep a file may look into lists in lists.
const mostNested = 64

// weigh counts what v holds, each thing as often as it stands there, as far as the thread's
// steps go.
func weigh(t *starlark.Thread, v starlark.Value) int { return weighUpTo(int(meterOf(t).left)+1, v) }

// weighUpTo counts what v holds, up to most or a few more.
func weighUpTo(most int, v starlark.Value) int {
	w := walk{most: most}
	w.into(v, 0)
	return w.n
}

// lighter returns the smaller weight of two values. Of the heavier one it looks at little
// more than that, for nobody pays for the rest.
func lighter(t *starlark.Thread, x, y starlark.Value) int {
	all := int(meterOf(t).left) + 1
	for most := 16; ; most *= 4 {
		most = min(most, all)
		if n := min(weighUpTo(most, x), weighUpTo(most, y)); n <= most || most == all {
			return n
		}
	}
}

// walk goes through a value as printing does.
type walk struct {
	n, most int
	deep    bool
	bytes   int // that printing takes, or a few more
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
	for k, v := range starlark.Entries(d) {
		w.into(k, depth+1)
		if w.into(v, depth+1); w.n > w.most || w.deep {
			return
		}
	}
}

// printedLen returns about how many bytes a text of v has, more rather than fewer: only
// texts of signs that are printed as "\x00" take more. It pays for what it looked at.
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
