package web

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"

	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// own is the box's address in its own network.
var own = netip.MustParsePrefix("10.42.0.1/24")

// portalOf is a server whose page listens at that address, beside the box's own network.
func portalOf(t *testing.T, at *table, page string) *Server {
	t.Helper()
	s := server(t, at)
	s.opts.OwnNetwork = func() netip.Prefix { return own }
	if page != "" {
		listens := netip.MustParseAddrPort(page)
		s.page.Store(&listens)
	}
	return s
}

// came is a request from there to the address here of this machine, under a Host.
func came(method, host, path, there, here string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	r.Host, r.RemoteAddr = host, there
	at := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(here))
	return r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(at)))
}

func asked(s *Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.portal(w, r)
	return w
}

func TestAPhonesTestForInternetLeadsToThePageInTheOwnNetworkOnly(t *testing.T) {
	const phone, here, hello = "10.42.0.57:40000", "10.42.0.1:80", "http://10.42.0.1:8090/hello"
	const apple, appleHost = "/hotspot-detect.html", "captive.apple.com"
	s := portalOf(t, newTable(), "[::]:8090")
	for _, tt := range []struct {
		method, host, path, there, here string
		want                            string // Location, or status
	}{
		{"GET", appleHost, apple, phone, here, hello},
		{"GET", "connectivitycheck.gstatic.com", "/generate_204", phone, here, hello},
		{"GET", "www.msftconnecttest.com", "/connecttest.txt", phone, here, hello},
		{"GET", "www.msftconnecttest.com", "/redirect", phone, here, hello},
		{"GET", "detectportal.firefox.com", "/canonical.html", phone, here, hello},
		{"GET", "detectportal.firefox.com", "/success.txt?ipv4", phone, here, hello},
		{"GET", appleHost, apple, phone, "[::ffff:10.42.0.1]:80", hello}, // an IPv6 socket

		{"HEAD", appleHost, apple, phone, here, "421"},
		{"POST", appleHost, apple, phone, here, "421"},
		{"GET", appleHost, "/", phone, here, "421"},
		{"GET", appleHost, "/generate_204", phone, here, "421"}, // another's path
		{"GET", appleHost, apple + "/", phone, here, "421"},
		{"GET", appleHost, "/x/.." + apple, phone, here, "421"},
		{"GET", appleHost, "/hotspot%2Ddetect.html", phone, here, "421"},
		{"GET", appleHost, "/HOTSPOT-detect.html", phone, here, "421"},
		{"GET", appleHost + ":80", apple, phone, here, "421"},
		{"GET", appleHost + ".", apple, phone, here, "421"},
		{"GET", "Captive.apple.com", apple, phone, here, "421"},
		{"GET", "captive.apple.com.evil.com", apple, phone, here, "421"},
		{"GET", "x.captive.apple.com", apple, phone, here, "421"},
		{"GET", "www.google.com", "/generate_204", phone, here, "421"},

		{"GET", appleHost, apple, "192.168.1.7:40000", "192.168.1.5:80", "421"}, // by cable
		{"GET", appleHost, apple, "192.168.1.7:40000", here, "421"},             // by cable, to the other address
		{"GET", appleHost, apple, "10.42.1.57:40000", here, "421"},              // another net
		{"GET", appleHost, apple, phone, "192.168.1.5:80", "421"},
		{"GET", appleHost, apple, "[fe80::1%wlan0]:40000", "[fe80::2%wlan0]:80", "404"},
	} {
		got := asked(s, came(tt.method, tt.host, tt.path, tt.there, tt.here))
		if text := cmp.Or(got.Header().Get("Location"), fmt.Sprint(got.Code)); text != tt.want || text == hello && got.Code != http.StatusFound {
			t.Errorf("%s %s%s from %s to %s: %d %s, want %s", tt.method, tt.host, tt.path, tt.there, tt.here, got.Code, text, tt.want)
		}
		if h := got.Header(); h.Get("Set-Cookie") != "" || h.Get("Cache-Control") != "no-store" || h.Get("Content-Security-Policy") == "" {
			t.Errorf("%s%s: the headers are %v", tt.host, tt.path, h)
		}
	}
	for _, off := range []func() netip.Prefix{nil, func() netip.Prefix { return netip.Prefix{} }} {
		s.opts.OwnNetwork = off
		if got := asked(s, came("GET", appleHost, apple, phone, here)); got.Code != 421 {
			t.Errorf("without a network of its own the box answers %d", got.Code)
		}
	}
}

// A page at port 80 itself gets the probes.
func TestThePageItselfAnswersAProbeBeforeItLooksAtTheHost(t *testing.T) {
	s := portalOf(t, newTable(), "10.42.0.1:80")
	for there, want := range map[string]string{"10.42.0.57:40000": "http://10.42.0.1/hello", "192.168.1.7:40000": ""} {
		got := ask(s, came("GET", "captive.apple.com", "/hotspot-detect.html", there, "10.42.0.1:80"))
		if at := got.Header().Get("Location"); at != want || (got.Code == 302) != (want != "") {
			t.Errorf("from %s: %d %q, want %q", there, got.Code, at, want)
		}
	}
}

