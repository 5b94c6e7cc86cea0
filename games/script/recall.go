package script

import (
	"errors"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
)

// Limits for the memo of a hook.
const (
	mostRecalled = 32 // greatest number of results in a memo
	mostReads    = 4  // greatest number of keys that the result of a memo may depend on
)

// memo holds earlier results of one hook in the same match, the latest first. A memo is a value:
// the position after a decision gets the memo of the position before, with further results.
type memo[T any] struct {
	all   []*recalled[T]
	blind bool // whether the hook does more with the state than read its keys
}

// recalled is a result of a hook. The result depends on the turn, or on what the engine takes from
// it, and on some keys of the state. The other parameters of these hooks are constant in a match.
type recalled[T any] struct {
	turn  games.Seat
	reads []read
	steps uint64
	is    T
}

// read is a key of the state that a hook has read, and its value. The value is nil if the state had
// no such key.
type read struct{ key, value starlark.Value }

// find returns the result for the position s and the turn, or nil. A list or dict is the same only if
// it is the same object; see canonical.
func (m memo[T]) find(s *state, turn games.Seat) *recalled[T] {
	var last read
	for _, r := range m.all {
		if r.turn != turn {
			continue
		}
		same := true
		for _, old := range r.reads {
			if last.key != old.key {
				last = read{key: old.key}
				if v, found, _ := s.value.Get(old.key); found {
					last.value = v
				}
			}
			if same = last.value == old.value; !same {
				break
			}
		}
		if same {
			return r
		}
	}
	return nil
}

// with returns the memo with a further result.
func (m memo[T]) with(r *recalled[T]) memo[T] {
	old := m.all[:min(len(m.all), mostRecalled-1)]
	m.all = append(append(make([]*recalled[T], 0, len(old)+1), r), old...)
	return m
}

// recall returns the result of the hook called name at s, which convert makes of the hook's value.
// It takes the result from the memo, if that has it, and charges the steps that the hook used for
// it. ok is false if the file has no such hook. turn is what convert takes from the turn; it counts
// unless the hook has the parameter turn.
func recall[T any](s *state, m *meter, name string, results *memo[T], turn games.Seat, convert func(starlark.Value) (T, error)) (is T, ok bool, err error) {
	h := m.g.hooks[name]
	if h == nil {
		return is, false, nil
	}
	m.g.count(name)
	if slices.Contains(h.params, "turn") {
		turn = s.turn
	}
	if r := results.find(s, turn); r != nil && r.steps < m.left() {
		m.thread.Steps += r.steps
		return r.is, true, nil
	}
	if !results.blind {
		r, done, err := observed(s, m, h, convert)
		if done {
			if r != nil && len(r.reads) <= mostReads {
				r.turn = turn
				*results = results.with(r)
			}
			return r.result(), true, err
		}
		results.blind = true
	}
	v, err := m.ask(h, s.known())
	if err != nil {
		return is, true, err
	}
	if is, err = convert(v); err != nil {
		return is, true, located(err, h.at)
	}
	return is, true, nil
}

// result returns the result, or none if r is nil.
func (r *recalled[T]) result() (is T) {
	if r == nil {
		return is
	}
	return r.is
}

// observed calls the hook h with an observed state. done is false if the hook must be called again
// with the state itself: if it does more than read keys or if it fails. A hook that runs out of
// steps isn't called again.
func observed[T any](s *state, m *meter, h *hook, convert func(starlark.Value) (T, error)) (r *recalled[T], done bool, err error) {
	before := m.thread.Steps
	o := &observedState{dict: s.value, reads: make([]read, 0, mostReads+1)}
	k := s.known()
	k.state = o
	v, err := m.ask(h, k)
	if m.left() == 0 && !o.spoilt {
		return nil, err != nil, err
	}
	if err == nil && !o.spoilt {
		r = &recalled[T]{reads: o.reads, steps: m.thread.Steps - before}
		if r.is, err = convert(v); err == nil {
			return r, true, nil
		}
	}
	m.thread.Steps = before
	m.thread.Uncancel()
	return nil, false, nil
}

// observedState stands for the state of a position and notes the keys that a hook reads. It is
// spoilt when the hook uses the state as a whole. It supports only some operations of a dict. If a
// hook needs another one, the hook fails and is called again with the dict.
type observedState struct {
	dict   *starlark.Dict
	reads  []read
	spoilt bool
}

var (
	_ starlark.Mapping    = (*observedState)(nil)
	_ starlark.HasAttrs   = (*observedState)(nil)
	_ starlark.Comparable = (*observedState)(nil)
)

// whole returns the dict, since the hook uses the state as a whole.
func (o *observedState) whole() *starlark.Dict {
	o.spoilt = true
	return o.dict
}

// String returns the text of the dict.
func (o *observedState) String() string { return o.whole().String() }

// Type returns the type of a dict.
func (o *observedState) Type() string { return o.dict.Type() }

// Freeze does nothing: the dict is frozen.
func (o *observedState) Freeze() {}

// Truth reports whether the dict has any keys.
func (o *observedState) Truth() starlark.Bool { return o.whole().Truth() }

// Hash returns the error of a dict.
func (o *observedState) Hash() (uint32, error) { return o.whole().Hash() }

// CompareSameType returns an error, so that the hook is called again with the dict.
func (o *observedState) CompareSameType(syntax.Token, starlark.Value, int) (bool, error) {
	o.spoilt = true
	return false, errObserved
}

var errObserved = errors.New("an observed state can't be compared")

// AttrNames returns the names of the methods of the dict.
func (o *observedState) AttrNames() []string { return o.dict.AttrNames() }

// Attr returns a method of the dict.
func (o *observedState) Attr(name string) (starlark.Value, error) {
	if name != "get" {
		return o.whole().Attr(name)
	}
	method, err := o.dict.Attr(name)
	if err != nil {
		return nil, err
	}
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) > 0 {
			_, _, _ = o.Get(args[0]) // the method returns the value and the error
		}
		return method.(*starlark.Builtin).CallInternal(t, args, kwargs)
	}), nil
}

// Get returns the value of a key and notes it.
func (o *observedState) Get(key starlark.Value) (v starlark.Value, found bool, err error) {
	v, found, err = o.dict.Get(key)
	if _, text := key.(starlark.String); !text || len(o.reads) > mostReads {
		return v, found, err // a state has no key that isn't a text
	}
	for _, r := range o.reads {
		if r.key == key {
			return v, found, err
		}
	}
	r := read{key: key}
	if found {
		r.value = v
	}
	o.reads = append(o.reads, r)
	return v, found, err
}
