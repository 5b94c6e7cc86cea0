package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion/door"
	"tabletop/companion/waittest"
)

// A flood of 2,000 requests a second comes from 30 addresses. A phone sends a request each 20 ms.
const (
	flooders   = 30
	phoneEvery = 20 * time.Millisecond
	perRequest = int(2000 * int64(phoneEvery) / int64(time.Second))
)

// flooded is a server under a flood.
type flooded struct {
	at   *table
	s    *Server
	sent int                // requests of the flood
	from func(n int) string // address of the n-th of them
	path func(n int) string // what it asks for
	got  map[int]int        // answers to the flood by status
	keys int                // tokens so far
}

// floodedServer is under a flood of addresses of its own network.
func floodedServer(t *testing.T) *flooded {
	f := &flooded{at: newTable(), got: map[int]int{}}
	f.at.role = door.Play
	f.s = server(t, f.at)
	f.from = func(n int) string { return fmt.Sprintf("192.168.1.%d", 100+n%flooders) }
	f.path = func(int) string { return "/api/me" }
	f.newToken()
	return f
}

// newToken shows the next token on the panel.
func (f *flooded) newToken() {
	f.keys++
	f.at.mu.Lock()
	defer f.at.mu.Unlock()
	f.at.key = strings.Repeat("A", 24) + string(rune('A'+f.keys/26)) + string(rune('A'+f.keys%26))
}

// pass lets the flood go on for d.
func (f *flooded) pass(d time.Duration) {
	for ; d > 0; d -= phoneEvery {
		for range perRequest {
			r := strangerFrom(f.from(f.sent), "GET", f.path(f.sent), "")
			f.sent++
			f.got[ask(f.s, r).Code]++
		}
		waittest.Pass(phoneEvery)
	}
}

// strangerFrom is a request of a stranger at an address.
func strangerFrom(address, method, path, body string) *http.Request {
	r := from(byStranger, request(method, path, body))
	r.RemoteAddr = address + ":40000"
	if strings.Contains(address, ":") {
		r.RemoteAddr = "[" + address + "]:40000"
	}
	return r
}

// filesLoaded matches what a file of the page makes a browser load.
var filesLoaded = regexp.MustCompile(`(?: href=| src=)"(/[^"]+\.[a-z]+)"`)

// visit loads the page of a path with all its files, and returns the answers that a phone doesn't
// expect.
func (f *flooded) visit(address, path string) (wrong []string) {
	seen := map[string]bool{path: true}
	for load := []string{path}; len(load) > 0; load = load[1:] {
		f.pass(phoneEvery)
		got := ask(f.s, strangerFrom(address, "GET", load[0], ""))
		if got.Code != 200 {
			wrong = append(wrong, fmt.Sprint(load[0], " ", got.Code))
			continue
		}
		for _, file := range filesLoaded.FindAllStringSubmatch(got.Body.String(), -1) {
			if next := file[1]; !seen[next] {
				seen[next] = true
				load = append(load, next)
			}
		}
	}
	if len(wrong) == 0 && len(seen) < 6 {
		wrong = append(wrong, fmt.Sprintf("only %d files", len(seen)))
	}
	return wrong
}

// arrive has a phone scan a token, load the page and join.
func (f *flooded) arrive(address, token string) (wrong []string) {
	if wrong = f.visit(address, joinPath+token); len(wrong) > 0 {
		return wrong
	}
	f.pass(phoneEvery)
	if got := ask(f.s, strangerFrom(address, "POST", "/api/join", `{"key":"`+token+`"}`)); got.Code != 200 {
		return []string{fmt.Sprint("join ", got.Code)}
	}
	return nil
}

// all has 25 phones arrive, each with the token that the panel then shows, and returns how many
// come in.
func (f *flooded) all(t *testing.T, from func(n int) string) (in int) {
	f.pass(3 * time.Second)
	for n := range 25 {
		wrong := f.arrive(from(n), f.at.key)
		if len(wrong) == 0 {
			in++
		} else if len(wrong) < 30 {
			t.Logf("phone %d: %v", n, wrong)
		}
		f.newToken()
	}
	return in
}

