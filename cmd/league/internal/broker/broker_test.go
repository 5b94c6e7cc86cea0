package broker_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"testing"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/cmd/league/internal/broker"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

// keyOf is the key of a box or a league, the same each time.
func keyOf(n byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
}

func idOf(n byte) string { return wire.IDOf(keyOf(n).Public().(ed25519.PublicKey)) }

// The league is 0, the boxes are 1 and so on.
const leagueKey = 0

// book is the ledger of logins.
type book struct {
	mu      sync.Mutex
	members map[string]bool
	full    map[string]bool
	tokens  map[string]string // roles by token
	err     error
	last    broker.Login
}

func (b *book) TakeLogin(_ context.Context, l broker.Login) (member bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = l
	if !l.Full && b.full[l.Box] {
		return false, broker.ErrWeak
	}
	b.full[l.Box] = b.full[l.Box] || l.Full
	return b.members[l.Box], b.err
}

// fail has all later calls fail with err, and returns the last login.
func (b *book) fail(err error) broker.Login {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
	return b.last
}

func (b *book) Viewer(_ context.Context, token string) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tokens[token], b.err
}

// house is a running broker.
type house struct {
	*broker.Broker
	t       testing.TB
	book    *book
	address string // plain
	open    string // TLS; "" for none
}

// start starts a broker in whose league the boxes up to members are enrolled.
func start(t testing.TB, members byte, change ...func(*broker.Options)) *house {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, address: l.Addr().String(), book: &book{
		members: map[string]bool{}, full: map[string]bool{}, tokens: map[string]string{"seer": "look", "chief": "organiser"},
	}}
	for n := byte(1); n <= members; n++ {
		h.book.members[idOf(n)] = true
	}
	ctx, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	o := broker.Options{Listener: l, League: idOf(leagueKey), Logins: h.book, Log: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&o)
	}
	if o.Open != nil {
		h.open = o.Open.Addr().String()
	}
	if h.Broker, err = broker.Serve(ctx, o); err != nil {
		t.Fatal(err)
	}
	return h
}

// asBox is the login of a box at a league.
func asBox(n byte, league string) *paho.Connect {
	user, password := wire.Login(keyOf(n), league)
	return as("companion-"+idOf(n), user, password)
}

// box is the login of a box at this league.
func box(n byte) *paho.Connect { return asBox(n, idOf(leagueKey)) }

func as(id, user, password string) *paho.Connect {
	return &paho.Connect{ClientID: id, UsernameFlag: user != "", Username: user, PasswordFlag: password != "", Password: []byte(password)}
}

func (h *house) league() *paho.Connect { return as("w1", broker.User, h.Password()) }

// client is a client of the broker, and what it receives.
type client struct {
	*paho.Client
	t     testing.TB
	heard chan string
	ended chan struct{}
	maxed *uint32 // longest packet that the broker takes
}

// retainedPrefix begins what a client receives of retained messages.
const retainedPrefix = "retained "

// dial connects at the plain address.
func (h *house) dial(login *paho.Connect) (*client, error) {
	h.t.Helper()
	conn, err := net.Dial("tcp", h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.over(conn, login)
}

func (h *house) over(conn net.Conn, login *paho.Connect) (*client, error) {
	h.t.Helper()
	c := &client{t: h.t, heard: make(chan string, 4096), ended: make(chan struct{}, 1)}
	ended := sync.OnceFunc(func() { c.ended <- struct{}{} })
	c.Client = paho.NewClient(paho.ClientConfig{
		Conn: conn, PacketTimeout: waittest.Patience,
		OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
			text := p.Packet.Topic + " " + string(p.Packet.Payload)
			if p.Packet.Retain {
				text = retainedPrefix + text
			}
			c.heard <- text
			return true, nil
		}},
		OnClientError:      func(error) { ended() },
		OnServerDisconnect: func(*paho.Disconnect) { ended() },
	})
	h.t.Cleanup(func() { _ = conn.Close() })
	login.KeepAlive, login.CleanStart = 30, true
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Patience)
	defer cancel()
	answer, err := c.Connect(ctx, login)
	if err == nil && answer.Properties != nil {
		c.maxed = answer.Properties.MaximumPacketSize
	}
	if err != nil && answer != nil {
		err = reason(answer.ReasonCode)
	}
	return c, err
}

// comes connects a client that must be let in.
func (h *house) comes(login *paho.Connect) *client {
	h.t.Helper()
	c, err := h.dial(login)
	if err != nil {
		h.t.Fatalf("%s is refused: %v", login.Username, err)
	}
	return c
}

// reason is the reason code of a refusal.
type reason byte

func (r reason) Error() string {
	return "refused with " + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15])
}

