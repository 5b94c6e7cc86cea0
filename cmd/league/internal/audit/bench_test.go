package audit

import (
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/league/internal/audit/audittest"
)

// BenchmarkCheck checks a record of a whole match of mice, as a worker does for each result.
func BenchmarkCheck(b *testing.B) {
	known := catalogue.Games()
	m := audittest.Play(b, audittest.Begin(b, known, "mice", "Аня", "Боря"), 1)
	record := audittest.NewBox(0).Record("m", m)
	elsewhere := known.Elsewhere()
	b.ReportAllocs()
	b.ReportMetric(float64(m.Seq()), "facts")
	for b.Loop() {
		if _, err := Check(record, elsewhere); err != nil {
			b.Fatal(err)
		}
	}
}
