package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

func TestEachVisitorHasAPaceOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		here := func(n int) visitor { return stranger(netip.AddrFrom4([4]byte{192, 168, byte(n >> 8), byte(n)})) }
		guest, other := visitor{guest: 1}, visitor{guest: 2}
		wants := func(when string, v visitor, want int) {
			t.Helper()
			n := 0
			for p.allow(v) {
				n++
			}
			if n != want {
				t.Errorf("%s %d requests of %+v, want %d", when, n, v, want)
			}
		}
		known := func() int {
			p.mu.Lock()
			defer p.mu.Unlock()
			return len(p.counts)
		}
		wants("at once", guest, guestBurst)
		wants("at once, beside a guest,", here(1), networkBurst)
		wants("at once, beside another,", other, guestBurst)
		for n := 2; n <= strangersBurst/networkBurst; n++ {
			wants("at once, beside other strangers,", here(n), networkBurst)
		}
		wants("where strangers have sent all they may,", here(999), strangersReserve/(1+strangersBurst/networkBurst))
		time.Sleep(time.Second + time.Millisecond)
		wants("a second later", guest, guestPerSec)
		wants("a second later", here(1), networkPerSec)
		wants("a second later", here(999), strangersPerSec/(1+strangersBurst/networkBurst))
		time.Sleep(time.Minute)
		for n := range 5000 {
			p.allow(here(n))
		}
		if n := known(); n != strangersBurst {
			t.Errorf("%d visitors are counted, want %d", n, strangersBurst)
		}
		time.Sleep(time.Minute)
		if n := known(); n > 0 {
			t.Errorf("after a quiet minute %d visitors are still counted", n)
		}
	})
}

func TestGuestsAndStrangersOfOneAddressHaveAPaceEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, order := range [][]string{{byPlayer, byStranger, byOnlooker}, {byStranger, byOnlooker, byPlayer}} {
			at := newTable()
			at.set(screen.Moment{Moment: companion.Moment{Guests: guests}, Frame: chequered()})
			s := server(t, at)
			for _, who := range order {
				n, want := 0, guestBurst
				if who == byStranger {
					want = networkBurst
				}
				for ask(s, look(who, "/api/me")).Code != 429 {
					n++
				}
				if n != want {
					t.Errorf("%s, after %v: %d requests are answered, want %d", who, order, n, want)
				}
			}
			time.Sleep(time.Minute)
		}
	})
}

func TestOnAnIPv6NetworkAllAddressesOfOneAreOneVisitor(t *testing.T) {
	seen := map[visitor]bool{}
	for _, from := range []string{"[2001:db8::1]:1", "[2001:db8::2:3:4]:2", "[fe80::1%eth0]:3", "[fe80::2%eth0]:3", "192.168.1.7:1", "[::ffff:192.168.1.7]:1", "@"} {
		seen[stranger(address(from))] = true
	}
	if len(seen) != 4 {
		t.Errorf("visitors %v, want 4", seen)
	}
}

// crowd is a listener to which whoever is in the list connects.
type crowd struct{ from []string }

func (c *crowd) Accept() (net.Conn, error) {
	if len(c.from) == 0 {
		return nil, net.ErrClosed
	}
	from := c.from[0]
	c.from = c.from[1:]
	return &silent{from: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from))}, nil
}

func (c *crowd) Close() error   { return nil }
func (c *crowd) Addr() net.Addr { return &net.TCPAddr{} }

// silent is a connection that says nothing.
type silent struct {
	net.Conn
	from   net.Addr
	closed bool
}

func (s *silent) LocalAddr() net.Addr  { return &net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 8090} }
func (s *silent) RemoteAddr() net.Addr { return s.from }
func (s *silent) Close() error         { s.closed = true; return nil }

