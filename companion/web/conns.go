package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// How many connections may be open: of a guest, of the strangers of one network, of
// all strangers, of all guests. A browser opens six at most.
const (
	mostOfGuest     = 12
	mostOfNetwork   = 24
	mostOfStrangers = 64
	mostOfGuests    = 64 * mostOfGuest // the door lets in 64
)

// strangerIdle is how long a stranger's connection may be idle.
const strangerIdle = 5 * time.Second

// visitor is whose connections and requests are counted together: a guest, or the
// strangers of one network.
type visitor struct {
	guest   int
	network netip.Prefix // of a guest none
}

// stranger is a visitor from a: from an IPv4 address, or from the 64 bits of an IPv6
// network that one device may choose its addresses from.
func stranger(a netip.Addr) visitor {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // of no address it is none
	return visitor{network: p}
}

// most returns who has most of all, of several who has the oldest, and how many.
func busiest[T any, V comparable](all []T, whose func(T) V) (who V, n int) {
	counts := map[V]int{}
	for _, one := range all {
		counts[whose(one)]++
	}
	for _, one := range all {
		if v := whose(one); counts[v] > n {
			who, n = v, counts[v]
		}
	}
	return who, n
}

// conns are the open connections. Each begins as a stranger's and goes to the guest
// whose cookie its request has, and back once the door knows that guest no more. There
// is always room for another: where there are too many, whoever has most loses one. So
// nobody is kept out by those who hold all, and who has few keeps them.
type conns struct {
	mu                sync.Mutex
	strangers, guests pool
}

func newConns() *conns {
	return &conns{
		strangers: pool{perVisitor: mostOfNetwork, total: mostOfStrangers},
		guests:    pool{perVisitor: mostOfGuest, total: mostOfGuests},
	}
}

// conn is one of them.
type conn struct {
	net.Conn
	conns *conns
	from  netip.Addr
	owner visitor
	idle  bool // it waits for a further request
}

// enter lets c in as a stranger's.
func (o *conns) accept(c net.Conn) net.Conn {
	o.mu.Lock()
	defer o.mu.Unlock()
	in := &conn{Conn: c, conns: o, from: address(c.RemoteAddr().String())}
	in.owner = o.strangerAt(in.from)
	o.strangers.add(in)
	return in
}

// strangerAt is a stranger from a. Where a guest is connected from that address, it is
// apart from the rest of its network: it is likely that guest once more.
func (o *conns) strangerAt(a netip.Addr) visitor {
	if slices.ContainsFunc(o.guests.open, func(c *conn) bool { return c.from == a }) {
		return visitor{network: netip.PrefixFrom(a, a.BitLen())}
	}
	return stranger(a)
}

// take makes the connection of r that guest's, or with 0 a stranger's.
func (o *conns) assign(r *http.Request, guest int) {
	c, ok := r.Context().Value(connKey{}).(*conn)
	if !ok {
		return // it is not counted
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if c.owner.guest == guest || !o.drop(c) {
		return
	}
	if c.owner = (visitor{guest: guest}); guest > 0 {
		o.guests.add(c)
		return
	}
	c.owner = o.strangerAt(c.from)
	o.strangers.add(c)
}

// drop takes c out, and reports whether it was in.
func (o *conns) drop(c *conn) bool { return o.strangers.drop(c) || o.guests.drop(c) }

// note notes in what state the server sees a connection.
func (o *conns) setState(c net.Conn, state http.ConnState) {
	if c, ok := c.(*conn); ok {
		o.mu.Lock()
		defer o.mu.Unlock()
		c.idle = state == http.StateIdle
	}
}

// Close closes the connection.
func (c *conn) Close() error {
	c.conns.mu.Lock()
	c.conns.drop(c)
	c.conns.mu.Unlock()
	return c.Conn.Close()
}

// SetReadDeadline sets the deadline, or where a stranger's connection is idle an
// earlier one.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.conns.mu.Lock()
	idle := c.idle && c.owner.guest == 0
	c.conns.mu.Unlock()
	if idle && !t.IsZero() { // the server lets it idle for idleTime
		t = t.Add(strangerIdle - idleTime)
	}
	return c.Conn.SetReadDeadline(t)
}

// pool is connections, the oldest first: so many of each, and of all.
type pool struct {
	perVisitor, total int
	open              []*conn
}

// add adds c. If there are too many now, one of whoever has most is closed.
func (p *pool) add(c *conn) {
	p.open = append(p.open, c)
	v, n := busiest(p.open, func(c *conn) visitor { return c.owner })
	if n <= p.perVisitor && len(p.open) <= p.total {
		return
	}
	victim := p.oldest(v, c)
	p.drop(victim)
	_ = victim.Conn.Close() // what is lost with it is told to whoever held it
}

// oldest returns the oldest connection of v but c, an idle one if there is any.
func (p *pool) oldest(v visitor, but *conn) *conn {
	found := but
	for _, c := range p.open {
		switch {
		case c == but || c.owner != v:
		case c.idle:
			return c
		case found == but:
			found = c
		}
	}
	return found
}

func (p *pool) drop(c *conn) bool {
	i := slices.Index(p.open, c)
	if i >= 0 {
		p.open = slices.Delete(p.open, i, i+1)
	}
	return i >= 0
}

// connKey is where the context of a request has its connection.
type connKey struct{}

// known puts a connection into the context of its requests.
func withConn(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// listener accepts connections from this machine and private networks.
type listener struct {
	net.Listener
	s *Server
}

// Accept returns the next connection. Who is as good as the wired keys is not counted.
func (l listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		switch from := address(c.RemoteAddr().String()); {
		case l.s.trusts(c.LocalAddr(), from):
			return c, nil
		case private(from):
			return l.s.conns.accept(c), nil
		}
		_ = c.Close() // it is told nothing
	}
}

// private reports whether a is of a network that its owner chooses the addresses of, as
// IPAddressAllow of the unit has them.
func private(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }
