package club

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/paho"
	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"

	"tabletop/companion/club/wire"
	"tabletop/companion/match"
)

// free is an address that nobody listens at.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, l.Close())
	return l.Addr().String()
}

// connected runs a club with two records, one of them long, until the status is as wanted.
func connected(t *testing.T, opts Opts, wanted func(Status) bool) {
	t.Helper()
	opts.Name, opts.Tell, opts.Mask = "Синяя", everything, masked
	if opts.Now == nil {
		opts.Now = time.Now
	}
	news := make(chan Status, 100)
	opts.Told = func(s Status) { news <- s }
	shelf := newShelf()
	m := begun(t, "Аня", "Боря")
	shelf.reports = []Report{reportOf(t, "r", m)}
	for range 60 {
		m, _ = m.Stir(match.Stamp{}, strings.Repeat("x", 199))
	}
	shelf.reports = append(shelf.reports, reportOf(t, "long", m))
	c, err := New(newTable(rulesOfAll...), shelf, opts)
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { c.Run(ctx); close(ended) }()
	defer func() { stop(); <-ended }()
	late, again := time.After(20*time.Second), time.NewTicker(10*time.Millisecond)
	defer again.Stop()
	for last := (Status{}); !wanted(last); {
		select {
		case last = <-news:
		case <-again.C:
		case <-late:
			t.Fatalf("nothing came of it: %+v", last)
		}
	}
}

// there reports whether a broker is there, and the shelf was asked for records.
func there(s Status) bool { return !s.Connected.IsZero() && s.Waiting == 2 }

func TestABrokerIsReachedAsItsURLSays(t *testing.T) {
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	server := &tls.Config{Certificates: certified.TLS.Certificates}
	client := &tls.Config{RootCAs: certified.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	for _, scheme := range schemes {
		t.Run(scheme, func(t *testing.T) {
			address := free(t)
			s := mqtt.New(&mqtt.Options{Logger: slog.New(slog.DiscardHandler)})
			must(t, s.AddHook(new(auth.AllowHook), nil))
			config := listeners.Config{ID: "x", Address: address}
			if scheme == "mqtts" || scheme == "wss" {
				config.TLSConfig = server
			}
			if strings.HasPrefix(scheme, "ws") {
				must(t, s.AddListener(listeners.NewWebsocket(config)))
			} else {
				must(t, s.AddListener(listeners.NewTCP(config)))
			}
			must(t, s.Serve())
			t.Cleanup(func() { _ = s.Close() })
			connected(t, Opts{Brokers: []*url.URL{{Scheme: scheme, Host: address}}, TLS: client}, there)
		})
	}
}

func TestMosquittoIsToldAsWell(t *testing.T) {
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		t.Skip("mosquitto isn't here: apt-get install mosquitto")
	}
	address := free(t)
	_, port, _ := net.SplitHostPort(address)
	conf := filepath.Join(t.TempDir(), "mosquitto.conf")
	must(t, os.WriteFile(conf, fmt.Appendf(nil, "listener %s 127.0.0.1\nallow_anonymous true\nmax_packet_size 8192\n", port), 0o600))
	broker := exec.CommandContext(t.Context(), path, "-c", conf)
	must(t, broker.Start())
	t.Cleanup(func() { _ = broker.Wait() })
	opts := Opts{Brokers: []*url.URL{{Scheme: "mqtt", Host: "127.0.0.1:1"}, {Scheme: "mqtt", Host: address}}} // the first is away
	heard := listens(t, address, wire.Topic(boxID, wire.StateKind))
	first := int64(0)
	connected(t, opts, func(s Status) bool {
		first = max(first, numberOf(heard))
		return there(s) && strings.Contains(s.Stuck["long"], "8192") && first > 0
	})
	opts.Now = func() time.Time { return time.Now().Add(-48 * time.Hour) } // its clock wasn't set
	connected(t, opts, func(Status) bool { return numberOf(heard) > first })
}

// numberOf is that of a state that was heard; 0: none was.
func numberOf(heard <-chan message) int64 {
	select {
	case m := <-heard:
		var s wire.State
		_ = json.Unmarshal(m.payload, &s)
		return s.N
	default:
		return 0
	}
}

// listens hears what is told under a topic.
func listens(t *testing.T, address, topic string) <-chan message {
	t.Helper()
	heard := make(chan message, 100)
	conn, err := Dial(t.Context(), &url.URL{Scheme: "mqtt", Host: address}, nil)
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for range 1000 { // it is just starting
		if err == nil {
			break
		}
		<-again.C
		conn, err = Dial(t.Context(), &url.URL{Scheme: "mqtt", Host: address}, nil)
	}
	must(t, err)
	c := paho.NewClient(paho.ClientConfig{Conn: conn, OnPublishReceived: []func(paho.PublishReceived) (bool, error){
		func(p paho.PublishReceived) (bool, error) { heard <- messageOf(p.Packet); return true, nil },
	}})
	_, err = c.Connect(t.Context(), &paho.Connect{ClientID: "listener", CleanStart: true})
	must(t, err)
	_, err = c.Subscribe(t.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: topic, QoS: 1}}})
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return heard
}

func TestAPortThatIsLeftOutIsTheUsualOne(t *testing.T) {
	for scheme, port := range map[string]string{"mqtt": "1883", "mqtts": "8883"} {
		_, err := Dial(t.Context(), &url.URL{Scheme: scheme, Host: "127.0.0.1"}, &tls.Config{})
		if err == nil || !strings.Contains(err.Error(), "127.0.0.1:"+port) {
			t.Errorf("%s: %v", scheme, err)
		}
	}
	if _, err := Dial(t.Context(), &url.URL{Scheme: "ftp", Host: "h"}, nil); err == nil {
		t.Error("dialled by ftp")
	}
}
