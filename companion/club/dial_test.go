package club

import (
	"crypto/tls"
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

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
)

// free is an address that nobody listens at.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, l.Close())
	return l.Addr().String()
}

// connects starts a club and waits until it has told a broker that it is there and that it
// was told so.
func connects(t *testing.T, opts Opts) {
	t.Helper()
	opts.Name, opts.Tell, opts.Mask, opts.Now = "Синяя", everything, masked, time.Now
	up := make(chan Status, 100)
	opts.Told = func(s Status) {
		select {
		case up <- s:
		default:
		}
	}
	table, shelf := newTable(rulesOfAll...), newShelf()
	shelf.reports = []Report{reportOf(t, "r", begun(t, "Аня", "Боря"))}
	opts.League = nil
	c, err := New(table, shelf, opts)
	must(t, err)
	ended := make(chan struct{})
	go func() { c.Run(t.Context()); close(ended) }()
	t.Cleanup(func() { <-ended })
	late := time.NewTimer(20 * time.Second)
	defer late.Stop()
	for last := (Status{}); ; {
		select {
		case last = <-up:
			if !last.Connected.IsZero() && last.Waiting == 1 {
				return
			}
		case <-late.C:
			t.Fatalf("no connection: %+v", last)
		}
	}
}

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
			connects(t, Opts{Brokers: []*url.URL{{Scheme: scheme, Host: address, Path: map[bool]string{true: "/mqtt"}[strings.HasPrefix(scheme, "ws")]}}, TLS: client})
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
	must(t, os.WriteFile(conf, fmt.Appendf(nil, "listener %s 127.0.0.1\nallow_anonymous true\nmax_packet_size 65536\n", port), 0o600))
	broker := exec.CommandContext(t.Context(), path, "-c", conf)
	must(t, broker.Start())
	t.Cleanup(func() { _ = broker.Wait() })
	connects(t, Opts{Brokers: []*url.URL{{Scheme: "mqtt", Host: address}}})
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