func TestOnlyPrivateNetworksAreAnswered(t *testing.T) {
	for address, want := range map[string]bool{
		"10.0.0.1": true, "172.16.0.1": true, "172.31.255.255": true, "192.168.255.255": true, "169.254.1.1": true,
		"127.0.0.1": true, "::1": true, "fe80::1%eth0": true, "fd00::1": true, "::ffff:192.168.1.7": true,
		"9.255.255.255": false, "11.0.0.0": false, "172.15.255.255": false, "172.32.0.0": false, "192.167.255.255": false,
		"192.169.0.0": false, "169.255.0.0": false, "100.64.0.1": false, "8.8.8.8": false, "0.0.0.0": false,
		"203.0.113.9": false, "255.255.255.255": false, "224.0.0.1": false,
		"2001:db8::1": false, "fbff::1": false, "fe00::1": false, "fec0::1": false, "ff02::1": false, "::": false,
		"::ffff:8.8.8.8": false, "64:ff9b::a00:1": false,
	} {
		c := &crowd{from: []string{netip.AddrPortFrom(netip.MustParseAddr(address), 9).String()}}
		l := listener{c, server(t, newTable())}
		if _, err := l.Accept(); (err == nil) != want {
			t.Errorf("%s is let in: %t, want %t", address, err == nil, want)
		}
	}
}

// The unit's list and the daemon's are one: a box without systemd is no more open.
func TestTheNetworksAreThoseOfTheUnit(t *testing.T) {
	text, err := os.ReadFile("../../systemd/companiond.service")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string][]string{"localhost": {"127.0.0.0/8", "::1/128"}, "link-local": {"169.254.0.0/16", "fe80::/64"}}
	for line := range strings.Lines(string(text)) {
		list, ok := strings.CutPrefix(strings.TrimSpace(line), "IPAddressAllow=")
		if !ok {
			continue
		}
		for _, name := range strings.Fields(list) {
			networks, ok := names[name]
			if !ok {
				networks = []string{name}
			}
			delete(names, name)
			for _, network := range networks {
				if a := netip.MustParsePrefix(network).Addr(); !private(a) {
					t.Errorf("the unit lets %s in, the daemon not", network)
				}
			}
		}
	}
	if len(names) > 0 {
		t.Errorf("the unit doesn't let in %v", names)
	}
}

func TestAFourthStreamOfAGuestEndsItsOldest(t *testing.T) {
	s := newStreams(5)
	ended := map[string]bool{}
	enter := func(name string, guest int) bool {
		return s.add(&watcher{guest: guest, end: func() { ended[name] = true }})
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		if !enter(name, 1) {
			t.Errorf("%s was not let in", name)
		}
	}
	if !ended["a"] || len(ended) != 1 {
		t.Errorf("ended %v, want a", ended)
	}
	if !enter("x", 2) || !enter("y", 0) || len(s.all) != 5 || len(ended) != 1 {
		t.Error("of five places not all five were given")
	}
	if !enter("z", 2) || !ended["b"] || enter("v", 2) || enter("e", 1) || len(ended) != 2 {
		t.Errorf("ended %v, want two streams for each of two guests", ended)
	}
}

func TestWhereAllStreamsAreTakenWhoHasNoneGetsOneOfWhoeverHasMost(t *testing.T) {
	s := newStreams(5)
	ended := ""
	enter := func(name string, guest int) bool {
		return s.add(&watcher{guest: guest, end: func() { ended += name }})
	}
	for _, f := range []string{"a1", "b2", "c2", "d2", "e0"} {
		enter(f[:1], int(f[1]-'0'))
	}
	for _, tt := range []struct {
		name  string
		guest int
		in    bool
		ended string
	}{
		{"f", 3, true, "b"},
		{"g", 4, true, "bc"},
		{"h", 5, false, "bc"}, // four guests and the box have one each
		{"i", 0, false, "bc"},
	} {
		if in := enter(tt.name, tt.guest); in != tt.in || ended != tt.ended {
			t.Errorf("%s of guest %d is let in: %t, for %q; want %t, for %q", tt.name, tt.guest, in, ended, tt.in, tt.ended)
		}
	}
}

// afar is a connection from another machine.
type afar struct {
	net.Conn
	from string
}

func (afar) LocalAddr() net.Addr    { return &net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 8090} }
func (a afar) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(a.from), Port: 40000} }

// wander makes client come from another machine, as a guest with that cookie.
func wander(client *http.Client, w *wire, cookie string) {
	client.Transport = guestly{cookie, &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		w.conns <- afar{there, "192.168.1.7"}
		return here, nil
	}}}
}

// guestly sends a cookie with every request.
type guestly struct {
	cookie string
	*http.Transport
}

