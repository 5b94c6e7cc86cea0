package ingest

import (
	"context"
	"errors"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// page is how many records that waited are read at once.
const page = 8

// look tells boxes that they were enrolled or revoked, and takes what waited for that.
func (c *Clerk) look(ctx context.Context) error {
	if err := c.announce(ctx); err != nil {
		return err
	}
	for after := int64(0); ; {
		some, err := c.Ledger.Waiting(ctx, after, page)
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

// announce tells each box that was enrolled or revoked.
func (c *Clerk) announce(ctx context.Context) error {
	boxes, err := c.Ledger.Unannounced(ctx)
	if err != nil || len(boxes) == 0 {
		return err
	}
	name, err := c.Ledger.Setting(ctx, ledger.NameSetting)
	if err != nil {
		return err
	}
	for _, b := range boxes {
		said := false
		if b.Member() {
			said = c.enrol(ctx, b.ID, name)
		} else {
			said = c.publish(ctx, wire.Topic(b.ID, wire.EnrolKind), nil, true)
		}
		if !said {
			continue // later
		}
		if err := c.Ledger.Announced(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// takeWaiting takes a record that waited as if it was told again.
func (c *Clerk) takeWaiting(ctx context.Context, k ledger.Kept) error {
	err := c.record(ctx, k.From, k.Record)
	if errors.Is(err, audit.ErrBusy) || ledger.Refused(err) {
		c.count(Refused, wire.Topic(k.From.Box, wire.RecordKind), err)
		return nil
	}
	return err
}
