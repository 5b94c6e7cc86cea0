// Package broker is the MQTT broker built into a league that uses no external one: mochi-mqtt
// with access rights.
//
// Any client in the network may connect, read all topics, and publish to the topics of boxes
// and to those of Home Assistant. Messages are signed (package club/wire), so a client that
// publishes as another box is rejected by the readers. Only the league may publish to the
// topics by which a league addresses boxes. It has a password, drawn at each start. Clubs that
// need passwords or TLS for all run an external broker.
//
// The broker stores nothing on disk. It delivers at quality of service 0, whatever a subscriber
// requests: boxes publish again until the league acknowledges. (For messages that await a
// client's acknowledgement mochi 2.7.9 takes a read lock twice, and deadlocks if another message
// arrives in between.)
package broker

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"log/slog"
	"math"
	"net"
	"strings"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"tabletop/companion/club/wire"
)

// User is the user name of the league's own connection.
const User = "league"

// Limits per client.
const (
	mostClients   = 4096
	mostPending   = 1024    // messages queued for a client
	mostInflight  = 256     // unacknowledged messages of a client
	sessionExpiry = 60 * 60 // seconds that a session survives its connection
)

// Broker is a running broker.
type Broker struct {
	server   *mqtt.Server
	password string
}

// Serve runs a broker on l until ctx ends, and then closes l.
func Serve(ctx context.Context, l net.Listener, log *slog.Logger) (*Broker, error) {
	caps := mqtt.NewDefaultServerCapabilities()
	caps.MaximumClients, caps.MaximumClientWritesPending, caps.MaximumInflight = mostClients, mostPending, mostInflight
	caps.MaximumQos = 1
	caps.MaximumSessionExpiryInterval, caps.MaximumPacketSize = sessionExpiry, min(wire.MostBytes+4096, math.MaxUint32)
	b := &Broker{server: mqtt.New(&mqtt.Options{Capabilities: caps, Logger: log}), password: rand.Text()}
	if err := b.server.AddHook(&rights{password: b.password}, nil); err != nil {
		return nil, err
	}
	if err := b.server.AddListener(listeners.NewNet("league", l)); err != nil {
		return nil, err
	}
	if err := b.server.Serve(); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = b.server.Close() })
	return b, nil
}

// Password returns the password of User.
func (b *Broker) Password() string { return b.password }

// rights is the mochi hook that checks access.
type rights struct {
	mqtt.HookBase
	password string
}

// ID returns the name of the hook.
func (*rights) ID() string { return "rights" }

// Provides reports whether the hook handles event b.
func (*rights) Provides(b byte) bool {
	return bytes.IndexByte([]byte{mqtt.OnConnectAuthenticate, mqtt.OnACLCheck, mqtt.OnSubscribe}, b) >= 0
}

// OnSubscribe grants quality of service 0; see the package comment.
func (*rights) OnSubscribe(_ *mqtt.Client, pk packets.Packet) packets.Packet {
	for i := range pk.Filters {
		pk.Filters[i].Qos = 0
	}
	return pk
}

// OnConnectAuthenticate checks the password of the league, and accepts all other clients,
// unless their will has a topic to which they may not publish.
func (r *rights) OnConnectAuthenticate(_ *mqtt.Client, pk packets.Packet) bool {
	if string(pk.Connect.Username) == User {
		return subtle.ConstantTimeCompare(pk.Connect.Password, []byte(r.password)) == 1
	}
	return !pk.Connect.WillFlag || mayWrite(pk.Connect.WillTopic)
}

// OnACLCheck allows all reads. The league may write to all topics, other clients to those of
// mayWrite.
func (*rights) OnACLCheck(cl *mqtt.Client, topic string, write bool) bool {
	return !write || string(cl.Properties.Username) == User || mayWrite(topic)
}

// mayWrite reports whether clients other than the league may publish to a topic.
func mayWrite(topic string) bool {
	if strings.HasPrefix(topic, "homeassistant/") {
		return true
	}
	_, kind, ok := wire.Split(topic)
	return ok && kind != wire.AckKind && kind != wire.EnrolKind
}
