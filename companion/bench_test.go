package companion_test

import (
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
)

// benchmarked is a table in «Лови мышей!» with its artist.
func benchmarked(b *testing.B) (*companiontest.Table, *screen.Artist) {
	b.Helper()
	artist := painter(b)
	tb := companiontest.New(b, all...)
	tb.Press("ok")
	intoTableMice(tb)
	b.ReportAllocs()
	return tb, artist
}

// A press that moves the cursor: event in, picture out. Aim: 100 µs.
func BenchmarkPressToPicture(b *testing.B) {
	tb, artist := benchmarked(b)
	keys := []panel.Key{panel.Down, panel.Up}
	i := 0
	for b.Loop() {
		tb.Do(companion.Keys, companion.Press{Key: keys[i%2]})
		artist.Draw(tb.Model.View())
		i++
	}
}

// A press that decides, the disk's answer and the picture. Aim: 100 µs, disk apart.
func BenchmarkDecisionToPicture(b *testing.B) {
	tb, artist := benchmarked(b)
	start := tb.Model
	for b.Loop() {
		m, effects := start.Update(companion.Event{At: tb.Now, What: companion.Sent{From: companion.Keys, Command: companion.Press{Key: panel.OK}}})
		for _, e := range effects {
			if k, ok := e.(companion.Keep); ok {
				m, _ = m.Update(companion.Event{At: tb.Now, What: companion.Kept{Ticket: k.Ticket}})
			}
		}
		artist.Draw(m.View())
	}
}

// The same press where a clock runs beside the name. Aim: 100 µs.
func BenchmarkPressToPictureOnTheClock(b *testing.B) {
	artist := painter(b)
	tb := companiontest.New(b, all...)
	tb.Press("ok")
	intoClocked(tb)
	b.ReportAllocs()
	keys := []panel.Key{panel.Down, panel.Up}
	i := 0
	for b.Loop() {
		tb.Now += time.Microsecond
		tb.Do(companion.Keys, companion.Press{Key: keys[i%2]})
		artist.Draw(tb.Model.View())
		i++
	}
}
