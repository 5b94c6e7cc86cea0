package chaos

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// network lies between a client and a broker. It may be cut and joined, be slow, and leave
// the far end of a connection that broke standing, so that the broker has a client twice.
// While it is cut it breaks what stands, and lets new connections wait, as lost packets do;
// so it does while the broker is dead. Who is refused waits up to two minutes to try again.
type network struct {
	to   string
	beat *beat

	mu      sync.Mutex
	rnd     *rand.Rand
	joined  chan struct{} // closed while it is joined
	apart   bool          // cut by the box's own people: no trouble joins it
	cut     bool
	slow    int // beats that a piece takes at most
	lingers int // beats that the far end outlives the near one
	links   map[net.Conn]net.Conn
}

// newNetwork returns a network and where it is entered.
func newNetwork(t testing.TB, b *beat, to string, seed uint64) (n *network, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ok(t, err)
	n = &network{to: to, beat: b, rnd: rand.New(rand.NewPCG(seed, 2)), joined: make(chan struct{}), links: map[net.Conn]net.Conn{}}
	close(n.joined)
	go n.serve(l)
	t.Cleanup(func() { _ = l.Close(); n.set(true, 0, 0) })
	return n, l.Addr().String()
}

func (n *network) serve(l net.Listener) {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		go n.join(near)
	}
}

// join carries what a connection says, once the network is joined and the broker answers.
func (n *network) join(near net.Conn) {
	early, far := []byte(nil), net.Conn(nil)
	for until := n.whole(); far == nil; {
		more, is := n.hold(near, until)
		early = append(early, more...)
		if !is {
			_ = near.Close()
			return
		}
		if far = n.dial(near, early); far == nil {
			_, until = n.beat.count()
			if whole := n.whole(); !closed(whole) {
				until = whole
			}
		}
	}
	go func() {
		n.carry(near, far)
		_ = near.Close() // a broker that dies is missed at once
	}()
	n.carry(far, near)
	n.mu.Lock()
	delete(n.links, near)
	lingers := n.lingers
	n.mu.Unlock()
	n.beat.wait(lingers)
	_ = far.Close()
}

// dial returns the far end of a connection that has said something already, nil where there
// is none now.
func (n *network) dial(near net.Conn, early []byte) net.Conn {
	far, err := net.Dial("tcp", n.to)
	if err != nil {
		return nil
	}
	if _, err := far.Write(early); err != nil || !n.link(near, far) {
		_ = far.Close()
		return nil
	}
	return far
}

// whole returns what is closed once the network is joined.
func (n *network) whole() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.joined
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// hold waits until a channel is closed, and returns what the connection has said by then. It
// reports whether the connection still stands.
func (n *network) hold(near net.Conn, until <-chan struct{}) (early []byte, is bool) {
	if closed(until) {
		return nil, true
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		piece := make([]byte, 4096)
		for {
			k, err := near.Read(piece)
			early = append(early, piece[:k]...)
			if err != nil {
				return
			}
		}
	}()
	select {
	case <-until:
		_ = near.SetReadDeadline(time.Unix(1, 0)) // the reading ends
		<-gone
		return early, near.SetReadDeadline(time.Time{}) == nil
	case <-gone:
	case <-n.beat.ctx.Done():
		_ = near.Close()
		<-gone
	}
	return nil, false
}

// link takes note of a connection, unless the network is cut.
func (n *network) link(near, far net.Conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cut || n.apart {
		return false
	}
	n.links[near] = far
	return true
}

// carry carries pieces, in their order, until one end is gone, and closes what it reads.
func (n *network) carry(to, from net.Conn) {
	piece := make([]byte, 32<<10)
	for {
		k, err := from.Read(piece)
		n.mu.Lock()
		takes := 0
		if n.slow > 0 {
			takes = n.rnd.IntN(n.slow + 1)
		}
		n.mu.Unlock()
		n.beat.wait(takes)
		if k > 0 {
			if _, err := to.Write(piece[:k]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_ = from.Close()
}

// set cuts or joins the network, and says how slow it is and how long far ends linger, in
// beats.
func (n *network) set(cut bool, slow, lingers int) {
	n.mu.Lock()
	n.cut, n.slow, n.lingers = cut, slow, lingers
	n.changed()
	n.mu.Unlock()
	if cut {
		n.breakAll()
	}
}

// part cuts the network until it is undone, whatever else happens to it.
func (n *network) part(apart bool) {
	n.mu.Lock()
	n.apart = apart
	n.changed()
	n.mu.Unlock()
	if apart {
		n.breakAll()
	}
}

// changed lets those go on who wait until the network is joined, or has others wait.
func (n *network) changed() {
	switch joined, was := !n.cut && !n.apart, closed(n.joined); {
	case joined && !was:
		close(n.joined)
	case !joined && was:
		n.joined = make(chan struct{})
	}
}

// breakAll breaks all connections. What was on its way still arrives.
func (n *network) breakAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for near := range n.links {
		_ = near.Close()
	}
}
