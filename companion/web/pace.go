package web

import (
	"sync"
	"time"
)

// How many requests may come: so many at once, and then so many a second. A page that
// loads sends thirty, and phones that have not joined may share one address.
const (
	guestBurst, guestPerSec         = 300, 40
	networkBurst, networkPerSec     = 150, 20
	strangersBurst, strangersPerSec = 600, 100 // of all networks together
)

// pace counts the requests of visitors, and under none those of all strangers. Once a
// second each count goes down, and a visitor who has none left is forgotten.
type pace struct {
	mu     sync.Mutex
	counts map[visitor]int
}

func newPace() *pace { return &pace{counts: map[visitor]int{}} }

// rate returns how many requests v may send.
func (v visitor) rate() (burst, perSec int) {
	switch {
	case v.guest > 0:
		return guestBurst, guestPerSec
	case v == visitor{}:
		return strangersBurst, strangersPerSec
	}
	return networkBurst, networkPerSec
}

// allows counts a request and reports whether it is within the pace. One that isn't
// costs nobody anything.
func (p *pace) allow(v visitor) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	strangers := visitor{}
	if p.exhausted(v) || v.guest == 0 && p.exhausted(strangers) {
		return false
	}
	if len(p.counts) == 0 {
		time.AfterFunc(time.Second, p.drain)
	}
	p.counts[v]++
	if v.guest == 0 {
		p.counts[strangers]++
	}
	return true
}

func (p *pace) exhausted(v visitor) bool {
	burst, _ := v.rate()
	return p.counts[v] >= burst
}

// drain lets a second's requests be forgotten, every second while there are any.
func (p *pace) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for v := range p.counts {
		_, perSec := v.rate()
		if p.counts[v] -= perSec; p.counts[v] <= 0 {
			delete(p.counts, v)
		}
	}
	if len(p.counts) > 0 {
		time.AfterFunc(time.Second, p.drain)
	}
}
