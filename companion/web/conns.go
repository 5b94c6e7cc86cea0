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

// Maximum numbers of open connections. A browser opens six at most.
const (
	mostOfGuest     = 12 // maximum number of connections of one guest
	mostOfNetwork   = 24 // maximum number of connections of all strangers of one network
	mostOfStrangers = 64 // maximum number of connections of all strangers
	// mostOfGuests is the maximum number of connections of all guests. The door admits 64 guests.
	mostOfGuests = 64 * mostOfGuest
)

// strangerIdle is the time after which an idle connection of a stranger is closed.
const strangerIdle = 5 * time.Second

// visitor is a party whose connections and requests are counted together: a guest, all addresses
// that one token invites, or all other clients of one network, which are called strangers.
type visitor struct {
	guest   int
	invite  int          // number of the token; see invites
	network netip.Prefix // network of the strangers; invalid for all other visitors
}

// isStranger reports whether v is neither a guest nor invited.
func (v visitor) isStranger() bool { return v.guest == 0 && v.invite == 0 }

// stranger returns the visitor for the strangers at an address. They share the IPv4 address, or the
// /64 network of the IPv6 address, in which one device may choose its addresses.
func stranger(a netip.Addr) visitor {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // p is the zero Prefix if a is invalid
	return visitor{network: p}
}

// busiest returns the owner that occurs most often among the elements of all, and the number of
// that owner's elements. If several owners have that number, it returns the owner of the oldest
// element.
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

// conns tracks the open connections. A connection starts as that of a stranger or of an invited
// address. The cookie of a request assigns it to a guest. It returns to the strangers once the door
// has forgotten the guest. When a pool is full, the visitor with the most connections loses one. So
// a visitor with few connections keeps them, and no visitor can block all others.
type conns struct {
	mu                         sync.Mutex
	invites                    *invites
	strangers, invited, guests pool
}

func newConns(i *invites) *conns {
	return &conns{
		invites:   i,
		strangers: pool{perVisitor: mostOfNetwork, total: mostOfStrangers},
		invited:   pool{perVisitor: mostOfInvite, total: mostOfAllInvited},
		guests:    pool{perVisitor: mostOfGuest, total: mostOfGuests},
	}
}

// poolOf returns the pool of the connections of v.
func (o *conns) poolOf(v visitor) *pool {
	switch {
	case v.guest > 0:
		return &o.guests
	case v.invite > 0:
		return &o.invited
	}
	return &o.strangers
}

// conn is an accepted connection with its owner.
type conn struct {
	net.Conn
	conns *conns
	from  netip.Addr
	owner visitor
	idle  bool // whether the connection is between two requests
	rests bool // whether it has just become idle: net/http sets the deadline for that next
}

// accept registers c as a connection of a stranger or of an invited address.
func (o *conns) accept(c net.Conn) net.Conn {
	o.mu.Lock()
	defer o.mu.Unlock()
	in := &conn{Conn: c, conns: o, from: address(c.RemoteAddr().String())}
	in.owner = o.visitorAt(in.from)
	o.poolOf(in.owner).add(in)
	return in
}

// visitorAt returns the visitor for a client at the address a that is not a guest. If a guest has a
// connection from the same address, the client is probably this guest, so the address is counted
// apart from its network.
func (o *conns) visitorAt(a netip.Addr) visitor {
	if n := o.invites.of(a); n > 0 {
		return visitor{invite: n}
	}
	if slices.ContainsFunc(o.guests.open, func(c *conn) bool { return c.from == a }) {
		return visitor{network: netip.PrefixFrom(a, a.BitLen())}
	}
	return stranger(a)
}

// assign moves the connection of r to v. If v is a token's, assign also moves the other connections
// of strangers from the same address.
func (o *conns) assign(r *http.Request, v visitor) {
	c, ok := r.Context().Value(connKey{}).(*conn)
	if !ok {
		return // a trusted connection is not counted
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if v.guest == 0 {
		v = o.visitorAt(c.from)
	}
	o.move(c, v)
	if v.invite == 0 {
		return
	}
	for _, other := range slices.Clone(o.strangers.open) {
		if other.from == c.from {
			o.move(other, v)
		}
	}
}

// move moves a connection to v. A stranger's connection stays the same stranger's.
func (o *conns) move(c *conn, v visitor) {
	same := c.owner == v || c.owner.isStranger() && v.isStranger()
	if !same && o.drop(c) {
		c.owner = v
		o.poolOf(v).add(c)
	}
}

// drop removes c from its pool. It returns false if no pool holds c.
func (o *conns) drop(c *conn) bool { return o.poolOf(c.owner).drop(c) }

// setState records whether a connection is idle.
func (o *conns) setState(c net.Conn, state http.ConnState) {
	if c, ok := c.(*conn); ok {
		o.mu.Lock()
		defer o.mu.Unlock()
		c.idle = state == http.StateIdle
		c.rests = c.idle
	}
}

// Close closes the connection and removes it from its pool.
func (c *conn) Close() error {
	c.conns.mu.Lock()
	c.conns.drop(c)
	c.conns.mu.Unlock()
	return c.Conn.Close()
}

// SetReadDeadline sets the deadline t. If the connection of a client that is not a guest has become
// idle, t is the limit for that, and SetReadDeadline sets an earlier one. Later deadlines are those
// of a request that has begun.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.conns.mu.Lock()
	rests := c.rests && c.owner.guest == 0
	c.rests = false
	c.conns.mu.Unlock()
	// t is idleTime from now. Make it strangerIdle from now.
	if rests {
		t = t.Add(strangerIdle - idleTime)
	}
	return c.Conn.SetReadDeadline(t)
}

// pool holds open connections, oldest first. perVisitor and total are its limits.
type pool struct {
	perVisitor, total int
	open              []*conn
}

// add adds c. If the pool then exceeds a limit, add closes one connection of the visitor with the
// most connections.
func (p *pool) add(c *conn) {
	p.open = append(p.open, c)
	v, n := busiest(p.open, func(c *conn) visitor { return c.owner })
	if n <= p.perVisitor && len(p.open) <= p.total {
		return
	}
	victim := p.oldest(v, c)
	p.drop(victim)
	_ = victim.Conn.Close() // the handler of the connection reports the error
}

// oldest returns the oldest idle connection of v, or else the oldest connection of v. It passes
// over one connection, the argument "but", and returns that one only if v has no other.
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

// connKey is the context key of the connection that carries a request.
type connKey struct{}

// withConn adds the connection c to the context of the requests on it.
func withConn(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// listener is a listener that accepts connections from this machine and from private networks.
type listener struct {
	net.Listener
	s *Server
}

// Accept returns the next connection. It doesn't count trusted connections. It closes connections
// from public networks.
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
		_ = c.Close() // closes the connection without an answer
	}
}

// private reports whether a is a loopback, private or link-local address, as in IPAddressAllow
// of the systemd unit.
func private(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }
