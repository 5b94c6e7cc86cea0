package web

import (
	"sync"
	"time"
)

// Limits of requests: number at once and number per second. A page sends thirty requests on load.
// Phones that have not joined may share one address.
const (
	guestBurst, guestPerSec         = 300, 40
	networkBurst, networkPerSec     = 150, 20
	strangersBurst, strangersPerSec = 600, 100 // limits for all strangers together
)

// pace limits the rate of requests. It counts the requests of each visitor, and the requests of all
// strangers together under the zero visitor. Once a second it subtracts the rate from each count
// and deletes counts of zero.
type pace struct {
	mu     sync.Mutex
	counts map[visitor]int
}

func newPace() *pace { return &pace{counts: map[visitor]int{}} }

// rate returns the burst of v and its requests per second. The burst is the number of requests that
// v may send at once.
func (v visitor) rate() (burst, perSec int) {
	switch {
	case v.guest > 0:
		return guestBurst, guestPerSec
	case v == visitor{}:
		return strangersBurst, strangersPerSec
	}
	return networkBurst, networkPerSec
}

// allow reports whether v may send a request now. It counts an allowed request, but not a refused
// one.
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

// drain subtracts one second's requests from each count. It runs every second until there are no
// counts.
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
