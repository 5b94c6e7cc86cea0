package web

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
)

// request is one that a browser or curl on this machine would send.
func request(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "localhost:8090", "127.0.0.1:40000"
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	reached := &net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 8090}
	return r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, reached))
}

func ask(s *Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestOnlyRequestsToThisMachineAreAnswered(t *testing.T) {
	s := server(t, newTable())
	for _, tt := range []struct {
		host string
		want int
	}{
		{"localhost", 200},
		{"localhost:8090", 200},
		{"LOCALHOST:8090", 200},
		{"localhost.:8090", 200},
		{"127.0.0.1:8090", 200},
		{"127.0.0.1", 200},
		{"127.9.9.9", 200},
		{"[::1]:8090", 200},
		{"[::1]", 200},
		{"[::ffff:127.0.0.1]:8090", 200},
		{"tisch:8090", 200},
		{"Tisch.Local", 200},
		{"192.168.1.5:8090", 200}, // the address that was reached
		{"[::ffff:192.168.1.5]", 200},
		{"192.168.1.6:8090", 421},
		{"example.com", 421},
		{"localhost.example.com", 421},
		{"example.com:8090@localhost", 421},
		{"127.0.0.1.nip.io:8090", 421},
		{"0.0.0.0:8090", 421},
		{"[::]:8090", 421},
		{"2130706433", 421}, // 127.0.0.1 as one number
		{"", 421},
		{"localhost:8090:8090", 421},
		{strings.Repeat("a", 5000), 421},
	} {
		for _, path := range []string{"/", "/api/panel.txt"} {
			r := request("GET", path, "")
			r.Host = tt.host
			if got := ask(s, r); got.Code != tt.want {
				t.Errorf("Host %.40q, %s: %d %s, want %d", tt.host, path, got.Code, got.Body, tt.want)
			}
		}
	}
}

const joinFirst = "join first: scan the code on the box, or enter its six digits"

func TestHostileRequestsChangeNothing(t *testing.T) {
	const press = `{"key":"ok"}`
	for _, tt := range []struct {
		name   string
		spoil  func(*http.Request)
		status int
		want   string
	}{
		{"a page of another site", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403, "another site's page may not look here"},
		{"a page at another port", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, 403, "another site's page may not look here"},
		{"an old browser's page of another site", func(r *http.Request) { r.Header.Set("Origin", "https://example.com") }, 403, "another site's page may not press here"},
		{"a sandboxed page", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403, "another site's page may not press here"},
		{"a rebound name", func(r *http.Request) {
			r.Host = "evil.example:8090"
			r.Header.Set("Origin", "http://evil.example:8090")
		}, 421, `this is not the host "evil.example:8090"`},
		{"a proxy", func(r *http.Request) { r.Header.Set("X-Forwarded-For", "127.0.0.1") }, 403, "requests through a proxy are refused"},
		{"a proxy of another kind", func(r *http.Request) { r.Header.Set("X-Forwarded-Proto", "https") }, 403, "requests through a proxy are refused"},
		{"a proxy by the book", func(r *http.Request) { r.Header.Set("Forwarded", "for=127.0.0.1") }, 403, "requests through a proxy are refused"},
		{"a proxy that says so", func(r *http.Request) { r.Header.Set("Via", "1.1 proxy") }, 403, "requests through a proxy are refused"},
		{"nginx", func(r *http.Request) { r.Header.Set("X-Real-IP", "127.0.0.1") }, 403, "requests through a proxy are refused"},
		{"an empty forwarding header", func(r *http.Request) { r.Header["X-Forwarded-For"] = []string{""} }, 403, "requests through a proxy are refused"},
		{"another machine", func(r *http.Request) { r.RemoteAddr = "192.168.1.7:40000" }, 401, joinFirst},
		{"another machine over IPv6", func(r *http.Request) { r.RemoteAddr = "[fe80::1%eth0]:40000" }, 401, joinFirst},
		{"nobody knows who", func(r *http.Request) { r.RemoteAddr = "@" }, 401, joinFirst},
		{"a form", func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 415, "the body is application/json"},
		{"a text", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415, "the body is application/json"},
		{"no type", func(r *http.Request) { r.Header.Del("Content-Type") }, 415, "the body is application/json"},
		{"a GET", func(r *http.Request) { r.Method = "GET" }, 405, "/api/press is for POST"},
		{"a PUT", func(r *http.Request) { r.Method = "PUT" }, 405, "/api/press is for POST"},
	} {
		at := newTable()
		r := request("POST", "/api/press", press)
		tt.spoil(r)
		got := ask(server(t, at), r)
		if got.Code != tt.status || errorIn(t, got) != tt.want {
			t.Errorf("%s: %d %s, want %d %s", tt.name, got.Code, got.Body, tt.status, tt.want)
		}
		if len(at.pressed) > 0 {
			t.Errorf("%s pressed %v", tt.name, at.pressed)
		}
	}
}

// errorIn returns the error that an answer tells.
func errorIn(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var p problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%q of type %s: %v", w.Body, w.Header().Get("Content-Type"), err)
	}
	return p.Error
}