func TestAFloodOf30AddressesKeepsNoPhoneWithATokenOut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		flood, phone func(n int) string
	}{
		{"addresses of their own", nil, func(n int) string { return fmt.Sprintf("192.168.1.%d", 10+n) }},
		{"all behind one address", nil, func(int) string { return "192.168.1.10" }},
		{"in the IPv6 network of the flood", func(n int) string { return fmt.Sprintf("fd00::%x", 0x100+n%flooders) }, func(n int) string { return fmt.Sprintf("fd00::%x", 0x10+n) }},
		{"beside 250 addresses", func(n int) string { return fmt.Sprintf("192.168.2.%d", n%250) }, func(n int) string { return fmt.Sprintf("192.168.1.%d", 10+n) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := floodedServer(t)
				if tt.flood != nil {
					f.from = tt.flood
				}
				in := f.all(t, tt.phone)
				t.Logf("%d of 25 phones come in, beside %v answers to the flood", in, f.got)
				if in != 25 {
					t.Errorf("%d of 25 phones come in, want all", in)
				}
			})
		})
	}
}

func TestAStrangerFarBelowItsShareIsServedBesideAFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := floodedServer(t)
		f.pass(10*time.Second + time.Second/2) // since the last drain it has taken all again
		n := 0
		for ask(f.s, strangerFrom("192.168.1.7", "GET", "/", "")).Code == 200 {
			n++
		}
		if want := strangersReserve / (flooders + 1); n != want {
			t.Errorf("beside %d flooders a newcomer sends %d requests, want its share, %d", flooders, n, want)
		}
		f.pass(10 * time.Second)
		if got := ask(f.s, strangerFrom("192.168.1.8", "GET", "/", "")).Code; got != 200 {
			t.Errorf("10 s later another newcomer gets %d", got)
		}
	})
}

func TestAFloodNeverGetsMoreThanTheLimitsOfAllStrangers(t *testing.T) {
	const seconds = 8
	for _, addresses := range []int{1, 3, 30, 250, 5000} {
		synctest.Test(t, func(t *testing.T) {
			f := floodedServer(t)
			f.from = func(n int) string { n %= addresses; return fmt.Sprintf("10.0.%d.%d", n/250, n%250) }
			f.pass(seconds * time.Second)
			most := min(addresses*(networkBurst+networkPerSec*seconds), strangersBurst+strangersReserve+strangersPerSec*seconds)
			if f.got[401] > most {
				t.Errorf("%d addresses get %d answers in %d s, want %d at most", addresses, f.got[401], seconds, most)
			}
			f.s.pace.mu.Lock()
			defer f.s.pace.mu.Unlock()
			if n := len(f.s.pace.counts); n > strangersBurst*2 {
				t.Errorf("%d counts of %d addresses", n, addresses)
			}
		})
	}
}

func TestATokenGivesOneShareHoweverManyAddressesPresentIt(t *testing.T) {
	const seconds = 8
	answered := func(token func(f *flooded) string) (n int) {
		synctest.Test(t, func(t *testing.T) {
			f := floodedServer(t)
			f.path = func(int) string { return joinPath + token(f) }
			f.pass(seconds * time.Second)
			n = f.got[200]
		})
		return n
	}
	without := answered(func(*flooded) string { return strings.Repeat("B", 26) })
	with := answered(func(f *flooded) string { return f.at.key })
	if more := with - without; more <= 0 || more > networkBurst+seconds*networkPerSec {
		t.Errorf("a token on %d addresses is worth %d answers, want at most one share, %d", flooders, more, networkBurst+seconds*networkPerSec)
	}
}

func TestOnlyTheTokenOnThePanelInvites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := floodedServer(t)
		here := strangerFrom("192.168.1.7", "GET", "/", "").RemoteAddr
		invited := func() bool { return f.s.invites.of(address(here)) > 0 }
		present := func(token string) { ask(f.s, strangerFrom("192.168.1.7", "GET", joinPath+token, "")) }
		old := f.at.key
		f.newToken()
		for _, wrong := range []string{"", "A", old, f.at.key[:25], f.at.key + "A", f.at.key + "/", strings.Repeat("A", 5000)} {
			if present(wrong); invited() {
				t.Errorf("%.30q invites", wrong)
			}
		}
		if present(strings.ToLower(f.at.key)); !invited() {
			t.Error("the token on the panel doesn't invite")
		}
		if waittest.Pass(inviteTime - time.Second); !invited() {
			t.Errorf("after %v an invitation has ended", inviteTime-time.Second)
		}
		waittest.Pass(time.Second)
		if synctest.Wait(); invited() {
			t.Errorf("after %v an invitation lasts", inviteTime)
		}
		f.at.key = "" // the panel is dark
		if present(""); invited() {
			t.Error("without a token on the panel none invites")
		}
	})
}

