package web

import (
	"sync"
	"time"
)

// Bursts and rates of requests. A page sends thirty on load, and phones that have not joined
// may share one address.
const (
	guestBurst, guestPerSec         = 300, 40
	networkBurst, networkPerSec     = 150, 20
	strangersBurst, strangersPerSec = 600, 100 // of all networks together
)

// pace limits the rate of requests. It counts the requests of each visitor, and those of all
// strangers under the zero visitor. Once a second it lowers each count by the rate and deletes
// empty counts.
type pace struct {
	mu     sync.Mutex
	counts map[visitor]int
}

func newPace() *pace { return &pace{counts: map[visitor]int{}} }

// rate returns the burst and the requests per second of v.
func (v visitor) rate() (burst, perSec int) {
	switch {
	case v.guest > 0:
		return guestBurst, guestPerSec
	case v == visitor{}:
		return strangersBurst, strangersPerSec
	}
	return networkBurst, networkPerSec
}

// allow counts a request and reports whether it is within the limits. It does not count a
// refused request.
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

// drain lowers the counts by one second of requests. It runs every second until all counts are
// empty.
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
