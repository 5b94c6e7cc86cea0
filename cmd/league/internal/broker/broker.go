// Package broker runs the MQTT broker that is built into a league, for leagues without an external
// broker. It is mochi-mqtt with logins, access rights and limits.
//
// # Logins
//
// Every client logs in. The client's role follows from its login:
//
//	box       user: id of the box; password: its key and signature (wire.Login)
//	          or, from boxes of older software, a last will that the box has signed
//	account   user: "viewer"; password: token of an account of the league's pages
//	worker    user: "league"; password: drawn at each start
//
// A box is a member once the league has enrolled it; before that it is waiting. Everybody can make
// a key and so a waiting box. [Logins] stores the boxes and bounds the number of waiting ones in
// each network. A login that is not bound to this league is weak: a former broker may have seen it.
// Logins refuses a weak login for a box that has ever logged in fully.
//
// The client id of a box is companion-BOX. The id belongs to the login: no other client can take
// over the session of a box. Client ids of other roles have a name space for each login.
//
// # Rights
//
//	          publishes                                  subscribes to
//	box       online, state, moment, seal, record,       online, state, ack, enrol, press of
//	          erased of its own; its description for     its own; homeassistant/status
//	          Home Assistant
//	account   homeassistant/status;                      online, state, moment of all boxes;
//	          organisers and owners also press           homeassistant/#
//	worker    everything                                 everything, also by shared subscriptions
//
// A refused message at quality of service 1 and a refused subscription get the reason code 0x87.
// A refused message at quality of service 0 is dropped and counted, see [Broker.Refused].
//
// # Limits
//
// The broker reads the length of a packet and refuses a packet that is too long for the role before
// it reads the rest. It reads slowly from a client that sends too much, and disconnects nobody for
// that. Package variables of limits.go state the figures and the reasons.
//
// It retains only the messages online, state and the description for Home Assistant, and of a
// waiting box only online. Retained messages have a limit each and together.
//
// # Storage and quality of service
//
// The broker stores nothing on disk. It delivers at quality of service 0, whatever a subscriber
// requests: boxes publish again until the league acknowledges. (For messages that await a
// client's acknowledgement mochi 2.7.9 takes a read lock twice, and deadlocks if another message
// arrives in between.)
package broker

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"log/slog"
	"math"
	"net"
	"sync"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
)

// Users of clients that are no boxes.
const (
	User   = "league" // user name of the league's own connection
	Viewer = "viewer" // user name of accounts of the league's pages
)

// Options configures a Broker. Listener, Logins and Log are required.
type Options struct {
	Listener net.Listener // plain connections, usually on the loopback interface
	Open     net.Listener // connections of other machines; nil for none
	TLS      *tls.Config  // TLS of the connections of Open; nil for plain connections
	League   string       // id of the league; see wire.IDOf
	Logins   Logins
	Log      *slog.Logger
}

// Broker is a running MQTT broker.
type Broker struct {
	Options
	server   *mqtt.Server
	password string
	door     *door
	retained retained
	refused  counts
	pools    pools

	mu       sync.Mutex
	boxes    map[string]*session // sessions of connected boxes, by id
	accounts map[string]int      // number of connections by token of an account
	clients  map[string]*conn    // connections of clients by id of the client
}

// Serve starts a broker. The broker runs until ctx is done, and then closes the listeners and all
// connections.
func Serve(ctx context.Context, o Options) (*Broker, error) {
	b := &Broker{Options: o, password: rand.Text(), door: newDoor(), pools: newPools(), boxes: map[string]*session{}, accounts: map[string]int{}, clients: map[string]*conn{}}
	b.retained.sizes = map[string]size{}
	caps := mqtt.NewDefaultServerCapabilities()
	caps.MaximumClients, caps.MaximumClientWritesPending, caps.MaximumInflight = mostConnections, mostPending, mostInflight
	caps.MaximumQos, caps.TopicAliasMaximum = 1, 0
	caps.MaximumSessionExpiryInterval, caps.MaximumPacketSize = sessionExpiry, math.MaxUint32
	b.server = mqtt.New(&mqtt.Options{Capabilities: caps, Logger: slog.New(errorsOnly{o.Log.Handler()})})
	if err := b.server.AddHook(&hook{b: b, ctx: ctx}, nil); err != nil {
		return nil, err
	}
	for name, l := range map[string]net.Listener{"league": b.gate(o.Listener, nil), "open": b.gate(o.Open, o.TLS)} {
		if l == nil {
			continue
		}
		if err := b.server.AddListener(listener{listeners.NewNet(name, l)}); err != nil {
			return nil, err
		}
	}
	if err := b.server.Serve(); err != nil {
		return nil, err
	}
	go b.watch(ctx)
	context.AfterFunc(ctx, func() {
		b.door.close()
		_ = b.server.Close()
	})
	return b, nil
}

// Password returns the password of the user User.
func (b *Broker) Password() string { return b.password }

// Refused returns the counts of refusals since the start.
func (b *Broker) Refused() Refused { return b.refused.get() }
