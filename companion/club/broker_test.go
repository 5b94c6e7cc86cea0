package club

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"tabletop/companion/club/wire"
	"tabletop/companion/loop"
	"tabletop/companion/waittest"
)

// pipes is a listener whose connections are within the test, so that a test's time is its own.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1883} }

// heardMessage is a message that the broker was told.
type heardMessage struct {
	topic   string
	payload string
	retain  bool
	expiry  uint32 // s
	signed  wire.Signed
	at      time.Time
}

// broker is one within the test, and the network to it.
type broker struct {
	t      *testing.T
	server *mqtt.Server
	pipes  *pipes
	guest  *mqtt.Client // who publishes for the test

	mu    sync.Mutex
	deny  string // what topics end in under which nobody may say anything
	deaf  bool   // nobody may hear anything
	cut   bool
	admit func(user, password string) bool // whether a login is let in; nil: every one
	conns []net.Conn
	dials atomic.Int32
	log   []heardMessage
}

// newBroker starts a broker; can, if given, is what it can do.
func newBroker(t *testing.T, can func(*mqtt.Capabilities)) *broker {
	t.Helper()
	b := &broker{t: t}
	b.start(can)
	return b
}

// honest is a hook of a broker that says what it can do.
type honest struct {
	mqtt.HookBase
	caps *mqtt.Capabilities
}

func (honest) ID() string           { return "honest" }
func (honest) Provides(b byte) bool { return b == mqtt.OnPacketEncode }

func (h honest) OnPacketEncode(_ *mqtt.Client, p packets.Packet) packets.Packet {
	if p.FixedHeader.Type == packets.Connack {
		p.Properties.MaximumPacketSize = h.caps.MaximumPacketSize
		p.Properties.RetainAvailable, p.Properties.RetainAvailableFlag = h.caps.RetainAvailable, true
	}
	return p
}

// doorman is a hook that lets everybody do everything but what the broker denies.
type doorman struct {
	auth.AllowHook
	b *broker
}

func (d *doorman) OnACLCheck(_ *mqtt.Client, topic string, write bool) bool {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	if !write {
		return !d.b.deaf
	}
	return d.b.deny == "" || !strings.HasSuffix(topic, d.b.deny)
}

func (d *doorman) OnConnectAuthenticate(_ *mqtt.Client, p packets.Packet) bool {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	return d.b.admit == nil || d.b.admit(string(p.Connect.Username), string(p.Connect.Password))
}

// silent is how long a packet may be for a broker that doesn't say so.
const silent = 8<<10 + 1

// start starts the broker, with nothing that it knew before.
func (b *broker) start(can func(*mqtt.Capabilities)) {
	listener := &pipes{make(chan net.Conn), make(chan struct{})}
	b.mu.Lock()
	b.pipes = listener
	b.mu.Unlock()
	caps := mqtt.NewDefaultServerCapabilities()
	if can != nil {
		can(caps)
	}
	b.server = mqtt.New(&mqtt.Options{InlineClient: true, SysTopicResendInterval: 1 << 20, Capabilities: caps, Logger: slog.New(slog.DiscardHandler)})
	must(b.t, b.server.AddHook(&doorman{b: b}, nil))
	if caps.MaximumPacketSize != silent {
		must(b.t, b.server.AddHook(&honest{caps: caps}, nil))
	}
	must(b.t, b.server.AddListener(listeners.NewNet("pipes", listener)))
	must(b.t, b.server.Serve())
	must(b.t, b.server.Subscribe("#", 1, func(_ *mqtt.Client, _ packets.Subscription, p packets.Packet) { b.note(p) }))
	b.guest = b.server.NewClient(nil, "local", "guest", true)
	b.guest.Properties.ProtocolVersion = 5
}

func (b *broker) note(p packets.Packet) {
	if strings.HasPrefix(p.TopicName, "$") {
		return // what the broker says of itself
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	m := heardMessage{topic: p.TopicName, payload: string(p.Payload), retain: p.FixedHeader.Retain, expiry: p.Properties.MessageExpiryInterval, at: time.Now()}
	for _, u := range p.Properties.User {
		switch u.Key {
		case wire.KeyProperty:
			m.signed.Key = u.Val
		case wire.SigProperty:
			m.signed.Sig = u.Val
		}
	}
	b.log = append(b.log, m)
}

// stop ends the broker, as a power cut does.
func (b *broker) stop() {
	b.lose()
	must(b.t, b.server.Close())
}

// lose cuts all connections.
func (b *broker) lose() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.conns {
		_ = c.Close()
	}
	b.conns = nil
}

// network switches the network on or off.
func (b *broker) network(on bool) {
	b.mu.Lock()
	b.cut = !on
	b.mu.Unlock()
	if !on {
		b.lose()
	}
}

