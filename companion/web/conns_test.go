package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

// crowds are many connections of few machines: the n-th comes from that address.
var crowds = []struct {
	name string
	from func(n int) string
	keep int // how many stay open
}{
	{"one address", func(int) string { return "192.168.1.66" }, mostOfNetwork},
	{"six addresses", func(n int) string { return fmt.Sprintf("192.168.1.%d", 60+n%6) }, mostOfStrangers},
	{"one IPv6 network", func(n int) string { return fmt.Sprintf("fd00::%x", 0x100+n) }, mostOfNetwork},
	{"all of a network", func(n int) string { return fmt.Sprintf("192.168.2.%d", n%250) }, mostOfStrangers},
}

// enters lets a silent connection in from an address.
func (o *conns) enters(from string) *conn {
	addr := net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 9))
	return o.accept(&silent{from: addr}).(*conn)
}

// request is a request by c.
func (c *conn) request() *http.Request {
	r := request("GET", "/", "")
	return r.WithContext(withConn(r.Context(), c))
}

func (c *conn) closed() bool { return c.Conn.(*silent).closed }

func TestWhoHoldsAllConnectionsKeepsNobodyOut(t *testing.T) {
	for _, crowd := range crowds {
		o := newConns(&invites{})
		for n := range 2000 {
			o.enters(crowd.from(n))
		}
		if n := len(o.strangers.open); n != crowd.keep {
			t.Errorf("%s: %d connections stay open, want %d", crowd.name, n, crowd.keep)
		}
		newcomer := o.enters("192.168.1.7")
		for n := range mostOfStrangers - 1 { // time enough for a request
			o.enters(crowd.from(n))
		}
		if newcomer.closed() {
			t.Errorf("%s: a newcomer is hung up on", crowd.name)
		}
		for _, c := range append([]*conn{}, o.strangers.open...) {
			c.Close()
			c.Close() // counts once
		}
		if n := len(o.strangers.open); n > 0 {
			t.Errorf("%s: after all hung up %d are counted", crowd.name, n)
		}
	}
}

func TestAGuestKeepsItsConnectionsWhateverStrangersOpen(t *testing.T) {
	for _, crowd := range append(crowds, struct {
		name string
		from func(n int) string
		keep int
	}{"the guest's own address", func(int) string { return "192.168.1.7" }, mostOfNetwork}) {
		at := newTable()
		at.moment = screen.Moment{Moment: companion.Moment{Guests: guests}, Frame: chequered()}
		servedBy(t, at, func(t *testing.T, client *http.Client, w *wire, _ func() error) {
			wander(client, w, playersCookie)
			here := client.Transport.(guestly)
			dials, dial := 0, here.DialContext
			here.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				dials++
				return dial(ctx, network, address)
			}
			me := func(want int) {
				t.Helper()
				r, err := client.Get("http://localhost/api/me")
				if err != nil {
					t.Fatalf("%s: %v", crowd.name, err)
				}
				_, _ = io.Copy(io.Discard, r.Body)
				r.Body.Close()
				if r.StatusCode != 200 || dials != want {
					t.Errorf("%s: the guest gets %d by connection %d, want 200 by %d", crowd.name, r.StatusCode, dials, want)
				}
			}
			me(1)
			var all []net.Conn
			for n := range 500 {
				here, there := net.Pipe()
				all = append(all, here)
				w.conns <- afar{there, crowd.from(n)}
			}
			me(1)
			r, b := follow(t, client) // one more connection, the last one being idle
			wantPanel(t, b, at.moment)
			me(2)
			r.Body.Close()
			for _, c := range all {
				c.Close()
			}
		})
	}
}

func TestAThirteenthConnectionOfAGuestEndsItsOldestIdleOne(t *testing.T) {
	o := newConns(&invites{})
	var all []*conn
	open := func(guest int) {
		c := o.enters("192.168.1.7")
		o.assign(c.request(), visitor{guest: guest})
		all = append(all, c)
	}
	for range mostOfGuest {
		open(1)
	}
	open(2)
	o.setState(all[3], http.StateIdle)
	open(1)
	open(1)
	o.setState(all[5], http.StateIdle)
	o.setState(all[5], http.StateActive)
	open(1)
	for i, c := range all {
		if want := i == 3 || i == 0 || i == 1; c.closed() != want {
			t.Errorf("connection %d is closed: %t, want %t", i, c.closed(), want)
		}
	}
}

