package match

import "iter"

// trail is an immutable linked list, represented by its last node. Lists with a common beginning
// share nodes: push allocates one node, and older lists stay valid.
type trail[T any] struct {
	value T
	len   int // number of nodes up to this one
	prev  *trail[T]
	jump  *trail[T] // earlier node, for fast access; see push
}

// push returns the list with v appended. Let u be the jump of t, and w the jump of u. The jump
// of the new node is w if t.len-u.len equals u.len-w.len, and t otherwise. So any node is found
// in O(log len) steps (Myers, An Applicative Random-Access Stack, 1983).
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

// at returns the list of the first n nodes. n is from 1 to the length of the list.
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

// size returns the length of the list.
func (t *trail[T]) size() int {
	if t == nil {
		return 0
	}
	return t.len
}

// beginsWith reports whether start is t itself, or a list to which values were appended to make
// t.
func (t *trail[T]) beginsWith(start *trail[T]) bool {
	return t.at(start.len) == start
}

// after yields the values after the first n nodes, in order.
func (t *trail[T]) after(n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := n + 1; i <= t.size(); i++ {
			if !yield(t.at(i).value) {
				return
			}
		}
	}
}
