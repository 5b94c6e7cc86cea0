package match

import "iter"

// trail is an immutable list, held by its last link. Lists that begin alike
// share their links, so adding costs one link and every older list stays valid.
type trail[T any] struct {
	value T
	len   int // links from the first to this one
	prev  *trail[T]
	jump  *trail[T] // further back; see push
}

// push returns the list with v at its end. A link jumps over as many links as
// its predecessor's two jumps did if these were equally long, else over none, so
// that any link is found in O(log len) steps (Myers, An Applicative Random-Access
// Stack, 1983).
func (t *trail[T]) push(v T) *trail[T] {
	if t == nil {
		first := &trail[T]{value: v, len: 1}
		first.jump = first
		return first
	}
	next := &trail[T]{value: v, len: t.len + 1, prev: t, jump: t}
	if t.len-t.jump.len == t.jump.len-t.jump.jump.len {
		next.jump = t.jump.jump
	}
	return next
}

// at returns the list's first n links, n from 1 to its length.
func (t *trail[T]) at(n int) *trail[T] {
	for t.len > n {
		if t.jump.len >= n {
			t = t.jump
		} else {
			t = t.prev
		}
	}
	return t
}

// size returns how many links the list has.
func (t *trail[T]) size() int {
	if t == nil {
		return 0
	}
	return t.len
}

// beginsWith reports whether start is the list, or what it once was.
func (t *trail[T]) beginsWith(start *trail[T]) bool {
	return t.at(start.len) == start
}

// after yields the values that follow the first n links, in order.
func (t *trail[T]) after(n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := n + 1; i <= t.size(); i++ {
			if !yield(t.at(i).value) {
				return
			}
		}
	}
}
