package store

import "sync"

// turn is a mutex that goes to whoever waits: one who has just let go of it can't take
// it again before them. So a Keep comes between any two steps of an import.
type turn struct{ next, held sync.Mutex }

// Lock waits for the turn.
func (t *turn) Lock() {
	t.next.Lock()
	t.held.Lock()
	t.next.Unlock()
}

// Unlock ends it.
func (t *turn) Unlock() { t.held.Unlock() }
