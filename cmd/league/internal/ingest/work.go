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

// publishTimeout is the maximum time to wait for the broker to accept a message.
const publishTimeout = 10 * time.Second

// handle processes a message that the box of its topic has signed, and acknowledges it to the broker.
// It returns an error only if the database fails; the message is then not acknowledged.
func (c *Worker) handle(ctx context.Context, m Message) error {
	box, kind, _ := wire.Split(m.Topic)
	if c.hasty {
		m.Ack()
		m.Ack = func() {}
	}
	var err error
	from := ledger.From{Box: box, Key: m.Signed.Key}
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
		c.reject(Topic, m, nil)
		return nil
	}
	switch {
	case errors.Is(err, audit.ErrBusy):
		c.reject(Busy, m, err)
		return nil
	case ledger.Refused(err):
		c.reject(Refused, m, err)
		return nil
	case err != nil:
		return fmt.Errorf("ingest: %s of box %s: %w", kind, box, err)
	}
	m.Ack()
	return nil
}

// reject counts a message that is not accepted, and acknowledges it to the broker.
func (c *Worker) reject(r Reason, m Message, err error) {
	c.count(r, m.Topic, err)
	m.Ack()
}

// take parses the payload of a message and calls the function do with the result. It counts a
// malformed message as rejected and returns nil.
func take[T any](c *Worker, m Message, do func(T) error) error {
	var body T
	if err := json.Unmarshal(m.Payload, &body); err != nil {
		c.count(Form, m.Topic, err)
		return nil
	}
	return do(body)
}

// online stores a box's announcement that it is online or offline. If the box is a member and comes
// online, the method also publishes the enrolment of the box.
func (c *Worker) online(ctx context.Context, from ledger.From, o wire.Online) error {
	var member bool
	var name string
	err := c.inSlot(ctx, func() (err error) {
		if member, err = c.Ledger.Online(ctx, from, o); err == nil && member && o.Online {
			name, err = c.Ledger.Setting(ctx, ledger.NameSetting)
		}
		return err
	})
	if err == nil && member && o.Online {
		c.enrol(ctx, from.Box, name)
	}
	return err
}

func (c *Worker) seal(ctx context.Context, from ledger.From, s wire.Seal) error {
	return c.store(ctx, from.Box, wire.Ack{Seals: []string{s.Seal}}, func() (taken ledger.Outcome, err error) {
		err = c.inSlot(ctx, func() (err error) { taken, err = c.Ledger.TakeSeal(ctx, from, s); return err })
		return taken, err
	})
}

func (c *Worker) erased(ctx context.Context, from ledger.From, e wire.Erased) error {
	return c.store(ctx, from.Box, wire.Ack{Erased: e.Players}, func() (ledger.Outcome, error) {
		return ledger.New, c.inSlot(ctx, func() error { return c.Ledger.TakeErased(ctx, from, e.Players) })
	})
}

func (c *Worker) record(ctx context.Context, from ledger.From, r wire.Record) error {
	ack := wire.Ack{Records: map[string]string{r.Match: r.Sum()}}
	return c.store(ctx, from.Box, ack, func() (ledger.Outcome, error) {
		var known bool
		var checked ledger.CheckedRecord
		err := c.inSlot(ctx, func() (err error) {
			if known, err = c.Ledger.HasRecord(ctx, from.Box, r); err == nil && !known {
				checked, err = c.check(from, r)
			}
			return err
		})
		if known || err != nil {
			return ledger.Known, err
		}
		return c.storeRecord(ctx, checked)
	})
}

// store calls the function do, which stores a message in the ledger. It then publishes ack to the
// box. It does not publish ack if the message waits for an enrolment.
func (c *Worker) store(ctx context.Context, box string, ack wire.Ack, do func() (ledger.Outcome, error)) error {
	if c.hasty {
		c.acknowledge(ctx, box, ack)
		_, err := do()
		return err
	}
	taken, err := do()
	if err == nil && taken != ledger.Waiting {
		c.acknowledge(ctx, box, ack)
	}
	return err
}

// check checks a record by package audit. A panic in the rules counts as a fault of the record.
func (c *Worker) check(from ledger.From, r wire.Record) (checked ledger.CheckedRecord, err error) {
	checked = ledger.CheckedRecord{From: from, Record: r}
	defer func() {
		if p := recover(); p != nil {
			c.Log.Error("a record makes the rules panic", "box", from.Box, "match", r.Match, "panic", p, "stack", string(debug.Stack()))
			checked.Fault, err = &audit.Fault{Reason: audit.Damaged, Err: fmt.Errorf("panic: %v", p)}, nil
		}
	}()
	checked.Verdict, err = audit.Check(r, c.Catalogue)
	if errors.As(err, &checked.Fault) {
		err = nil
	}
	return checked, err
}

// acknowledge publishes an Ack to a box. If the Ack is lost, the box publishes its message again.
func (c *Worker) acknowledge(ctx context.Context, box string, ack wire.Ack) {
	c.publish(ctx, wire.Topic(box, wire.AckKind), wire.Marshal(ack), false)
}

// enrol publishes the enrolment of a box. It reports whether the broker accepted the message. For a
// league without a name it uses the id of the league's key, because boxes ignore an empty name.
func (c *Worker) enrol(ctx context.Context, box, name string) bool {
	key := c.key.Public().(ed25519.PublicKey)
	enrolment := wire.Enrol{League: cmp.Or(name, wire.Grouped(wire.IDOf(key))), Key: key}
	return c.publish(ctx, wire.Topic(box, wire.EnrolKind), wire.Marshal(enrolment), true)
}

// publish signs and publishes a message. It reports whether the broker accepted the message.
func (c *Worker) publish(ctx context.Context, topic string, payload []byte, retain bool) bool {
	ctx, stop := context.WithTimeout(ctx, publishTimeout)
	defer stop()
	err := c.Broker.Publish(ctx, Publication{Topic: topic, Payload: payload, Signed: wire.Sign(c.key, topic, payload), Retain: retain})
	if err != nil {
		c.count(Unanswered, topic, err)
	}
	return err == nil
}
