package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

func TestMain(m *testing.M) {
	if evaluator.Is(os.Args) { // the child that plays games in files
		os.Exit(evaluator.Main())
	}
	os.Exit(m.Run())
}

// said is what a league prints.
type said struct {
	mu sync.Mutex
	bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Buffer.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Buffer.String()
}

// running is a league of its own, and how it is reached.
type running struct {
	*testing.T
	out, log     *said
	page, broker string
	end          func() error
	client       *http.Client
}

func start(t *testing.T, state string, args ...string) *running {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	r := &running{T: t, out: &said{}, log: &said{}, client: &http.Client{Jar: jar}}
	ctx, cancel := context.WithCancel(context.Background())
	ended, at := make(chan error, 1), make(chan [2]net.Addr, 1)
	go func() {
		ended <- run(ctx, append([]string{"-state", state, "-listen", "127.0.0.1:0", "-mqtt", "127.0.0.1:0"}, args...), environment{
			in: strings.NewReader(""), out: r.out, err: r.log, env: func(string) string { return "" },
			listening: func(page, broker net.Addr) { at <- [2]net.Addr{page, broker} },
		})
	}()
	select {
	case a := <-at:
		if r.page = "http://" + a[0].String(); a[1] != nil {
			r.broker = a[1].String()
		}
	case err := <-ended:
		t.Fatalf("the league ended: %v\n%s", err, r.log)
	}
	r.end = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { _ = r.end() })
	return r
}

// until waits for something to be so.
func (r *running) until(what string, ok func() bool) {
	r.Helper()
	waittest.Until(r, what, func() (any, bool) { return r.log, ok() })
}

// get is a page.
func (r *running) get(path string) string {
	r.Helper()
	answer, err := r.client.Get(r.page + path)
	if err != nil {
		r.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		r.Fatalf("%s: %d, %v\n%s", path, answer.StatusCode, err, body)
	}
	return string(body)
}

// comesIn follows the owner's link.
func (r *running) comesIn() {
	r.Helper()
	link := regexp.MustCompile(`http://\S+(/in/\S+)`)
	r.until("the owner's link", func() bool { return link.MatchString(r.out.String()) })
	r.get(link.FindStringSubmatch(r.out.String())[1])
}

// box speaks to the broker as one does.
type box struct {
	audittest.Box
	client *paho.Client
	heard  chan paho.PublishReceived
}

func (r *running) connects(b audittest.Box) *box {
	r.Helper()
	return r.enters(b, keyed(b))
}

// enters connects a box with a login.
func (r *running) enters(b audittest.Box, login *paho.Connect) *box {
	r.Helper()
	conn, err := net.Dial("tcp", r.broker)
	if err != nil {
		r.Fatal(err)
	}
	is := &box{Box: b, heard: make(chan paho.PublishReceived, 16)}
	is.client = paho.NewClient(paho.ClientConfig{Conn: conn, PacketTimeout: waittest.Patience, OnPublishReceived: []func(paho.PublishReceived) (bool, error){
		func(p paho.PublishReceived) (bool, error) { is.heard <- p; return true, nil },
	}})
	login.KeepAlive, login.CleanStart = 30, true
	if _, err := is.client.Connect(r.Context(), login); err != nil {
		r.Fatal(err)
	}
	for _, kind := range []wire.Kind{wire.AckKind, wire.EnrolKind} {
		if _, err := is.client.Subscribe(r.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: wire.Topic(b.ID, kind), QoS: 1}}}); err != nil {
			r.Fatal(err)
		}
	}
	return is
}

