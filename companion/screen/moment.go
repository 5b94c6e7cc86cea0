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
	// Elapsed returns the time of the event clock; nil for a clock at 0.
	Elapsed func() time.Duration
}

// SeatClocks returns the present times of the match's clocks by seat, or nil if there are none.
func (m *Moment) SeatClocks() []clock.Seat {
	if m.Elapsed == nil {
		return m.Clocks.At(0)
	}
	return m.Clocks.At(m.Elapsed())
}
