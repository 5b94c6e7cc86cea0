package ingest

import (
	"context"

	"tabletop/cmd/league/internal/ledger"
)

// waiting is a checked record that waits for its transaction.
type waiting struct {
	ledger.CheckedRecord
	stored chan<- stored // receives the result; capacity 1
}

// stored is the result of storing a record.
type stored struct {
	outcome ledger.Outcome
	err     error
}

// storeRecord stores a checked record in one transaction with other waiting records. It returns once
// the transaction is committed.
func (c *Worker) storeRecord(ctx context.Context, r ledger.CheckedRecord) (ledger.Outcome, error) {
	result := make(chan stored, 1)
	select {
	case c.waiting <- waiting{r, result}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	select {
	case s := <-result:
		return s.outcome, s.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// storeWaiting stores waiting records until ctx is done. A transaction takes the records that wait at
// its beginning; it does not wait for more. The next ones gather during its commit.
func (c *Worker) storeWaiting(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case first := <-c.waiting:
			c.storeAll(ctx, c.gather(first))
		}
	}
}

// gather returns the first record and the other waiting records, up to ledger.MostRecords.
func (c *Worker) gather(first waiting) []waiting {
	all := []waiting{first}
	for len(all) < ledger.MostRecords {
		select {
		case w := <-c.waiting:
			all = append(all, w)
		default:
			return all
		}
	}
	return all
}

// storeAll stores records in one transaction and sends the results. If the ledger refuses a record,
// storeAll stores each half of the records on its own, so that only that record is refused.
func (c *Worker) storeAll(ctx context.Context, all []waiting) {
	records := make([]ledger.CheckedRecord, len(all))
	for i, w := range all {
		records[i] = w.CheckedRecord
	}
	outcomes, err := c.Ledger.TakeRecords(ctx, records)
	if len(all) > 1 && ledger.Refused(err) {
		c.storeAll(ctx, all[:len(all)/2])
		c.storeAll(ctx, all[len(all)/2:])
		return
	}
	for i, w := range all {
		s := stored{err: err}
		if err == nil {
			s.outcome = outcomes[i]
		}
		w.stored <- s
	}
}
