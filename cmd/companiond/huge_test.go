package main

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/heaptest"
	"tabletop/companion"
	"tabletop/companion/screen"
	"tabletop/companion/store"
)

// fillHuge leaves six open matches of so many facts each in a state folder, more than
// is imported today: a phone that scored and took back all night, say.
func fillHuge(t testing.TB, state string, facts int) {
	t.Helper()
	s, err := store.Open(state, time.Now(), catalogue.Games())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	lines := hugeRecord(facts)
	for i := range 6 {
		k := companion.Keep{Ticket: 1, Match: fmt.Sprintf("m%d", i), First: 1, Lines: lines}
		if err := s.Keep(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
}

// hugeRecord is a sheet on which a point is noted and taken back, again and again; it
// ends with the first, where facts is even.
func hugeRecord(facts int) []string {
	lines := []string{`{"seq":1,"at":"2026-11-21T19:00:01Z","ms":0,"kind":"started","game":"score","seats":["Аня","Боря"],"options":{}}`}
	for seq := 2; seq <= facts; seq++ {
		what := `"kind":"decided","seat":1,"says":"score 1 1"`
		if seq%2 == 1 {
			what = fmt.Sprintf(`"kind":"undone","back_to":%d`, seq-2)
		}
		lines = append(lines, fmt.Sprintf(`{"seq":%d,"at":"2026-11-21T19:00:01Z","ms":%d,%s}`, seq, 1000*seq, what))
	}
	return lines
}

var huge = flag.Int("huge", 6000, "how many facts each of six open matches has")

// It measures the heap of this process, so that no other test may run beside it. One match
// of 6,000 facts takes 3 MB there.
func TestHugeOpenMatchesAreListedAtOnceAndReadWhenGoneOnWith(t *testing.T) {
	const most = 8 << 20 // bytes of a daemon, however much is listed
	facts := *huge
	state := t.TempDir()
	fillHuge(t, state, facts)
	before := heaptest.AtRest()
	e := gatherIn(t, state, "127.0.0.1:0", "", nil)
	e.press("ok") // Русский
	if open := e.d.loop.Now().Offer.Open; len(open) != 6 || open[5].Names[1] != "Боря" {
		t.Fatalf("the open matches are %+v", open)
	}
	listed := heaptest.AtRest() - before
	if listed > most {
		t.Errorf("with six matches listed and none gone on with the heap has %d MB more, want at most %d", listed>>20, most>>20)
	}
	e.choose("home.resume")
	e.until("the match", func(m *screen.Moment) bool { return under(m.Match) })
	if got := e.d.loop.Now().Match.Seq(); got != facts {
		t.Errorf("it goes on after fact %d, want %d", got, facts)
	}
	one := heaptest.AtRest() - before - listed
	t.Logf("%d KB for six matches of %d facts that are listed, %d KB for one that is gone on with", listed>>10, facts, one>>10)
	if listed+6*one < most {
		t.Errorf("six whole matches would have %d MB, no more than is allowed", (listed+6*one)>>20)
	}
	e.decide("score 2 5")
	e.seq(facts + 1)
}

// Start to the first answer to a key, on six open matches of 99,000 facts each. Aim:
// 1 s and 60 MB.
func BenchmarkProcessStartOnHugeMatches(b *testing.B) {
	file, _ := shipped(b)
	state := b.TempDir()
	fillHuge(b, state, 99_000)
	var rss, peak float64
	for b.Loop() {
		p := begin(b, file, state)
		p.line("press down")
		b.StopTimer()
		rss, peak = max(rss, p.status("VmRSS")), max(peak, p.status("VmHWM"))
		p.quit()
		b.StartTimer()
	}
	b.ReportMetric(rss/1000, "MB-RSS")
	b.ReportMetric(peak/1000, "MB-peak")
}