func TestWhoTypesAnAddressWithoutAPortGetsToThePage(t *testing.T) {
	const there = "192.168.1.7:40000"
	for _, tt := range []struct {
		page, method, host, path, here, want string
	}{
		{"[::]:8090", "GET", "tisch.local", "/", "192.168.1.5:80", "http://tisch.local:8090/"},
		{"[::]:8090", "HEAD", "tisch.local", "/", "192.168.1.5:80", "http://tisch.local:8090/"},
		{"[::]:8090", "GET", "tisch:80", "/tv", "192.168.1.5:80", "http://tisch:8090/tv"},
		{"[::]:8090", "GET", "192.168.1.5", "/", "192.168.1.5:80", "http://192.168.1.5:8090/"},
		{"[::]:9000", "GET", "[fd00::5]", "/", "[fd00::5]:80", "http://[fd00::5]:9000/"},
		{"192.168.1.5:8090", "GET", "tisch.local", "/", "192.168.1.5:80", "http://tisch.local:8090/"},
		{"[::]:8090", "GET", "tisch.local", "//evil.com/", "192.168.1.5:80", "http://tisch.local:8090//evil.com/"},
		{"[::]:8090", "GET", "tisch.local", "/%0d%0aSet-Cookie:%20a=b", "192.168.1.5:80", "http://tisch.local:8090/%0D%0ASet-Cookie:%20a=b"},
		{"[::]:8090", "GET", "tisch.local", "http://evil.com/x", "192.168.1.5:80", "http://tisch.local:8090/x"},
		{"[::]:8090", "GET", "tisch.local", "x:@evil.com", "192.168.1.5:80", "http://tisch.local:8090"},
		{"[::]:8090", "POST", "tisch.local", "/api/press", "192.168.1.5:80", "405"},
		{"[::]:8090", "GET", "192.168.1.6", "/", "192.168.1.5:80", "421"},
		{"[::]:8090", "GET", "evil.com", "/", "192.168.1.5:80", "421"},
		{"127.0.0.1:8090", "GET", "tisch.local", "/", "192.168.1.5:80", "404"}, // closed to the network
		{"192.168.1.5:8090", "GET", "tisch.local", "/", "10.0.0.5:80", "404"},
		{"", "GET", "tisch.local", "/", "192.168.1.5:80", "404"}, // no page, as another program has its port
	} {
		r := came(tt.method, tt.host, tt.path, there, tt.here)
		r.Host = tt.host
		got := asked(portalOf(t, newTable(), tt.page), r)
		if text := cmp.Or(got.Header().Get("Location"), fmt.Sprint(got.Code)); text != tt.want {
			t.Errorf("%s %s %s with a page at %q: %s, want %s", tt.method, tt.host, tt.path, tt.page, text, tt.want)
		}
	}
}

// A portal has the limits of the page, and nothing of it.
func TestThePortalServesNothingOfThePage(t *testing.T) {
	at := newTable()
	s := portalOf(t, at, "[::]:8090")
	for _, path := range []string{"/", "/api/me", "/api/panel.txt", "/tv.svg", "/hello"} {
		r := came("GET", "192.168.1.5", path, "192.168.1.7:40000", "192.168.1.5:80")
		r.AddCookie(&http.Cookie{Name: cookieName, Value: playersCookie})
		if got := asked(s, r); got.Code != http.StatusFound || strings.Contains(got.Body.String(), "<main") {
			t.Errorf("%s: %d %.80s", path, got.Code, got.Body)
		}
	}
	press := came("POST", "192.168.1.5", "/api/press", "192.168.1.7:40000", "192.168.1.5:80")
	if got := asked(s, press); got.Code != http.StatusMethodNotAllowed || len(at.pressed) > 0 {
		t.Errorf("a press gets %d and presses %v", got.Code, at.pressed)
	}
	proxy := came("GET", "192.168.1.5", "/", "192.168.1.7:40000", "192.168.1.5:80")
	proxy.Header.Set("Via", "1.1 proxy")
	if got := asked(s, proxy); got.Code != http.StatusForbidden {
		t.Errorf("a proxy gets %d", got.Code)
	}
}

func TestThePortalHasTheRateOfThePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := portalOf(t, newTable(), "[::]:8090")
		counts := map[int]int{}
		for i := range 2 * networkBurst {
			r := came("GET", "captive.apple.com", "/hotspot-detect.html", "10.42.0.57:40000", "10.42.0.1:80")
			if i%2 == 0 { // a cookie of a guest changes nothing
				r.AddCookie(&http.Cookie{Name: cookieName, Value: playersCookie})
			}
			counts[asked(s, r).Code]++
		}
		if counts[302] != networkBurst || counts[429] != networkBurst {
			t.Errorf("%v", counts)
		}
		if got := ask(s, from(byStranger, request("GET", "/", ""))); got.Code != 200 {
			t.Errorf("another phone gets %d", got.Code)
		}
	})
}

