package companion

import (
	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/luck"
	"tabletop/companion/match"
)

// shared are the parts of a moment that are made of several parts of the model. They are
// shared by all moments until one of these parts changes.
type shared struct {
	open    *openList
	offer   cached[offerParts, Offer]
	guests  cached[doorParts, door.Guests]
	thrown  cached[thrownParts, Thrown]
	counsel cached[counselParts, adviser.Counsel]
	reserve cached[reserveParts, string]
}

// made is a value and the parts it was made of.
type cached[P parts[V], V any] struct {
	parts P
	value *V
}

// parts are all that a value is made of. Build sees nothing else, so that the value can't
// change while the parts are equal. What they point to never changes.
type parts[V any] interface {
	comparable
	build() *V
}

// from returns the value made of p: the same as before if p is.
func (m cached[P, V]) from(p P) cached[P, V] {
	if m.value != nil && m.parts == p {
		return m
	}
	return cached[P, V]{p, p.build()}
}

// doorParts are what the guests of a moment are made of.
type doorParts struct{ evening *evening }

func (p doorParts) build() *door.Guests { return &p.evening.guests }

// Hand is who made a throw: a guest, or with Panel whoever stands at the box.
type Hand struct {
	Seq   int // of the decision
	Guest string
	Panel bool
}

// Thrown is the match of the dice that are thrown beside any game, zero where there is
// none, its id, whose hands its last throws were, as far as that is known, and the cups
// that are offered. It never changes.
type Thrown struct {
	ID    string
	Match match.Match
	Hands []Hand
	Game  string // of the cups
	Cups  []string
}

// thrownParts are what a Thrown is made of.
type thrownParts struct {
	house
	started bool
	id      string
	match   match.Match
	throws  *throws
}

func (p thrownParts) build() *Thrown {
	t := &Thrown{ID: p.id, Match: p.match, Hands: p.throws.handsOf(p.id)}
	if p.tool != nil && p.started {
		t.Game, t.Cups = p.tool.Name(), p.savedCups()
	}
	return t
}

// throws are the hands of the last throws in a match; nil: none is known. They never
// change. No disk keeps them: a record says what the dice did, and not whose phone it was.
type throws struct {
	match string // its id
	hands []Hand
}

// in returns the hands in a match.
func (t *throws) handsOf(match string) []Hand {
	if t == nil || t.match != match {
		return nil
	}
	return t.hands
}

// reserveParts are what the seal of the next match is made of.
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

// counselParts are what a Counsel is made of.
type counselParts struct {
	state  adviser.State
	topics adviser.Topics
	thinks bool
}

func (p counselParts) build() *adviser.Counsel { return p.state.Counsel(p.topics, p.thinks) }
