package broker_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/cmd/internal/heaptest"
	"tabletop/cmd/league/internal/broker"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

func TestNobodyTakesMessagesFromTheLeaguesShare(t *testing.T) {
	h := start(t, 1)
	share := "$share/league/" + wire.Topic("+", wire.RecordKind)
	league := h.comes(h.league())
	if err := league.listens(share); err != nil {
		t.Fatal(err)
	}
	thieves := []*client{h.comes(box(2)), h.comes(box(3)), h.comes(as("a", broker.Viewer, "seer")), h.comes(as("b", broker.Viewer, "chief"))}
	for n, thief := range thieves {
		for _, f := range []string{share, "$share/thieves/" + wire.Topic("+", wire.RecordKind), wire.Topic("+", wire.RecordKind), "#"} {
			if err := thief.listens(f); !errors.Is(err, reason(0x87)) {
				t.Errorf("thief %d subscribes to %s: got %v, want 0x87", n, f, err)
			}
		}
	}
	b, topic := h.comes(box(1)), wire.Topic(idOf(1), wire.RecordKind)
	for n := range 12 {
		if err := b.says(topic, fmt.Append(nil, n), false); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 12 {
		league.hears(fmt.Sprint(topic, " ", n))
	}
	for n, thief := range thieves {
		if len(thief.heard) > 0 {
			t.Errorf("thief %d got %s", n, <-thief.heard)
		}
	}
}

func TestABoxIsNotThrownOffByWhoTakesItsClientID(t *testing.T) {
	h := start(t, 1)
	b := h.comes(box(1))
	name, topic := "companion-"+idOf(1), wire.Topic(idOf(1), wire.OnlineKind)
	payload := []byte(`{"online":false,"name":"x"}`)
	by := wire.Sign(keyOf(1), topic, payload) // as any subscriber could have recorded it
	user, password := wire.Login(keyOf(2), idOf(leagueKey))
	for what, login := range map[string]*paho.Connect{
		"anonymous":                 as(name, "", ""),
		"another box":               as(name, user, password),
		"its weak login":            asBox(1, ""),
		"its recorded will":         {ClientID: name, WillMessage: &paho.WillMessage{Topic: topic, Payload: payload}, WillProperties: &paho.WillProperties{User: paho.UserProperties{{Key: wire.KeyProperty, Value: by.Key}, {Key: wire.SigProperty, Value: by.Sig}}}},
		"the league's user without": as(name, broker.User, "x"),
	} {
		if _, err := h.dial(login); err == nil {
			t.Errorf("%s: is let in as %s", what, name)
		}
	}
	h.comes(as(name, broker.Viewer, "seer")) // has a name space of its own
	h.comes(as(name, broker.User, h.Password()))
	if err := b.says(topic, payload, true); err != nil {
		t.Errorf("the box was thrown off: %v", err)
	}
}

func TestRetainedMessagesHaveABound(t *testing.T) {
	h := start(t, 45)
	before := heaptest.MiB()
	big := bytes.Repeat([]byte("x"), 8<<20)
	for n := byte(1); n <= 45; n++ {
		c := h.comes(box(n))
		for _, kind := range []wire.Kind{wire.OnlineKind, wire.StateKind, wire.MomentKind} {
			if err := c.says(wire.Topic(idOf(n), kind), big, true); !errors.Is(err, reason(0x97)) {
				t.Fatalf("%d MiB under %s: got %v, want 0x97", len(big)>>20, kind, err)
			}
		}
		if err := c.says(wire.Topic(idOf(n), wire.RecordKind), big, true); err != nil {
			t.Fatalf("a record: %v", err)
		}
		if err := c.Disconnect(&paho.Disconnect{}); err != nil {
			t.Fatal(err)
		}
	}
	got := heaptest.MiB() - before
	t.Logf("45 boxes with 4 messages of 8 MiB each: %.0f MiB more in use", got)
	if got > 64 {
		t.Errorf("the broker holds %.0f MiB, want at most 64", got)
	}
}

func TestWhatIsRetainedIsLittle(t *testing.T) {
	h := start(t, 1)
	member, waiting := h.comes(box(1)), h.comes(box(2))
	for _, c := range []struct {
		of     *client
		n      byte
		kind   wire.Kind
		bytes  int
		err    error
		stored bool
	}{
		{member, 1, wire.OnlineKind, 1 << 10, nil, true},
		{member, 1, wire.StateKind, 64 << 10, nil, true},
		{member, 1, wire.StateKind, 64<<10 + 1, reason(0x97), true}, // that before
		{member, 1, wire.MomentKind, 1 << 10, nil, false},
		{member, 1, wire.SealKind, 1 << 10, nil, false},
		{waiting, 2, wire.OnlineKind, 1 << 10, nil, true},
		{waiting, 2, wire.OnlineKind, 1<<10 + 1, reason(0x97), true},
		{waiting, 2, wire.StateKind, 1 << 10, nil, false},
	} {
		topic := wire.Topic(idOf(c.n), c.kind)
		if err := c.of.says(topic, bytes.Repeat([]byte("x"), c.bytes), true); !errors.Is(err, c.err) {
			t.Errorf("%d bytes of %s by %d: got %v, want %v", c.bytes, c.kind, c.n, err, c.err)
		}
		if got := h.retains(topic); got != c.stored {
			t.Errorf("%d bytes of %s by %d: retained %v, want %v", c.bytes, c.kind, c.n, got, c.stored)
		}
	}
	topic := wire.Topic(idOf(1), wire.StateKind)
	if err := member.says(topic, nil, true); err != nil || h.retains(topic) {
		t.Errorf("a box deletes its state: %v, retained %v", err, h.retains(topic))
	}
}

// retains reports whether a message is retained under a topic.
func (h *house) retains(topic string) bool {
	h.t.Helper()
	league := h.comes(as("seeker", broker.User, h.Password()))
	mark := "companion/" + idOf(9) + "/press"
	if err := errors.Join(league.listens(topic), league.listens(mark), league.says(mark, []byte("end"), false)); err != nil {
		h.t.Fatal(err)
	}
	for found := false; ; {
		got := waittest.Receive(h.t, "the end", league.heard)
		if got == mark+" end" {
			return found
		}
		found = found || strings.HasPrefix(got, retainedPrefix)
	}
}

func TestAPacketThatIsTooLongIsRefusedBeforeItIsRead(t *testing.T) {
	h := start(t, 1)
	before := heaptest.MiB()
	for range 29 {
		c, err := net.Dial("tcp", h.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, _ = c.Write([]byte{0x10, 0x80, 0x80, 0xc0, 0x04}) // CONNECT, 9 MiB follow
		if n, err := c.Read(make([]byte, 1)); n > 0 || err == nil {
			t.Fatalf("got %d bytes, %v, want the end of the connection", n, err)
		}
	}
	if got := heaptest.MiB() - before; got > 16 {
		t.Errorf("29 clients that announce 9 MiB each take %.0f MiB", got)
	}
	for _, c := range []struct {
		who string
		as  *paho.Connect
		max int
	}{
		{"waiting", box(2), 1 << 20},
		{"member", box(1), wire.MostBytes + 4096},
		{"viewer", as("v", broker.Viewer, "seer"), 4 << 10},
	} {
		client := h.comes(c.as)
		if client.maxed == nil || *client.maxed != uint32(c.max) {
			t.Errorf("%s: the longest packet is announced as %v, want %d", c.who, client.maxed, c.max)
		}
		if c.who == "member" {
			continue // 40 MiB
		}
		_, _ = client.Publish(t.Context(), &paho.Publish{Topic: "companion/" + idOf(2) + "/state", Payload: make([]byte, c.max)})
		waittest.Receive(t, c.who+" to be disconnected", client.ended)
	}
}

func TestABoxThatTheLeagueEnrolsIsAMemberAtOnce(t *testing.T) {
	h := start(t, 0)
	b, league := h.comes(box(1)), h.comes(h.league())
	topic := wire.Topic(idOf(1), wire.StateKind)
	for _, member := range []bool{true, false} {
		payload := []byte("{}")
		if !member {
			payload = nil
		}
		if err := league.says(wire.Topic(idOf(1), wire.EnrolKind), payload, true); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(b.says(topic, nil, true), b.says(topic, []byte("{}"), true)); err != nil || h.retains(topic) != member {
			t.Errorf("enrolled %v: %v, its state is retained: %v", member, err, h.retains(topic))
		}
	}
}

// idle is the number of connections that somebody opens.
const idle = 5000

func TestConnectionsThatDoNotLogInAreFewAndLeave(t *testing.T) {
	h := start(t, 1)
	b := h.comes(box(1))
	before, ended := heaptest.MiB(), make(chan error, idle)
	for range idle {
		c, err := net.Dial("tcp", h.address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		go func() {
			_, err := c.Read(make([]byte, 1))
			ended <- err
		}()
	}
	for range idle - 32 {
		waittest.Receive(t, "an idle connection to be closed", ended)
	}
	t.Logf("%d idle connections: %.1f MiB more in use", idle, heaptest.MiB()-before)
	h.comes(box(2))
	if err := b.says(wire.Topic(idOf(1), wire.StateKind), []byte("{}"), true); err != nil {
		t.Error(err)
	}
	begun := time.Now()
	for range 32 {
		if err := waittest.Receive(t, "the last to be closed", ended); err != nil && !errors.Is(err, io.EOF) && !isReset(err) {
			t.Error(err)
		}
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("idle connections last %v", took)
	}
}

func isReset(err error) bool { return errors.As(err, new(*net.OpError)) }

// A connection that is taken over ends while the new one begins.
func TestWhoTakesOverASessionHearsAll(t *testing.T) {
	h := start(t, 1)
	topic := wire.Topic(idOf(1), wire.StateKind)
	for range takeovers {
		if h.retains(topic) {
			t.Fatal("a state is retained that nobody has published")
		}
	}
}

// takeovers is the number of sessions taken over. Without takeOver, about one in 3000
// heard nothing.
const takeovers = 400
