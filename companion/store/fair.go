package store

import "sync"

// fairMutex is a mutex for waiters in turn: a goroutine that has just unlocked it can't lock it
// again before a waiting one. So a Keep runs between any two steps of an import.
type fairMutex struct{ next, mu sync.Mutex }

// Lock waits until the mutex is free for this goroutine.
func (t *fairMutex) Lock() {
	t.next.Lock()
	t.mu.Lock()
	t.next.Unlock()
}

// Unlock releases the mutex.
func (t *fairMutex) Unlock() { t.mu.Unlock() }
