package screen

import (
	"time"

	"tabletop/companion"
	"tabletop/companion/clock"
)

// Moment is a [companion.Moment] as it is published, with its picture. It never changes.
type Moment struct {
	companion.Moment
	Frame Frame
	Next  <-chan struct{} // closed when a later one has come
	// Elapsed returns the time on the clock of events; nil where that stands at 0.
	Elapsed func() time.Duration
}

// SeatClocks returns what the clocks of the match show now, by seat; nil where none is on.
func (m *Moment) SeatClocks() []clock.Seat {
	if m.Elapsed == nil {
		return m.Clocks.At(0)
	}
	return m.Clocks.At(m.Elapsed())
}
