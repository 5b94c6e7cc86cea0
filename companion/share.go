package companion

import (
	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/luck"
	"tabletop/companion/match"
)

// shared are the parts of a Moment that are computed from several parts of the model. All
// Moments share them until one of those parts changes. Each is computed from its own parts
// alone ([parts]), so an update can't be forgotten.
type shared struct {
	open    *openList
	offer   cached[offerParts, Offer]
	guests  cached[doorParts, door.Guests]
	thrown  cached[thrownParts, DiceMatch]
	counsel cached[counselParts, adviser.Counsel]
	reserve cached[reserveParts, string]
}

// cached is a value with the parts it was computed from.
type cached[P parts[V], V any] struct {
	parts P
	value *V
}

// parts are all inputs of a value. build has no other input, so the value can't change while
// the parts are equal. Data behind their pointers never changes.
type parts[V any] interface {
	comparable
	build() *V
}

// from returns the value for p. It returns m itself if p is unchanged.
func (m cached[P, V]) from(p P) cached[P, V] {
	if m.value != nil && m.parts == p {
		return m
	}
	return cached[P, V]{p, p.build()}
}

// doorParts are the input of Moment.Guests.
type doorParts struct{ evening *evening }

func (p doorParts) build() *door.Guests { return &p.evening.guests }

// ThrowOrigin is the origin of a throw: a guest, or with Panel the box itself.
type ThrowOrigin struct {
	Seq   int // seq of the decision
	Guest string
	Panel bool
}

// DiceMatch is the match of the dice that are thrown beside any game, or zero without one. Hands
// are the known origins of its last throws. Cups are the cups on offer. A Thrown never
// changes.
type DiceMatch struct {
	ID    string
	Match match.Match
	Hands []ThrowOrigin
	Game  string // game of the cups
	Cups  []string
}

// thrownParts are the input of a Thrown.
type thrownParts struct {
	house
	started bool
	id      string
	match   match.Match
	throws  *throws
}

func (p thrownParts) build() *DiceMatch {
	t := &DiceMatch{ID: p.id, Match: p.match, Hands: p.throws.handsOf(p.id)}
	if p.diceTool != nil && p.started {
		t.Game, t.Cups = p.diceTool.Name(), p.savedCups()
	}
	return t
}

// throws are the origins of the last throws in a match; nil if none is known. The value never
// changes. It is not stored: a record has the outcomes, not the phones.
type throws struct {
	match string // id of the match
	hands []ThrowOrigin
}

// handsOf returns the origins of the throws in a match.
func (t *throws) handsOf(match string) []ThrowOrigin {
	if t == nil || t.match != match {
		return nil
	}
	return t.hands
}

// reserveParts are the input of Moment.NextSeal.
type reserveParts struct {
	ready  bool
	secret luck.Secret
}

func (p reserveParts) build() *string {
	seal := ""
	if p.ready {
		seal = p.secret.Seal()
	}
	return &seal
}

// counselParts are the input of a Counsel.
type counselParts struct {
	state  adviser.State
	topics adviser.Topics
	thinks bool
}

func (p counselParts) build() *adviser.Counsel { return p.state.Counsel(p.topics, p.thinks) }
