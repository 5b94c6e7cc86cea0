package ingest

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"
	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

var quiet = slog.New(slog.DiscardHandler)

// anybody may say anything. Messages are handed on at quality of service 0, as by the
// broker of a league: at 1 mochi may stand still (package broker).
type anybody struct{ mqtt.HookBase }

func (*anybody) Provides(b byte) bool {
	return b == mqtt.OnConnectAuthenticate || b == mqtt.OnACLCheck || b == mqtt.OnSubscribe
}
func (*anybody) OnConnectAuthenticate(*mqtt.Client, packets.Packet) bool { return true }
func (*anybody) OnACLCheck(*mqtt.Client, string, bool) bool              { return true }
func (*anybody) OnSubscribe(_ *mqtt.Client, p packets.Packet) packets.Packet {
	for i := range p.Filters {
		p.Filters[i].Qos = 0
	}
	return p
}

// post is a broker that can be killed, and run again at the same place.
type post struct {
	t    testing.TB
	addr string
	run  func()
	kill func()
}

// cut is a listener whose connections can be cut off all at once.
type cut struct {
	net.Listener
	mu    sync.Mutex
	all   []net.Conn
	ended bool
}

// Accept takes a connection.
func (l *cut) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err != nil:
	case l.ended:
		_ = c.Close()
	default:
		l.all = append(l.all, c)
	}
	return c, err
}

func (l *cut) cutAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	_ = l.Listener.Close()
	for _, c := range l.all {
		_ = c.Close()
	}
}

// brokers are those that there are here.
var brokers = map[string]func(t testing.TB) *post{"mochi": startMochi, "mosquitto": startMosquitto}

// startMochi starts a broker in this process.
func startMochi(t testing.TB) *post {
	t.Helper()
	p, l, server := &post{t: t, addr: "127.0.0.1:0"}, (*cut)(nil), (*mqtt.Server)(nil)
	p.kill = func() {
		l.cutAll()
		was := server
		go func() { _ = was.Close() }() // which may wait for ever for who connects meanwhile
	}
	p.run = func() {
		l = &cut{Listener: p.listen()}
		p.addr = l.Addr().String()
		server = mqtt.New(&mqtt.Options{Logger: quiet})
		ok(t, server.AddHook(&anybody{}, nil))
		ok(t, server.AddListener(listeners.NewNet("net", l)))
		ok(t, server.Serve())
	}
	p.run()
	t.Cleanup(func() { p.kill() })
	return p
}

// listen listens where the broker is to be.
func (p *post) listen() (l net.Listener) {
	waittest.True(p.t, "a place for the broker", func() (ok bool) {
		var err error
		l, err = net.Listen("tcp", p.addr)
		return err == nil
	})
	return l
}

// startMosquitto starts Debian's broker.
func startMosquitto(t testing.TB) *post {
	t.Helper()
	exe, err := exec.LookPath("mosquitto")
	if err != nil {
		exe, err = exec.LookPath("/usr/sbin/mosquitto") // which isn't in everybody's path
	}
	if err != nil {
		t.Skip("NOT TESTED: there is no mosquitto here: Debian's package of that name has it")
	}
	p, server := &post{t: t, addr: "127.0.0.1:0"}, (*exec.Cmd)(nil)
	l := p.listen()
	p.addr = l.Addr().String()
	ok(t, l.Close())
	config := filepath.Join(t.TempDir(), "mosquitto.conf")
	_, port, _ := net.SplitHostPort(p.addr)
	ok(t, os.WriteFile(config, []byte("listener "+port+" 127.0.0.1\nallow_anonymous true\nmax_queued_messages 10000\n"), 0o644))
	p.kill = func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}
	p.run = func() {
		server = exec.Command(exe, "-c", config)
		ok(t, server.Start())
		waittest.True(t, "mosquitto", func() bool {
			c, err := net.Dial("tcp", p.addr)
			return err == nil && c.Close() == nil
		})
	}
	p.run()
	t.Cleanup(func() { p.kill() })
	return p
}

func (p *post) url() *url.URL { return &url.URL{Scheme: "mqtt", Host: p.addr} }

func (p *post) worker(id string) *MQTT { return &MQTT{URL: p.url(), ID: id, Log: quiet} }

// teller is a box at a broker. It tells its records again whenever one may have been lost,
// until each is acknowledged.
type teller struct {
	t     testing.TB
	box   audittest.Box
	m     *autopaho.ConnectionManager
	again chan struct{} // of one slot: a record may have been lost

	mu      sync.Mutex
	records map[string]wire.Record // by sum
	acks    []wire.Ack
	heard   []*paho.Publish
	conn    context.Context // ends with the connection
	down    context.CancelFunc
}

func connect(t testing.TB, p *post, b audittest.Box) *teller {
	t.Helper()
	ctx, leave := context.WithCancel(context.Background())
	t.Cleanup(leave)
	told := &teller{t: t, box: b, records: map[string]wire.Record{}, again: make(chan struct{}, 1), conn: ctx, down: func() {}}
	m, err := autopaho.NewConnection(ctx, autopaho.ClientConfig{
		ServerUrls: []*url.URL{p.url()}, KeepAlive: 10, ConnectTimeout: waittest.Patience, CleanStartOnInitialConnection: true,
		ReconnectBackoff: func(int) time.Duration { return 20 * time.Millisecond },
		OnConnectionUp:   func(m *autopaho.ConnectionManager, _ *paho.Connack) { told.up(ctx, m) },
		OnConnectionDown: func() bool { told.lost(); return true },
		ClientConfig: paho.ClientConfig{
			ClientID: b.ID, PacketTimeout: waittest.Patience, OnPublishReceived: []func(paho.PublishReceived) (bool, error){told.hear},
		},
	})
	ok(t, err)
	told.m = m
	return told
}

