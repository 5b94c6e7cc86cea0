package fox

import (
	"strconv"

	"tabletop/games"
)

// seat is one of two, counted from 0 here.
type seat uint8

const seats = 2

func (s seat) other() seat { return 1 - s }

func (s seat) number() games.Seat { return games.Seat(s) + 1 }

// digit is the seat as texts write it.
func (s seat) digit() string { return strconv.Itoa(int(s) + 1) }

// name is the argument that stands for who sits there.
func (s seat) name() string { return "@" + s.digit() }

const (
	tricks = 13             // of a round, and cards of a hand
	laid   = seats * tricks // cards of a complete round
)

// play is a card that was played, and what its Fox did.
type play struct {
	card  card
	given card // the card that became the decree, or noCard
	kept  bool // the decree stayed
}

// round is what lies open of one round. The first block is what happened; all
// else follows from it.
type round struct {
	upturned card // the decree card as the dealer turned it up; noCard: not yet
	plays    [laid]play
	leads    [tricks]seat // who led each trick: the rules, or a ruling
	n        int          // cards played

	lead      seat // of the trick that is being played, or comes next
	asks      bool // the last card is a Fox, and its player hasn't said what it does
	decree    card
	played    cards
	taken     [seats]cards // old decree cards that a seat took: played, in its hand, or buried
	known     [seats]cards // those of them that certainly are in its hand
	tricks    [seats]uint8
	treasures [seats]uint8
}

// begin turns up the decree card; lead plays the first card.
func begin(decree card, lead seat) round {
	return round{upturned: decree, decree: decree, lead: lead}
}

// complete reports whether all tricks are won.
func (r *round) complete() bool { return r.n == laid }

// first returns who led the first trick, or is to lead it.
func (r *round) first() seat {
	if r.n == 0 {
		return r.lead
	}
	return r.leads[0]
}

// by returns who played the i-th card.
func (r *round) by(i int) seat {
	lead := r.leads[i/seats]
	if i%seats == 1 {
		return lead.other()
	}
	return lead
}

// turn returns who plays the next card, or says what the Fox does.
func (r *round) turn() seat {
	switch {
	case r.asks:
		return r.by(r.n - 1)
	case r.n%seats == 1:
		return r.lead.other()
	}
	return r.lead
}

// hand returns how many cards s holds. A draw and a burial leave it as it is.
func (r *round) hand(s seat) int {
	left := tricks - r.n/seats
	if r.n%seats == 1 && s == r.lead {
		left--
	}
	return left
}

// lay plays a card. A Fox asks, unless it is the last card of the hand.
func (r *round) lay(c card) {
	r.put(c)
	r.asks = r.mayExchange()
	r.settle()
}

// put lays a card down. A Woodcutter may bury any card of the hand, so nothing is
// known of it afterwards.
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

// mayExchange reports whether the card just laid is a Fox, with a hand behind it.
func (r *round) mayExchange() bool {
	return r.plays[r.n-1].card.rank() == fox && r.hand(r.by(r.n-1)) > 0
}

// exchange makes a card of the hand the decree; the old one is taken into it.
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

// replaced returns the decree card that lay there before the last exchange.
func (r *round) replaced() card {
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

// settle counts a trick of which both cards lie, once no Fox asks.
func (r *round) settle() {
	t, ok := r.justWon()
	if !ok {
		return
	}
	r.tricks[t.winner()]++
	r.treasures[t.winner()] += treasures(t.lead, t.follow)
	r.lead = t.next()
}

// justWon returns the trick before the one that begins; false within a trick.
func (r *round) justWon() (trick, bool) {
	if r.n == 0 || r.asks || r.n%seats == 1 {
		return trick{}, false
	}
	last := r.n - seats
	return trick{r.plays[last].card, r.plays[last+1].card, r.leads[last/seats], r.decree.suit()}, true
}

// result returns what the tricks won so far come to.
func (r *round) result() result { return result{r.tricks, r.treasures} }

// replay plays p once more, after a ruling or from a text. What was exchanged stays
// exchanged, whatever the card is; a Fox of which nothing was said left the decree
// as it was, unless it is the last card.
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

// renamed returns the round with other cards in the places of these. Who led each
// trick doesn't change; who leads the next one follows from the cards.
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
