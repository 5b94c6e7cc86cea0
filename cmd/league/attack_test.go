package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/heaptest"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/broker"
	"tabletop/companion"
	"tabletop/companion/club"
	"tabletop/companion/club/wire"
	"tabletop/companion/companiontest"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

// thief joins the subscription that the workers share, and returns what comes to it.
func (r *running) thief(login *paho.Connect) chan paho.PublishReceived {
	r.Helper()
	conn, err := net.Dial("tcp", r.broker)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { _ = conn.Close() })
	heard := make(chan paho.PublishReceived, 64)
	c := paho.NewClient(paho.ClientConfig{Conn: conn, PacketTimeout: waittest.Patience, OnPublishReceived: []func(paho.PublishReceived) (bool, error){
		func(p paho.PublishReceived) (bool, error) { heard <- p; return true, nil },
	}})
	login.KeepAlive, login.CleanStart = 30, true
	if _, err := c.Connect(r.Context(), login); err != nil {
		return heard // not even let in
	}
	for _, kind := range []wire.Kind{wire.SealKind, wire.RecordKind} {
		for _, prefix := range []string{"$share/league/", "$share/thieves/", ""} {
			topic := prefix + wire.Topic("+", kind)
			if _, err := c.Subscribe(r.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: topic, QoS: 1}}}); err == nil {
				r.Errorf("%s subscribes to %s", login.Username, topic)
			}
		}
	}
	return heard
}

// keyed is the login of a box.
func keyed(b audittest.Box) *paho.Connect {
	user, password := wire.Login(b.Key, "")
	return &paho.Connect{ClientID: "companion-" + b.ID, UsernameFlag: true, Username: user, PasswordFlag: true, Password: []byte(password)}
}

func TestFourThievesGetNothingAndTheLeagueHoldsTwelveOfTwelve(t *testing.T) {
	r := start(t, t.TempDir())
	r.comesIn()
	token := regexp.MustCompile(`/in/(\S+)`).FindStringSubmatch(r.out.String())[1]
	b := r.connects(audittest.NewBox(1))
	r.enrols(b)
	r.thievesGetNothing(b, []chan paho.PublishReceived{
		r.thief(&paho.Connect{ClientID: "anybody"}), r.thief(keyed(audittest.NewBox(2))), r.thief(keyed(audittest.NewBox(3))),
		r.thief(&paho.Connect{ClientID: "x", UsernameFlag: true, Username: broker.Viewer, PasswordFlag: true, Password: []byte(token)}),
	})
}

// enrols admits a box to the league.
func (r *running) enrols(b *box) {
	r.Helper()
	b.tells(r.T, wire.OnlineKind, wire.Online{Online: true, Name: "Гостиная"})
	if _, err := r.client.PostForm(r.page+"/boxes/enrol", url.Values{"box": {wire.Grouped(b.ID)}}); err != nil {
		r.Fatal(err)
	}
	var enrol wire.Enrol
	b.hears(r.T, wire.EnrolKind, &enrol)
}

// thievesGetNothing plays twelve matches. The league must get all their seals and records.
func (r *running) thievesGetNothing(b *box, thieves []chan paho.PublishReceived) {
	r.Helper()
	witnessed := 0
	for n := range 12 {
		id, ack := fmt.Sprint("m", n), wire.Ack{}
		begun := audittest.Begin(r.T, catalogue.Games(), "mice", "Аня", "Боря")
		b.tells(r.T, wire.SealKind, b.Seal(id, begun))
		b.hears(r.T, wire.AckKind, &ack)
		rec, ack := b.Record(id, audittest.Play(r.T, begun, uint64(n))), wire.Ack{}
		b.tells(r.T, wire.RecordKind, rec)
		if b.hears(r.T, wire.AckKind, &ack); ack.Records[id] != rec.Sum() {
			r.Fatalf("match %s is acknowledged as %+v", id, ack)
		}
		if strings.Contains(r.get("/match/"+id), "Told before the first outcome") {
			witnessed++
		}
	}
	stolen := 0
	for _, s := range thieves {
		stolen += len(s)
	}
	if r.Logf("%d thieves have %d messages, the league 12 of 12, witnessed %d", len(thieves), stolen, witnessed); stolen > 0 || witnessed != 12 {
		r.Errorf("thieves have %d messages, %d matches are witnessed, want 0 and 12", stolen, witnessed)
	}
}

// table is one at which nothing is played.
type table struct{ moment *screen.Moment }

func newTable() table {
	next := make(chan struct{})
	return table{&screen.Moment{Moment: companiontest.Whole(companion.Moment{Lang: words.English}), Next: next}}
}