// tells publishes a message, signed.
func (b *box) tells(t *testing.T, kind wire.Kind, message any) {
	t.Helper()
	topic, payload := wire.Topic(b.ID, kind), wire.Marshal(message)
	by := wire.Sign(b.Key, topic, payload)
	p := &paho.Publish{QoS: 1, Topic: topic, Payload: payload, Retain: kind == wire.OnlineKind, Properties: &paho.PublishProperties{}}
	p.Properties.User.Add(wire.KeyProperty, by.Key).Add(wire.SigProperty, by.Sig)
	if _, err := b.client.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

// hears waits for a message of a kind.
func (b *box) hears(t *testing.T, kind wire.Kind, into any) {
	t.Helper()
	for {
		p := waittest.Receive(t, string(kind), b.heard)
		if p.Packet.Topic != wire.Topic(b.ID, kind) || len(p.Packet.Payload) == 0 {
			continue
		}
		if err := json.Unmarshal(p.Packet.Payload, into); err != nil {
			t.Fatal(err)
		}
		return
	}
}

func TestALeagueAloneTakesABoxItsMatchAndItsTable(t *testing.T) {
	state := t.TempDir()
	r := start(t, state)
	r.comesIn()
	b := r.connects(audittest.NewBox(1))
	b.tells(t, wire.OnlineKind, wire.Online{Online: true, Name: "Гостиная"})
	r.until("the box", func() bool { return strings.Contains(r.get("/boxes"), "Гостиная") })
	if _, err := r.client.PostForm(r.page+"/boxes/enrol", url.Values{"box": {wire.Grouped(b.ID)}}); err != nil {
		t.Fatal(err)
	}
	var enrol wire.Enrol
	b.hears(t, wire.EnrolKind, &enrol)
	rec := b.Record("m1", audittest.Play(t, audittest.Begin(t, catalogue.Games(), "mice", "Аня", "Боря"), 1))
	b.tells(t, wire.RecordKind, rec)
	var ack wire.Ack
	b.hears(t, wire.AckKind, &ack)
	if ack.Records["m1"] != rec.Sum() {
		t.Errorf("acknowledged is %+v", ack)
	}
	if page := r.get("/match/m1"); !strings.Contains(page, "Аня") || !strings.Contains(page, "Checked") {
		t.Errorf("the match is\n%s", page)
	}
	b.tells(t, wire.StateKind, wire.State{N: 1, Match: "m2", Title: "Мыши", Seats: []wire.Seat{{Name: "Аня"}}})
	r.onTheWall("Мыши")
	if err := r.end(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	again := start(t, state)
	if again.client = r.client; !strings.Contains(again.get("/"), "Аня") || again.out.String() != "" {
		t.Errorf("started once more it says %q", again.out)
	}
}

// onTheWall waits for a text among the tables.
func (r *running) onTheWall(text string) {
	r.Helper()
	request, _ := http.NewRequestWithContext(r.Context(), "GET", r.page+"/wall/events", nil)
	answer, err := r.client.Do(request)
	if err != nil {
		r.Fatal(err)
	}
	defer answer.Body.Close()
	events := waittest.Events(answer.Body)
	for heard := ""; !strings.Contains(heard, text); {
		heard += waittest.Receive(r, fmt.Sprintf("%s after %s", text, heard), events) + "\n"
	}
}

func TestABackupGoesIntoAnEmptyLeague(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	r := start(t, from)
	r.comesIn()
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	var backup, restored said
	s := environment{out: &backup, err: io.Discard, env: func(string) string { return "" }}
	if err := run(t.Context(), []string{"-state", from, "backup"}, s); err != nil || backup.Len() == 0 {
		t.Fatalf("%v, %s", err, backup.String())
	}
	s.in = strings.NewReader(backup.String())
	if err := run(t.Context(), []string{"-state", to, "restore"}, s); err != nil {
		t.Fatal(err)
	}
	s.out = &restored
	if err := run(t.Context(), []string{"-state", to, "backup"}, s); err != nil || restored.String() != backup.String() {
		t.Errorf("%v; restored is\n%s, not\n%s", err, restored.String(), backup.String())
	}
}

func TestACommandLineThatIsWrongIsSaid(t *testing.T) {
	s := environment{out: io.Discard, err: io.Discard, env: func(string) string { return "" }}
	for _, args := range [][]string{{"-nothing"}, {"serve"}, {"invite"}, {"backup", "x"}, {"-broker", "house:1883"}, {"-broker", "mqtt://"}} {
		err := run(t.Context(), append([]string{"-state", t.TempDir(), "-listen", "127.0.0.1:0"}, args...), s)
		if wrong := usageError(""); !errors.As(err, &wrong) || code(err) != 2 {
			t.Errorf("%v: %v", args, err)
		}
	}
	if err := run(t.Context(), []string{"-state", filepath.Join(os.DevNull, "x")}, s); code(err) != 1 {
		t.Errorf("no folder: %v", err)
	}
	var out said
	s.out = &out
	if err := run(t.Context(), []string{"-h"}, s); err != nil || !strings.Contains(out.String(), "-broker") || !strings.HasPrefix(out.String(), "league [flags] ") {
		t.Errorf("%v %s", err, out.String())
	}
}

func TestThePortForThisMachineGivesWayToTheOpenOne(t *testing.T) {
	for open, want := range map[string]string{
		"": "127.0.0.1:1883", ":8883": "127.0.0.1:1883", "mqtt://:1883": "127.0.0.1:0", "[::]:1883": "127.0.0.1:0",
		"192.168.1.5:1883": "127.0.0.1:1883", "nonsense": "127.0.0.1:1883",
	} {
		l := &league{options: options{mqtt: "127.0.0.1:1883", openAt: open}}
		if got := l.hereAddress(); got != want {
			t.Errorf("-open %q: the broker listens for this machine at %s, want %s", open, got, want)
		}
	}
}
