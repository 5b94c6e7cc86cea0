package fox

import (
	"strconv"

	"tabletop/games"
)

// seat is one of two seats, counted from 0 here.
type seat uint8

const seats = 2

func (s seat) other() seat { return 1 - s }

func (s seat) number() games.Seat { return games.Seat(s) + 1 }

// digit returns the number of the seat in texts.
func (s seat) digit() string { return strconv.Itoa(int(s) + 1) }

// name returns the text argument for the player of the seat.
func (s seat) name() string { return "@" + s.digit() }

const (
	tricks = 13             // tricks per round, and cards per hand
	laid   = seats * tricks // cards of a complete round
)

// play is a played card, with the choice of a Fox.
type play struct {
	card  card
	given card // the card that became the decree, or noCard
	kept  bool // the decree stayed
}

// round contains the open cards of one round. The first block records the plays; everything
// else follows from it.
type round struct {
	upturned card // the decree card as the dealer turned it up; noCard: not yet
	plays    [laid]play
	leads    [tricks]seat // the leader of each trick, by the rules or a ruling
	n        int          // number of cards played

	lead      seat // leader of the present or next trick
	asks      bool // the last card is a Fox whose player has not chosen yet
	decree    card
	played    cards
	taken     [seats]cards // old decree cards that a seat took: played, in its hand, or buried
	known     [seats]cards // those of taken that certainly are in its hand
	tricks    [seats]uint8
	treasures [seats]uint8
}

// begin turns up the decree card; lead plays the first card.
func begin(decree card, lead seat) round {
	return round{upturned: decree, decree: decree, lead: lead}
}

// complete reports whether all tricks are won.
func (r *round) complete() bool { return r.n == laid }

// first returns the leader of the first trick.
func (r *round) first() seat {
	if r.n == 0 {
		return r.lead
	}
	return r.leads[0]
}

// by returns the seat that played the i-th card.
func (r *round) by(i int) seat {
	lead := r.leads[i/seats]
	if i%seats == 1 {
		return lead.other()
	}
	return lead
}

// turn returns the seat that plays the next card, or chooses for its Fox.
func (r *round) turn() seat {
	switch {
	case r.asks:
		return r.by(r.n - 1)
	case r.n%seats == 1:
		return r.lead.other()
	}
	return r.lead
}

// hand returns the number of cards that s holds. A draw with a burial doesn't change it.
func (r *round) hand(s seat) int {
	left := tricks - r.n/seats
	if r.n%seats == 1 && s == r.lead {
		left--
	}
	return left
}

// lay plays a card. A Fox asks for a choice, unless it is the last card of the hand.
func (r *round) lay(c card) {
	r.put(c)
	r.asks = r.mayExchange()
	r.settle()
}

// put puts a card on the table. A Woodcutter may bury any card of the hand, so no card of it is
// known afterwards.
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

// exchange makes a card of the hand the decree and takes the old decree into the hand.
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

// keep leaves the decree as it is.
func (r *round) keep() {
	r.plays[r.n-1].kept = true
	r.asks = false
	r.settle()
}

// settle counts a trick with both cards played, once no Fox asks.
func (r *round) settle() {
	t, ok := r.justWon()
	if !ok {
		return
	}
	r.tricks[t.winner()]++
	r.treasures[t.winner()] += treasures(t.lead, t.follow)
	r.lead = t.next()
}

// justWon returns the trick that was just completed, and false within a trick.
func (r *round) justWon() (trick, bool) {
	if r.n == 0 || r.asks || r.n%seats == 1 {
		return trick{}, false
	}
	last := r.n - seats
	return trick{r.plays[last].card, r.plays[last+1].card, r.leads[last/seats], r.decree.suit()}, true
}

// result returns the result of the tricks won so far.
func (r *round) result() result { return result{r.tricks, r.treasures} }

// replay plays p again, after a ruling or from a text. An exchange stays, whatever the card is.
// A Fox without a recorded choice kept the decree, unless it is the last card.
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

// renamed returns the round with each card replaced by name(card). The leaders of past tricks
// don't change; the leader of the next one follows from the cards.
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