func TestForwardingHeadersEndTheTrustInEveryRequest(t *testing.T) {
	s := server(t, newTable())
	for _, path := range []string{"/", "/icon.svg", "/api/panel.png", "/api/match", "/api/events", "/api/record"} {
		r := request("GET", path, "")
		r.Header.Set("X-Forwarded-For", "10.0.0.1")
		if got := ask(s, r); got.Code != 403 {
			t.Errorf("%s: %d, want 403", path, got.Code)
		}
	}
}

// Who asks, as the tests call them.
const (
	bySystemSocket = "the socket"
	byThisMachine  = "this machine"
	byPlayer       = "a guest who may play"
	byOnlooker     = "a guest who may look"
	byProgram      = "a program"
	byStranger     = "a stranger"
)

const (
	playersCookie   = "PLAYERPLAYERPLAYERPLAYER22"
	onlookersCookie = "LOOKERLOOKERLOOKERLOOKER33"
	programsKey     = "programprogramprogramprogr"
)

// guests are a player, an onlooker and a program.
var guests = &door.Guests{
	guest(1, door.Play, playersCookie), guest(2, door.Look, onlookersCookie),
	{ID: 3, Name: "Робот", Role: door.Look, Hash: sha256.Sum256([]byte(programsKey)), Program: true},
}

// from makes r come from one of them.
func from(who string, r *http.Request) *http.Request {
	if who == bySystemSocket {
		r.RemoteAddr = "@"
		return r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, &net.UnixAddr{Net: "unix", Name: "/run/companion.sock"}))
	}
	if who != byThisMachine {
		r.Host, r.RemoteAddr = "192.168.1.5:8090", "192.168.1.7:40000"
	}
	if who == byProgram {
		r.Header.Set("Authorization", "Bearer prog ram "+programsKey[7:])
	}
	if value := map[string]string{byPlayer: playersCookie, byOnlooker: onlookersCookie}[who]; value != "" {
		r.AddCookie(&http.Cookie{Name: cookieName, Value: value})
	}
	return r
}

