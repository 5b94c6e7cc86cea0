package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/loop"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/mice"
	score "tabletop/games/table"
)

// card is a disk in memory that takes its time.
type card struct {
	mu    sync.Mutex
	d     *companiontest.Disk
	delay time.Duration
}

func (c *card) Load(context.Context) (companion.Evening, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.d.Evening(), nil
}

func (c *card) Keep(_ context.Context, k companion.Keep) error {
	waittest.Pass(c.delay)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.d.Keep(k)
}

func (c *card) Match(_ context.Context, id string) (companion.Loaded, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.d.Load(id, games.Of(wholeGames...))
	return l, l.Err
}

func (c *card) Check(context.Context) ([]companion.Damage, error) { return nil, nil }

func (c *card) Renew(time.Time) (companion.Rescue, error) {
	return companion.Rescue{}, errors.New("not here")
}

func (c *card) record(id string) *companiontest.Record { return c.d.Records[id] }

var wholeGames = []games.Rules{mice.Rules{}, dice.Rules{}, score.Score{}}

// run starts a loop with that disk and panels.
func run(t testing.TB, ctx context.Context, disk loop.Log, panels ...loop.Surface) (*loop.Loop, func() error) {
	t.Helper()
	artist, err := screen.For(games.Of(wholeGames...))
	if err != nil {
		t.Fatal(err)
	}
	model, err := companion.New(companion.Config{Games: games.Of(wholeGames...)})
	if err != nil {
		t.Fatal(err)
	}
	l := loop.New(loop.Config{
		Model: model, Log: disk, Draw: artist.Draw, Panels: panels,
		Random: rand.NewChaCha8([32]byte{7}), Logger: slog.New(slog.DiscardHandler),
	})
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	return l, func() error {
		stop()
		return <-ended
	}
}

// into presses ok until a match is on the panel.
func into(t testing.TB, l *loop.Loop) {
	t.Helper()
	for range 20 {
		if !l.Now().Match.IsZero() {
			return
		}
		if _, err := l.Do(t.Context(), companion.Keys, companion.Press{Key: panel.OK}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("twenty presses of ok led into no match")
}

// deed is what a client does, after a while.
type deed struct {
	after time.Duration
	what  string
	pick  int
}

// deeds of one client.
func deeds(rt *rapid.T, label string) []deed {
	return rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) deed {
		return deed{
			after: time.Duration(rapid.SampledFrom([]int{0, 0, 1, 30, 700, 5000}).Draw(rt, "after")) * time.Millisecond,
			what:  rapid.SampledFrom([]string{"decide", "decide", "decide", "twice", "stale", "undo", "back", "ok", "down", "away", "look"}).Draw(rt, "what"),
			pick:  rapid.IntRange(0, 99).Draw(rt, "pick"),
		}
	}), 1, 25).Draw(rt, label)
}

func TestManyPhonesSeeOneHistoryThatNeverGoesBackwards(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		plan := make([][]deed, rapid.IntRange(1, 4).Draw(rt, "clients"))
		for i := range plan {
			plan[i] = deeds(rt, "client "+strconv.Itoa(i+1))
		}
		var faults []string
		synctest.Test(t, func(t *testing.T) { faults = together(t, plan) })
		if len(faults) > 0 {
			rt.Fatal(strings.Join(faults, "\n"))
		}
	})
}

// together lets phones do what they plan at one table, and returns what was wrong.
func together(t *testing.T, plan [][]deed) (faults []string) {
	disk := &card{d: companiontest.NewDisk(), delay: 5 * time.Millisecond}
	table, stop := run(t, t.Context(), disk)
	synctest.Wait()
	into(t, table)
	s, err := New(table, Opts{Streams: 8, Games: games.Of(wholeGames...), Simulated: true})
	if err != nil {
		t.Fatal(err)
	}
	w := newWire()
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, w) }()

	phones := make([]*phone, len(plan))
	var all sync.WaitGroup
	for i := range plan {
		phones[i] = &phone{client: &http.Client{Transport: &http.Transport{DialContext: w.dial}}, known: map[string]string{}}
		all.Go(func() { phones[i].live(plan[i]) })
	}
	all.Wait()
	waittest.Pass(10 * time.Second) // rolling dice come to rest
	mt := table.Now().Match
	want := mt.Since(0)
	for i, p := range phones {
		if got := p.fetch("/api/record"); !mt.IsZero() && got != want {
			p.fault("ends on\n%s\nand the table on\n%s", got, want)
		}
		p.leave()
		p.client.CloseIdleConnections()
		for _, f := range p.faults {
			faults = append(faults, fmt.Sprintf("client %d: %s", i+1, f))
		}
	}
	if _, err := match.Read(strings.NewReader(want), "the record", games.Of(wholeGames...)); !mt.IsZero() && err != nil {
		faults = append(faults, err.Error())
	}
	if r := disk.record(firstOf(mt)); r != nil && r.Text() != want {
		faults = append(faults, "the disk holds\n"+r.Text()+"\nand the table\n"+want)
	}
	cancel()
	if err := errors.Join(<-served, stop()); err != nil {
		faults = append(faults, err.Error())
	}
	return faults
}

// firstOf is the id of a match, which is that of its seal.
func firstOf(mt match.Match) string {
	if mt.IsZero() {
		return ""
	}
	return mt.Seal()[:16]
}

// phone is a client that follows the events and never believes that a match went
// backwards.
type phone struct {
	client *http.Client
	mu     sync.Mutex
	known  map[string]string // records by their first line
	last   string            // id of the last event
	faults []string
	hangUp func()
}

