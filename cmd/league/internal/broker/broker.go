// Package broker is the MQTT broker that a league brings along where it is given none:
// mochi-mqtt, with who may say what.
//
// Anybody in the network may connect, read all topics, and speak as a box or a house does;
// what counts is signed (package club/wire), so whoever speaks as another box isn't
// believed. Only the league itself, which has a password that is drawn at each start,
// speaks to boxes as a league. Clubs that want passwords or TLS have a broker of their own.
//
// Nothing is on disk, and messages are handed on at quality of service 0, whatever was
// asked for: what was told and not acknowledged by the league is told again. (For messages
// that wait for a client's answer mochi 2.7.9 takes a lock for reading twice, and stands
// still if another message comes between.)
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

// User is as whom the league connects.
const User = "league"

// Bounds of what a client may make the broker hold.
const (
	mostClients   = 4096
	mostPending   = 1024    // messages that a client hasn't taken yet
	mostInflight  = 256     // unacknowledged messages of a client
	sessionExpiry = 60 * 60 // s that a session outlives its connection
)

// Broker is one that runs.
type Broker struct {
	server   *mqtt.Server
	password string
}

// Serve runs a broker on l until ctx ends; the listener is closed then.
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

// Password is that of User.
func (b *Broker) Password() string { return b.password }

// rights say who may say what.
type rights struct {
	mqtt.HookBase
	password string
}

// ID names the hook.
func (*rights) ID() string { return "rights" }

// Provides reports which questions it answers.
func (*rights) Provides(b byte) bool {
	return bytes.IndexByte([]byte{mqtt.OnConnectAuthenticate, mqtt.OnACLCheck, mqtt.OnSubscribe}, b) >= 0
}

// OnSubscribe grants quality of service 0; see the package.
func (*rights) OnSubscribe(_ *mqtt.Client, pk packets.Packet) packets.Packet {
	for i := range pk.Filters {
		pk.Filters[i].Qos = 0
	}
	return pk
}

// OnConnectAuthenticate lets in everybody, but the league by its password only, and
// nobody whose will says what he may not.
func (r *rights) OnConnectAuthenticate(_ *mqtt.Client, pk packets.Packet) bool {
	if string(pk.Connect.Username) == User {
		return subtle.ConstantTimeCompare(pk.Connect.Password, []byte(r.password)) == 1
	}
	return !pk.Connect.WillFlag || writes(pk.Connect.WillTopic)
}

// OnACLCheck lets the league say all, and everybody else what boxes and houses say.
func (*rights) OnACLCheck(cl *mqtt.Client, topic string, write bool) bool {
	return !write || string(cl.Properties.Username) == User || writes(topic)
}

// writes reports whether a client that isn't the league may write to a topic.
func writes(topic string) bool {
	if strings.HasPrefix(topic, "homeassistant/") {
		return true
	}
	_, kind, ok := wire.Split(topic)
	return ok && kind != wire.AckKind && kind != wire.EnrolKind
}
