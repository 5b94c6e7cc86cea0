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

// sharePrefix is the beginning of the topic filters that the workers share. The broker sends each
// message for a shared filter to one worker.
const sharePrefix = "$share/league/"

// Intervals and timeouts of the MQTT connection. Until the session of a killed worker expires, the
// broker sends that session a share of all messages, and no worker processes that share. The session
// therefore expires after a few seconds.
const (
	keepAlive         = 30                   // interval of pings, in seconds
	sessionExpiry     = 5                    // time in seconds for which the broker stores unacknowledged messages after a lost connection
	acksEvery         = 5 * time.Millisecond // interval of sending acknowledgements
	disconnectTimeout = 5 * time.Second      // timeout of sending the disconnect packet, because the broker may not read it
	firstPause        = time.Second / 2      // pause before the first new attempt to connect
	mostPause         = 30 * time.Second     // maximum pause before an attempt to connect
)

// MQTT is the connection of a worker to a broker, by MQTT 5.
type MQTT struct {
	URL      *url.URL // address of the broker, such as mqtt://host:1883
	TLS      *tls.Config
	User     string
	Password []byte
	ID       string // client id, different for each worker
	Log      *slog.Logger
	// Subscribed, if set, is called each time the broker has granted all subscriptions. It must not
	// block.
	Subscribed func()

	mu   sync.Mutex
	link *link // present connection; nil while there is none
}

// link is one connection to the broker. When the connection ends, publications that wait for the
// broker's answer are cancelled.
type link struct {
	manager *autopaho.ConnectionManager
	ctx     context.Context
	end     context.CancelFunc
}

var errAway = errors.New("ingest: not connected to the broker")

// Receive connects to the broker, reconnects as needed, and calls take for each message until ctx
// is done.
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

// setLink makes l the connection for publications and ends the previous connection. l is nil if
// there is no connection.
func (b *MQTT) setLink(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.link != nil {
		b.link.end()
	}
	b.link = l
}

// connected makes m the present connection and subscribes to the topics of the league.
func (b *MQTT) connected(ctx context.Context, m *autopaho.ConnectionManager) {
	l := &link{manager: m}
	l.ctx, l.end = context.WithCancel(ctx)
	b.setLink(l)
	go b.subscribe(l)
}

// config returns the configuration of the connection. It calls take for each message.
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
		DisconnectPacketBuilder: func() *paho.Disconnect { // without a session, the broker gives the messages of this worker to other workers at once
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

// pause returns the pause before an attempt to connect. try is the number of the attempt, 0 for the
// first. Half of the pause is random, so that workers do not reconnect at the same moment.
func pause(try int) time.Duration {
	if try == 0 {
		return 0
	}
	whole := min(firstPause<<min(try, 10), mostPause)
	return whole/2 + rand.N(whole/2)
}

// subscribe subscribes to the topics of the league. It tries again until the broker grants the
// subscriptions or the connection ends.
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

// messageOf converts a received packet to a Message. Acknowledging the message after the end of its
// connection has no effect, because each connection has its own client.
func messageOf(p paho.PublishReceived) Message {
	m := Message{Topic: p.Packet.Topic, Payload: p.Packet.Payload, Ack: func() { _ = p.Client.Ack(p.Packet) }}
	if p.Packet.Properties != nil {
		m.Signed = wire.Signed{Key: p.Packet.Properties.User.Get(wire.KeyProperty), Sig: p.Packet.Properties.User.Get(wire.SigProperty)}
	}
	return m
}

// Publish publishes a message. It returns nil once the broker has acknowledged the message.
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
