package web

import (
	"sync"
	"time"
)

// How many requests one visitor may send: so many at once, and then so many a
// second. A page that loads sends thirty, and phones may share one address.
const (
	paceBurst  = 300
	pacePerSec = 40
	mostCounts = 4096 // visitors counted; beyond them there are no new ones for a second
)

// pace counts the requests of visitors. Once a second each count goes down, and a
// visitor who has none left is forgotten.
type pace struct {
	mu     sync.Mutex
	counts map[visitor]int
}

func newPace() *pace { return &pace{counts: map[visitor]int{}} }

// allows counts a request and reports whether it is within the pace.
func (p *pace) allows(v visitor) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, known := p.counts[v]
	if n >= paceBurst || !known && len(p.counts) >= mostCounts {
		return false
	}
	if len(p.counts) == 0 {
		time.AfterFunc(time.Second, p.drain)
	}
	p.counts[v]++
	return true
}

// drain lets a second's requests be forgotten, every second while there are any.
func (p *pace) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for v := range p.counts {
		if p.counts[v] -= pacePerSec; p.counts[v] <= 0 {
			delete(p.counts, v)
		}
	}
	if len(p.counts) > 0 {
		time.AfterFunc(time.Second, p.drain)
	}
}
