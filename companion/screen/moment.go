package screen

import (
	"time"

	"tabletop/companion"
)

// Moment is a [companion.Moment] as it is published, with its picture. It never changes.
type Moment struct {
	companion.Moment
	Frame Frame
	At    time.Duration   // when it was published, on the clock of events
	Next  <-chan struct{} // closed when a later one has come
}

// SeatClocks returns what the clocks of the match showed then, by seat; nil where none is
// on.
func (m *Moment) SeatClocks() []companion.SeatClock { return m.Clocks.At(m.At) }
