package club

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
	"github.com/eclipse/paho.golang/paho/session"
	pahostate "github.com/eclipse/paho.golang/paho/session/state"

	"tabletop/companion/club/wire"
)

// How the box holds its connection.
const (
	keepAlive     = 30               // s, between signs of life
	willDelay     = 10               // s, that a connection may be lost before it is said
	sessionLives  = 60               // s, that the broker keeps what the box subscribes to
	connectTime   = 30 * time.Second // for all that makes a connection
	packetTime    = 5 * time.Minute  // for a broker to take a message
	subscribeTime = 10 * time.Second
	unread        = 32 // messages that the broker may send before they are read

	firstReconnect = time.Second
	mostReconnect  = 2 * time.Minute
	stable         = time.Minute // a connection that lasts so long ends the growing of pauses
)

// connection is what connects again and again, and what it has learnt of the broker.
type connection struct {
	manager *autopaho.ConnectionManager
	end     context.CancelFunc

	mu      sync.Mutex
	tries   int
	up      time.Time // when the last connection was made
	retain  bool      // the broker takes a retained will
	willQoS byte
}

// connect begins to connect.
func (c *Club) connect() *connection {
	conn := &connection{retain: true, willQoS: 1}
	ctx, end := context.WithCancel(context.WithoutCancel(c.ctx)) // a goodbye outlives the end
	conn.end = end
	m, err := autopaho.NewConnection(ctx, autopaho.ClientConfig{
		ServerUrls: c.opts.Brokers, TlsCfg: c.opts.TLS, ConnectUsername: c.opts.User, ConnectPassword: c.opts.Password,
		KeepAlive: keepAlive, SessionExpiryInterval: sessionLives, CleanStartOnInitialConnection: true, ConnectTimeout: connectTime,
		ReconnectBackoff:     func(int) time.Duration { return conn.pause(c.opts.Now()) },
		AttemptConnection:    c.attempt,
		ConnectPacketBuilder: func(p *paho.Connect, _ *url.URL) (*paho.Connect, error) { return c.connectPacket(conn, p), nil },
		OnConnectionUp: func(m *autopaho.ConnectionManager, granted *paho.Connack) {
			conn.established(c.opts.Now())
			c.up(ctx, m, granted)
		},
		OnConnectionDown: func() bool { c.post(c.down); return true },
		OnConnectError:   func(err error) { c.connectFailed(conn, err) },
		ClientConfig: paho.ClientConfig{
			ClientID: "companion-" + c.box, PacketTimeout: packetTime, Session: freshSession{pahostate.NewInMemory()},
			OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
				c.enqueue(newMessage(p.Packet))
				return true, nil
			}},
			OnClientError: func(err error) { c.post(func(time.Time) { c.fault("the broker is lost", err) }) },
			OnServerDisconnect: func(d *paho.Disconnect) {
				c.post(func(time.Time) { c.fault("the broker hangs up", disconnectError(d)) })
			},
		},
	})
	if err != nil {
		panic(err) // it has brokers: New has looked
	}
	conn.manager = m
	return conn
}

// freshSession is a session in which nothing is sent again by itself: whatever is still worth
// telling is told anew, and a record over which a connection breaks isn't the first thing
// on the next.
type freshSession struct{ session.SessionManager }

// ConAckReceived begins anew, whatever the broker remembers.
func (f freshSession) ConAckReceived(w io.Writer, sent *packets.Connect, granted *packets.Connack) error {
	fresh := *granted
	fresh.SessionPresent = false
	return f.SessionManager.ConAckReceived(w, sent, &fresh)
}

// disconnectError is the error of a broker that ends the connection.
func disconnectError(d *paho.Disconnect) error {
	p := (&packets.Disconnect{ReasonCode: d.ReasonCode}).Reason()
	if d.Properties != nil && d.Properties.ReasonString != "" {
		p = d.Properties.ReasonString
	}
	return errors.New("club: the broker hangs up: " + p)
}

// pause is how long to wait before the next try: 1 s to 2 min, longer each time.
func (conn *connection) pause(now time.Time) time.Duration {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	if !conn.up.IsZero() && now.Sub(conn.up) >= stable {
		conn.tries = 0
	}
	conn.up = time.Time{}
	conn.tries++
	if conn.tries == 1 {
		return 0
	}
	whole := backoff(firstReconnect, mostReconnect, conn.tries-2)
	return whole/2 + rand.N(whole/2+1)
}

