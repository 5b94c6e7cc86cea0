package companiontest

import "tabletop/companion"

// Whole returns m with something empty in the place of whatever it lacks: no moment of a
// model lacks anything.
func Whole(m companion.Moment) companion.Moment {
	m.Library = orEmpty(m.Library)
	m.Happened = orEmpty(m.Happened)
	m.Counsel = orEmpty(m.Counsel)
	m.Thrown = orEmpty(m.Thrown)
	m.Offer = orEmpty(m.Offer)
	m.Guests = orEmpty(m.Guests)
	return m
}

func orEmpty[T any](p *T) *T {
	if p == nil {
		return new(T)
	}
	return p
}
