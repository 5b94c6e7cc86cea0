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

// Timing and limits of the connection.
const (
	keepAlive      = 30               // s between two pings
	willDelay      = 10               // s between the loss of a connection and its will
	sessionExpiry  = 60               // s for which the broker stores the subscriptions after a loss
	connectTime    = 30 * time.Second // bounds all steps of an attempt
	packetTime     = 5 * time.Minute  // bounds the acknowledgement of a message
	subscribeTime  = 10 * time.Second
	receiveMaximum = 32 // receive maximum: count of unacknowledged messages to the box

	firstReconnect = time.Second
	mostReconnect  = 2 * time.Minute
	stable         = time.Minute // a connection of this length resets the pauses
)

// connection makes the connections, one after another, and stores the limits of the broker.
type connection struct {
	manager *autopaho.ConnectionManager
	end     context.CancelFunc

	mu      sync.Mutex
	tries   int
	up      time.Time // start of the last connection
	retain  bool      // the broker accepts a retained will
	willQoS byte
}

// connect starts to connect.
func (c *Club) connect() *connection {
	conn := &connection{retain: true, willQoS: 1}
	ctx, end := context.WithCancel(context.WithoutCancel(c.ctx)) // the last message follows the end of c.ctx
	conn.end = end
	m, err := autopaho.NewConnection(ctx, autopaho.ClientConfig{
		ServerUrls: c.opts.Brokers, TlsCfg: c.opts.TLS, ConnectUsername: c.opts.User, ConnectPassword: c.opts.Password,
		KeepAlive: keepAlive, SessionExpiryInterval: sessionExpiry, CleanStartOnInitialConnection: true, ConnectTimeout: connectTime,
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
			OnClientError: func(err error) { c.post(func(time.Time) { c.fault("connection to the broker lost", err) }) },
			OnServerDisconnect: func(d *paho.Disconnect) {
				c.post(func(time.Time) { c.fault("the broker has disconnected", disconnectError(d)) })
			},
		},
	})
	if err != nil {
		panic(err) // it fails only without brokers, which New has checked
	}
	conn.manager = m
	return conn
}

// freshSession is a session that resends nothing. The club itself publishes again every message
// that is still of use, and a record that has broken a connection isn't the first message on
// the next.
type freshSession struct{ session.SessionManager }

// ConAckReceived starts a new session, even if the broker has stored the old one.
func (f freshSession) ConAckReceived(w io.Writer, sent *packets.Connect, granted *packets.Connack) error {
	fresh := *granted
	fresh.SessionPresent = false
	return f.SessionManager.ConAckReceived(w, sent, &fresh)
}

// disconnectError returns the error for a broker that ends the connection.
func disconnectError(d *paho.Disconnect) error {
	p := (&packets.Disconnect{ReasonCode: d.ReasonCode}).Reason()
	if d.Properties != nil && d.Properties.ReasonString != "" {
		p = d.Properties.ReasonString
	}
	return errors.New("club: the broker has disconnected: " + p)
}

// pause returns the pause before the next attempt: none for the first, then growing ones from
// firstReconnect to mostReconnect. Up to half of each is cut at random.
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

// established stores the start of a connection.
func (conn *connection) established(now time.Time) {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	conn.up = now
}

// connectPacket completes the CONNECT packet with the properties and the last will.
func (c *Club) connectPacket(conn *connection, p *paho.Connect) *paho.Connect {
	conn.mu.Lock()
	retain, qos := conn.retain, conn.willQoS
	conn.mu.Unlock()
	lives, most, behind, delay := uint32(sessionExpiry), uint32(mostPacket), uint16(receiveMaximum), uint32(willDelay)
	p.Properties = &paho.ConnectProperties{SessionExpiryInterval: &lives, MaximumPacketSize: &most, ReceiveMaximum: &behind, RequestProblemInfo: true}
	will := c.message(wire.OnlineKind, wire.Online{Name: c.opts.Name}, job{})
	p.WillMessage = &paho.WillMessage{Topic: will.topic, Payload: will.payload, QoS: qos, Retain: retain}
	p.WillProperties = &paho.WillProperties{WillDelayInterval: &delay, User: signature(will.signed)}
	return p
}

// Reason codes of a broker that refuses the will: MQTT 5, 3.2.2.2.
const (
	noRetain = 0x9a
	noQoS    = 0x9b
)

// connectFailed stores the reason of a failed attempt, and weakens the will if the broker has
// refused it.
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

// up handles a new connection and subscribes.
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
				c.fault("the broker refuses a subscription", err)
			}
		})
	}()
}

// down handles the end of the connection.
func (c *Club) down(time.Time) {
	if c.link == nil {
		return
	}
	c.link.end()
	c.link, c.status.Connected = nil, time.Time{}
	c.opts.Logger.Info("disconnected from the broker")
}

// onlineJob publishes online with the counts of dropped messages.
func (c *Club) onlineJob(time.Time) *job {
	if c.link.online {
		return nil
	}
	c.link.online = true
	link, lost := c.link, c.moments.lost
	online := wire.Online{Online: true, Name: c.opts.Name, Version: c.opts.Version}
	if lost != (wire.Dropped{}) {
		online.Dropped = &lost
	}
	return c.message(wire.OnlineKind, online, job{retain: true, done: func(err error, _ time.Time) {
		if link.online = err == nil; link.online {
			c.moments.lost.States -= lost.States
			c.moments.lost.Moments -= lost.Moments
		}
	}})
}

// disconnect publishes offline, if a broker is connected, and ends the connection.
func (c *Club) disconnect() {
	ctx, stop := context.WithTimeout(context.WithoutCancel(c.ctx), goodbyeTime)
	defer stop()
	c.drain(c.opts.Now()) // for the latest state of the connection
	if l := c.link; l != nil {
		bye := c.message(wire.OnlineKind, wire.Online{Name: c.opts.Name}, job{retain: true})
		_, _ = l.manager.Publish(ctx, l.packet(bye)) // on failure the will reports it
	}
	c.conn.end()
	_ = c.conn.manager.Disconnect(ctx) // on failure ctx ends the connection
	if c.link != nil {
		c.link.end()
	}
}
