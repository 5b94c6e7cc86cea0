package broker

import (
	"net"
	"time"

	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
)

// leaveTime is how long a new connection of a client waits at most for mochi to have done with the
// previous one. Mochi needs microseconds, unless the previous one is about to send something long.
const leaveTime = 5 * time.Second

// takeOver notes that c is the connection of the client with that id. If the client has a previous
// connection, takeOver ends it and waits until mochi has done with it.
func (b *Broker) takeOver(id string, c *conn) {
	b.mu.Lock()
	before := b.clients[id]
	b.clients[id] = c
	b.mu.Unlock()
	if before == nil {
		return
	}
	if old, ok := b.server.Clients.Get(id); ok && old.Net.Conn == net.Conn(before) {
		_ = b.server.DisconnectClient(old, packets.ErrSessionTakenOver) // fails if the connection has ended
	}
	_ = before.Close()
	select {
	case <-before.left:
	case <-c.ctx.Done():
	case <-time.After(leaveTime):
	}
}

// leave tells a waiting takeOver that mochi has done with c, and forgets c.
func (c *conn) leave() {
	close(c.left)
	s := c.session.Load()
	if s == nil {
		return
	}
	c.b.mu.Lock()
	defer c.b.mu.Unlock()
	if c.b.clients[s.id] == c {
		delete(c.b.clients, s.id)
	}
}

// listener is a listener of mochi that tells each connection when mochi has done with it.
type listener struct{ *listeners.Net }

// Serve accepts connections and has mochi serve each with establish.
func (l listener) Serve(establish listeners.EstablishFn) {
	l.Net.Serve(func(id string, c net.Conn) error {
		if c, ok := c.(*conn); ok {
			defer c.leave()
		}
		return establish(id, c)
	})
}
