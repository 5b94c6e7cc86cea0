package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/adviser"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
	"tabletop/games"
)

// wire is a listener whose connections are pipes, so that a test's time is its own.
type wire struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newWire() *wire { return &wire{make(chan net.Conn), make(chan struct{})} }

func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.conns:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *wire) Close() error   { close(w.closed); return nil }
func (w *wire) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8090} }

func (w *wire) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	w.conns <- local{there}
	return here, nil
}

// local is a connection within this machine.
type local struct{ net.Conn }

func (local) LocalAddr() net.Addr  { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8090} }
func (local) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000} }

// served runs test while at is served to client in a bubble of time.
func served(t *testing.T, at *table, test func(t *testing.T, client *http.Client, stop func() error)) {
	t.Helper()
	servedBy(t, at, func(t *testing.T, client *http.Client, _ *wire, stop func() error) { test(t, client, stop) })
}

// servedBy is served, with the wire to come by.
func servedBy(t *testing.T, at *table, test func(t *testing.T, client *http.Client, w *wire, stop func() error)) {
	t.Helper()
	servedWith(t, at, func(*Server) {}, test)
}

// servedWith is servedBy, with a server that was changed.
func servedWith(t *testing.T, at *table, change func(*Server), test func(t *testing.T, client *http.Client, w *wire, stop func() error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		at.newer = make(chan struct{}) // of this bubble
		w := newWire()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		s := shelved(t, at)
		s.streams.most = 2
		change(s)
		go func() { ended <- s.Serve(ctx, w) }()
		client := &http.Client{Transport: &http.Transport{DialContext: w.dial}}
		stopped := false
		stop := func() error {
			stopped = true
			cancel()
			return <-ended
		}
		test(t, client, w, stop)
		client.CloseIdleConnections()
		if !stopped {
			if err := stop(); err != nil {
				t.Errorf("Serve: %v", err)
			}
		}
	})
}

// follow opens the events.
func follow(t *testing.T, client *http.Client) (*http.Response, *bufio.Reader) {
	t.Helper()
	r, err := client.Get("http://localhost/api/events")
	if err != nil {
		t.Fatal(err)
	}
	return r, newReader(r)
}

func newReader(r *http.Response) *bufio.Reader { return bufio.NewReader(r.Body) }

// event reads one event.
func event(t *testing.T, b *bufio.Reader) (name, id string, data map[string]any) {
	t.Helper()
	for {
		l, err := b.ReadString('\n')
		if err != nil {
			t.Fatalf("the events ended: %v", err)
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(l, "\n"), ": ")
		switch field {
		case "event":
			name = value
		case "id":
			id = value
		case "data":
			if err := json.Unmarshal([]byte(value), &data); err != nil {
				t.Fatal(err)
			}
		case "":
			return name, id, data
		}
	}
}

func wantPanel(t *testing.T, b *bufio.Reader, m screen.Moment) {
	t.Helper()
	name, _, data := event(t, b)
	want, err := json.Marshal(m.Frame.OLED[:])
	lamps := m.Frame.Lamps.Bytes()
	wantLamps, err2 := json.Marshal(lamps[:])
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	oled, _ := json.Marshal(data["oled"])
	matrix, _ := json.Marshal(data["lamps"])
	if name != "panel" || !bytes.Equal(oled, want) || !bytes.Equal(matrix, wantLamps) || data["light"] != lights[m.Frame.Light] {
		t.Errorf("event %s %v, want the panel %s", name, data, want)
	}
}

func wantMatch(t *testing.T, b *bufio.Reader, seq string, lang words.Lang) {
	t.Helper()
	name, id, data := event(t, b)
	if number, _ := json.Marshal(data["seq"]); name != "match" || id != seq || string(number) != seq || data["lang"] != string(lang) {
		t.Errorf("event %s of id %s %v, want match %s in %s", name, id, data, seq, lang)
	}
}

// counsels are what an adviser can be asked and has told, and how the event says it.
var counsels = []struct {
	counsel adviser.Counsel
	want    string
}{
	{adviser.Counsel{Topics: []adviser.Topic{adviser.Move}}, "ready"},
	{adviser.Counsel{Topics: []adviser.Topic{adviser.Move}, Thinks: true}, "thinks"},
	{adviser.Counsel{Topics: []adviser.Topic{adviser.Move}, Told: adviser.Move}, "move"},
	{adviser.Counsel{Topics: []adviser.Topic{adviser.Where}, Told: adviser.Where}, "where"},
	{adviser.Counsel{}, ""},
}