// lost ends what waits for the broker on the connection.
func (b *teller) lost() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down()
}

// connected subscribes on a new connection. What was told before may have been lost.
func (b *teller) up(ctx context.Context, m *autopaho.ConnectionManager) {
	b.mu.Lock()
	b.down()
	b.conn, b.down = context.WithCancel(ctx)
	conn := b.conn
	b.mu.Unlock()
	go func() {
		_, err := m.Subscribe(conn, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{
			{Topic: wire.Topic(b.box.ID, wire.AckKind), QoS: 1}, {Topic: wire.Topic(b.box.ID, wire.EnrolKind), QoS: 1},
		}})
		if err == nil {
			b.tellAgain()
		}
	}()
}

// tellAgain has the box tell all records again that aren't acknowledged.
func (b *teller) tellAgain() {
	select {
	case b.again <- struct{}{}:
	default: // it is to already
	}
}

// tellAll tells all records, in any order, again and again until they are acknowledged or
// the test ends.
func (b *teller) tellAll(rnd *rand.Rand) {
	for left := b.left(); len(left) > 0; left = b.left() {
		rnd.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
		for _, r := range left {
			_ = b.publish(wire.RecordKind, r, false)
		}
		select {
		case <-b.again:
		case <-b.t.Context().Done():
			return
		}
	}
}

// hear takes what the league says.
func (b *teller) hear(p paho.PublishReceived) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heard = append(b.heard, p.Packet)
	if !strings.HasSuffix(p.Packet.Topic, string(wire.AckKind)) {
		return true, nil
	}
	a := parseAck(p.Packet.Payload)
	b.acks = append(b.acks, a)
	for _, sum := range a.Records {
		delete(b.records, sum)
	}
	if len(b.records) == 0 {
		b.tellAgain() // nothing: it is done
	}
	return true, nil
}

// publish tells something, as long as the connection lasts.
func (b *teller) publish(kind wire.Kind, message any, retain bool) error {
	m := told(b.box, kind, message)
	b.mu.Lock()
	conn := b.conn
	b.mu.Unlock()
	_, err := b.m.Publish(conn, &paho.Publish{
		QoS: 1, Retain: retain, Topic: m.Topic, Payload: m.Payload,
		Properties: &paho.PublishProperties{User: paho.UserProperties{
			{Key: wire.KeyProperty, Value: m.Signed.Key}, {Key: wire.SigProperty, Value: m.Signed.Sig},
		}},
	})
	return err
}

func (b *teller) left() []wire.Record {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []wire.Record
	for _, r := range b.records {
		all = append(all, r)
	}
	return all
}

func TestABoxAndALeagueMeetAtABroker(t *testing.T) {
	t.Parallel()
	for name, start := range brokers {
		t.Run(name, func(t *testing.T) { t.Parallel(); meet(t, start(t)) })
	}
}

func meet(t *testing.T, p *post) {
	b := connect(t, p, box)
	waittest.True(t, "online", func() bool {
		return b.publish(wire.OnlineKind, wire.Online{Online: true, Name: "У окна"}, true) == nil
	})
	l := books(t, box)
	for _, id := range []string{"w1", "w2"} {
		work(t, Options{Ledger: l, Broker: p.worker(id)}, nil)
	}
	waittest.True(t, "the box", func() bool {
		all, err := l.Boxes(t.Context())
		return err == nil && len(all) == 1 && all[0].Online && all[0].Name == "У окна"
	})
	waittest.True(t, "the enrolment", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return len(b.heard) > 0 && strings.HasSuffix(b.heard[0].Topic, string(wire.EnrolKind))
	})
	m := played(t, 1)
	ok(t, b.publish(wire.SealKind, box.Seal("m1", m), false))
	waittest.True(t, "the seal", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return len(b.acks) == 1 })
	ok(t, b.publish(wire.StateKind, wire.State{N: 3}, true))
	rec := box.Record("m1", m)
	b.records[rec.Sum()] = rec
	ok(t, b.publish(wire.RecordKind, rec, false))
	waittest.True(t, "the record", func() bool { return len(b.left()) == 0 })
	if all := results(t, l); len(all) != 1 || !all[0].Witnessed {
		t.Errorf("the results are %+v", all)
	}
	waittest.True(t, "the state", func() bool {
		all, _, err := l.States(t.Context(), 0)
		return err == nil && len(all) == 1 && all[0].State.N == 3
	})
}

func TestAClerkComesBackToABrokerThatWasAway(t *testing.T) {
	t.Parallel()
	for name, start := range brokers {
		t.Run(name, func(t *testing.T) { t.Parallel(); comeBack(t, start(t)) })
	}
}

func comeBack(t *testing.T, p *post) {
	l := books(t, box)
	work(t, Options{Ledger: l, Broker: p.worker("w1")}, nil)
	b := connect(t, p, box)
	for n := range 3 {
		rec := box.Record(fmt.Sprint("m", n), played(t, uint64(n)))
		b.mu.Lock()
		b.records[rec.Sum()] = rec
		b.mu.Unlock()
		waittest.True(t, "the record", func() bool {
			_ = b.publish(wire.RecordKind, rec, false)
			return len(b.left()) == 0
		})
		p.kill()
		p.run()
	}
	if all := results(t, l); len(all) != 3 {
		t.Errorf("%d results", len(all))
	}
}
