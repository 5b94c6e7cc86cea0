package ingest

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"tabletop/companion/club/wire"
)

// group is what workers share a subscription by.
const group = "$share/league/"

// How a worker holds its connection. While the session of one that was killed lives, the
// broker gives it a share of all messages, which are lost with it: so not for long.
const (
	keepAlive    = 30 // s, between signs of life
	sessionLives = 5  // s, that the broker keeps what wasn't acknowledged when a connection is lost
	acksEvery    = 5 * time.Millisecond
	leaveTime    = 5 * time.Second // for a goodbye, which a broker may not take
	firstPause   = time.Second / 2 // before a connection is tried again
	mostPause    = 30 * time.Second
)

// MQTT is a broker that is spoken to by MQTT 5.
type MQTT struct {
	URL      *url.URL // mqtt://, mqtts://
	TLS      *tls.Config
	User     string
	Password []byte
	ID       string // of this worker; no other has it
	Log      *slog.Logger
	// Subscribed, if set, is called each time a broker has granted all subscriptions. It
	// must not wait.
	Subscribed func()

	mu   sync.Mutex
	link *link // nil: there is no connection
}

// link is one connection: what waits for the broker's answer on it waits no longer than it
// lasts.
type link struct {
	manager *autopaho.ConnectionManager
	ctx     context.Context
	end     context.CancelFunc
}

var errAway = errors.New("ingest: the broker is away")

// Receive connects, again and again, and hands over what is told until ctx ends.
func (b *MQTT) Receive(ctx context.Context, take func(Message)) error {
	m, err := autopaho.NewConnection(ctx, b.config(ctx, take))
	if err != nil {
		return fmt.Errorf("ingest: %s: %w", b.URL.Redacted(), err)
	}
	defer b.use(nil)
	<-ctx.Done()
	select {
	case <-m.Done():
	case <-time.After(leaveTime):
	}
	return nil
}

// use makes a link that of who publishes, and ends the one before.
func (b *MQTT) use(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.link != nil {
		b.link.end()
	}
	b.link = l
}

// up subscribes on a connection that was made.
func (b *MQTT) up(ctx context.Context, m *autopaho.ConnectionManager) {
	l := &link{manager: m}
	l.ctx, l.end = context.WithCancel(ctx)
	b.use(l)
	go b.subscribe(l)
}

func (b *MQTT) config(ctx context.Context, take func(Message)) autopaho.ClientConfig {
	return autopaho.ClientConfig{
		ServerUrls: []*url.URL{b.URL}, TlsCfg: b.TLS, ConnectUsername: b.User, ConnectPassword: b.Password,
		KeepAlive: keepAlive, SessionExpiryInterval: sessionLives,
		ReconnectBackoff: pause,
		ConnectPacketBuilder: func(p *paho.Connect, _ *url.URL) (*paho.Connect, error) {
			lives, unacked, longest := uint32(sessionLives), uint16(Unacked), uint32(wire.MostBytes+64<<10)
			p.Properties = &paho.ConnectProperties{SessionExpiryInterval: &lives, ReceiveMaximum: &unacked, MaximumPacketSize: &longest, RequestProblemInfo: true}
			return p, nil
		},
		DisconnectPacketBuilder: func() *paho.Disconnect { // who leaves leaves its messages to others
			none := uint32(0)
			return &paho.Disconnect{Properties: &paho.DisconnectProperties{SessionExpiryInterval: &none}}
		},
		OnConnectionUp:   func(m *autopaho.ConnectionManager, _ *paho.Connack) { b.up(ctx, m) },
		OnConnectionDown: func() bool { b.use(nil); return true },
		OnConnectError:   func(err error) { b.Log.Warn("no broker", "broker", b.URL.Redacted(), "err", err) },
		ClientConfig: paho.ClientConfig{
			ClientID: b.ID, EnableManualAcknowledgment: true, SendAcksInterval: acksEvery,
			OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
				take(messageOf(p))
				return true, nil
			}},
			OnClientError: func(err error) { b.Log.Warn("the broker is lost", "broker", b.URL.Redacted(), "err", err) },
		},
	}
}

// pause is how long to wait before the next try to connect, part of it left to chance so that
// workers don't come back all at once.
func pause(try int) time.Duration {
	if try == 0 {
		return 0
	}
	whole := min(firstPause<<min(try, 10), mostPause)
	return whole/2 + rand.N(whole/2)
}

// subscribe subscribes, again until the broker lets it or the connection ends.
func (b *MQTT) subscribe(l *link) {
	for try := 1; ; try++ {
		_, err := l.manager.Subscribe(l.ctx, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{
			{Topic: group + wire.Topic("+", wire.RecordKind), QoS: 1},
			{Topic: group + wire.Topic("+", wire.SealKind), QoS: 1},
			{Topic: group + wire.Topic("+", wire.ErasedKind), QoS: 1},
			{Topic: group + wire.Topic("+", wire.StateKind)},
			{Topic: wire.Topic("+", wire.OnlineKind), QoS: 1},
		}})
		if err == nil && b.Subscribed != nil {
			b.Subscribed()
		}
		if err == nil || l.ctx.Err() != nil {
			return
		}
		b.Log.Error("the broker doesn't let the clerk hear", "broker", b.URL.Redacted(), "err", err)
		select {
		case <-l.ctx.Done():
			return
		case <-time.After(pause(try)):
		}
	}
}

// messageOf is a message that a connection has received. An acknowledgement after the
// connection has ended goes nowhere: each connection has a client of its own.
func messageOf(p paho.PublishReceived) Message {
	m := Message{Topic: p.Packet.Topic, Payload: p.Packet.Payload, Ack: func() { _ = p.Client.Ack(p.Packet) }}
	if p.Packet.Properties != nil {
		m.Signed = wire.Signed{Key: p.Packet.Properties.User.Get(wire.KeyProperty), Sig: p.Packet.Properties.User.Get(wire.SigProperty)}
	}
	return m
}

// Publish returns nil once the broker has it.
func (b *MQTT) Publish(ctx context.Context, p Publication) error {
	b.mu.Lock()
	l := b.link
	b.mu.Unlock()
	if l == nil {
		return errAway
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(l.ctx, stop)()
	packet := &paho.Publish{QoS: 1, Retain: p.Retain, Topic: p.Topic, Payload: p.Payload, Properties: &paho.PublishProperties{
		User: paho.UserProperties{{Key: wire.KeyProperty, Value: p.Signed.Key}, {Key: wire.SigProperty, Value: p.Signed.Sig}},
	}}
	if _, err := l.manager.Publish(ctx, packet); err != nil {
		return fmt.Errorf("ingest: publish %s: %w", p.Topic, err)
	}
	return nil
}
