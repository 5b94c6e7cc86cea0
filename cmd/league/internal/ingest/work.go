package ingest

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// sayTime is how long a broker may take to take an Ack.
const sayTime = 10 * time.Second

// work takes a message. Its error is a failure of the database: the message wasn't
// acknowledged then.
func (c *Clerk) work(ctx context.Context, m Message) error {
	box, kind, _ := wire.Split(m.Topic)
	by, err := m.Signed.Box(m.Topic, m.Payload)
	switch {
	case len(m.Payload) == 0: // what was retained is cleared
		m.Ack()
		return nil
	case err != nil:
		c.pass(Signature, m, err)
		return nil
	}
	if c.hasty {
		m.Ack()
		m.Ack = func() {}
	}
	from := ledger.From{Box: by, Key: m.Signed.Key}
	switch kind {
	case wire.OnlineKind:
		err = take(c, m, func(o wire.Online) error { return c.online(ctx, from, o) })
	case wire.SealKind:
		err = take(c, m, func(s wire.Seal) error { return c.seal(ctx, from, s) })
	case wire.RecordKind:
		err = take(c, m, func(r wire.Record) error { return c.record(ctx, from, r) })
	case wire.ErasedKind:
		err = take(c, m, func(e wire.Erased) error { return c.erased(ctx, from, e) })
	default:
		c.pass(Topic, m, nil)
		return nil
	}
	switch {
	case errors.Is(err, audit.ErrBusy):
		c.pass(Busy, m, err)
		return nil
	case ledger.Refused(err):
		c.pass(Refused, m, err)
		return nil
	case err != nil:
		return fmt.Errorf("ingest: %s of box %s: %w", kind, box, err)
	}
	m.Ack()
	return nil
}

// pass counts a message that isn't taken.
func (c *Clerk) pass(r Reason, m Message, err error) {
	c.count(r, m.Topic, err)
	m.Ack()
}

// take reads a message and does what it asks for. What can't be read is counted.
func take[T any](c *Clerk, m Message, do func(T) error) error {
	var said T
	if err := json.Unmarshal(m.Payload, &said); err != nil {
		c.count(Form, m.Topic, err)
		return nil
	}
	return do(said)
}

func (c *Clerk) online(ctx context.Context, from ledger.From, o wire.Online) error {
	member, err := c.Ledger.Online(ctx, from, o)
	if err != nil || !member || !o.Online {
		return err
	}
	name, err := c.Ledger.Setting(ctx, ledger.NameSetting)
	if err == nil {
		c.enrol(ctx, from.Box, name)
	}
	return err
}

func (c *Clerk) seal(ctx context.Context, from ledger.From, s wire.Seal) error {
	return c.keep(ctx, from.Box, wire.Ack{Seals: []string{s.Seal}}, func() (ledger.Taken, error) {
		return c.Ledger.TakeSeal(ctx, from, s)
	})
}

func (c *Clerk) erased(ctx context.Context, from ledger.From, e wire.Erased) error {
	return c.keep(ctx, from.Box, wire.Ack{Erased: e.Players}, func() (ledger.Taken, error) {
		return ledger.New, c.Ledger.TakeErased(ctx, from, e.Players)
	})
}

func (c *Clerk) record(ctx context.Context, from ledger.From, r wire.Record) error {
	ack := wire.Ack{Records: map[string]string{r.Match: r.Sum()}}
	return c.keep(ctx, from.Box, ack, func() (ledger.Taken, error) {
		if known, err := c.Ledger.Knows(ctx, from.Box, r); known || err != nil {
			return ledger.Known, err
		}
		told, err := c.check(from, r)
		if err != nil {
			return "", err
		}
		return c.Ledger.TakeRecord(ctx, told)
	})
}

// keep has the ledger keep something, and then tells the box.
func (c *Clerk) keep(ctx context.Context, box string, ack wire.Ack, do func() (ledger.Taken, error)) error {
	if c.hasty {
		c.say(ctx, box, ack)
		_, err := do()
		return err
	}
	taken, err := do()
	if err == nil && taken != ledger.Waiting {
		c.say(ctx, box, ack)
	}
	return err
}

// check says what a record is worth. What makes the rules panic is a fault of the record.
func (c *Clerk) check(from ledger.From, r wire.Record) (told ledger.Told, err error) {
	told = ledger.Told{From: from, Record: r}
	defer func() {
		if p := recover(); p != nil {
			c.Log.Error("a record makes the rules panic", "box", from.Box, "match", r.Match, "panic", p, "stack", string(debug.Stack()))
			told.Fault, err = &audit.Fault{Reason: audit.Damaged, Err: fmt.Errorf("panic: %v", p)}, nil
		}
	}()
	told.Verdict, err = audit.Check(r, c.Catalogue)
	if errors.As(err, &told.Fault) {
		err = nil
	}
	return told, err
}

// say tells a box what is held. If nobody hears it the box tells it again.
func (c *Clerk) say(ctx context.Context, box string, ack wire.Ack) {
	c.publish(ctx, wire.Topic(box, wire.AckKind), wire.Marshal(ack), false)
}

// enrol tells a box that this league wants what it tells. One that nobody has given a name
// is called by its id: boxes don't heed one that is called nothing.
func (c *Clerk) enrol(ctx context.Context, box, name string) bool {
	key := c.key.Public().(ed25519.PublicKey)
	said := wire.Enrol{League: cmp.Or(name, wire.Grouped(wire.IDOf(key))), Key: key}
	return c.publish(ctx, wire.Topic(box, wire.EnrolKind), wire.Marshal(said), true)
}

// publish reports whether the broker has taken it.
func (c *Clerk) publish(ctx context.Context, topic string, payload []byte, retain bool) bool {
	ctx, stop := context.WithTimeout(ctx, sayTime)
	defer stop()
	err := c.Broker.Publish(ctx, Publication{Topic: topic, Payload: payload, Signed: wire.Sign(c.key, topic, payload), Retain: retain})
	if err != nil {
		c.count(Unsaid, topic, err)
	}
	return err == nil
}