func (b *broker) dial(ctx context.Context, _ *url.URL, _ *tls.Config) (net.Conn, error) {
	b.mu.Lock()
	b.dials.Add(1)
	cut, to := b.cut, b.pipes
	b.mu.Unlock()
	if cut {
		return nil, io.ErrClosedPipe
	}
	here, there := newWire()
	select {
	case to.conns <- there:
	case <-to.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.conns = append(b.conns, here)
	return here, nil
}

// says lets somebody publish, signed by key if that isn't nil.
func (b *broker) says(key ed25519.PrivateKey, topic string, payload []byte, retain bool) {
	b.t.Helper()
	p := packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Retain: retain}, TopicName: topic, Payload: payload}
	if key != nil {
		s := wire.Sign(key, topic, payload)
		p.Properties.User = []packets.UserProperty{{Key: wire.KeyProperty, Val: s.Key}, {Key: wire.SigProperty, Val: s.Sig}}
	}
	must(b.t, b.server.InjectPacket(b.guest, p))
}

// all returns what was told of a kind since the broker started.
func (b *broker) all(kind wire.Kind) (all []heardMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.log {
		if strings.HasSuffix(m.topic, "/"+string(kind)) {
			all = append(all, m)
		}
	}
	return all
}

// forget forgets what was told so far.
func (b *broker) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.log = nil
}

// last reads the last message of a kind.
func last[T any](t testing.TB, b *broker, kind wire.Kind) (message T) {
	t.Helper()
	all := b.all(kind)
	if len(all) == 0 {
		t.Fatalf("nothing was told under %s", kind)
	}
	must(t, json.Unmarshal([]byte(all[len(all)-1].payload), &message))
	return message
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// leagueKey is that of the league that the box agreed to.
var leagueKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize))

// boxID is the id of the box of newShelf.
var boxID = wire.IDOf(ed25519.NewKeyFromSeed(append([]byte{1}, make([]byte, 31)...)).Public().(ed25519.PublicKey))

// years are what is added to the time of a bubble, which begins in 2000.
const years = 27 * 365 * 24 * time.Hour

// evening is a club, its table, its store and its broker.
type evening struct {
	*broker
	t      *testing.T
	table  *table
	real   *loop.Loop // in its place, if it isn't nil
	shelf  *shelf
	opts   Opts
	club   *Club
	agreed atomic.Bool // to the league
	shift  time.Duration

	mu     sync.Mutex
	status Status
	enrols []wire.Enrol
	stop   func()
}

// everything is told.
var everything = Tell{State: true, Moments: true, Records: true, Names: true}

// played lets test play an evening in a bubble of time.
func played(t *testing.T, can func(*mqtt.Capabilities), change func(*evening), test func(t *testing.T, e *evening)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		e := &evening{t: t, broker: newBroker(t, can), table: newTable(rulesOfAll...), shelf: newShelf()}
		e.agreed.Store(true)
		e.opts = Opts{
			Brokers: []*url.URL{{Scheme: "mqtt", Host: "broker"}}, Dial: e.dial, Name: "Синяя", Version: "1.2", Tell: everything, Mask: masked, Artist: artist(),
			Now:    func() time.Time { return time.Now().Add(years + e.shift) },
			Told:   func(s Status) { e.mu.Lock(); defer e.mu.Unlock(); e.status = s },
			League: func() (ed25519.PublicKey, bool) { return leagueKey.Public().(ed25519.PublicKey), e.agreed.Load() },
			Enrol:  func(w wire.Enrol) { e.mu.Lock(); defer e.mu.Unlock(); e.enrols = append(e.enrols, w) },
		}
		if change != nil {
			change(e)
		}
		e.begin()
		test(t, e)
		e.stop()
		e.broker.stop()
	})
}

// begin starts the club, and returns once it is told of.
func (e *evening) begin() {
	e.t.Helper()
	at := Table(e.table)
	if e.real != nil {
		at = e.real
	}
	club, err := New(at, e.shelf, e.opts)
	must(e.t, err)
	e.club = club
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { club.Run(ctx); close(ended) }()
	e.stop = func() {
		stop()
		<-ended
		waittest.Pass(time.Second) // mochi 2.7.9 locks up where a session is taken over that still works
	}
	e.wait(time.Second)
}

// wait lets time pass.
func (e *evening) wait(d time.Duration) {
	waittest.Pass(d)
	synctest.Wait()
}

func (e *evening) told() Status {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status
}

// asked are the leagues that were handed on.
func (e *evening) asked() []wire.Enrol {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.enrols)
}

// acks lets the league acknowledge.
func (e *evening) acks(a wire.Ack) {
	e.says(leagueKey, wire.Topic(boxID, wire.AckKind), wire.Marshal(a), false)
	e.wait(100 * time.Millisecond)
}

// records returns the matches whose records were told, in order.
func (e *evening) records() (ids []string) {
	for _, m := range e.all(wire.RecordKind) {
		var r wire.Record
		must(e.t, json.Unmarshal([]byte(m.payload), &r))
		ids = append(ids, r.Match)
	}
	return ids
}

// sumOf is what an Ack calls the last telling of a record by.
func (e *evening) sumOf(id string) string {
	e.t.Helper()
	all := e.all(wire.RecordKind)
	for _, m := range slices.Backward(all) {
		var r wire.Record
		must(e.t, json.Unmarshal([]byte(m.payload), &r))
		if r.Match == id {
			return r.Sum()
		}
	}
	e.t.Fatalf("%s was not told", id)
	return ""
}
