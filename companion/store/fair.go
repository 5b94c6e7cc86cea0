package store

import "sync"

// fairMutex is a mutex that goroutines get in turn: a goroutine that has just unlocked it can't
// lock it again before a waiting one. So a Keep runs between any two steps of an import.
type fairMutex struct{ next, mu sync.Mutex }

// Lock locks the mutex. It waits until no other goroutine holds the mutex.
func (t *fairMutex) Lock() {
	t.next.Lock()
	t.mu.Lock()
	t.next.Unlock()
}

// Unlock unlocks the mutex.
func (t *fairMutex) Unlock() { t.mu.Unlock() }
