package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
)

// TestMain is the process that plays games in files, where a clerk of a test wants one.
func TestMain(m *testing.M) {
	if evaluator.Is(os.Args) {
		os.Exit(evaluator.Main())
	}
	debug.SetGCPercent(400) // next to nothing of what is read is kept
	os.Exit(m.Run())
}

var known = catalogue.Games()

// quick are the paces of tests.
var quick = intervals{flush: 20 * time.Millisecond, poll: 20 * time.Millisecond, first: 10 * time.Millisecond, most: 50 * time.Millisecond}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// books opens a league's database of its own in which boxes are enrolled.
func books(t testing.TB, boxes ...audittest.Box) *ledger.Ledger {
	t.Helper()
	return booksAt(t, "sqlite:"+filepath.Join(t.TempDir(), "league.db"), boxes...)
}

func booksAt(t testing.TB, where string, boxes ...audittest.Box) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(t.Context(), where)
	ok(t, err)
	t.Cleanup(func() { _ = l.Close() })
	ok(t, l.Migrate(t.Context()))
	for _, b := range boxes {
		ok(t, l.Enrol(t.Context(), b.ID))
	}
	return l
}

// handle has a clerk work until the test ends, or until it is told to stop.
func work(t testing.TB, o Options, change func(*Worker)) (c *Worker, stop func()) {
	t.Helper()
	if o.Catalogue.Games == nil {
		o.Catalogue = known
	}
	o.Log, o.Parallel = slog.New(slog.DiscardHandler), 2
	c = New(o)
	c.intervals = quick
	if change != nil {
		change(c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := c.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(stop)
	return c, stop
}

// hall is a broker in the process that sends again what isn't acknowledged, as soon as a
// clerk receives anew.
type hall struct {
	mu      sync.Mutex
	waiting []*Message
	take    func(Message)
	out     []Publication
	refuses bool // publications
}

func (h *hall) Receive(ctx context.Context, take func(Message)) error {
	h.mu.Lock()
	h.take = take
	again := append([]*Message(nil), h.waiting...)
	h.mu.Unlock()
	for _, m := range again {
		take(*m)
	}
	<-ctx.Done()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.take = nil
	return nil
}

func (h *hall) Publish(_ context.Context, p Publication) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refuses {
		return errors.New("no")
	}
	h.out = append(h.out, p)
	return nil
}

// send sends a message that is sent again until it is acknowledged.
func (h *hall) send(m Message) {
	h.mu.Lock()
	sent := &m
	m.Ack = func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for i, w := range h.waiting {
			if w == sent {
				h.waiting = append(h.waiting[:i:i], h.waiting[i+1:]...)
			}
		}
	}
	h.waiting = append(h.waiting, sent)
	take := h.take
	h.mu.Unlock()
	if take != nil {
		take(m)
	}
}

func (h *hall) unacked() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.waiting)
}

// settle waits until all messages are acknowledged.
func (h *hall) settle(t testing.TB) {
	t.Helper()
	waittest.Until(t, "all messages to be acknowledged", func() (any, bool) {
		n := h.unacked()
		return fmt.Sprint(n, " unacknowledged"), n == 0
	})
}

// said are the publications under a topic.
func (h *hall) said(topic string) (all []Publication) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.out {
		if p.Topic == topic {
			all = append(all, p)
		}
	}
	return all
}

// acks are what a box was told that the league holds, signed by its key.
func (h *hall) acks(t testing.TB, b audittest.Box, l *ledger.Ledger) (all []wire.Ack) {
	t.Helper()
	for _, p := range h.said(wire.Topic(b.ID, wire.AckKind)) {
		all = append(all, ackOf(t, l, p.Topic, p.Payload, p.Signed))
	}
	return all
}

func ackOf(t testing.TB, l *ledger.Ledger, topic string, payload []byte, signed wire.Signed) (a wire.Ack) {
	t.Helper()
	key, err := l.Key(context.Background())
	ok(t, err)
	if by, err := signed.Check(topic, payload); err != nil || !by.Equal(key.Public()) {
		t.Errorf("an ack is signed by %x, %v", by, err)
	}
	ok(t, json.Unmarshal(payload, &a))
	return a
}

// told is a message as a box tells it.
func told(b audittest.Box, kind wire.Kind, message any) Message {
	topic, payload := wire.Topic(b.ID, kind), wire.Marshal(message)
	return Message{Topic: topic, Payload: payload, Signed: wire.Sign(b.Key, topic, payload)}
}

func played(t testing.TB, seed uint64) match.Match {
	return audittest.Play(t, audittest.Begin(t, known, "mice", "Аня", "Боря"), seed)
}

func results(t testing.TB, l *ledger.Ledger) []ledger.Match {
	t.Helper()
	all, _, err := l.Results(context.Background(), 0, 10_000)
	ok(t, err)
	return all
}

func kept(t testing.TB, l *ledger.Ledger) []ledger.Quarantined {
	t.Helper()
	all, err := l.Quarantine(context.Background(), 0, 10_000)
	ok(t, err)
	return all
}

var errBroken = errors.New("the database is broken")

// broken is a ledger that fails, before or after it has stored something, as often as one
// says.
type broken struct {
	Ledger
	mu    sync.Mutex
	rnd   *rand.Rand
	often float64 // of calls; 1: always
	calls int
}

// breaking returns a ledger that fails as often as that. What it draws comes from seed.
func breaking(l Ledger, often float64, seed uint64) *broken {
	return &broken{Ledger: l, often: often, rnd: rand.New(rand.NewPCG(seed, 0))}
}

func (b *broken) set(often float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.often = often
}

// fails says whether a call fails, and whether what it does is done all the same.
func (b *broken) fails() (fails, after bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls++
	return b.rnd.Float64() < b.often, b.rnd.IntN(2) == 0
}

func (b *broken) do(f func() error) error {
	fails, after := b.fails()
	if fails && !after {
		return errBroken
	}
	err := f()
	if fails {
		return errBroken
	}
	return err
}

func (b *broken) Ping(ctx context.Context) error {
	return b.do(func() error { return b.Ledger.Ping(ctx) })
}

func (b *broken) HasRecord(ctx context.Context, box string, r wire.Record) (known bool, err error) {
	err = b.do(func() (err error) { known, err = b.Ledger.HasRecord(ctx, box, r); return err })
	return known, err
}

func (b *broken) TakeRecords(ctx context.Context, all []ledger.CheckedRecord) (taken []ledger.Outcome, err error) {
	err = b.do(func() (err error) { taken, err = b.Ledger.TakeRecords(ctx, all); return err })
	return taken, err
}

func (b *broken) TakeSeal(ctx context.Context, f ledger.From, s wire.Seal) (taken ledger.Outcome, err error) {
	err = b.do(func() (err error) { taken, err = b.Ledger.TakeSeal(ctx, f, s); return err })
	return taken, err
}

func (b *broken) TakeErased(ctx context.Context, f ledger.From, players []string) error {
	return b.do(func() error { return b.Ledger.TakeErased(ctx, f, players) })
}

func (b *broken) TakeStates(ctx context.Context, all []ledger.State) error {
	return b.do(func() error { return b.Ledger.TakeStates(ctx, all) })
}
