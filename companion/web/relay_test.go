package web

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/screen"
)

// onPort serves s on a port of this machine until the test ends, and returns host:port.
func onPort(t *testing.T, s *Server) string {
	t.Helper()
	s.opts.Addr = "127.0.0.1:0"
	l, err := s.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// proxy is a reverse proxy on this machine that adds no header, as nginx is with
// nothing but proxy_pass.
func proxy(t *testing.T, box string) string {
	to := &url.URL{Scheme: "http", Host: box}
	p := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }})
	t.Cleanup(p.Close)
	return p.Listener.Addr().String()
}

// relay carries bytes, as ssh -L and socat do.
func relay(t *testing.T, box string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go carry(c, box)
		}
	}()
	return l.Addr().String()
}

func carry(c net.Conn, box string) {
	defer c.Close()
	to, err := net.Dial("tcp", box)
	if err != nil {
		return
	}
	defer to.Close()
	go func() { _, _ = io.Copy(to, c) }()
	_, _ = io.Copy(c, to) // until either end is gone
}

// relays are ways to the box that end at a loopback address and say nothing of it.
var relays = []struct {
	name string
	open func(t *testing.T, box string) (hostport string)
}{
	{"a curl on the box itself", func(_ *testing.T, box string) string { return box }},
	{"a proxy without headers", proxy},
	{"a relay", relay},
}

// real returns the interface to a table with a real panel that shows a private page.
func real(t *testing.T) *Server {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests, Private: true}, Frame: chequered()})
	s := shelved(t, at)
	s.opts.Simulated = false
	return s
}

// through sends a request to a port, with a cookie where there is one.
func through(t *testing.T, method, hostport, path, cookie string) (status int, body []byte) {
	t.Helper()
	r, err := http.NewRequest(method, "http://"+hostport+path, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: cookieName, Value: cookie})
	}
	got, err := (&http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	body, err = io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, body
}

func TestBesideARealPanelWhoComesFromThisMachineIsNobody(t *testing.T) {
	for _, way := range relays {
		s := real(t)
		hostport := way.open(t, onPort(t, s))
		for _, route := range s.routes {
			path := strings.NewReplacer("{id}", "x", "{seq}", "1", "{token}", "T").Replace(route.path)
			free := !strings.HasPrefix(path, "/api/") || path == "/api/join"
			for method := range route.do {
				if got, body := through(t, method, hostport, path, ""); (got == 401) == free {
					t.Errorf("by %s: %s %s: %d %.200s", way.name, method, path, got, body)
				}
			}
		}
	}
}

func TestAGuestWhoComesThroughAProxyIsAGuestAndNoMore(t *testing.T) {
	box := onPort(t, real(t))
	for _, way := range relays {
		status, body := through(t, "GET", way.open(t, box), "/api/me", playersCookie)
		var me struct {
			Role  string
			Wired bool
		}
		if err := json.Unmarshal(body, &me); err != nil || status != 200 || me.Role != "play" || me.Wired {
			t.Errorf("by %s: %d %s, want role play and not wired", way.name, status, body)
		}
		if status, body := through(t, "GET", way.open(t, box), "/api/panel.txt", playersCookie); status != 200 || strings.Trim(string(body), " .\n") != "" {
			t.Errorf("by %s a private page shows:\n%s", way.name, body)
		}
	}
}