func (p *phone) fault(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

// fetch returns what lies at path, "" where there is no match.
func (p *phone) fetch(path string) string {
	r, err := p.client.Get("http://localhost" + path)
	if err != nil {
		p.fault("%s: %v", path, err)
		return ""
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != 200 && r.StatusCode != 404 {
		p.fault("%s: %d %s, %v", path, r.StatusCode, body, err)
	}
	if r.StatusCode != 200 {
		return ""
	}
	return string(body)
}

// learn reads the record, which must go on from what was known of that match.
func (p *phone) learn() {
	record := p.fetch("/api/record")
	first, _, _ := strings.Cut(record, "\n")
	p.mu.Lock()
	known := p.known[first]
	if len(record) > len(known) {
		p.known[first] = record
	}
	p.mu.Unlock()
	longer, shorter := record, known
	if len(known) > len(record) { // it was asked for earlier than the other, and answered later
		longer, shorter = known, record
	}
	if !strings.HasPrefix(longer, shorter) {
		p.fault("knew\n%s\nand then was told\n%s", known, record)
	}
}

// follow follows the events until it is told to leave.
func (p *phone) follow() {
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/api/events", nil)
	if err != nil {
		p.fault("%v", err)
	}
	r.Header.Set("Last-Event-ID", p.last)
	got, err := p.client.Do(r)
	if err != nil || got.StatusCode != 200 {
		p.fault("events: %v, %v", got, err)
		cancel()
		return
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		p.hear(bufio.NewReader(got.Body))
	}()
	p.hangUp = func() {
		cancel()
		got.Body.Close()
		<-gone
	}
}

// hear reads events to their end. Within a match the seq never goes back.
func (p *phone) hear(b *bufio.Reader) {
	name, seq, of := "", -1, ""
	for {
		l, err := b.ReadString('\n')
		if err != nil {
			return
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(l, "\n"), ": ")
		switch {
		case field == "event":
			name = value
		case field == "id":
			p.mu.Lock()
			p.last = value
			p.mu.Unlock()
		case field == "data" && name == "match":
			var m matchEvent
			if err := json.Unmarshal([]byte(value), &m); err != nil {
				p.fault("%s: %v", value, err)
			}
			if m.Game == of && m.Seq < seq && m.Seq > 1 {
				p.fault("%s went back from %d to %d", of, seq, m.Seq)
			}
			of, seq = m.Game, m.Seq
		}
	}
}

func (p *phone) leave() {
	if p.hangUp != nil {
		p.hangUp()
		p.hangUp = nil
	}
}

// live does what was planned.
func (p *phone) live(plan []deed) {
	p.follow()
	for _, d := range plan {
		waittest.Pass(d.after)
		p.do(d)
		p.learn()
	}
}

func (p *phone) do(d deed) {
	var m position
	if text := p.fetch("/api/match"); text == "" || json.Unmarshal([]byte(text), &m) != nil {
		p.post("/api/press", map[string]any{"key": "ok"}) // back into a match
		return
	}
	switch d.what {
	case "away":
		p.leave()
		p.follow()
	case "look":
	case "back", "ok", "down":
		p.post("/api/press", map[string]any{"key": d.what})
	case "undo":
		if m.Undo != nil {
			p.decide("/api/undo", map[string]any{"to": m.Undo.To}, m)
		}
	case "stale":
		if m.Seq < 2 || len(m.Choices) == 0 {
			return
		}
		status, _ := p.post("/api/decide", map[string]any{"says": m.Choices[0].Says, "match": m.Match, "after": m.Seq - 1})
		if status == 200 {
			p.fault("a decision that saw %d was taken at %d", m.Seq-1, m.Seq)
		}
	case "twice": // both at once: one at most is taken
		var both sync.WaitGroup
		var took [2]int
		for i := range took {
			both.Go(func() { took[i] = p.choose(m, d.pick) })
		}
		both.Wait()
		if took[0] == 200 && took[1] == 200 {
			p.fault("of two decisions that saw %d both were taken", m.Seq)
		}
	default:
		p.choose(m, d.pick)
	}
}

// choose takes one of the decisions that are offered, and returns the status.
func (p *phone) choose(m position, pick int) int {
	if len(m.Choices) == 0 {
		return 0
	}
	c := m.Choices[pick%len(m.Choices)]
	says := string(games.Choice{Says: c.Says, From: c.From, To: c.To}.At(0))
	if c.Grammar != "" {
		says += " 2d6"
	}
	return p.decide("/api/decide", map[string]any{"says": says}, m)
}

// decide posts a decision that saw a match. It is taken, or the match had moved on, or
// another is on the panel.
func (p *phone) decide(path string, body map[string]any, saw position) int {
	body["match"], body["after"] = saw.Match, saw.Seq
	status, answer := p.post(path, body)
	switch {
	case status == 200 && *answer.Seq <= saw.Seq:
		p.fault("%s %v: taken, and the match stands at %d", path, body, *answer.Seq)
	case status == 409 && *answer.Seq == saw.Seq && p.sees(saw):
		p.fault("%s %v: stale at %d", path, body, *answer.Seq)
	case status != 200 && status != 409 && status != 422:
		p.fault("%s %v: %d %s", path, body, status, answer.Error)
	}
	return status
}

// sees reports whether the match that was seen is on the panel, and stands there still.
func (p *phone) sees(saw position) bool {
	var m position
	text := p.fetch("/api/match")
	return json.Unmarshal([]byte(text), &m) == nil && m.Match == saw.Match && m.Seq == saw.Seq
}

func (p *phone) post(path string, body map[string]any) (int, problem) {
	var answer problem
	data, _ := json.Marshal(body)
	r, err := p.client.Post("http://localhost"+path, "application/json", bytes.NewReader(data))
	if err != nil {
		p.fault("%s: %v", path, err)
		return 0, answer
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		p.fault("%s: %d, %v", path, r.StatusCode, err)
	}
	return r.StatusCode, answer
}