func (g guestly) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.AddCookie(&http.Cookie{Name: cookieName, Value: g.cookie})
	r.Host = "192.168.1.5:8090"
	return g.Transport.RoundTrip(r)
}

func TestAStreamEndsAtOnceWhenItsGuestIsSentAway(t *testing.T) {
	at := newTable()
	at.moment = screen.Moment{Moment: companion.Moment{Guests: guests}, Frame: chequered()}
	servedBy(t, at, func(t *testing.T, client *http.Client, w *wire, _ func() error) {
		wander(client, w, playersCookie)
		r, b := follow(t, client)
		wantPanel(t, b, at.moment)
		if _, _, data := event(t, b); data["role"] != "play" {
			t.Errorf("told %v, want role play", data)
		}
		m := *at.Now()
		m.Guests = &door.Guests{guest(1, door.Look, playersCookie)}
		at.set(m)
		if name, _, data := event(t, b); name != "match" || data["role"] != "look" {
			t.Errorf("%s %v, want role look", name, data)
		}
		start := time.Now()
		m.Guests = &door.Guests{} // good night
		m.Frame.OLED.Set(0, 0, !m.Frame.OLED.At(0, 0))
		at.set(m)
		if rest, err := b.ReadString('\n'); err == nil || rest != "" || time.Since(start) > 0 {
			t.Errorf("after %v then %q, %v", time.Since(start), rest, err)
		}
		r.Body.Close()
		if r, err := client.Get("http://localhost/api/events"); err != nil || r.StatusCode != 401 {
			t.Errorf("coming back: %v, %v", r, err)
		} else {
			r.Body.Close()
		}
	})
}

func TestAPrivatePageIsBlankOnPhonesAndComesBackAfterIt(t *testing.T) {
	at := newTable()
	at.moment = screen.Moment{Moment: companion.Moment{Guests: guests, Private: true}, Frame: chequered()}
	servedBy(t, at, func(t *testing.T, client *http.Client, w *wire, _ func() error) {
		wander(client, w, playersCookie)
		r, b := follow(t, client)
		defer r.Body.Close()
		wantPanel(t, b, screen.Moment{})
		if _, _, data := event(t, b); data["private"] != true {
			t.Errorf("told %v, want private", data)
		}
		m := *at.Now()
		m.Frame.OLED.Set(5, 5, !m.Frame.OLED.At(5, 5)) // on a private page: nobody hears of it
		at.set(m)
		synctest.Wait()
		m.Private = false
		at.set(m)
		wantPanel(t, b, m)
		if name, _, data := event(t, b); name != "match" || data["private"] != false {
			t.Errorf("%s %v, want no longer private", name, data)
		}
	})
}

func TestAPhoneThatWakesIsToldSinceWhen(t *testing.T) {
	at := newTable()
	at.moment = screen.Moment{Moment: companion.Moment{Match: begun(t, "take 2", "pass")}}
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		for id, want := range map[string]any{"1": 1.0, "0": 0.0, "": nil, "x": nil, "-1": nil} {
			r, err := http.NewRequest("GET", "http://localhost/api/events", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Last-Event-ID", id)
			got, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			b := newReader(got)
			if _, panel, _ := event(t, b); want != nil && panel != id {
				t.Errorf("the picture has id %s: a phone that goes now would miss what came after %s", panel, id)
			}
			if _, now, data := event(t, b); data["since"] != want || now != "3" {
				t.Errorf("last %q: id %s, %v, want since %v", id, now, data, want)
			}
			got.Body.Close()
			synctest.Wait()
		}
	})
}

