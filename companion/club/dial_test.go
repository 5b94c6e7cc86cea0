package club

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	"github.com/gorilla/websocket"
	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"

	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
)

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
	var last Status
	waittest.Until(t, "the status of a club that is connected", func() (any, bool) {
		select {
		case last = <-news:
		default:
		}
		return fmt.Sprintf("%+v", last), wanted(last)
	})
}

// there reports whether a broker is there, and the shelf was asked for records.
func there(s Status) bool { return !s.Connected.IsZero() && s.Waiting == 2 }

func TestABrokerIsReachedAsItsURLSays(t *testing.T) {
	t.Parallel()
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	client := &tls.Config{RootCAs: certified.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	for _, scheme := range schemes {
		t.Run(scheme, func(t *testing.T) {
			s := mqtt.New(&mqtt.Options{Logger: slog.New(slog.DiscardHandler)})
			must(t, s.AddHook(new(auth.AllowHook), nil))
			l, err := net.Listen("tcp", "127.0.0.1:0")
			must(t, err)
			address := l.Addr().String()
			if scheme == "mqtts" || scheme == "wss" {
				l = tls.NewListener(l, &tls.Config{Certificates: certified.TLS.Certificates})
			}
			if strings.HasPrefix(scheme, "ws") {
				web := &http.Server{Handler: webSocket{s}}
				go func() { _ = web.Serve(l) }()
				t.Cleanup(func() { _ = web.Close() })
			} else {
				must(t, s.AddListener(listeners.NewNet("x", l)))
			}
			must(t, s.Serve())
			t.Cleanup(func() { _ = s.Close() })
			connected(t, Opts{Brokers: []*url.URL{{Scheme: scheme, Host: address}}, TLS: client}, there)
		})
	}
}

// webSocket serves a broker by WebSocket.
type webSocket struct{ *mqtt.Server }

func (s webSocket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u := websocket.Upgrader{Subprotocols: []string{"mqtt"}}
	conn, err := u.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	_ = s.EstablishConnection("ws", &binary{Conn: conn.NetConn(), web: conn})
}

// binary is the broker's end of a WebSocket. A message of text ends it.
type binary struct {
	net.Conn
	web  *websocket.Conn
	rest []byte // of the message that is being read
}

func (b *binary) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		kind, message, err := b.web.ReadMessage()
		if err == nil && kind != websocket.BinaryMessage {
			err = errors.New("a message of text")
		}
		if err != nil {
			return 0, err
		}
		b.rest = message
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *binary) Write(p []byte) (int, error) {
	return len(p), b.web.WriteMessage(websocket.BinaryMessage, p)
}

func TestMosquittoIsToldAsWell(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		t.Skip("mosquitto isn't here: apt-get install mosquitto")
	}
	address := mosquitto(t, path)
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

// mosquitto starts the program at path, and returns the address at which it is reached.
// It can't be given a port that is free, so it listens at a file. It would leave root, if it
// were that, for a user who may not write there.
func mosquitto(t *testing.T, path string) (address string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "mosquitto") // whose name is shorter than the test's
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	conf, socket := filepath.Join(dir, "conf"), filepath.Join(dir, "socket")
	must(t, os.WriteFile(conf, fmt.Appendf(nil, "user root\nlistener 0 %s\nallow_anonymous true\nmax_packet_size 8192\n", socket), 0o600))
	broker := exec.CommandContext(t.Context(), path, "-c", conf)
	must(t, broker.Start())
	t.Cleanup(func() { _ = broker.Wait() })
	waittest.Until(t, "mosquitto to listen", func() (any, bool) {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			_ = conn.Close()
		}
		return err, err == nil
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go forward(conn, socket)
		}
	}()
	return l.Addr().String()
}

// forward connects conn with a socket until one of the two ends.
func forward(conn net.Conn, socket string) {
	defer conn.Close()
	to, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		defer to.Close()
		_, _ = io.Copy(to, conn)
	}()
	_, _ = io.Copy(conn, to)
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
	must(t, err)
	c := paho.NewClient(paho.ClientConfig{Conn: conn, OnPublishReceived: []func(paho.PublishReceived) (bool, error){
		func(p paho.PublishReceived) (bool, error) { heard <- newMessage(p.Packet); return true, nil },
	}})
	_, err = c.Connect(t.Context(), &paho.Connect{ClientID: "listener", CleanStart: true})
	must(t, err)
	_, err = c.Subscribe(t.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: topic, QoS: 1}}})
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return heard
}

func TestAPortThatIsLeftOutIsTheUsualOne(t *testing.T) {
	t.Parallel()
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
