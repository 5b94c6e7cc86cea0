package companion

import (
	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/luck"
	"tabletop/companion/match"
)

// shared holds the parts of a Moment that are computed from several parts of the model. Moments
// share such a part until one of its inputs changes. Each part depends only on its own inputs
// ([parts]), so it is never outdated.
type shared struct {
	open    *openList
	offer   cached[offerParts, Offer]
	guests  cached[doorParts, door.Guests]
	thrown  cached[thrownParts, DiceMatch]
	counsel cached[counselParts, adviser.Counsel]
	reserve cached[reserveParts, string]
}

// cached is a value with the inputs from which it was computed.
type cached[P parts[V], V any] struct {
	parts P
	value *V
}

// parts holds all inputs of a value. build uses no other input, so the value is the same as
// long as the inputs are equal. Data behind pointers in the inputs never changes.
type parts[V any] interface {
	comparable
	build() *V
}

// from returns the value computed from p. If p equals the old inputs, it returns m itself.
func (m cached[P, V]) from(p P) cached[P, V] {
	if m.value != nil && m.parts == p {
		return m
	}
	return cached[P, V]{p, p.build()}
}

// doorParts holds the input of Moment.Guests.
type doorParts struct{ evening *evening }

func (p doorParts) build() *door.Guests { return &p.evening.guests }

// ThrowOrigin is the source of a throw: the box itself if Panel is true, otherwise a phone.
type ThrowOrigin struct {
	Seq   int    // seq of the decision that threw the cup
	Guest string // name of the guest; "" for the box
	Panel bool
}

// DiceMatch is the match of the dice that are thrown beside any game. Match is zero if there is
// none. Hands are the known origins of the last throws, and Cups the cups to offer. A DiceMatch
// never changes.
type DiceMatch struct {
	ID    string
	Match match.Match
	Hands []ThrowOrigin
	Game  string // name of the dice tool; "" if there is none
	Cups  []string
}

// thrownParts holds the inputs of a DiceMatch.
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

// throws holds the origins of the last throws in a match; a nil pointer holds none. The value
// never changes. It is not stored: a record contains the outcomes, not the phones.
type throws struct {
	match string // id of the match
	hands []ThrowOrigin
}

// handsOf returns the origins of the throws in the match with this id.
func (t *throws) handsOf(match string) []ThrowOrigin {
	if t == nil || t.match != match {
		return nil
	}
	return t.hands
}

// reserveParts holds the inputs of Moment.NextSeal.
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

// counselParts holds the inputs of Moment.Counsel.
type counselParts struct {
	state  adviser.State
	topics adviser.Topics
	thinks bool
}

func (p counselParts) build() *adviser.Counsel { return p.state.Counsel(p.topics, p.thinks) }
