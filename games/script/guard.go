package script

import (
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// guard wraps the receiver of a method, or the right operand of an operation such as "x[0] += y". It
// charges steps for the values that the operation copies, and bounds the result. A file never sees a
// guard.
type guard struct {
	t *starlark.Thread
	starlark.Value
}

var (
	_ starlark.HasBinary = guard{}
	_ starlark.HasAttrs  = guard{}
)

func guardValue(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	return guard{t, args[0]}, nil
}

// Binary implements an operation that changes x in place. The guard is on the right.
func (g guard) Binary(op syntax.Token, x starlark.Value, _ starlark.Side) (starlark.Value, error) {
	return operated(g.t, op, x, g.Value, true)
}

// operators returns the functions that implement operators, by their names. Their arguments are the
// two operands.
func operators() map[string]builtin {
	all := map[string]builtin{}
	for op := syntax.PLUS; op <= syntax.GTGT; op++ {
		all[op.String()] = operator(op, false)
		change := op - syntax.PLUS + syntax.PLUS_EQ
		all[change.String()] = operator(op, true)
	}
	for _, op := range []syntax.Token{syntax.IN, syntax.NOT_IN} {
		all[op.String()] = operator(op, false)
	}
	for _, op := range []syntax.Token{syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE} {
		all[op.String()] = func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return compared(t, op, args[0], args[1])
		}
	}
	return all
}

func operator(op syntax.Token, inPlace bool) builtin {
	return func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return operated(t, op, args[0], args[1], inPlace)
	}
}

// chargeValue charges steps for a copy of its argument and returns the argument.
func chargeValue(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	return args[0], charge(t, length(args[0]))
}

// operated implements the binary operator op. inPlace reports whether the operation is one such as
// "x += y", which changes x in place.
func operated(t *starlark.Thread, op syntax.Token, x, y starlark.Value, inPlace bool) (starlark.Value, error) {
	if a, ok := x.(starlark.Int); ok {
		if b, ok := y.(starlark.Int); ok {
			return whole(starlark.Binary(op, a, b))
		}
	}
	if err := affords(t, op, x, y); err != nil {
		return nil, err
	}
	if inPlace {
		if done, err := changed(t, op, x, y); done || err != nil {
			return x, err
		}
	}
	z, err := starlark.Binary(op, x, y)
	if err != nil && strings.HasPrefix(err.Error(), "unknown binary op") {
		err = faulty("operator", op.String(), x.Type(), y.Type())
	}
	if err != nil {
		return nil, err
	}
	return bounded(z)
}

// changed changes x in place for "x += y" with a list x, or "x |= y" with a dict x. It reports
// whether it has done so.
func changed(t *starlark.Thread, op syntax.Token, x, y starlark.Value) (bool, error) {
	method := ""
	switch x.(type) {
	case *starlark.List:
		if _, ok := y.(starlark.Iterable); ok && op == syntax.PLUS {
			method = "extend"
		}
	case *starlark.Dict:
		if _, ok := y.(*starlark.Dict); ok && op == syntax.PIPE {
			method = "update"
		}
	}
	if method == "" {
		return false, nil
	}
	m, _ := x.(starlark.HasAttrs).Attr(method)
	_, err := m.(*starlark.Builtin).CallInternal(t, starlark.Tuple{y}, nil)
	return true, err
}

// affords charges steps for the values that op copies or searches.
func affords(t *starlark.Thread, op syntax.Token, x, y starlark.Value) error {
	switch op {
	case syntax.STAR:
		return repeats(t, x, y)
	case syntax.PERCENT:
		return formats(t, x, y)
	case syntax.IN, syntax.NOT_IN:
		if list, ok := y.(starlark.Indexable); ok {
			return chargeEach(t, length(list), 1+weightOfArgument(t, x))
		}
		return charge(t, length(x))
	}
	return charge(t, length(x)+length(y))
}

