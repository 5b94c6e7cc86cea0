package store

import "sync"

// fairMutex is a mutex that goes to whoever waits: one who has just let go of it can't take
// it again before them. So a Keep comes between any two steps of an import.
type fairMutex struct{ next, mu sync.Mutex }

// Lock waits for the turn.
func (t *fairMutex) Lock() {
	t.next.Lock()
	t.mu.Lock()
	t.next.Unlock()
}

// Unlock ends it.
func (t *fairMutex) Unlock() { t.mu.Unlock() }
