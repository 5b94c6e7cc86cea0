package broker

import "sync"

// Refused counts refusals since the start of a broker.
type Refused struct {
	Connections   int // connections beyond the limits
	Logins        int
	Packets       int // packets that were too long
	Messages      int // messages to forbidden topics, or beyond the limits of messages
	Subscriptions int // subscriptions to forbidden topic filters
}

// counts is a Refused for several goroutines.
type counts struct {
	mu sync.Mutex
	Refused
}

// add adds one to a field of the counts. It returns false, for use in conditions.
func (c *counts) add(to *int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	*to++
	return false
}

// get returns a copy of the counts.
func (c *counts) get() Refused {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Refused
}