func (t table) Now() *screen.Moment { return t.moment }
func (table) Do(context.Context, companion.Sender, companion.Command) (companion.Answer, error) {
	return companion.Answer{}, nil
}

// shelf is an empty store.
type shelf struct{ club.Shelf }

func (shelf) ClubSeed(context.Context) ([32]byte, error)              { return [32]byte{5}, nil }
func (shelf) Houses(context.Context) ([]string, bool, error)          { return nil, true, nil }
func (shelf) Named(context.Context) (map[string]string, error)        { return map[string]string{}, nil }
func (shelf) Unpublished(context.Context, int) ([]club.Report, error) { return nil, nil }

// lines are what a league prints for the config of boxes.
var lines = regexp.MustCompile(`broker = "(\S+)", league = "(\S+)"`)

func TestABoxReachesALeagueThatIsOpenByTheLinesThatItPrints(t *testing.T) {
	state := t.TempDir()
	r := start(t, state, "-open", "127.0.0.1:0")
	r.until("the lines for boxes", func() bool { return lines.MatchString(r.out.String()) })
	printed := lines.FindStringSubmatch(r.out.String())
	at, err := url.Parse(printed[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		league string
		want   club.Fault
	}{{wire.Typed(printed[2]), ""}, {audittest.NewBox(9).ID, club.FaultForeign}, {"", club.FaultUnknown}} {
		news := make(chan club.Status, 64)
		box, err := club.New(newTable(), shelf{}, club.Opts{
			Brokers: []*url.URL{at}, TLS: &tls.Config{MinVersion: tls.VersionTLS12}, LeagueID: c.league, Name: "Стол", Now: time.Now,
			Told: func(s club.Status) { news <- s },
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { box.Run(ctx); close(ended) }()
		var last club.Status
		waittest.Until(t, "the fault "+string(c.want), func() (any, bool) {
			select {
			case last = <-news:
			default:
			}
			return fmt.Sprintf("%+v", last), last.Fault == c.want && (c.want != "") == last.Connected.IsZero()
		})
		stop()
		<-ended
	}
	pem, err := os.ReadFile(filepath.Join(state, "broker.pem"))
	roots := x509.NewCertPool()
	if err != nil || !roots.AppendCertsFromPEM(pem) {
		t.Fatalf("the file of the authority: %v", err)
	}
	conn, err := tls.Dial("tcp", at.Host, &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatalf("with %s as its authority: %v", authorityFile, err)
	}
	_ = conn.Close()
}

func TestALeagueListensForThisMachineAloneUnlessItIsOpened(t *testing.T) {
	w := wordsOf(words.English)
	o, err := parseFlags(nil, w, func(string) string { return "" }, io.Discard)
	if host, _, _ := net.SplitHostPort(o.mqtt); err != nil || !net.ParseIP(host).IsLoopback() || o.openAt != "" {
		t.Errorf("got -mqtt %s, -open %q, %v, want a loopback address and none", o.mqtt, o.openAt, err)
	}
	r := start(t, t.TempDir(), "-open", "mqtt://127.0.0.1:0")
	r.until("a warning", func() bool {
		return strings.Contains(r.log.String(), "has no TLS") && lines.MatchString(r.out.String())
	})
	if at := lines.FindStringSubmatch(r.out.String())[1]; !strings.HasPrefix(at, "mqtt://") {
		t.Errorf("prints %s, want mqtt://", at)
	}
}

// idle is the number of connections without a request.
const idle = 5000

func TestIdleConnectionsOnThePagesAreFew(t *testing.T) {
	r := start(t, t.TempDir())
	r.comesIn()
	wall, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.page+"/wall/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := r.client.Do(wall)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	before, closed := heaptest.MiB(), make(chan error, idle)
	for range idle {
		c, err := net.Dial("tcp", strings.TrimPrefix(r.page, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		go func() {
			_, err := c.Read(make([]byte, 1))
			closed <- err
		}()
	}
	for range idle - mostPageConns {
		waittest.Receive(t, "a connection beyond the bound to be closed", closed)
	}
	t.Logf("%d idle connections on the pages: %.1f MiB more in use", idle, heaptest.MiB()-before)
	for range mostPageConns - 2 { // the client of the test has one or two
		waittest.Receive(t, "an idle connection to be closed", closed)
	}
	if page := r.get("/boxes"); page == "" {
		t.Error("the page is empty, want one")
	}
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() && lines.Text() != "event: alive" { // comes each 15 s, the idle ones left after 10 s
	}
	if err := lines.Err(); err != nil {
		t.Errorf("the stream of the wall has ended: %v", err)
	}
}
