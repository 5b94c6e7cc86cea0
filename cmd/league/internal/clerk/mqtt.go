package clerk

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

// How a worker holds its connection.
const (
	keepAlive    = 30 // s, between signs of life
	sessionLives = 60 // s, that the broker keeps what wasn't acknowledged when a connection is lost
	acksEvery    = 5 * time.Millisecond
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

	mu      sync.Mutex
	manager *autopaho.ConnectionManager
}

var errAway = errors.New("clerk: the broker is away")

// Receive connects, again and again, and hands over what is told until ctx ends.
func (b *MQTT) Receive(ctx context.Context, take func(Message)) error {
	m, err := autopaho.NewConnection(ctx, b.config(ctx, take))
	if err != nil {
		return fmt.Errorf("clerk: %s: %w", b.URL.Redacted(), err)
	}
	b.use(m)
	<-m.Done()
	b.use(nil)
	return nil
}

func (b *MQTT) use(m *autopaho.ConnectionManager) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.manager = m
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
		OnConnectionUp: func(m *autopaho.ConnectionManager, _ *paho.Connack) { go b.subscribe(ctx, m) },
		OnConnectError: func(err error) { b.Log.Warn("no broker", "broker", b.URL.Redacted(), "err", err) },
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
func (b *MQTT) subscribe(ctx context.Context, m *autopaho.ConnectionManager) {
	for try := 1; ; try++ {
		_, err := m.Subscribe(ctx, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{
			{Topic: group + wire.Topic("+", wire.RecordKind), QoS: 1},
			{Topic: group + wire.Topic("+", wire.SealKind), QoS: 1},
			{Topic: group + wire.Topic("+", wire.ErasedKind), QoS: 1},
			{Topic: group + wire.Topic("+", wire.StateKind)},
			{Topic: wire.Topic("+", wire.OnlineKind), QoS: 1},
		}})
		if err == nil || ctx.Err() != nil || errors.Is(err, autopaho.ConnectionDownError) {
			return
		}
		b.Log.Error("the broker doesn't let the clerk hear", "broker", b.URL.Redacted(), "err", err)
		select {
		case <-ctx.Done():
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
	m := b.manager
	b.mu.Unlock()
	if m == nil {
		return errAway
	}
	packet := &paho.Publish{QoS: 1, Retain: p.Retain, Topic: p.Topic, Payload: p.Payload, Properties: &paho.PublishProperties{
		User: paho.UserProperties{{Key: wire.KeyProperty, Value: p.Signed.Key}, {Key: wire.SigProperty, Value: p.Signed.Sig}},
	}}
	if _, err := m.Publish(ctx, packet); err != nil {
		return fmt.Errorf("clerk: publish %s: %w", p.Topic, err)
	}
	return nil
}