func TestAConnectionIsItsGuestsUntilTheDoorKnowsItNoMore(t *testing.T) {
	o := newConns(&invites{})
	c := o.enters("192.168.1.7")
	for _, guest := range []int{0, 3, 3, 4, 0} {
		o.assign(c.request(), visitor{guest: guest})
		if c.owner.guest != guest || len(o.guests.open) != min(guest, 1) || len(o.strangers.open) != 1-min(guest, 1) {
			t.Errorf("it is %+v, of %d of guests and %d of strangers, want guest %d", c.owner, len(o.guests.open), len(o.strangers.open), guest)
		}
	}
	o.assign(c.request(), visitor{guest: 3})
	c.Close()
	o.assign(c.request(), visitor{}) // its last request is slower
	if n := len(o.guests.open) + len(o.strangers.open); n > 0 {
		t.Errorf("closed, it is counted still")
	}
}

func TestTheDeviceOfAGuestIsApartFromItsNetwork(t *testing.T) {
	o := newConns(&invites{})
	o.assign(o.enters("fd00::7").request(), visitor{guest: 1})
	next := o.enters("fd00::7")
	for n := range 1000 {
		o.enters(fmt.Sprintf("fd00::%x", 0x100+n))
	}
	if next.closed() {
		t.Error("its next connection went with those of its network")
	}
}

func TestAStrangersIdleConnectionEndsSooner(t *testing.T) {
	at := newTable()
	at.moment = screen.Moment{Moment: companion.Moment{Guests: guests}, Frame: chequered()}
	servedBy(t, at, func(t *testing.T, _ *http.Client, w *wire, _ func() error) {
		for cookie, want := range map[string]time.Duration{"none": strangerIdle, playersCookie: idleTime} {
			here, there := net.Pipe()
			w.conns <- afar{there, "192.168.1.7"}
			b := bufio.NewReader(here)
			for range 2 {
				_, _ = fmt.Fprintf(here, "GET /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: companion=%s\r\n\r\n", cookie)
				r, err := http.ReadResponse(b, nil)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, r.Body)
				waittest.Pass(want - time.Second)
			}
			start := time.Now()
			if _, err := b.ReadByte(); err == nil || time.Since(start) != time.Second {
				t.Errorf("with cookie %s: %v after %v, want after %v", cookie, err, time.Since(start)+want-time.Second, want)
			}
			here.Close()
		}
	})
}

// A stream lasts, although its connection begins as a stranger's that was idle.
func TestAStreamOutlastsTheTimeOfAStranger(t *testing.T) {
	at := newTable()
	at.moment = screen.Moment{Moment: companion.Moment{Guests: guests}, Frame: chequered()}
	servedBy(t, at, func(t *testing.T, _ *http.Client, w *wire, _ func() error) {
		here, there := net.Pipe()
		defer here.Close()
		w.conns <- afar{there, "192.168.1.7"}
		b := bufio.NewReader(here)
		_, _ = io.WriteString(here, "GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
		r, err := http.ReadResponse(b, nil)
		if err != nil || r.StatusCode != 401 {
			t.Fatalf("%v, %v", r, err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(here, "GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: companion="+playersCookie+"\r\n\r\n")
		synctest.Wait()
		for alive := 0; alive < 10; {
			l, err := b.ReadString('\n')
			if err != nil {
				t.Fatalf("after %d signs of life: %v", alive, err)
			}
			if strings.HasPrefix(l, "event: alive") {
				alive++
			}
		}
	})
}

// A phone may send a request by a connection that was idle, in pieces: headers up to 2 s long, and a
// body up to 10 s.
func TestARequestInPiecesIsReadWhoeverSendsIt(t *testing.T) {
	for _, cookie := range []string{"none", playersCookie} {
		at := newTable()
		at.key, at.role = strings.Repeat("A", 26), door.Play
		at.moment = screen.Moment{Moment: companion.Moment{Guests: guests}, Frame: chequered()}
		servedBy(t, at, func(t *testing.T, _ *http.Client, w *wire, _ func() error) {
			here, there := net.Pipe()
			defer here.Close()
			w.conns <- afar{there, "192.168.1.7"}
			b, body := bufio.NewReader(here), `{"key":"`+at.key+`"}`
			for _, pieces := range [][]string{
				{"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"},
				{"POST /api/join HTTP/1.1\r\nHost: loc", "alhost\r\nContent-Type: application/json\r\nCookie: companion=" + cookie, fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n", len(body)), body[:9], body[9:]},
			} {
				for _, piece := range pieces {
					if _, err := io.WriteString(here, piece); err != nil {
						t.Fatalf("with cookie %s, %q: %v", cookie, piece, err)
					}
					waittest.Pass(900 * time.Millisecond)
				}
				r, err := http.ReadResponse(b, nil)
				if err != nil || r.StatusCode != 200 {
					t.Fatalf("with cookie %s, %q: %v, %v", cookie, pieces, r, err)
				}
				_, _ = io.Copy(io.Discard, r.Body)
			}
		})
	}
}
