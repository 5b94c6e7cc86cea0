// Package broker runs the MQTT broker that is built into a league, for leagues without an external
// broker. It is mochi-mqtt with access rights.
//
// Any client in the network may connect, read all topics, and publish to the topics of boxes and to
// those of Home Assistant. Boxes sign their messages (package club/wire), so the readers reject a
// message of a client that publishes as another box. Only the league may publish to the topics by
// which a league addresses boxes. The league logs in with a password, which is drawn at each start.
// A club that needs passwords or TLS for all clients runs an external broker.
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

// Limits for each client of the broker.
const (
	mostClients   = 4096    // maximum number of connected clients
	mostPending   = 1024    // maximum number of messages queued for a client
	mostInflight  = 256     // maximum number of unacknowledged messages of a client
	sessionExpiry = 60 * 60 // maximum time in seconds that a session outlives its connection
)

// Broker is a running MQTT broker.
type Broker struct {
	server   *mqtt.Server
	password string
}

// Serve starts a broker on the listener l. The broker runs until ctx is done, and then closes l.
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

// Password returns the password of the user User.
func (b *Broker) Password() string { return b.password }

// rights is a hook of mochi that checks the access rights of clients.
type rights struct {
	mqtt.HookBase
	password string
}

// ID returns the name of the hook for mochi's log.
func (*rights) ID() string { return "rights" }

// Provides reports whether the hook handles the kind of event b.
func (*rights) Provides(b byte) bool {
	return bytes.IndexByte([]byte{mqtt.OnConnectAuthenticate, mqtt.OnACLCheck, mqtt.OnSubscribe}, b) >= 0
}

// OnSubscribe grants quality of service 0 to every subscription; see the package comment.
func (*rights) OnSubscribe(_ *mqtt.Client, pk packets.Packet) packets.Packet {
	for i := range pk.Filters {
		pk.Filters[i].Qos = 0
	}
	return pk
}

// OnConnectAuthenticate reports whether a client may connect. The league must give its password.
// Any other client may connect, unless its will message has a topic to which it may not publish.
func (r *rights) OnConnectAuthenticate(_ *mqtt.Client, pk packets.Packet) bool {
	if string(pk.Connect.Username) == User {
		return subtle.ConstantTimeCompare(pk.Connect.Password, []byte(r.password)) == 1
	}
	return !pk.Connect.WillFlag || mayWrite(pk.Connect.WillTopic)
}

// OnACLCheck reports whether a client may read or write a topic. All clients may read all topics.
// The league may write all topics, other clients only those of mayWrite.
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
