package web

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Limits of requests: number at once and number per second. A page sends thirty requests on load.
// Phones that have not joined may share one address.
const (
	guestBurst, guestPerSec         = 300, 40
	networkBurst, networkPerSec     = 150, 20
	strangersBurst, strangersPerSec = 600, 100 // limits for all strangers together
	// strangersReserve is the number of requests at once beyond strangersBurst. The networks of
	// strangers share it evenly.
	strangersReserve = 300
)

// pace limits the rate of requests. It counts the requests of each visitor. Once a second it
// subtracts the rate from each count and deletes counts of zero.
type pace struct {
	mu     sync.Mutex
	counts map[visitor]float64
	// sum is the sum of the counts of strangers, and networks the number of these counts.
	sum      float64
	networks int
}

func newPace() *pace { return &pace{counts: map[visitor]float64{}} }

// rate returns the burst of v and its requests per second. The burst is the number of requests that
// v may send at once.
func (v visitor) rate() (burst, perSec float64) {
	if v.guest > 0 {
		return guestBurst, guestPerSec
	}
	return networkBurst, networkPerSec
}

// allow reports whether v may send a request now. It counts an allowed request, but not a refused
// one.
func (p *pace) allow(v visitor) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if burst, _ := v.rate(); p.counts[v]+1 > burst || v.isStranger() && p.crowded(v) {
		return false
	}
	if len(p.counts) == 0 {
		time.AfterFunc(time.Second, p.drain)
	}
	if v.isStranger() {
		if p.sum++; p.counts[v] == 0 {
			p.networks++
		}
	}
	p.counts[v]++
	return true
}

// crowded reports whether the strangers together have sent too many requests for another one of v.
// Beyond strangersBurst, v may still send its part of strangersReserve.
func (p *pace) crowded(v visitor) bool {
	networks := p.networks
	if p.counts[v] == 0 {
		networks++
	}
	return p.sum+1 > strangersBurst && (p.counts[v]+1)*float64(networks) > strangersReserve
}

// drain subtracts one second's requests from each count. It runs every second until there are no
// counts.
func (p *pace) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	var strangers []visitor
	for v := range p.counts {
		if v.isStranger() {
			strangers = append(strangers, v)
			continue
		}
		_, perSec := v.rate()
		p.subtract(v, perSec)
	}
	p.drainStrangers(strangers)
	if len(p.counts) > 0 {
		time.AfterFunc(time.Second, p.drain)
	}
}

// drainStrangers subtracts strangersPerSec from the counts of the strangers together. The networks
// share it evenly. The part that a network with a low count doesn't need goes to the others.
func (p *pace) drainStrangers(all []visitor) {
	slices.SortFunc(all, func(a, b visitor) int { return cmp.Compare(p.counts[a], p.counts[b]) })
	left := float64(strangersPerSec)
	p.sum, p.networks = 0, 0
	for i, v := range all {
		part := min(p.counts[v], networkPerSec, left/float64(len(all)-i))
		left -= part
		p.subtract(v, part)
		if n := p.counts[v]; n > 0 {
			p.sum, p.networks = p.sum+n, p.networks+1
		}
	}
}

// subtract subtracts n from the count of v.
func (p *pace) subtract(v visitor, n float64) {
	if p.counts[v] -= n; p.counts[v] <= 0 {
		delete(p.counts, v)
	}
}