func TestWhoMayWhat(t *testing.T) {
	for _, tt := range []struct {
		who              string
		simulated        bool
		page, get, press int
		pressed          string
		wired            bool
	}{
		{bySystemSocket, true, 200, 200, 200, "ok", true},
		{bySystemSocket, false, 200, 200, 200, "ok", true},
		{byThisMachine, true, 200, 200, 200, "ok", true},
		{byThisMachine, false, 200, 401, 401, "", false},
		{byPlayer, true, 200, 200, 200, "ok from afar", false},
		{byPlayer, false, 200, 200, 200, "ok from afar", false},
		{byOnlooker, true, 200, 200, 403, "", false},
		{byOnlooker, false, 200, 200, 403, "", false},
		{byProgram, true, 200, 200, 403, "", false},
		{byProgram, false, 200, 200, 403, "", false},
		{byStranger, true, 200, 401, 401, "", false},
		{byStranger, false, 200, 401, 401, "", false},
	} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests, Private: true}, Frame: chequered()})
		s := server(t, at)
		s.opts.Simulated = tt.simulated
		for _, path := range []string{"/", "/J/", "/J/ABCDEFGHIJKLMNOPQRSTUVWXYZ", "/icon.svg"} {
			if got := ask(s, from(tt.who, request("GET", path, ""))); got.Code != tt.page {
				t.Errorf("%+v: %s: %d, want %d", tt, path, got.Code, tt.page)
			}
		}
		for _, path := range []string{"/api/me", "/api/panel.png", "/api/panel.txt", "/api/match", "/api/record", "/api/games", "/api/glyphs?game=coins"} {
			if got := ask(s, from(tt.who, request("GET", path, ""))); got.Code != tt.get {
				t.Errorf("%+v: %s: %d %s, want %d", tt, path, got.Code, got.Body, tt.get)
			}
		}
		got := ask(s, from(tt.who, request("POST", "/api/press", `{"key":"ok"}`)))
		if pressed := strings.Join(at.pressed, ","); got.Code != tt.press || pressed != tt.pressed {
			t.Errorf("%+v: a press is answered by %d %s and presses %q", tt, got.Code, got.Body, pressed)
		}
		if tt.get != 200 {
			continue
		}
		picture := ask(s, from(tt.who, request("GET", "/api/panel.txt", ""))).Body.String()
		if shown := strings.Trim(picture, " .\n") != ""; shown != tt.wired {
			t.Errorf("%+v: of a private page shows %t", tt, shown)
		}
		var me struct{ Wired, Private bool }
		if err := json.Unmarshal(ask(s, from(tt.who, request("GET", "/api/me", ""))).Body.Bytes(), &me); err != nil || me.Wired != tt.wired || !me.Private {
			t.Errorf("%+v: is told %+v, %v", tt, me, err)
		}
	}
}

func TestAProgramsKeyIsNoCookieAndACookieNoKey(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests}})
	s := server(t, at)
	cookie := from(byStranger, request("GET", "/api/match", ""))
	cookie.AddCookie(&http.Cookie{Name: cookieName, Value: programsKey})
	key := from(byStranger, request("GET", "/api/match", ""))
	key.Header.Set("Authorization", "Bearer "+playersCookie)
	wrong := from(byPlayer, request("GET", "/api/match", ""))
	wrong.Header.Set("Authorization", "Bearer "+playersCookie)
	for name, r := range map[string]*http.Request{"a key as a cookie": cookie, "a cookie as a key": key, "a wrong key beside a cookie": wrong} {
		if got := ask(s, r); got.Code != http.StatusUnauthorized {
			t.Errorf("%s gets %d", name, got.Code)
		}
	}
}

func TestEveryPathButThePageAndTheDoorIsForGuests(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests}})
	s := shelved(t, at)
	for _, route := range s.routes {
		open := !strings.HasPrefix(route.path, "/api/") || route.path == "/api/join"
		path := strings.NewReplacer("{id}", "x", "{seq}", "1", "{token}", "T").Replace(route.path)
		for method := range route.do {
			got := ask(s, from(byStranger, request(method, path, "")))
			if refused := got.Code == 401; refused == open {
				t.Errorf("%s %s: a stranger gets %d", method, path, got.Code)
			}
			if method == "GET" || open {
				continue
			}
			if got := ask(s, from(byOnlooker, request(method, path, "{}"))); got.Code != 403 {
				t.Errorf("%s %s: an onlooker gets %d, want 403", method, path, got.Code)
			}
		}
	}
	for _, path := range []string{"/nothing", "/api/", "/api/nothing", "/page/page.js"} {
		if got := ask(s, from(byStranger, request("GET", path, ""))); got.Code != 401 {
			t.Errorf("%s: a stranger gets %d, want 401", path, got.Code)
		}
	}
}

