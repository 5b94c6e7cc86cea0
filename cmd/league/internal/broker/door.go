package broker

import (
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Counts counts connections, by address and in all.
type Counts struct {
	All int
	of  map[string]int
}

// Add adds n connections from an address; see AddressOf.
func (c *Counts) Add(address string, n int) {
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.All += n
	if c.of[address] += n; c.of[address] == 0 {
		delete(c.of, address)
	}
}

// Of returns the number of connections from an address.
func (c *Counts) Of(address string) int { return c.of[address] }

// door bounds the number of connections, by address and in all.
type door struct {
	mu        sync.Mutex
	closed    bool
	all       map[*conn]bool
	counts    Counts
	strangers map[string][]*conn // connections before login by address, oldest first
	waiting   int                // number of strangers
}

func newDoor() *door {
	return &door{all: map[*conn]bool{}, strangers: map[string][]*conn{}}
}

// enter admits a new connection. It returns false if there are too many connections. If only those
// before login are too many, the oldest of the address with the most of them is closed instead.
func (d *door) enter(c *conn) bool {
	d.mu.Lock()
	if d.closed || d.counts.All >= mostConnections || d.counts.Of(c.address) >= mostOfAddress {
		d.mu.Unlock()
		return false
	}
	out := d.crowded(c.address)
	d.all[c] = true
	d.counts.Add(c.address, 1)
	d.strangers[c.address] = append(d.strangers[c.address], c)
	d.waiting++
	d.mu.Unlock()
	c.onClose(func() { d.leave(c) })
	if out != nil {
		_ = out.Close()
	}
	return true
}

// crowded returns the connection that has to make room for one more connection before login from an
// address, or nil.
func (d *door) crowded(address string) *conn {
	switch {
	case len(d.strangers[address]) >= mostStrangersOfAddress:
		return d.strangers[address][0]
	case d.waiting < mostStrangers:
		return nil
	}
	var most []*conn
	for _, all := range d.strangers {
		if len(all) > len(most) {
			most = all
		}
	}
	return most[0]
}

// pass notes that the client of a connection has logged in.
func (d *door) pass(c *conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known(c)
}

// known removes a connection from the strangers.
func (d *door) known(c *conn) {
	all := d.strangers[c.address]
	i := slices.Index(all, c)
	if i < 0 {
		return
	}
	d.waiting--
	if d.strangers[c.address] = slices.Delete(all, i, i+1); len(all) == 1 {
		delete(d.strangers, c.address)
	}
}

// leave removes a connection that has ended.
func (d *door) leave(c *conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.all[c] {
		return
	}
	d.known(c)
	delete(d.all, c)
	d.counts.Add(c.address, -1)
}

// close ends all connections and admits no further one.
func (d *door) close() {
	d.mu.Lock()
	d.closed = true
	var all []*conn
	for c := range d.all {
		all = append(all, c)
	}
	d.mu.Unlock()
	for _, c := range all {
		_ = c.Close()
	}
}

// AddressOf returns the address by which connections are counted: an IPv4 address as a network /32,
// or the network /64 of an IPv6 address, all of which belongs to one machine. It returns the whole
// text for other addresses.
func AddressOf(a net.Addr) string { return block(a, 32) }

// networkOf returns the network by which waiting boxes are counted: /24 for IPv4, /64 for IPv6.
func networkOf(a net.Addr) string { return block(a, 24) }

// block returns the network of an address with that number of bits for IPv4, and 64 for IPv6.
func block(a net.Addr, bits int) string {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return a.String()
	}
	ip := at.Addr().Unmap().WithZone("")
	if ip.Is6() {
		bits = 64
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return a.String()
	}
	return p.String()
}

// gate is a listener that admits connections by the door of a broker.
type gate struct {
	net.Listener
	b   *Broker
	tls *tls.Config // nil for plain connections
}

// gate returns the gate of a listener, or nil if l is nil.
func (b *Broker) gate(l net.Listener, conf *tls.Config) net.Listener {
	if l == nil {
		return nil
	}
	return &gate{Listener: l, b: b, tls: conf}
}

// acceptPause is the pause after a failure to accept a connection, such as too many open files.
const acceptPause = 100 * time.Millisecond

// Accept returns the next connection that is admitted. It returns an error only when the listener is
// closed, because mochi stops at the first error.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return nil, err
		case err != nil:
			g.b.Log.Warn("broker: accept", "err", err)
			time.Sleep(acceptPause)
			continue
		}
		if g.tls != nil {
			c = tls.Server(c, g.tls)
		}
		w := g.b.newConn(c)
		if g.b.door.enter(w) {
			return w, nil
		}
		g.b.refused.add(&g.b.refused.Connections)
		_ = w.Close()
	}
}