func TestThePortalListensAndEndsAsThePageDoes(t *testing.T) {
	s := server(t, newTable())
	s.opts.Addr = "127.0.0.1:0"
	page, err := s.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.ServePortal(ctx, l) }()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET /tv HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, r.Body)
	_, port, _ := net.SplitHostPort(page.Addr().String())
	if at := r.Header.Get("Location"); at != "http://localhost:"+port+"/tv" {
		t.Errorf("%d %s", r.StatusCode, at)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestHelloSaysWhatToDoInBothLanguagesAndNothingElse(t *testing.T) {
	for _, lang := range words.Langs {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests}})
		s := portalOf(t, at, "[::]:8090")
		r := came("GET", "10.42.0.1:8090", helloPath, "10.42.0.57:40000", "10.42.0.1:8090")
		r.Header.Set("Accept-Language", string(lang))
		r.Header.Set("Sec-Fetch-Site", "cross-site") // sent on from captive.apple.com
		r.AddCookie(&http.Cookie{Name: cookieName, Value: playersCookie})
		got := ask(s, r)
		html := got.Body.String()
		if got.Code != 200 || got.Header().Get("Set-Cookie") != "" || got.Header().Get("Content-Type") != kinds[".html"] {
			t.Errorf("%s: %d %v", lang, got.Code, got.Header())
		}
		for _, want := range []string{`<html lang="` + string(lang) + `">`, s.messages[lang].Word("offline"), `>10.42.0.1:8090</b>`, `src="` + invitationPath + `"`} {
			if !strings.Contains(html, want) {
				t.Errorf("%s: no %q in %s", lang, want, html)
			}
		}
		for _, not := range []string{"<a", "<script", "http:", "https:", "Аня", "192.168"} {
			if strings.Contains(html, not) {
				t.Errorf("%s: %q in %s", lang, not, html)
			}
		}
		if len(html) > 4<<10 {
			t.Errorf("%s: %d bytes for a portal's window", lang, len(html))
		}
	}
}

func TestTheStyleOfANoticeIsTheOneThatItsPolicyAllows(t *testing.T) {
	got := ask(server(t, newTable()), request("GET", helloPath, ""))
	if !strings.Contains(got.Body.String(), "<style>"+noticeStyle+"</style>") || !strings.Contains(got.Header().Get("Content-Security-Policy"), styleHash()) {
		t.Errorf("%v\n%s", got.Header(), got.Body)
	}
	if strings.Contains(got.Body.String(), "style=") {
		t.Error("a policy by hash doesn't allow attributes of style")
	}
}

func TestAPersonWithAForeignAddressLearnsTheRightOne(t *testing.T) {
	const hostile = `evil.com"><script>alert(1)</script>`
	for _, tt := range []struct {
		method, host, accept, page, here, want string
	}{
		{"GET", "other.lan:8090", "text/html,*/*;q=0.8", "[::]:8090", "192.168.1.5:8090", ">192.168.1.5:8090</b>"},
		{"GET", "other.lan", "text/html", "", "192.168.1.5:8090", ">192.168.1.5:8090</b>"},
		{"GET", hostile, "text/html", "[::]:8090", "192.168.1.5:8090", ">192.168.1.5:8090</b>"},
		{"GET", "other.lan", "text/html", "[::]:80", "192.168.1.5:80", ">192.168.1.5</b>"},
		{"GET", "other.lan", "text/html", "[::]:8090", "[fd00::5]:8090", ">[fd00::5]:8090</b>"},
		{"GET", "other.lan", "text/html", "[::]:8090", "[fe80::5%eth0]:8090", "JSON"}, // can't be typed
		{"GET", "other.lan", "*/*", "[::]:8090", "192.168.1.5:8090", "JSON"},
		{"GET", "other.lan", "application/json", "[::]:8090", "192.168.1.5:8090", "JSON"},
		{"POST", "other.lan", "text/html", "[::]:8090", "192.168.1.5:8090", "JSON"},
	} {
		s := portalOf(t, newTable(), tt.page)
		for _, lang := range words.Langs {
			r := came(tt.method, tt.host, "/<b>/evil", "192.168.1.7:40000", tt.here)
			r.Header.Set("Accept", tt.accept)
			r.Header.Set("Accept-Language", string(lang))
			got := ask(s, r)
			text := got.Body.String()
			if got.Code != http.StatusMisdirectedRequest || got.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s %q: %d %v", tt.method, tt.host, got.Code, got.Header())
			}
			if tt.want == "JSON" {
				if want := s.messages[lang].Word("host", quoted(tt.host)); errorIn(t, got) != want {
					t.Errorf("%s %q: %s, want %s", tt.method, tt.host, text, want)
				}
				continue
			}
			if !strings.Contains(text, tt.want) || !strings.Contains(text, s.messages[lang].Word("address")) {
				t.Errorf("%s %q: no %q in %s", tt.method, tt.host, tt.want, text)
			}
			for _, not := range []string{"evil", "other", "<a", "<script", "href", "src=", "<b>"} {
				if strings.Contains(text, not) {
					t.Errorf("%s %q: %q in %s", tt.method, tt.host, not, text)
				}
			}
		}
	}
}