func TestALinkFromAnotherSiteOpensThePageAndNothingElse(t *testing.T) {
	s := server(t, newTable())
	for path, want := range map[string]int{"/": 200, "/J/ABC": 200, "/icon.svg": 403, "/api/panel.png": 403, "/api/events": 403} {
		r := request("GET", path, "")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		if got := ask(s, r); got.Code != want {
			t.Errorf("%s: %d, want %d", path, got.Code, want)
		}
	}
}

func TestPathsAndMethodsThatAreNotThere(t *testing.T) {
	s := server(t, newTable())
	for _, tt := range []struct {
		method, path string
		status       int
		allow, want  string
	}{
		{"GET", "/api", 404, "", `there is nothing at "/api"`},
		{"GET", "/api/panel.gif", 404, "", `there is nothing at "/api/panel.gif"`},
		{"GET", "/page/index.html", 404, "", `there is nothing at "/page/index.html"`},
		{"GET", "/../etc/passwd", 404, "", `there is nothing at "/../etc/passwd"`},
		{"POST", "/", 405, "GET", "/ is for GET"},
		{"POST", "/api/panel.txt", 405, "GET", "/api/panel.txt is for GET"},
		{"DELETE", "/api/match", 405, "GET", "/api/match is for GET"},
		{"GET", "/api/decide", 405, "POST", "/api/decide is for POST"},
		{"HEAD", "/api/press", 405, "POST", "/api/press is for POST"},
	} {
		got := ask(s, request(tt.method, tt.path, ""))
		if got.Code != tt.status || got.Header().Get("Allow") != tt.allow || errorIn(t, got) != tt.want {
			t.Errorf("%s %s: %d, Allow %q, %s; want %d, %q, %s",
				tt.method, tt.path, got.Code, got.Header().Get("Allow"), got.Body, tt.status, tt.allow, tt.want)
		}
	}
}

// cached is whether an answer may be kept: files of the page are, and asked about.
func cached(path, host string) string {
	if strings.HasPrefix(path, "/api/") || path == fileArtPath || path == helloPath || host != "localhost" { // no game is called {file}
		return "no-store"
	}
	if strings.HasPrefix(path, "/art/") {
		return artCacheControl
	}
	if strings.HasPrefix(path, versioned) {
		return "no-store" // no file has the name of the route
	}
	return "no-cache"
}

func TestEveryAnswerIsNobodyElsesBusiness(t *testing.T) {
	s := server(t, newTable())
	for _, route := range s.routes {
		path := route.path
		if path == "/api/events" {
			continue // lasts; see TestEventsTellWhatChanges
		}
		for _, host := range []string{"localhost", "example.com"} {
			r := request("GET", path, "")
			r.Host = host
			h := ask(s, r).Header()
			for name, want := range map[string]string{
				"X-Content-Type-Options":       "nosniff",
				"Cache-Control":                cached(path, host),
				"Cross-Origin-Resource-Policy": "same-origin",
			} {
				if h.Get(name) != want {
					t.Errorf("%s: %s is %q, want %q", path, name, h.Get(name), want)
				}
			}
			if policy := h.Get("Content-Security-Policy"); !slices.Contains(strings.Split(policy, "; "), "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") {
				t.Errorf("%s: policy %q", path, policy)
			}
		}
	}
}

func TestOverPlainHTTPNothingIsPromisedThatBrowsersComplainAbout(t *testing.T) {
	s := server(t, newTable())
	for who, want := range map[string]string{byThisMachine: "same-origin", byStranger: ""} {
		if got := ask(s, from(who, request("GET", "/", ""))).Header().Get("Cross-Origin-Opener-Policy"); got != want {
			t.Errorf("from %s: Cross-Origin-Opener-Policy %q, want %q", who, got, want)
		}
	}
}