func TestInvitationsAreBounded(t *testing.T) {
	i := &invites{}
	for n := range 1000 {
		i.add(address(fmt.Sprintf("10.0.%d.%d:1", n/250, n%250)), door.Invitation{byte(n / 100)})
	}
	if n := len(i.all); n != mostInvited {
		t.Errorf("%d addresses are invited, want %d", n, mostInvited)
	}
	perToken := map[int]int{}
	for _, in := range i.all {
		perToken[in.invite]++
	}
	for _, n := range perToken {
		if n > mostPerInvite {
			t.Errorf("one token invites %d addresses, want %d", n, mostPerInvite)
		}
	}
}

func TestConnectionsOfAnInvitedPhoneOutlastAFlood(t *testing.T) {
	for _, crowd := range crowds {
		i := &invites{}
		o := newConns(i)
		for n := range 200 {
			o.enters(crowd.from(n))
		}
		first := o.enters("192.168.1.7")
		i.add(first.from, door.Invitation{1})
		o.assign(first.request(), visitor{})
		all := []*conn{first}
		for len(all) < 6 { // as many as a browser opens
			all = append(all, o.enters("192.168.1.7"))
		}
		for n := range 2000 {
			o.enters(crowd.from(n))
		}
		for n, c := range all {
			if c.closed() || c.owner.invite == 0 {
				t.Errorf("%s: connection %d of an invited phone is closed: %t, as %+v", crowd.name, n, c.closed(), c.owner)
			}
		}
		if n := len(o.strangers.open); n != crowd.keep {
			t.Errorf("%s: %d connections of strangers stay open, want %d", crowd.name, n, crowd.keep)
		}
		o.assign(first.request(), visitor{guest: 1})
		if first.closed() || len(o.guests.open) != 1 || len(o.invited.open) != 5 {
			t.Errorf("%s: a joined phone has %d connections, and %d as an invited one", crowd.name, len(o.guests.open), len(o.invited.open))
		}
	}
}

func TestAnInvitationHoldsForTheConnectionsThatAreOpen(t *testing.T) {
	i := &invites{}
	o := newConns(i)
	first, spare, other := o.enters("192.168.1.7"), o.enters("192.168.1.7"), o.enters("192.168.1.8")
	i.add(first.from, door.Invitation{1})
	o.assign(first.request(), visitor{})
	if first.owner.invite == 0 || spare.owner != first.owner || !other.owner.isStranger() {
		t.Errorf("they are %+v, %+v and another address %+v", first.owner, spare.owner, other.owner)
	}
	i.all = nil // it has ended
	o.assign(spare.request(), visitor{})
	if !spare.owner.isStranger() || len(o.strangers.open) != 2 {
		t.Errorf("after its end one is %+v, of %d of strangers", spare.owner, len(o.strangers.open))
	}
}

func TestThoseWhoHoldATokenDontHoldAllConnections(t *testing.T) {
	i := &invites{}
	o := newConns(i)
	for n := range 2000 {
		from := fmt.Sprintf("192.168.2.%d", n%250)
		i.add(address(from+":1"), door.Invitation{1})
		c := o.enters(from)
		o.assign(c.request(), visitor{})
	}
	if n := len(o.invited.open); n > mostOfInvite {
		t.Errorf("by one token %d connections are open, want at most %d", n, mostOfInvite)
	}
	if n := len(o.strangers.open); n > mostOfStrangers {
		t.Errorf("%d connections of strangers are open", n)
	}
}

// A phone scans the code and loads the page by one connection, while 1,000 others are opened.
func TestAnInvitedPhoneKeepsItsConnectionWhateverStrangersOpen(t *testing.T) {
	for _, crowd := range crowds {
		at := newTable()
		at.key, at.role = strings.Repeat("A", 26), door.Play
		servedBy(t, at, func(t *testing.T, client *http.Client, w *wire, _ func() error) {
			wander(client, w, "none")
			here := client.Transport.(guestly)
			dials, dial := 0, here.DialContext
			here.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				dials++
				return dial(ctx, network, address)
			}
			var all []net.Conn
			for _, path := range []string{joinPath + at.key, builtPath(t, "page.js"), builtPath(t, "page.css")} {
				r, err := client.Get("http://localhost" + path)
				if err != nil {
					t.Fatalf("%s: %s: %v", crowd.name, path, err)
				}
				_, _ = io.Copy(io.Discard, r.Body)
				r.Body.Close()
				if r.StatusCode != 200 || dials != 1 {
					t.Errorf("%s: the phone gets %d for %s by connection %d, want 200 by the first", crowd.name, r.StatusCode, path, dials)
				}
				for n := range 500 {
					here, there := net.Pipe()
					all = append(all, here)
					w.conns <- afar{there, crowd.from(n)}
				}
			}
			for _, c := range all {
				c.Close()
			}
		})
	}
}
