package chaos

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// network lies between some and a broker. It may be cut and joined, be slow, and leave the
// far end of a connection that broke standing, so that the broker has a client twice.
type network struct {
	to string

	mu      sync.Mutex
	apart   bool // cut by the box's own people: no trouble joins it
	cut     bool
	slow    time.Duration // at most so long does a piece take
	lingers time.Duration // so long does the far end outlive the near one
	links   map[net.Conn]net.Conn
}

// newNetwork returns a network and where it is entered.
func newNetwork(t testing.TB, to string) (n *network, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ok(t, err)
	n = &network{to: to, links: map[net.Conn]net.Conn{}}
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

func (n *network) join(near net.Conn) {
	far, err := net.DialTimeout("tcp", n.to, time.Second)
	if err != nil {
		_ = near.Close()
		return
	}
	if !n.link(near, far) {
		_, _ = near.Close(), far.Close()
		return
	}
	go n.carry(near, far)
	n.carry(far, near)
	n.mu.Lock()
	delete(n.links, near)
	lingers := n.lingers
	n.mu.Unlock()
	time.Sleep(lingers)
	_ = far.Close()
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
		slow := n.slow
		n.mu.Unlock()
		if slow > 0 {
			time.Sleep(rand.N(slow))
		}
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

// set cuts or joins the network, and says how slow it is and how long far ends linger.
func (n *network) set(cut bool, slow, lingers time.Duration) {
	n.mu.Lock()
	n.cut, n.slow, n.lingers = cut, slow, lingers
	n.mu.Unlock()
	if cut {
		n.breakAll()
	}
}

// part cuts the network until it is undone, whatever else happens to it.
func (n *network) part(apart bool) {
	n.mu.Lock()
	n.apart = apart
	n.mu.Unlock()
	if apart {
		n.breakAll()
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
