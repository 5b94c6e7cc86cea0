package ingest

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"maps"
	"sync"
	"time"

	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
	"tabletop/games"
)

// Message is one message received from the broker.
type Message struct {
	Topic   string
	Payload []byte
	Signed  wire.Signed
	Ack     func() // acknowledges the message to the broker; called at most once, from any goroutine
}

// Publication is a message to publish with quality of service 1.
type Publication struct {
	Topic   string
	Payload []byte
	Signed  wire.Signed
	Retain  bool
}

// Broker is the MQTT connection of a worker. Its methods are called from several goroutines.
type Broker interface {
	// Receive calls take for each incoming message until ctx is done, and reconnects as needed.
	// take must not block.
	Receive(ctx context.Context, take func(Message)) error
	// Publish returns nil once the broker has acknowledged the message.
	Publish(ctx context.Context, p Publication) error
}

// Ledger is the part of package ledger that a worker uses.
type Ledger interface {
	Ping(ctx context.Context) error
	Key(ctx context.Context) (ed25519.PrivateKey, error)
	Setting(ctx context.Context, name string) (string, error)
	HasRecord(ctx context.Context, box string, rec wire.Record) (bool, error)
	TakeRecords(ctx context.Context, records []ledger.CheckedRecord) ([]ledger.Outcome, error)
	TakeSeal(ctx context.Context, from ledger.From, s wire.Seal) (ledger.Outcome, error)
	TakeErased(ctx context.Context, from ledger.From, players []string) error
	TakeStates(ctx context.Context, states []ledger.State) error
	Online(ctx context.Context, from ledger.From, o wire.Online) (bool, error)
	WaitingRecords(ctx context.Context, after int64, limit int) ([]ledger.Quarantined, error)
	UnpublishedEnrolments(ctx context.Context) ([]ledger.Box, error)
	SetEnrolmentPublished(ctx context.Context, b ledger.Box) error
}

// MaxUnacked is the receive maximum of a worker: the maximum number of messages that the broker may
// send before the worker acknowledges one. The worker handles as many at once, so that one full
// transaction can be checked while another one is stored.
const MaxUnacked = 2 * ledger.MostRecords

// Options configures a worker.
type Options struct {
	Ledger    Ledger
	Broker    Broker
	Catalogue games.Catalogue // catalogue for records from elsewhere
	Parallel  int             // number of messages checked in parallel, at least 1
	Log       *slog.Logger
}

// Worker is an ingest worker. It receives messages from the broker and stores them in the ledger.
type Worker struct {
	Options
	key       ed25519.PrivateKey // key of the league; set by runOnce
	states    states
	intervals intervals
	slots     chan struct{} // holds a value for each message that is checked at the moment; capacity Parallel
	waiting   chan waiting  // passes checked records to storeWaiting
	hasty     bool          // true if the worker acknowledges a message before it stores the message; set only by tests that lose records on purpose

	mu     sync.Mutex
	counts map[Reason]int
}

// intervals holds the intervals and pauses of a worker. flush is the interval of storing states,
// and poll the interval of reading the ledger. first is the shortest pause after a failure, and
// most the longest.
type intervals struct{ flush, poll, first, most time.Duration }

// defaultIntervals holds the intervals of a worker outside of tests. The worker stores states four
// times a second.
var defaultIntervals = intervals{flush: 250 * time.Millisecond, poll: 3 * time.Second, first: time.Second, most: time.Minute}

// New returns a worker. The method Run starts it.
func New(o Options) *Worker {
	o.Parallel = max(o.Parallel, 1)
	return &Worker{
		Options: o, intervals: defaultIntervals, slots: make(chan struct{}, o.Parallel), waiting: make(chan waiting),
		counts: map[Reason]int{}, states: states{latest: map[string]wire.State{}},
	}
}

// Reason is the reason why a worker rejected a message.
type Reason string