func TestEventsTellWhatChanges(t *testing.T) {
	at := newTable()
	m := screen.Moment{Moment: companion.Moment{Match: begun(t), Lang: words.Russian}, Frame: chequered()}
	at.moment = m
	served(t, at, func(t *testing.T, client *http.Client, stop func() error) {
		r, b := follow(t, client)
		if kind := r.Header.Get("Content-Type"); kind != "text/event-stream" || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("headers %v", r.Header)
		}
		wantPanel(t, b, m)
		wantMatch(t, b, "1", "ru")

		m.Frame.Light = panel.Dim
		at.set(m)
		wantPanel(t, b, m)

		m.Match = begun(t, "take 2")
		at.set(m)
		wantMatch(t, b, "2", "ru")

		m.Match = begun(t, "take 1") // another match that has come as far
		at.set(m)
		wantMatch(t, b, "2", "ru")

		m.Lang = words.English
		m.Frame.OLED[0] ^= 1
		at.set(m)
		wantPanel(t, b, m)
		wantMatch(t, b, "2", "en")

		for _, slow := range []bool{true, false} {
			m.View.Slow = slow
			at.set(m)
			if name, _, data := event(t, b); name != "match" || data["slow"] != slow {
				t.Errorf("event %s %v, want a match that is slow: %v", name, data, slow)
			}
		}

		for _, tt := range counsels {
			m.Counsel = &tt.counsel
			at.set(m)
			if name, _, data := event(t, b); name != "match" || data["advice"] != tt.want {
				t.Errorf("event %s %v, want a match with advice %q", name, data, tt.want)
			}
		}

		at.set(m) // nothing has changed
		if name, _, _ := event(t, b); name != "alive" {
			t.Errorf("event %s, want alive", name)
		}
		if err := stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
		if rest, _ := io.ReadAll(b); len(rest) > 0 {
			t.Errorf("then %q", rest)
		}
	})
}

func TestAQuietTableIsHeardEveryTenSeconds(t *testing.T) {
	at := newTable()
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		r, b := follow(t, client)
		defer r.Body.Close()
		start := time.Now()
		wantPanel(t, b, screen.Moment{})
		wantMatch(t, b, "0", "")
		for i := range 200 { // longer than any time limit of a request
			if name, _, _ := event(t, b); name != "alive" {
				t.Fatalf("event %s", name)
			}
			if passed, want := time.Since(start), time.Duration(i+1)*10*time.Second; passed != want {
				t.Fatalf("alive after %v, want %v", passed, want)
			}
		}
	})
}

func TestASlowReaderSeesTheLatestAndNotEveryPicture(t *testing.T) {
	at := newTable()
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		r, b := follow(t, client)
		defer r.Body.Close()
		wantPanel(t, b, screen.Moment{})
		wantMatch(t, b, "0", "")
		var m screen.Moment
		for x := range 100 {
			m.Frame.OLED.Set(x, 0, true)
			at.set(m)
			synctest.Wait()
		}
		// What lay in the pipe and its buffers is older; then comes the last.
		pictures := 0
		for lit := 0; lit < 100; pictures++ {
			_, _, data := event(t, b)
			var oled []byte
			text, _ := json.Marshal(data["oled"])
			if err := json.Unmarshal(text, &oled); err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(oled, []byte{1}); n <= lit {
				t.Fatalf("a picture with %d pixels after one with %d", n, lit)
			} else {
				lit = n
			}
		}
		if pictures > 10 {
			t.Errorf("%d pictures lay waiting", pictures)
		}
	})
}

func TestAReaderWhoDoesNotReadIsDropped(t *testing.T) {
	at := newTable()
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		var readers []*http.Response
		for range 2 { // as many as there may be
			r, _ := follow(t, client)
			readers = append(readers, r)
		}
		if r, _ := follow(t, client); r.StatusCode != 503 || r.Header.Get("Retry-After") != "10" {
			t.Errorf("a third reader got %d, want 503", r.StatusCode)
		} else {
			r.Body.Close()
		}
		for range 20 { // fills the pipes and their buffers
			m := *at.Now()
			m.Frame.OLED[0]++
			at.set(m)
			synctest.Wait()
		}
		waittest.Pass(sendTimeout + time.Second)
		r, b := follow(t, client)
		if r.StatusCode != 200 {
			t.Fatalf("after %v there is still no place: %d", sendTimeout, r.StatusCode)
		}
		m := *at.Now()
		wantPanel(t, b, m)
		for _, r := range append(readers, r) {
			r.Body.Close()
		}
	})
}

func TestAPlaceIsFreeOnceItsReaderHasLeft(t *testing.T) {
	at := newTable()
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		for range 20 {
			r, b := follow(t, client)
			if r.StatusCode != 200 {
				t.Fatalf("status %d", r.StatusCode)
			}
			wantPanel(t, b, screen.Moment{})
			r.Body.Close()
			synctest.Wait()
		}
	})
}

// caught is a moment of coins that the last decision of a match has made happen.
func caught(m match.Match, n int) match.SeqMoment {
	return match.SeqMoment{Seq: m.Seq(), Moment: games.Moment{
		Kind: games.Gain, Text: games.Say("last", "@2"), Note: games.Count("left", n), Glyph: "coin", Seats: []games.Seat{2},
	}}
}

// wantMoment reads a moment, as JSON.
func wantMoment(t *testing.T, b *bufio.Reader, id, want string) {
	t.Helper()
	name, got, data := event(t, b)
	var wanted map[string]any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if name != "moment" || got != id || !reflect.DeepEqual(data, wanted) {
		t.Errorf("event %s of id %s %v, want the moment %s of id %s", name, got, data, want, id)
	}
}

