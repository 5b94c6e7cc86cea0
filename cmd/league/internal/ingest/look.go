package ingest

import (
	"context"
	"errors"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// page is the maximum number of waiting records in one read.
const page = 8

// poll publishes new enrolments and revocations of boxes. It then processes the records that waited
// for an enrolment.
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

// announce publishes the enrolment of each newly enrolled box, and the end of the enrolment of each
// revoked box.
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
			continue // the next poll tries again
		}
		if err := c.Ledger.SetEnrolmentPublished(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// takeWaiting processes a record that waited for an enrolment, in the same way as a received one.
func (c *Worker) takeWaiting(ctx context.Context, k ledger.Quarantined) error {
	err := c.record(ctx, k.From, k.Record)
	if errors.Is(err, audit.ErrBusy) || ledger.Refused(err) {
		c.count(Refused, wire.Topic(k.From.Box, wire.RecordKind), err)
		return nil
	}
	return err
}