func TestAFileMayTakeLongerThanABodyButMustComeAtAPace(t *testing.T) {
	at := newTable()
	folder := t.TempDir()
	servedWith(t, at, func(s *Server) { s.uploads.folder = folder }, func(t *testing.T, client *http.Client, w *wire, _ func() error) {
		line := strings.Repeat("x", uploadPart/4-1) + "\n"
		for _, tt := range []struct {
			name  string
			lines int // that are sent, of 100
			every time.Duration
			want  string
			after time.Duration
		}{
			{"at a pace", 100, time.Second, "HTTP/1.1 202 Accepted", 100 * time.Second},
			{"at a trickle", 100, 2 * time.Second, "HTTP/1.1 503 Service Unavailable", uploadPace},
			{"one byte", 0, time.Second, "HTTP/1.1 503 Service Unavailable", uploadPace},
			{"which stops", 20, time.Second, "HTTP/1.1 503 Service Unavailable", 20*time.Second + uploadPace},
		} {
			c, err := w.dial(t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			go func() {
				head := "POST /api/restore HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + typeRecord + "\r\nContent-Length: " + strconv.Itoa(1+100*len(line)) + "\r\n\r\n\n"
				_, _ = c.Write([]byte(head))
				for range tt.lines {
					waittest.Pass(tt.every)
					_, _ = c.Write([]byte(line)) // perhaps to nobody
				}
			}()
			status, err := bufio.NewReader(c).ReadString('\n')
			if took := time.Since(start); strings.TrimSpace(status) != tt.want || took > tt.after+time.Second {
				t.Errorf("%s: %q, %v after %v, want %q after %v", tt.name, status, err, took, tt.want, tt.after)
			}
			c.Close()
			waittest.Pass(3 * uploadTime)
		}
	})
}

func TestNoFileTakesLongerThanItMay(t *testing.T) {
	at := newTable()
	folder := t.TempDir()
	servedWith(t, at, func(s *Server) { s.uploads.folder = folder }, func(t *testing.T, client *http.Client, w *wire, _ func() error) {
		r, body := io.Pipe()
		go func() {
			for chunk := []byte(strings.Repeat("x\n", uploadPart/8)); ; waittest.Pass(time.Second) {
				if _, err := body.Write(chunk); err != nil {
					return
				}
			}
		}()
		start := time.Now()
		got, err := client.Post("http://localhost/api/restore", typeRecord, r)
		if err == nil {
			got.Body.Close()
		}
		if took := time.Since(start); took < uploadTime || took > uploadTime+2*time.Second || err == nil && got.StatusCode != 503 {
			t.Errorf("%v, %v after %v, want 503 after %v", got, err, took, uploadTime)
		}
		r.Close()
		waittest.Pass(2 * time.Second) // for who sends to notice
	})
}

func TestAFileThatWaitsForTheKeysIsNoOtherGuestsToReplace(t *testing.T) {
	at := newTable()
	at.moment = screen.Moment{Moment: companion.Moment{Guests: guests}}
	s := shelved(t, at)
	by := func(who string) int {
		got := ask(s, from(who, sent("/api/restore", typeRecord, "match\n")))
		return got.Code
	}
	if got := by(byPlayer); got != 202 {
		t.Fatalf("the first gets %d", got)
	}
	first := s.uploads.path
	if got := by(byThisMachine); got != 409 {
		t.Errorf("another gets %d, want 409", got)
	}
	got := ask(s, from(byThisMachine, sent("/api/import", typeCSV, "Аня\n")))
	if got.Code != 409 || errorIn(t, got) != "another file waits for an answer by the keys of the box" {
		t.Errorf("another with names gets %d %s", got.Code, got.Body)
	}
	if _, err := os.Stat(first); err != nil {
		t.Errorf("the first is gone: %v", err)
	}
	if got := by(byPlayer); got != 202 || s.uploads.path == first {
		t.Errorf("who sent it gets %d", got)
	}
	if err := os.Remove(s.uploads.path); err != nil { // it was answered
		t.Fatal(err)
	}
	if got := by(byThisMachine); got != 202 {
		t.Errorf("after the answer another gets %d", got)
	}
}

func TestOneFileIsSentAtATime(t *testing.T) {
	s := shelved(t, newTable())
	r, body := io.Pipe()
	first := make(chan int)
	go func() {
		w := request("POST", "/api/restore", "")
		w.Header.Set("Content-Type", typeRecord)
		w.Body = r
		first <- ask(s, w).Code
	}()
	fmt.Fprintln(body, "match") // it has begun
	got := ask(s, sent("/api/import", typeCSV, "Аня\n"))
	if got.Code != 503 || got.Header().Get("Retry-After") != busyTime || errorIn(t, got) != "another file is being read already" {
		t.Errorf("the second gets %d %v %s", got.Code, got.Header(), got.Body)
	}
	body.Close()
	if code := <-first; code != 202 {
		t.Errorf("the first gets %d", code)
	}
}
