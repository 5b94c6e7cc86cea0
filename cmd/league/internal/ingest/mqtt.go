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

// sharePrefix begins the topic filters that the workers share.
const sharePrefix = "$share/league/"

// Timing of the MQTT connection. While the session of a killed worker lives, the broker sends
// it a share of all messages, which are lost until the session expires. So the session is
// short.
const (
	keepAlive         = 30 // seconds between pings
	sessionExpiry     = 5  // seconds that the broker stores unacknowledged messages after a lost connection
	acksEvery         = 5 * time.Millisecond
	disconnectTimeout = 5 * time.Second // for the disconnect packet, which a broker may not accept
	firstPause        = time.Second / 2 // before a new attempt to connect
	mostPause         = 30 * time.Second
)

// MQTT is the connection to a broker over MQTT 5.
type MQTT struct {
	URL      *url.URL // mqtt://, mqtts://
	TLS      *tls.Config
	User     string
	Password []byte
	ID       string // client id, unique to this worker
	Log      *slog.Logger
	// Subscribed, if set, is called each time the broker has granted all subscriptions. It must
	// not block.
	Subscribed func()

	mu   sync.Mutex
	link *link // nil while there is no connection
}

// link is one connection. Publications that wait for the broker's answer are cancelled when it
// ends.
type link struct {
	manager *autopaho.ConnectionManager
	ctx     context.Context
	end     context.CancelFunc
}

var errAway = errors.New("ingest: not connected to the broker")

// Receive connects, reconnects as needed, and calls take for each message until ctx ends.
func (b *MQTT) Receive(ctx context.Context, take func(Message)) error {
	m, err := autopaho.NewConnection(ctx, b.config(ctx, take))
	if err != nil {
		return fmt.Errorf("ingest: %s: %w", b.URL.Redacted(), err)
	}
	defer b.setLink(nil)
	<-ctx.Done()
	select {
	case <-m.Done():
	case <-time.After(disconnectTimeout):
	}
	return nil
}

// setLink makes l the link for publications and ends the previous link.
func (b *MQTT) setLink(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.link != nil {
		b.link.end()
	}
	b.link = l
}

// connected subscribes on a new connection.
func (b *MQTT) connected(ctx context.Context, m *autopaho.ConnectionManager) {
	l := &link{manager: m}
	l.ctx, l.end = context.WithCancel(ctx)
	b.setLink(l)
	go b.subscribe(l)
}

// config returns the configuration of the connection.
func (b *MQTT) config(ctx context.Context, take func(Message)) autopaho.ClientConfig {
	return autopaho.ClientConfig{
		ServerUrls: []*url.URL{b.URL}, TlsCfg: b.TLS, ConnectUsername: b.User, ConnectPassword: b.Password,
		KeepAlive: keepAlive, SessionExpiryInterval: sessionExpiry,
		ReconnectBackoff: pause,
		ConnectPacketBuilder: func(p *paho.Connect, _ *url.URL) (*paho.Connect, error) {
			lives, unacked, longest := uint32(sessionExpiry), uint16(MaxUnacked), uint32(wire.MostBytes+64<<10)
			p.Properties = &paho.ConnectProperties{SessionExpiryInterval: &lives, ReceiveMaximum: &unacked, MaximumPacketSize: &longest, RequestProblemInfo: true}
			return p, nil
		},
		DisconnectPacketBuilder: func() *paho.Disconnect { // its messages go to other workers at once
			none := uint32(0)
			return &paho.Disconnect{Properties: &paho.DisconnectProperties{SessionExpiryInterval: &none}}
		},
		OnConnectionUp:   func(m *autopaho.ConnectionManager, _ *paho.Connack) { b.connected(ctx, m) },
		OnConnectionDown: func() bool { b.setLink(nil); return true },
		OnConnectError:   func(err error) { b.Log.Warn("can't connect to the broker", "broker", b.URL.Redacted(), "err", err) },
		ClientConfig: paho.ClientConfig{
			ClientID: b.ID, EnableManualAcknowledgment: true, SendAcksInterval: acksEvery,
			OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
				take(messageOf(p))
				return true, nil
			}},
			OnClientError: func(err error) { b.Log.Warn("connection to the broker lost", "broker", b.URL.Redacted(), "err", err) },
		},
	}
}

// pause returns the pause before attempt number try, zero for the first. Half of it is random,
// so that workers do not reconnect all at once.
func pause(try int) time.Duration {
	if try == 0 {
		return 0
	}
	whole := min(firstPause<<min(try, 10), mostPause)
	return whole/2 + rand.N(whole/2)
}

// subscribe subscribes, and retries until the broker grants it or the connection ends.
func (b *MQTT) subscribe(l *link) {
	for try := 1; ; try++ {
		_, err := l.manager.Subscribe(l.ctx, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{
			{Topic: sharePrefix + wire.Topic("+", wire.RecordKind), QoS: 1},
			{Topic: sharePrefix + wire.Topic("+", wire.SealKind), QoS: 1},
			{Topic: sharePrefix + wire.Topic("+", wire.ErasedKind), QoS: 1},
			{Topic: sharePrefix + wire.Topic("+", wire.StateKind)},
			{Topic: wire.Topic("+", wire.OnlineKind), QoS: 1},
		}})
		if err == nil && b.Subscribed != nil {
			b.Subscribed()
		}
		if err == nil || l.ctx.Err() != nil {
			return
		}
		b.Log.Error("the broker refuses the subscriptions", "broker", b.URL.Redacted(), "err", err)
		select {
		case <-l.ctx.Done():
			return
		case <-time.After(pause(try)):
		}
	}
}

// messageOf converts a received packet. An acknowledgement after the end of the connection has
// no effect: each connection has its own client.
func messageOf(p paho.PublishReceived) Message {
	m := Message{Topic: p.Packet.Topic, Payload: p.Packet.Payload, Ack: func() { _ = p.Client.Ack(p.Packet) }}
	if p.Packet.Properties != nil {
		m.Signed = wire.Signed{Key: p.Packet.Properties.User.Get(wire.KeyProperty), Sig: p.Packet.Properties.User.Get(wire.SigProperty)}
	}
	return m
}

// Publish returns nil once the broker has acknowledged the message.
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
