package club

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
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

// Timing and limits of the connection to a broker.
const (
	keepAlive = 30 // interval between pings, s
	willDelay = 10 // delay between the loss of a connection and the last will, s
	// sessionExpiry is the time in s for which the broker stores the subscriptions after a loss.
	sessionExpiry  = 60
	connectTime    = 30 * time.Second // time limit for all steps of an attempt to connect
	packetTime     = 5 * time.Minute  // time limit for the acknowledgement of a message
	subscribeTime  = 10 * time.Second // time limit for the subscriptions
	receiveMaximum = 32               // maximum number of unacknowledged messages to the box

	firstReconnect = time.Second     // first pause between two attempts
	mostReconnect  = 2 * time.Minute // longest pause between two attempts
	stable         = time.Minute     // resets the pauses after a connection of this duration
)

// connection makes the connections to brokers, one after another. It also stores the properties of
// a last will, and the login, that the broker accepts.
type connection struct {
	manager *autopaho.ConnectionManager
	end     context.CancelFunc

	mu      sync.Mutex
	tries   int
	up      time.Time // start of the last connection
	retain  bool      // whether the broker accepts a retained will
	willQoS byte      // quality of service of the will that the broker accepts
	login   login     // login that the broker accepts
	league  string    // id of the league for which the last login was signed
	net     net.Conn  // last connection; nil for none
}

// connect starts to connect to a broker, and returns before there is a connection.
func (c *Club) connect() *connection {
	conn := &connection{retain: true, willQoS: 1}
	// The context outlives c.ctx, because the last message follows the end of c.ctx.
	ctx, end := context.WithCancel(context.WithoutCancel(c.ctx))
	conn.end = end
	m, err := autopaho.NewConnection(ctx, autopaho.ClientConfig{
		ServerUrls: c.opts.Brokers, TlsCfg: c.opts.TLS, ConnectUsername: c.opts.User, ConnectPassword: c.opts.Password,
		KeepAlive: keepAlive, SessionExpiryInterval: sessionExpiry, CleanStartOnInitialConnection: true, ConnectTimeout: connectTime,
		ReconnectBackoff: func(int) time.Duration { return conn.pause(c.opts.Now()) },
		AttemptConnection: func(ctx context.Context, _ autopaho.ClientConfig, u *url.URL) (net.Conn, error) {
			return c.attempt(ctx, conn, u)
		},
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
		panic(err) // NewConnection fails only without brokers, which New has checked
	}
	conn.manager = m
	return conn
}

// freshSession is a session that resends no message. The club itself publishes again every message
// that is still of use. A resent record that has broken one connection would otherwise break the
// next one at once.
type freshSession struct{ session.SessionManager }

// ConAckReceived starts a new session, even if the broker has stored the old one.
func (f freshSession) ConAckReceived(w io.Writer, sent *packets.Connect, granted *packets.Connack) error {
	fresh := *granted
	fresh.SessionPresent = false
	return f.SessionManager.ConAckReceived(w, sent, &fresh)
}

// disconnectError returns the error for a broker that has ended the connection.
func disconnectError(d *paho.Disconnect) error {
	p := (&packets.Disconnect{ReasonCode: d.ReasonCode}).Reason()
	if d.Properties != nil && d.Properties.ReasonString != "" {
		p = d.Properties.ReasonString
	}
	return errors.New("club: the broker has disconnected: " + p)
}

// pause returns the pause before the next attempt. The first attempt follows at once. The next
// pauses grow from firstReconnect to mostReconnect. A random part of up to half of each pause is
// cut off.
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

// renew ends the connection, and returns true, if its login was signed for another league than that
// with the id league. The next login is then signed for this league.
func (conn *connection) renew(league string) bool {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	if conn.net == nil || conn.login != full || conn.league == league {
		return false
	}
	_ = conn.net.Close() // the connection ends in any case
	conn.net = nil
	return true
}

// established stores now as the start of a connection.
func (conn *connection) established(now time.Time) {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	conn.up = now
}

// connectPacket completes a CONNECT packet with the properties and the last will.
func (c *Club) connectPacket(conn *connection, p *paho.Connect) *paho.Connect {
	conn.mu.Lock()
	retain, qos, by := conn.retain, conn.willQoS, conn.login
	conn.mu.Unlock()
	if c.opts.User == "" {
		league := c.logIn(p, by)
		conn.mu.Lock()
		conn.league = league
		conn.mu.Unlock()
	}
	lives, most, behind, delay := uint32(sessionExpiry), uint32(mostPacket), uint16(receiveMaximum), uint32(willDelay)
	p.Properties = &paho.ConnectProperties{SessionExpiryInterval: &lives, MaximumPacketSize: &most, ReceiveMaximum: &behind, RequestProblemInfo: true}
	will := c.message(wire.OnlineKind, wire.Online{Name: c.opts.Name}, job{})
	p.WillMessage = &paho.WillMessage{Topic: will.topic, Payload: will.payload, QoS: qos, Retain: retain}
	p.WillProperties = &paho.WillProperties{WillDelayInterval: &delay, User: signature(will.signed)}
	return p
}

// Reason codes of a broker that refuses the login or the will (MQTT 5, section 3.2.2.2).
const (
	badLogin = 0x86 // the user name or password is wrong
	noRights = 0x87 // the client may not connect
	noRetain = 0x9a // retained messages are not supported
	noQoS    = 0x9b // the quality of service is not supported
)

// connectFailed stores the reason of a failed attempt. If the broker has refused a property of the
// last will, the next attempt omits that property. If it has refused the login, the next attempt
// gives another one.
func (c *Club) connectFailed(conn *connection, err error) {
	fault := faultOf(err)
	if refused := (*autopaho.ConnackError)(nil); errors.As(err, &refused) {
		conn.mu.Lock()
		switch refused.ReasonCode {
		case noRetain:
			conn.retain = false
		case noQoS:
			conn.willQoS = 0
		case badLogin, noRights:
			fault = FaultLogin
			conn.login = conn.login.next(c.leagueID())
		}
		conn.mu.Unlock()
	}
	c.post(func(time.Time) {
		c.status.Fault = fault
		c.fault("no broker", err)
	})
}

// up stores a new connection and subscribes to the topics of the box.
func (c *Club) up(ctx context.Context, m *autopaho.ConnectionManager, granted *paho.Connack) {
	l := newLink(ctx, m, granted)
	c.post(func(now time.Time) {
		c.link, c.status.Connected, c.status.Err, c.status.Fault = l, now, "", ""
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

// down removes the link of a connection that has ended.
func (c *Club) down(time.Time) {
	if c.link == nil {
		return
	}
	c.link.end()
	c.link, c.status.Connected = nil, time.Time{}
	c.opts.Logger.Info("disconnected from the broker")
}

// onlineJob publishes that the box is online, with the counts of dropped messages.
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

// disconnect publishes that the box is offline, if a broker is connected. It then ends the
// connection.
func (c *Club) disconnect() {
	ctx, stop := context.WithTimeout(context.WithoutCancel(c.ctx), goodbyeTime)
	defer stop()
	c.drain(c.opts.Now()) // updates the state of the connection
	if l := c.link; l != nil {
		bye := c.message(wire.OnlineKind, wire.Online{Name: c.opts.Name}, job{retain: true})
		// On failure, the will reports that the box is offline.
		_, _ = l.manager.Publish(ctx, l.packet(bye))
	}
	c.conn.end()
	_ = c.conn.manager.Disconnect(ctx) // on failure, ctx ends the connection
	if c.link != nil {
		c.link.end()
	}
}
