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

// Message is what a broker hands over.
type Message struct {
	Topic   string
	Payload []byte
	Signed  wire.Signed
	Ack     func() // the broker may forget it; called once at most, from any goroutine
}

// Publication is what a broker is to hand on, at quality of service 1.
type Publication struct {
	Topic   string
	Payload []byte
	Signed  wire.Signed
	Retain  bool
}

// Broker is where boxes and workers meet. Its methods are called from several goroutines.
type Broker interface {
	// Receive hands over what is told until ctx ends, whatever becomes of connections
	// meanwhile. Take doesn't block.
	Receive(ctx context.Context, take func(Message)) error
	// Publish returns nil once the broker has it.
	Publish(ctx context.Context, p Publication) error
}

// Ledger is what a clerk needs of package ledger.
type Ledger interface {
	Ping(ctx context.Context) error
	Key(ctx context.Context) (ed25519.PrivateKey, error)
	Setting(ctx context.Context, name string) (string, error)
	Knows(ctx context.Context, box string, rec wire.Record) (bool, error)
	TakeRecord(ctx context.Context, r ledger.Told) (ledger.Taken, error)
	TakeSeal(ctx context.Context, from ledger.From, s wire.Seal) (ledger.Taken, error)
	TakeErased(ctx context.Context, from ledger.From, players []string) error
	TakeStates(ctx context.Context, states []ledger.State) error
	Online(ctx context.Context, from ledger.From, o wire.Online) (bool, error)
	Waiting(ctx context.Context, after int64, limit int) ([]ledger.Kept, error)
	Unannounced(ctx context.Context) ([]ledger.Box, error)
	Announced(ctx context.Context, b ledger.Box) error
}

// Unacked is how many messages a broker may hand over before one is acknowledged.
const Unacked = 32

// Options are what a clerk works with.
type Options struct {
	Ledger    Ledger
	Broker    Broker
	Catalogue games.Catalogue // for records from elsewhere
	Hands     int             // messages that are worked on at once, at least 1
	Log       *slog.Logger
}

// Clerk is a worker.
type Clerk struct {
	Options
	key    ed25519.PrivateKey // of the league, once it is known
	states states
	paces  paces
	hasty  bool // acknowledges before it keeps; only to see that this loses records

	mu     sync.Mutex
	counts map[Reason]int
}

// paces are how long a clerk waits.
type paces struct{ flush, look, first, most time.Duration }

// usual: states are kept four times a second.
var usual = paces{flush: 250 * time.Millisecond, look: 3 * time.Second, first: time.Second, most: time.Minute}

// New returns a clerk that doesn't work yet.
func New(o Options) *Clerk {
	o.Hands = max(o.Hands, 1)
	return &Clerk{Options: o, paces: usual, counts: map[Reason]int{}, states: states{latest: map[string]wire.State{}}}
}

// Reason is why a message wasn't taken.
type Reason string

// Reasons.
const (
	Topic     Reason = "topic"     // it is for no league
	Signature Reason = "signature" // it isn't signed by the box whose topic it is
	Form      Reason = "form"      // it isn't the JSON of its kind, or too long
	Refused   Reason = "refused"   // the ledger doesn't take such, or no more of that box
	Busy      Reason = "busy"      // a process for games in files was lost
	Full      Reason = "full"      // too much waits to be worked on
	Unsaid    Reason = "unsaid"    // taken, but the broker didn't take the Ack
)

// Counts returns how many messages weren't taken, by reason.
func (c *Clerk) Counts() map[Reason]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.counts)
}

func (c *Clerk) count(r Reason, topic string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[r]++
	c.Log.Debug("a message isn't taken", "reason", string(r), "topic", topic, "err", err)
}

// Run works until ctx ends.
func (c *Clerk) Run(ctx context.Context) error {
	pause := c.paces.first
	for {
		begun := time.Now()
		err := c.shift(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(begun) > c.paces.most {
			pause = c.paces.first
		}
		c.Log.Error("the clerk pauses", "err", err, "for", pause)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, c.paces.most)
	}
}

// shift works until the database fails, or ctx ends.
func (c *Clerk) shift(ctx context.Context) (err error) {
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
	for range c.Hands {
		part(func() error { return c.workOff(ctx, queue) })
	}
	part(func() error { return c.every(ctx, c.paces.flush, c.flush) })
	part(func() error { return c.every(ctx, c.paces.look, c.look) })
	part(func() error { return c.Broker.Receive(ctx, func(m Message) { c.sort(queue, m) }) })
	all.Wait()
	return context.Cause(ctx)
}

// every does something at once and then every so often.
func (c *Clerk) every(ctx context.Context, pace time.Duration, do func(context.Context) error) error {
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

// workOff works on messages until ctx ends or the database fails.
func (c *Clerk) workOff(ctx context.Context, q *queue) error {
	for {
		m, ok := q.take(ctx)
		if !ok {
			return nil
		}
		if err := c.work(ctx, m); err != nil {
			return err
		}
	}
}

// sort takes a state at once, and puts all else into the queue.
func (c *Clerk) sort(q *queue, m Message) {
	if _, kind, ok := wire.Split(m.Topic); ok && kind == wire.StateKind {
		c.takeState(m)
		m.Ack()
		return
	}
	if !q.put(m) {
		c.pass(Full, m, nil)
	}
}