// established notes when a connection was made.
func (conn *connection) established(now time.Time) {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	conn.up = now
}

// connectPacket is what a connection begins with.
func (c *Club) connectPacket(conn *connection, p *paho.Connect) *paho.Connect {
	conn.mu.Lock()
	retain, qos := conn.retain, conn.willQoS
	conn.mu.Unlock()
	lives, most, behind, delay := uint32(sessionLives), uint32(mostPacket), uint16(unread), uint32(willDelay)
	p.Properties = &paho.ConnectProperties{SessionExpiryInterval: &lives, MaximumPacketSize: &most, ReceiveMaximum: &behind, RequestProblemInfo: true}
	will := c.message(wire.OnlineKind, wire.Online{Name: c.opts.Name}, job{})
	p.WillMessage = &paho.WillMessage{Topic: will.topic, Payload: will.payload, QoS: qos, Retain: retain}
	p.WillProperties = &paho.WillProperties{WillDelayInterval: &delay, User: signature(will.signed)}
	return p
}

// Reasons for which a broker refuses a will: MQTT 5, 3.2.2.2.
const (
	noRetain = 0x9a
	noQoS    = 0x9b
)

// connectFailed notes why a connection wasn't made, and what to ask less of the broker.
func (c *Club) connectFailed(conn *connection, err error) {
	if refused := (*autopaho.ConnackError)(nil); errors.As(err, &refused) {
		conn.mu.Lock()
		switch refused.ReasonCode {
		case noRetain:
			conn.retain = false
		case noQoS:
			conn.willQoS = 0
		}
		conn.mu.Unlock()
	}
	c.post(func(time.Time) { c.fault("no broker", err) })
}

// up notes that a connection was made, and subscribes to what is to be heard.
func (c *Club) up(ctx context.Context, m *autopaho.ConnectionManager, granted *paho.Connack) {
	l := newLink(ctx, m, granted)
	c.post(func(now time.Time) {
		c.link, c.status.Connected, c.status.Err = l, now, ""
		c.state.delivered, c.state.dirty = false, true
		c.people.tries, c.people.due = 0, now
		c.records.restart(now)
		c.opts.Logger.Info("connected to a broker", "box", wire.Grouped(c.box))
	})
	go func() {
		err := c.subscribe(l)
		c.post(func(time.Time) {
			l.ready = true
			if err != nil && l.ctx.Err() == nil {
				c.fault("the broker doesn't let the box hear", err)
			}
		})
	}()
}

// down notes that the connection has ended.
func (c *Club) down(time.Time) {
	if c.link == nil {
		return
	}
	c.link.end()
	c.link, c.status.Connected = nil, time.Time{}
	c.opts.Logger.Info("the broker is away")
}

// onlineJob tells that the box is there, and what nobody was told.
func (c *Club) onlineJob(time.Time) *job {
	if c.link.online {
		return nil
	}
	c.link.online = true
	link, lost := c.link, c.moments.lost
	tells := wire.Online{Online: true, Name: c.opts.Name, Version: c.opts.Version}
	if lost != (wire.Dropped{}) {
		tells.Dropped = &lost
	}
	return c.message(wire.OnlineKind, tells, job{retain: true, done: func(err error, _ time.Time) {
		if link.online = err == nil; link.online {
			c.moments.lost.States -= lost.States
			c.moments.lost.Moments -= lost.Moments
		}
	}})
}

// disconnect says goodbye, if anybody hears it.
func (c *Club) disconnect() {
	ctx, stop := context.WithTimeout(context.WithoutCancel(c.ctx), goodbyeTime)
	defer stop()
	c.drain(c.opts.Now()) // the connection may have ended, or just been made
	if l := c.link; l != nil {
		bye := c.message(wire.OnlineKind, wire.Online{Name: c.opts.Name}, job{retain: true})
		_, _ = l.manager.Publish(ctx, l.packet(bye)) // or the will says it
	}
	c.conn.end()
	_ = c.conn.manager.Disconnect(ctx) // the end of ctx ends it as well
	if c.link != nil {
		c.link.end()
	}
}
