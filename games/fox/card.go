package fox

import (
	"math/bits"
	"strconv"

	"tabletop/games"
)

const (
	suits   = 3
	perSuit = 11 // ranks 1 to 11
)

// suit is one of the three suits, from 0.
type suit uint8

var suitNames = [suits]string{"bells", "keys", "moons"}

// String returns the name of the suit in notation: "bells", "keys" or "moons".
func (s suit) String() string { return suitNames[s] }

// Ranks with a power, named as in the rule book.
const (
	swan       = 1
	fox        = 3
	woodcutter = 5
	treasure   = 7
	witch      = 9
	monarch    = 11
)

// card is one of the 33 cards, numbered from 1. noCard stands for no card.
type card uint8

const noCard card = 0

func cardOf(s suit, rank int) card { return card(int(s)*perSuit + rank) }

func (c card) suit() suit { return suit((c - 1) / perSuit) }

func (c card) rank() int { return int((c-1)%perSuit) + 1 }

// String returns the card in notation: "keys 7".
func (c card) String() string { return c.suit().String() + " " + strconv.Itoa(c.rank()) }

// name returns the argument of a text that shows c as "7 of keys".
func (c card) name() string { return "#name." + c.String() }

// cardBy maps the notation of each card, such as "keys 7", to the card.
var cardBy = indexCards()

func indexCards() map[string]card {
	index := make(map[string]card, suits*perSuit)
	for c := range every.all() {
		index[c.String()] = c
	}
	return index
}

// cards is a set of cards. Bit c is set if card c is in the set.
type cards uint64

// every is the set of all 33 cards.
const every cards = (1<<(suits*perSuit) - 1) << 1

func one(c card) cards { return 1 << c }

// of returns all cards of the suit s.
func (s suit) of() cards { return (1<<perSuit - 1) << cardOf(s, 1) }

// above returns the cards of c's suit with a higher rank than c.
func (c card) above() cards { return c.suit().of() &^ (one(c+1) - 1) }

func (s cards) has(c card) bool { return s>>c&1 == 1 }

func (s cards) count() int { return bits.OnesCount64(uint64(s)) }

// highest returns the last card of s: the highest card of its last suit. The set s must not be
// empty.
func (s cards) highest() card { return card(bits.Len64(uint64(s)) - 1) }

// all yields the cards of s suit by suit, in each suit the lowest first.
func (s cards) all() func(yield func(card) bool) {
	return func(yield func(card) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(card(bits.TrailingZeros64(uint64(s)))) {
				return
			}
		}
	}
}

// bytewise returns the bits of s in the bytewise order of the cards' notations: bells 1, bells
// 10, bells 11, bells 2 … Bit 0 is bells 1.
func (s cards) bytewise() (sorted uint64) {
	for of := range suit(suits) {
		ranks := uint64(s) >> cardOf(of, 1)
		of11 := ranks&1 | ranks>>9&3<<1 | ranks>>1&0xff<<3
		sorted |= of11 << (perSuit * of)
	}
	return sorted
}

// choices holds one choice for each card, all with the same verb. It is sorted bytewise.
type choices [suits * perSuit]games.Choice

func choicesOf(verb string) *choices {
	var all choices
	for c := range every.all() {
		i := bits.TrailingZeros64(one(c).bytewise())
		all[i].Says = games.Decision(verb + " " + c.String())
	}
	return &all
}

// among returns the choices whose card is in s. The parameter more is the extra capacity of the
// returned slice. To make Legal fast, among copies consecutive choices together.
func (all *choices) among(s cards, more int) []games.Choice {
	some := make([]games.Choice, 0, s.count()+more)
	for at, left := 0, s.bytewise(); left != 0; {
		skip := bits.TrailingZeros64(left)
		run := bits.TrailingZeros64(^(left >> skip))
		some = append(some, all[at+skip:at+skip+run]...)
		at, left = at+skip+run, left>>(skip+run)
	}
	return some
}
