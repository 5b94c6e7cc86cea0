package screen

import (
	"time"

	"tabletop/companion"
	"tabletop/companion/clock"
)

// Moment is a published [companion.Moment] with its picture. It never changes.
type Moment struct {
	companion.Moment
	Frame Frame
	Next  <-chan struct{} // closed when a later moment is published
	// Elapsed returns the time on the match's event clock. If it is nil, the time is 0.
	Elapsed func() time.Duration
}

// SeatClocks returns the current state of the match's clock for each seat, or nil if the match has
// no clocks.
func (m *Moment) SeatClocks() []clock.Seat {
	if m.Elapsed == nil {
		return m.Clocks.At(0)
	}
	return m.Clocks.At(m.Elapsed())
}