// Reasons why a worker rejects a message.
const (
	Topic      Reason = "topic"     // the topic is not one of a league
	Signature  Reason = "signature" // the box named in the topic has not signed the message
	Form       Reason = "form"      // the message is not the JSON of its kind, or too long
	Refused    Reason = "refused"   // the ledger refuses the content, or further messages of the box
	Busy       Reason = "busy"      // the process for games in files was lost
	Full       Reason = "full"      // the queue is full
	Unanswered Reason = "unsaid"    // the message is stored, but the broker did not accept the answer to the box
)

// Counts returns the number of rejected messages for each reason.
func (c *Worker) Counts() map[Reason]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.counts)
}

// count counts a rejected message and logs it.
func (c *Worker) count(r Reason, topic string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[r]++
	c.Log.Debug("message rejected", "reason", string(r), "topic", topic, "err", err)
}

// Run processes messages until ctx ends. After a failure it pauses and starts again.
func (c *Worker) Run(ctx context.Context) error {
	pause := c.intervals.first
	for {
		begun := time.Now()
		err := c.runOnce(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(begun) > c.intervals.most {
			pause = c.intervals.first
		}
		c.Log.Error("ingest pauses after a failure", "err", err, "for", pause)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, c.intervals.most)
	}
}

// runOnce processes messages until the database or the broker fails, or ctx is done.
func (c *Worker) runOnce(ctx context.Context) (err error) {
	if err := c.Ledger.Ping(ctx); err != nil {
		return err
	}
	if c.key, err = c.Ledger.Key(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := newQueue()
	var all sync.WaitGroup
	part := func(do func() error) {
		all.Go(func() {
			if err := do(); err != nil {
				stop(err)
			}
		})
	}
	for range MaxUnacked {
		part(func() error { return c.process(ctx, queue) })
	}
	part(func() error { return c.storeWaiting(ctx) })
	part(func() error { return c.every(ctx, c.intervals.flush, c.flush) })
	part(func() error { return c.every(ctx, c.intervals.poll, c.poll) })
	part(func() error { return c.Broker.Receive(ctx, func(m Message) { c.dispatch(queue, m) }) })
	all.Wait()
	return context.Cause(ctx)
}

// every calls the function do at once and then at each interval pace, until ctx is done or the
// function fails.
func (c *Worker) every(ctx context.Context, pace time.Duration, do func(context.Context) error) error {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		if err := do(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// process handles queued messages until ctx is done or the database fails. Many calls run at once,
// and most of them wait for a slot, for a commit or for the broker.
func (c *Worker) process(ctx context.Context, q *queue) error {
	for {
		m, ok := q.take(ctx)
		if !ok {
			return nil
		}
		err := c.handle(ctx, m)
		q.release(m)
		if err != nil {
			return err
		}
	}
}

// inSlot calls the function do. It first waits until fewer than Parallel other calls run, so that they
// share the processors and the connections to the database.
func (c *Worker) inSlot(ctx context.Context, do func() error) error {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
		return do()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mostPayload holds the maximum size of a message of each kind that a worker receives, in bytes. A
// request to forget players has an id for each of 32,768 names at most.
var mostPayload = map[wire.Kind]int{
	wire.OnlineKind: 64 << 10,
	wire.StateKind:  64 << 10,
	wire.SealKind:   64 << 10,
	wire.ErasedKind: 2 << 20,
	wire.RecordKind: wire.MostBytes,
}

// dispatch notes a state at once, and queues any other message. It rejects a message that is too
// long or not signed by its box, so that only signed messages take up memory in the queue.
func (c *Worker) dispatch(q *queue, m Message) {
	_, kind, _ := wire.Split(m.Topic)
	most, known := mostPayload[kind]
	switch {
	case len(m.Payload) == 0: // a retained message was cleared
		m.Ack()
	case !known:
		c.reject(Topic, m, nil)
	case len(m.Payload) > most:
		c.reject(Form, m, nil)
	case kind == wire.StateKind:
		c.takeState(m)
		m.Ack()
	default:
		c.enqueue(q, m)
	}
}

// enqueue queues a message that its box has signed.
func (c *Worker) enqueue(q *queue, m Message) {
	if _, err := m.Signed.Box(m.Topic, m.Payload); err != nil {
		c.reject(Signature, m, err)
	} else if !q.put(m) {
		c.reject(Full, m, nil)
	}
}