// says publishes with QoS 1 and returns the broker's reason against it.
func (c *client) says(topic string, payload []byte, retain bool) error {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Patience)
	defer cancel()
	answer, err := c.Publish(ctx, &paho.Publish{QoS: 1, Topic: topic, Payload: payload, Retain: retain})
	if err != nil && answer != nil {
		return reason(answer.ReasonCode)
	}
	return err
}

// listens subscribes and returns the broker's reason against it.
func (c *client) listens(filter string) error {
	c.t.Helper()
	answer, err := c.Subscribe(context.Background(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: filter, QoS: 1}}})
	if answer != nil && len(answer.Reasons) == 1 && answer.Reasons[0] >= 0x80 {
		return reason(answer.Reasons[0])
	}
	return err
}

func (c *client) hears(want string) {
	c.t.Helper()
	if got := waittest.Receive(c.t, want, c.heard); got != want {
		c.t.Fatalf("got %.80s, want %.80s", got, want)
	}
}

func TestABoxLogsInByItsKeyAlone(t *testing.T) {
	h := start(t, 0)
	user, password := wire.Login(keyOf(1), idOf(leagueKey))
	_, foreign := wire.Login(keyOf(1), idOf(9))
	_, other := wire.Login(keyOf(2), idOf(leagueKey))
	will := func(n, by byte, client string) *paho.Connect {
		topic, payload := wire.Topic(idOf(n), wire.OnlineKind), []byte(`{"online":false,"name":""}`)
		s := wire.Sign(keyOf(by), topic, payload)
		return &paho.Connect{ClientID: client, WillMessage: &paho.WillMessage{Topic: topic, Payload: payload}, WillProperties: &paho.WillProperties{
			User: paho.UserProperties{{Key: wire.KeyProperty, Value: s.Key}, {Key: wire.SigProperty, Value: s.Sig}},
		}}
	}
	for _, c := range []struct {
		name  string
		login *paho.Connect
		want  error
	}{
		{"older software", will(3, 3, "companion-"+idOf(3)), nil},
		{"a will by another key", will(3, 4, "companion-"+idOf(3)), reason(0x86)},
		{"a will under another client id", will(3, 3, "x"), reason(0x86)},
		{"no login", as("x", "", ""), reason(0x86)},
		{"a box's name alone", as("companion-"+user, user, ""), reason(0x86)},
		{"another box's password", as("companion-"+user, user, other), reason(0x86)},
		{"a login at another league", as("companion-"+user, user, foreign), reason(0x86)},
		{"another box's client id", as("companion-"+idOf(2), user, password), reason(0x85)},
		{"no league known", asBox(1, ""), nil},
		{"this league", box(1), nil},
		{"weak after full", asBox(1, ""), reason(0x87)},
		{"the league without a password", as("x", broker.User, ""), reason(0x86)},
		{"the league with another password", as("x", broker.User, "x"), reason(0x86)},
		{"an account", as("x", broker.Viewer, "seer"), nil},
		{"no account", as("x", broker.Viewer, "sear"), reason(0x86)},
		{"an account without a token", as("x", broker.Viewer, ""), reason(0x86)},
	} {
		if _, err := h.dial(c.login); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
	if got := h.book.fail(nil); got.Network != "127.0.0.0/24" || got.Box != user || got.Key == "" {
		t.Errorf("the login is stored as %+v", got)
	}
	h.book.fail(broker.ErrCrowded)
	if _, err := h.dial(box(5)); !errors.Is(err, reason(0x97)) {
		t.Errorf("in a crowd: got %v, want 0x97", err)
	}
	h.book.fail(errors.New("no database"))
	if _, err := h.dial(box(5)); !errors.Is(err, reason(0x88)) {
		t.Errorf("without a database: got %v, want 0x88", err)
	}
}

func TestAWillIsOfItsBox(t *testing.T) {
	h := start(t, 2)
	for _, topic := range []string{wire.Topic(idOf(2), wire.OnlineKind), wire.Topic(idOf(1), wire.AckKind), wire.Topic(idOf(1), wire.StateKind)} {
		login := box(1)
		login.WillMessage = &paho.WillMessage{Topic: topic, Payload: []byte("{}")}
		if _, err := h.dial(login); !errors.Is(err, reason(0x87)) {
			t.Errorf("a will to %s: got %v, want 0x87", topic, err)
		}
	}
	login := box(1)
	login.WillMessage = &paho.WillMessage{Topic: wire.Topic(idOf(1), wire.OnlineKind), Payload: []byte("{}"), Retain: true}
	h.comes(login)
}

// may is one row of the table of rights.
type may struct {
	who  string
	as   func(h *house) *paho.Connect
	out  map[string]bool // topics that it may publish to, and some that it may not
	from map[string]bool // the same of subscriptions
}

func TestEachRoleHasItsTopicsAndNoOthers(t *testing.T) {
	own, other := map[string]bool{}, map[string]bool{}
	ownIn, seen := map[string]bool{"homeassistant/status": true, "homeassistant/#": false}, map[string]bool{}
	for _, k := range wire.Kinds {
		leagues := k == wire.AckKind || k == wire.EnrolKind || k == wire.PressKind
		own[wire.Topic(idOf(1), k)], own[wire.Topic(idOf(2), k)] = !leagues, false
		other[wire.Topic(idOf(2), k)] = false
		for _, f := range []string{wire.Topic(idOf(2), k), wire.Topic("+", k), "$share/league/" + wire.Topic(idOf(1), k), "$share/league/" + wire.Topic("+", k)} {
			ownIn[f] = false
		}
		ownIn[wire.Topic(idOf(1), k)] = leagues || k == wire.StateKind || k == wire.OnlineKind
		seen["$SHARE/league/"+wire.Topic("+", k)] = false
		seen[wire.Topic("+", k)] = k == wire.StateKind || k == wire.OnlineKind || k == wire.MomentKind
	}
	for _, f := range []string{"#", "+/+/+", "companion/#", "companion/+/+", "$SYS/#", "companion/x/state", "+/" + idOf(1) + "/ack"} {
		ownIn[f], seen[f] = false, false
	}
	own["homeassistant/device/companion_"+idOf(1)+"/config"] = true
	for _, topic := range []string{"homeassistant/device/companion_" + idOf(2) + "/config", "homeassistant/status", "companion/x/state", "companion/" + idOf(1) + "/more", "other"} {
		own[topic] = false
	}
	seen["homeassistant/#"] = true
	look, chief := map[string]bool{"homeassistant/status": true}, map[string]bool{"homeassistant/status": true}
	for topic, ok := range other {
		look[topic], chief[topic] = ok, ok || topic == wire.Topic(idOf(2), wire.PressKind)
	}
	h := start(t, 1)
	for _, m := range []may{
		{"a member", func(*house) *paho.Connect { return box(1) }, own, ownIn},
		{"a viewer", func(*house) *paho.Connect { return as("a", broker.Viewer, "seer") }, look, seen},
		{"an organiser", func(*house) *paho.Connect { return as("b", broker.Viewer, "chief") }, chief, seen},
	} {
		c := h.comes(m.as(h))
		for topic, ok := range m.out {
			if err := c.says(topic, []byte("{}"), false); (err == nil) != ok || err != nil && !errors.Is(err, reason(0x87)) {
				t.Errorf("%s publishes to %s: got %v, may: %v", m.who, topic, err, ok)
			}
		}
		for filter, ok := range m.from {
			if err := c.listens(filter); (err == nil) != ok || err != nil && !errors.Is(err, reason(0x87)) {
				t.Errorf("%s subscribes to %s: got %v, may: %v", m.who, filter, err, ok)
			}
		}
	}
	if got := h.Refused(); got.Messages < 20 || got.Subscriptions < 20 {
		t.Errorf("refusals are counted as %+v", got)
	}
}

func TestTheLeagueSpeaksWithItsBoxes(t *testing.T) {
	h := start(t, 1)
	league, b := h.comes(h.league()), h.comes(box(1))
	for _, f := range []string{"$share/league/" + wire.Topic("+", wire.RecordKind), wire.Topic("+", wire.OnlineKind)} {
		if err := league.listens(f); err != nil {
			t.Fatal(err)
		}
	}
	ack, record := wire.Topic(idOf(1), wire.AckKind), wire.Topic(idOf(1), wire.RecordKind)
	if err := errors.Join(b.listens(ack), b.says(record, []byte("r"), false)); err != nil {
		t.Fatal(err)
	}
	league.hears(record + " r")
	if err := league.says(ack, []byte("a"), false); err != nil {
		t.Fatal(err)
	}
	b.hears(ack + " a")
}

func TestOthersComeInByTLSAlone(t *testing.T) {
	certificate, _, err := broker.Certificate(keyOf(leagueKey), nil)
	if err != nil {
		t.Fatal(err)
	}
	h := start(t, 1, func(o *broker.Options) {
		o.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
		if o.Open, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	})
	conn, err := tls.Dial("tcp", h.open, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := h.over(conn, box(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.says(wire.Topic(idOf(1), wire.StateKind), []byte("{}"), true); err != nil {
		t.Error(err)
	}
	plain, err := net.Dial("tcp", h.open)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.over(plain, box(1)); err == nil {
		t.Error("a plain connection is let in, want none")
	}
}
