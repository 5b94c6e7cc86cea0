package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/waittest"
)

// slowLedger is a ledger whose transactions take a second each. It refuses the records of some matches.
type slowLedger struct {
	Ledger
	refused []string
	sizes   []int // of the transactions, also of those that fail
}

func (l *slowLedger) TakeRecords(_ context.Context, all []ledger.CheckedRecord) ([]ledger.Outcome, error) {
	waittest.Pass(time.Second)
	l.sizes = append(l.sizes, len(all))
	for _, r := range all {
		if slices.Contains(l.refused, r.Record.Match) {
			return nil, fmt.Errorf("record %s: %w", r.Record.Match, ledger.ErrFull)
		}
	}
	return slices.Repeat([]ledger.Outcome{ledger.New}, len(all)), nil
}

// together stores n records that come at once, and returns how each was taken.
func together(t *testing.T, l *slowLedger, n int) map[string]error {
	c := New(Options{Ledger: l, Log: quiet})
	ctx, stop := context.WithCancel(t.Context())
	var worker, records sync.WaitGroup
	worker.Go(func() { _ = c.storeWaiting(ctx) })
	var mu sync.Mutex
	all := map[string]error{}
	for k := range n {
		records.Go(func() {
			r := ledger.CheckedRecord{}
			r.Record.Match = fmt.Sprint("m", k)
			outcome, err := c.storeRecord(ctx, r)
			if err == nil && outcome != ledger.New {
				err = errors.New(string(outcome))
			}
			mu.Lock()
			defer mu.Unlock()
			all[r.Record.Match] = err
		})
		synctest.Wait() // the first is alone
	}
	records.Wait()
	stop()
	worker.Wait()
	return all
}

func TestRecordsThatComeDuringACommitAreStoredTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &slowLedger{}
		begun := time.Now()
		for match, err := range together(t, l, ledger.MostRecords+11) {
			if err != nil {
				t.Errorf("%s: %v", match, err)
			}
		}
		if want := []int{1, ledger.MostRecords, 10}; !slices.Equal(l.sizes, want) || time.Since(begun) != 3*time.Second {
			t.Errorf("transactions of %v records within %v, want %v and a second each", l.sizes, time.Since(begun), want)
		}
	})
}

func TestOnlyTheRefusedRecordsOfATransactionAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &slowLedger{refused: []string{"m7", "m40"}}
		all := together(t, l, 1+ledger.MostRecords)
		for match, err := range all {
			if slices.Contains(l.refused, match) != errors.Is(err, ledger.ErrFull) {
				t.Errorf("%s: %v", match, err)
			}
		}
		if len(all) != 1+ledger.MostRecords || len(l.sizes) > ledger.MostRecords/2 {
			t.Errorf("%d records in transactions of %v", len(all), l.sizes)
		}
	})
}

// TestARefusedRecordSinksNoOther sends records of which the ledger refuses some, as they are too
// many of a box that isn't enrolled or have no right id.
func TestARefusedRecordSinksNoOther(t *testing.T) {
	l, h := books(t, box), &hall{}
	c, _ := work(t, Options{Ledger: l, Broker: h}, nil)
	m := played(t, 1)
	for k := range 40 {
		rec := box.Record(fmt.Sprint("m", k), m)
		if k%5 == 0 {
			rec.Match = fmt.Sprint("no id ", k)
		}
		h.send(told(box, "record", rec))
	}
	h.settle(t)
	if all := results(t, l); len(all) != 32 || c.Counts()[Refused] != 8 || all[0].Verdict.Luck != audit.Proved {
		t.Errorf("%d results, counted %v, want 32 and 8 refused", len(all), c.Counts())
	}
}
