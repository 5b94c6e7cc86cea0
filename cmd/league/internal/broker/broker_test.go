package broker_test

import (
	"context"
	"log/slog"
	"net"
	"testing"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/cmd/league/internal/broker"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

const box = "k7qm2r4txa5p"

// running is a broker, and where it is.
func running(t *testing.T) (b *broker.Broker, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	b, err = broker.Serve(ctx, l, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return b, l.Addr().String()
}

// dial connects, or says why not; heard gets what comes.
func dial(t *testing.T, address, id string, login *paho.Connect, heard chan<- string) (*paho.Client, error) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	c := paho.NewClient(paho.ClientConfig{Conn: conn, PacketTimeout: waittest.Patience, OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
		heard <- p.Packet.Topic + " " + string(p.Packet.Payload)
		return true, nil
	}}})
	login.ClientID, login.KeepAlive, login.CleanStart = id, 30, true
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Patience)
	defer cancel()
	_, err = c.Connect(ctx, login)
	return c, err
}

// says publishes with QoS 1 and returns what the broker answers.
func says(t *testing.T, c *paho.Client, topic, text string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Patience)
	defer cancel()
	_, err := c.Publish(ctx, &paho.Publish{QoS: 1, Topic: topic, Payload: []byte(text)})
	return err
}

func TestOnlyTheLeagueSpeaksAsALeague(t *testing.T) {
	b, address := running(t)
	heard := make(chan string, 8)
	league, err := dial(t, address, "league", &paho.Connect{UsernameFlag: true, Username: broker.User, PasswordFlag: true, Password: []byte(b.Password())}, heard)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := league.Subscribe(t.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: "#", QoS: 1}}}); err != nil {
		t.Fatal(err)
	}
	guest, err := dial(t, address, "any", &paho.Connect{}, make(chan string, 8))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range wire.Kinds {
		err := says(t, guest, wire.Topic(box, kind), "said")
		ofLeague := kind == wire.AckKind || kind == wire.EnrolKind
		if ofLeague != (err != nil) {
			t.Errorf("anybody says %s: %v", kind, err)
		}
		if err == nil && waittest.Receive(t, "the message", heard) != wire.Topic(box, kind)+" said" {
			t.Errorf("%s didn't come", kind)
		}
		if err := says(t, league, wire.Topic(box, kind), "done"); err != nil || waittest.Receive(t, "the message", heard) != wire.Topic(box, kind)+" done" {
			t.Errorf("the league says %s: %v", kind, err)
		}
	}
	for _, topic := range []string{"companion/x/state", "other", "companion/" + box + "/more"} {
		if err := says(t, guest, topic, "said"); err == nil {
			t.Errorf("anybody says %s", topic)
		}
	}
}

func TestNobodyIsTheLeagueWithoutItsPasswordNorByAWill(t *testing.T) {
	_, address := running(t)
	for name, login := range map[string]*paho.Connect{
		"no password":     {UsernameFlag: true, Username: broker.User},
		"a wrong one":     {UsernameFlag: true, Username: broker.User, PasswordFlag: true, Password: []byte("x")},
		"a league's will": {WillMessage: &paho.WillMessage{Topic: wire.Topic(box, wire.AckKind), Payload: []byte("{}")}},
	} {
		if _, err := dial(t, address, "x", login, nil); err == nil {
			t.Errorf("%s: it is let in", name)
		}
	}
	will := &paho.Connect{WillMessage: &paho.WillMessage{Topic: wire.Topic(box, wire.OnlineKind), Payload: []byte("{}")}}
	if _, err := dial(t, address, "box", will, nil); err != nil {
		t.Errorf("a box's will: %v", err)
	}
}
