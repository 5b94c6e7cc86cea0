package companiontest

import "tabletop/companion"

// Whole returns m with empty values for nil parts. A moment of a model has no nil parts.
func Whole(m companion.Moment) companion.Moment {
	m.Library = orEmpty(m.Library)
	m.Happened = orEmpty(m.Happened)
	m.Counsel = orEmpty(m.Counsel)
	m.DiceMatch = orEmpty(m.DiceMatch)
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
