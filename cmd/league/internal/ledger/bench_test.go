package ledger_test

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
)

// BenchmarkRecords takes records of different boxes into databases that sync each commit,
// with some connections at once.
func BenchmarkRecords(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { records(b, "sqlite:"+filepath.Join(b.TempDir(), "league.db"), 1) })
	cluster := pgtest.Start(b, "fsync=on")
	for _, workers := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("PostgreSQL/%d", workers), func(b *testing.B) {
			records(b, cluster.Database(fmt.Sprintf("w%dn%d", workers, b.N)), workers)
		})
	}
}

func records(b *testing.B, where string, workers int) {
	l, err := ledger.Open(ctx, where)
	ok(b, err)
	defer func() { ok(b, l.Close()) }()
	ok(b, l.Migrate(ctx))
	m := played(b, 1)
	var boxes []audittest.Box
	for n := range 16 {
		boxes = append(boxes, audittest.NewBox(n))
		ok(b, l.Enrol(ctx, boxes[n].ID))
	}
	r := told(b, box, box.Record("m", m))
	var n atomic.Int64
	b.SetParallelism(workers)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			k := n.Add(1)
			own := r
			own.From, own.Record.Match = from(boxes[k%16]), fmt.Sprint("m", k)
			if taken, err := l.TakeRecord(ctx, own); err != nil || taken != ledger.New {
				b.Errorf("%s, %v", taken, err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
