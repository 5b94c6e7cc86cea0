package fox

import (
	"strconv"

	"tabletop/games"
)

// seat is one of the two seats. This package counts them from 0.
type seat uint8

const seats = 2

func (s seat) other() seat { return 1 - s }

func (s seat) number() games.Seat { return games.Seat(s) + 1 }

// digit returns the number of the seat, from 1, as a digit.
func (s seat) digit() string { return strconv.Itoa(int(s) + 1) }

// name returns the argument of a text that shows the name of the seat's player.
func (s seat) name() string { return "@" + s.digit() }

const (
	tricks = 13             // tricks in a round, and cards in a hand
	laid   = seats * tricks // cards played in a complete round
)

// play is a played card, with its player's choice if it is a Fox.
type play struct {
	card  card
	given card // the card that the Fox made the decree, or noCard
	kept  bool // the player of the Fox kept the decree
}

// round contains the open cards of one round. The first four fields record the plays; all others
// follow from them.
type round struct {
	upturned card // the first decree card, as the dealer turned it up; noCard before that
	plays    [laid]play
	leads    [tricks]seat // the leader of each trick, by the rules or by a ruling
	n        int          // number of cards played so far

	lead      seat // leader of the present trick, or of the next one
	asks      bool // the last card is a Fox whose player has not chosen yet
	decree    card
	played    cards
	taken     [seats]cards // decree cards that each seat took: now played, in its hand, or buried
	known     [seats]cards // cards that are certainly in the hand of each seat, a subset of taken
	tricks    [seats]uint8
	treasures [seats]uint8
}

// begin returns a round with that decree card in which lead plays the first card.
func begin(decree card, lead seat) round {
	return round{upturned: decree, decree: decree, lead: lead}
}

// complete reports whether all cards of the round are played.
func (r *round) complete() bool { return r.n == laid }

// first returns the leader of the round's first trick.
func (r *round) first() seat {
	if r.n == 0 {
		return r.lead
	}
	return r.leads[0]
}

// by returns the seat that played the i-th card, counted from 0.
func (r *round) by(i int) seat {
	lead := r.leads[i/seats]
	if i%seats == 1 {
		return lead.other()
	}
	return lead
}

// turn returns the seat that plays the next card, or that chooses for its Fox.
func (r *round) turn() seat {
	switch {
	case r.asks:
		return r.by(r.n - 1)
	case r.n%seats == 1:
		return r.lead.other()
	}
	return r.lead
}

// hand returns the number of cards that s holds. A Woodcutter doesn't change it: the player draws
// one card and buries one.
func (r *round) hand(s seat) int {
	left := tricks - r.n/seats
	if r.n%seats == 1 && s == r.lead {
		left--
	}
	return left
}

// lay plays a card. If it is a Fox, its player must choose next, unless it was the last card of
// the hand.
func (r *round) lay(c card) {
	r.put(c)
	r.asks = r.mayExchange()
	r.settle()
}

// put records a played card. After a Woodcutter no card of the hand is known, because its player
// may have buried any of them.
func (r *round) put(c card) {
	s := r.turn()
	r.leads[r.n/seats] = r.lead
	r.plays[r.n] = play{card: c}
	r.n++
	r.played |= one(c)
	r.known[s] &^= one(c)
	if c.rank() == woodcutter {
		r.known[s] = 0
	}
}

// mayExchange reports whether the last card is a Fox and its player still holds cards.
func (r *round) mayExchange() bool {
	return r.plays[r.n-1].card.rank() == fox && r.hand(r.by(r.n-1)) > 0
}

// exchange makes given, a card of the hand, the decree. The old decree card goes into the hand.
func (r *round) exchange(given card) {
	s := r.by(r.n - 1)
	r.taken[s] = r.taken[s]&^one(given) | one(r.decree)
	r.known[s] = r.known[s]&^one(given) | one(r.decree)
	r.decree, r.plays[r.n-1].given = given, given
	r.asks = false
	r.settle()
}

// exchanged reports whether the last card is a Fox that has changed the decree.
func (r *round) exchanged() bool { return r.n > 0 && r.plays[r.n-1].given != noCard }

// previousDecree returns the decree card before the last exchange.
func (r *round) previousDecree() card {
	before := r.upturned
	for _, p := range r.plays[:r.n-1] {
		if p.given != noCard {
			before = p.given
		}
	}
	return before
}

// keep records that the player of the Fox keeps the decree.
func (r *round) keep() {
	r.plays[r.n-1].kept = true
	r.asks = false
	r.settle()
}

// settle counts the trick for its winner if both cards are played and no player of a Fox must
// choose.
func (r *round) settle() {
	t, ok := r.justWon()
	if !ok {
		return
	}
	r.tricks[t.winner()]++
	r.treasures[t.winner()] += treasures(t.lead, t.follow)
	r.lead = t.next()
}

// justWon returns the trick that the last card or choice completed. It returns false within a
// trick.
func (r *round) justWon() (trick, bool) {
	if r.n == 0 || r.asks || r.n%seats == 1 {
		return trick{}, false
	}
	last := r.n - seats
	return trick{r.plays[last].card, r.plays[last+1].card, r.leads[last/seats], r.decree.suit()}, true
}

// result returns the tricks and Treasures won so far in the round.
func (r *round) result() result { return result{r.tricks, r.treasures} }

// replay plays p again, after a ruling or from a text. If p has an exchange, replay keeps the
// exchange even if the card is no longer a Fox. If p is a Fox without a recorded choice, its
// player kept the decree. The parameter last means that p is the last play: then the player of the
// Fox may still have to choose.
func (r *round) replay(p play, last bool) {
	r.put(p.card)
	r.asks = p.given != noCard || r.mayExchange()
	switch {
	case p.given != noCard:
		r.exchange(p.given)
	case r.asks && (p.kept || !last):
		r.keep()
	default:
		r.settle()
	}
}

// renamed returns the round with each card c replaced by name(c). The leaders of past tricks
// don't change. The leader of the next trick follows from the new cards.
func (r *round) renamed(name func(card) card) round {
	next := begin(name(r.upturned), r.lead)
	for i, p := range r.plays[:r.n] {
		next.lead = r.leads[i/seats]
		if p.card = name(p.card); p.given != noCard {
			p.given = name(p.given)
		}
		next.replay(p, i == r.n-1)
	}
	return next
}