func TestMomentsAreToldInWordsAfterTheirMatch(t *testing.T) {
	at := newTable()
	m := screen.Moment{Moment: companion.Moment{Match: begun(t), Lang: words.Russian, Library: inWords(t)}}
	at.moment = m
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		r, b := follow(t, client)
		defer r.Body.Close()
		wantPanel(t, b, m)
		wantMatch(t, b, "1", "ru")

		m.Match = begun(t, "take 2")
		m.Happened = &companion.Happened{All: []match.SeqMoment{caught(m.Match, 3)}}
		at.set(m)
		wantMatch(t, b, "2", "ru")
		wantMoment(t, b, "2", `{"match":"`+theMatch+`","seq":2,"kind":"gain","text":"Боря берёт последнюю","note":"3 монеты","glyph":"coin","seats":[2],"names":["Боря"]}`)

		m.Lang, m.Match = words.English, begun(t, "take 2", "take 2", "take 1")
		first := match.SeqMoment{Seq: 3, Moment: games.Moment{Kind: games.First}}
		m.Happened = &companion.Happened{All: append([]match.SeqMoment{first}, m.Match.Moments(3)...)} // the game is won
		at.set(m)
		wantMatch(t, b, "4", "en")
		wantMoment(t, b, "4", `{"match":"`+theMatch+`","seq":3,"kind":"first","text":"`+m.Words("en", "").Word("moment.first")+`","seats":[],"names":[]}`)
		wantMoment(t, b, "4", `{"match":"`+theMatch+`","seq":4,"kind":"win","text":"`+m.Words("en", "").Word("moment.win")+`","seats":[1],"names":["Аня"]}`)
	})
}

func TestMomentsAreInTheLanguageOfWhoFollows(t *testing.T) {
	at := newTable()
	m := screen.Moment{Moment: companion.Moment{Match: begun(t), Lang: words.Russian, Library: inWords(t)}}
	at.moment = m
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		r, err := client.Get("http://localhost/api/events?lang=en")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b := newReader(r)
		wantPanel(t, b, m)
		wantMatch(t, b, "1", "ru")
		m.Match = begun(t, "take 2")
		m.Happened = &companion.Happened{All: []match.SeqMoment{{Seq: 2, Moment: games.Moment{Kind: games.First}}}}
		at.set(m)
		wantMatch(t, b, "2", "ru")
		wantMoment(t, b, "2", `{"match":"`+theMatch+`","seq":2,"kind":"first","text":"`+m.Words("en", "").Word("moment.first")+`","seats":[],"names":[]}`)
	})
}

// happenings reads what comes until nothing does, and returns the notes of moments and
// the seqs of matches.
func happenings(t *testing.T, b *bufio.Reader) (list []string) {
	t.Helper()
	for {
		name, id, data := event(t, b)
		switch name {
		case "moment":
			list = append(list, data["note"].(string))
		case "match":
			list = append(list, id)
		case "alive":
			return list
		}
	}
}

func TestMomentsAreToldOnceAndOnlyToWhoIsThere(t *testing.T) {
	m := screen.Moment{Moment: companion.Moment{Match: begun(t, "take 1"), Lang: words.Russian, Library: inWords(t)}}
	m.Happened = &companion.Happened{All: []match.SeqMoment{caught(m.Match, 4), caught(m.Match, 2)}} // two of one decision
	undone, err := m.Match.BackTo(match.Stamp{}, 1, "")
	if err != nil {
		t.Fatal(err)
	}
	again, err := undone.Decide(match.Stamp{}, "take 1", "")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		from screen.Moment // when the reader comes
		want []string
	}{
		"before":   {screen.Moment{Moment: companion.Moment{Match: begun(t), Lang: m.Lang, Library: m.Library}}, []string{"2", "4 монеты", "2 монеты"}},
		"nothing":  {screen.Moment{Moment: companion.Moment{Lang: m.Lang, Library: m.Library}}, []string{"2", "4 монеты", "2 монеты"}},
		"meantime": {m, nil}, // while they are being shown
	} {
		t.Run(name, func(t *testing.T) {
			at := newTable()
			at.moment = tt.from
			served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
				r, b := follow(t, client)
				defer r.Body.Close()
				event(t, b) // the panel
				event(t, b) // the match
				now := m
				for _, next := range []struct {
					change func()
					want   []string
				}{
					{func() {}, tt.want},
					{func() { now.Happened = &companion.Happened{All: now.Happened.All[1:]} }, nil}, // the first is over
					{func() { now.View.Slow = true }, []string{"2"}},
					{func() { now.Match, now.Happened = undone, nil }, []string{"3"}},
					{func() { now.Match, now.Happened = again, &companion.Happened{All: []match.SeqMoment{caught(again, 1)}} }, []string{"4", "1 монета"}},
				} {
					next.change()
					at.set(now)
					if got := happenings(t, b); !slices.Equal(got, next.want) {
						t.Errorf("told %q, want %q", got, next.want)
					}
				}
			})
		})
	}
}
