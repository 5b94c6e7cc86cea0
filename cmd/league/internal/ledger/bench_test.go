package ledger_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
)

// BenchmarkRecords takes records of different boxes, one or many in a transaction, into databases that
// sync each commit, with some connections at once.
func BenchmarkRecords(b *testing.B) {
	cluster, n := pgtest.Start(b, "fsync=on"), 0
	for _, many := range []int{1, 16, ledger.MostRecords} {
		b.Run(fmt.Sprintf("SQLite/%d", many), func(b *testing.B) { records(b, "sqlite:"+filepath.Join(b.TempDir(), "league.db"), 1, many) })
		for _, workers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("PostgreSQL/%d/%d", many, workers), func(b *testing.B) {
				n++
				records(b, cluster.Schema(fmt.Sprint("bench", n)), workers, many)
			})
		}
	}
}

// records has workers take b.N transactions of many records each.
func records(b *testing.B, where string, workers, many int) {
	l, err := ledger.Open(ctx, where)
	ok(b, err)
	defer func() { ok(b, l.Close()) }()
	ok(b, l.Migrate(ctx))
	m := played(b, 1)
	var boxes []audittest.Box
	for n := range ledger.MostRecords {
		boxes = append(boxes, audittest.NewBox(n))
		ok(b, l.Enrol(ctx, boxes[n].ID))
	}
	r := told(b, box, box.Record("m", m))
	var n, left atomic.Int64
	left.Store(int64(b.N))
	var all sync.WaitGroup
	b.ResetTimer()
	for range workers {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				some := make([]ledger.CheckedRecord, many)
				for i := range some {
					k := n.Add(1)
					some[i] = r
					some[i].From, some[i].Record.Match = from(boxes[k%int64(len(boxes))]), fmt.Sprint("m", k)
				}
				if taken, err := l.TakeRecords(ctx, some); err != nil || slices.ContainsFunc(taken, func(o ledger.Outcome) bool { return o != ledger.New }) {
					b.Errorf("%s, %v", taken, err)
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N*many)/b.Elapsed().Seconds(), "records/s")
}