// repeats charges steps for a repetition such as "text * 3" or "[0] * 3", with the operands in
// either order.
func repeats(t *starlark.Thread, x, y starlark.Value) error {
	n, ok := y.(starlark.Int)
	if !ok {
		n, ok = x.(starlark.Int)
		x = y
	}
	if !ok {
		return nil // the interpreter reports the invalid operation
	}
	times, small := n.Int64()
	if !small || times > MostInt {
		return faulty("number")
	}
	if times <= 0 {
		return nil
	}
	if s, ok := x.(starlark.String); ok && int64(len(s)) > MostText/min(times, MostText) {
		return large("str", MostText)
	}
	return chargeEach(t, int(min(times, mostLength)), 1+length(x))
}

// formats charges steps for formatting a text with the operator %.
func formats(t *starlark.Thread, x, y starlark.Value) error {
	s, ok := x.(starlark.String)
	if !ok {
		return nil
	}
	printed, err := printedLen(t, y)
	if err != nil {
		return err
	}
	return affordText(t, len(s)+strings.Count(string(s), "%")*printed)
}

// affordText charges steps for a text of n bytes.
func affordText(t *starlark.Thread, n int) error {
	if n > MostText {
		return large("str", MostText)
	}
	return charge(t, n/bytesAStep)
}

// whole returns v and err unchanged. It returns a fault instead if v is a number above MostInt or
// below -MostInt.
func whole(v starlark.Value, err error) (starlark.Value, error) {
	if n, ok := v.(starlark.Int); ok && err == nil {
		if small, ok := n.Int64(); !ok || small > MostInt || small < -MostInt {
			return nil, faulty("number")
		}
	}
	return v, err
}

// bounded returns v. It returns a fault if v is a number, text or tuple that is too large.
func bounded(v starlark.Value) (starlark.Value, error) {
	switch v := v.(type) {
	case starlark.Int:
		return whole(v, nil)
	case starlark.String:
		if len(v) > MostText {
			return nil, large("str", MostText)
		}
	case starlark.Tuple:
		return v, fits(v)
	case *starlark.List:
		return v, fitAll(v)
	}
	return v, nil
}

// fitAll returns a fault if a list contains a tuple that is too large.
func fitAll(list *starlark.List) error {
	for x := range list.Elements() {
		if t, ok := x.(starlark.Tuple); ok {
			if err := fits(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostLength is a length so great that no thread has enough steps for it. Only ranges can be
// longer. The function length counts them as mostLength, so that sums of lengths fit into 32 bits.
const mostLength = 1 << 20

// length returns the number of steps for copying v: one for each element, or for each bytesAStep
// bytes of a text.
func length(v starlark.Value) int {
	switch v := v.(type) {
	case starlark.String:
		return len(v) / bytesAStep
	case starlark.Sequence:
		return min(v.Len(), mostLength)
	case *observedState:
		return v.whole().Len()
	}
	return 0
}

// mostTuple is the greatest number of values in a tuple, including those in nested tuples. A value
// that occurs repeatedly counts each time, because hashing a tuple visits it each time.
const mostTuple = 1024

// fits returns a fault if the tuple t has more than mostTuple values.
func fits(t starlark.Tuple) error {
	if tupleSize(t, mostTuple) > mostTuple {
		return large("tuple", mostTuple)
	}
	return nil
}

// tupleSize returns the number of values in t, including nested tuples. It stops counting slightly
// above most.
func tupleSize(t starlark.Tuple, most int) int {
	n := len(t)
	for _, v := range t {
		switch v := v.(type) {
		case starlark.Tuple:
			n += tupleSize(v, most-n)
		case starlark.String:
			n += len(v) / bytesAStep
		}
		if n > most {
			return n
		}
	}
	return n
}

// tupleOf makes a tuple that is written in a file. It charges a step for each element and bounds
// the size.
func tupleOf(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if err := charge(t, len(args)); err != nil {
		return nil, err
	}
	return args, fits(args)
}

// compared implements a comparison "x op y". It charges steps for the values before it compares
// them.
func compared(t *starlark.Thread, op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	if isScalar(x) || isScalar(y) {
		if err := charge(t, min(length(x), length(y))); err != nil {
			return nil, err
		}
	} else if err := charge(t, lighter(t, x, y)); err != nil {
		return nil, err
	}
	ok, err := starlark.Compare(op, x, y)
	if err != nil {
		return nil, faulty("operator", op.String(), x.Type(), y.Type())
	}
	return starlark.Bool(ok), nil
}
