package ingest

import (
	"context"
	"errors"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// page is the number of waiting records read at once.
const page = 8

// poll publishes new enrolments and revocations, and processes the records that waited for one.
func (c *Worker) poll(ctx context.Context) error {
	if err := c.announce(ctx); err != nil {
		return err
	}
	for after := int64(0); ; {
		some, err := c.Ledger.WaitingRecords(ctx, after, page)
		if err != nil || len(some) == 0 {
			return err
		}
		for _, k := range some {
			if err := c.takeWaiting(ctx, k); err != nil {
				return err
			}
			after = k.ID
		}
	}
}

// announce publishes the enrolment or revocation of each box that changed.
func (c *Worker) announce(ctx context.Context) error {
	boxes, err := c.Ledger.UnpublishedEnrolments(ctx)
	if err != nil || len(boxes) == 0 {
		return err
	}
	name, err := c.Ledger.Setting(ctx, ledger.NameSetting)
	if err != nil {
		return err
	}
	for _, b := range boxes {
		published := false
		if b.Member() {
			published = c.enrol(ctx, b.ID, name)
		} else {
			published = c.publish(ctx, wire.Topic(b.ID, wire.EnrolKind), nil, true)
		}
		if !published {
			continue // at the next poll
		}
		if err := c.Ledger.SetEnrolmentPublished(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// takeWaiting processes a waiting record like a newly received one.
func (c *Worker) takeWaiting(ctx context.Context, k ledger.Quarantined) error {
	err := c.record(ctx, k.From, k.Record)
	if errors.Is(err, audit.ErrBusy) || ledger.Refused(err) {
		c.count(Refused, wire.Topic(k.From.Box, wire.RecordKind), err)
		return nil
	}
	return err
}
