package fox

// trick is two played cards, with trump: the decree's suit after all exchanges.
type trick struct {
	lead, follow card
	led          seat // the seat that led
	trump        suit
}

// winner returns the seat that takes the trick.
func (t trick) winner() seat {
	if follows(t.lead, t.follow, t.trump) {
		return t.led.other()
	}
	return t.led
}

// next returns the leader of the next trick: the winner, unless the loser played a Swan.
func (t trick) next() seat {
	if leadsNext(t.lead, t.follow, t.trump) {
		return t.led.other()
	}
	return t.led
}

// taking returns the card that takes the trick.
func (t trick) taking() card {
	if t.winner() == t.led {
		return t.lead
	}
	return t.follow
}

// swan reports whether the loser leads the next trick.
func (t trick) swan() bool { return t.next() != t.winner() }

// witch returns "witch" if a Witch takes the trick because it counts as trump, "witches" if
// there are two Witches, which don't, and otherwise "".
func (t trick) witch() string {
	switch {
	case t.lead.rank() == witch && t.follow.rank() == witch:
		return "witches"
	case t.taking().rank() == witch && follows(t.lead, t.follow, t.trump) != beats(t.lead, t.follow, t.lead.suit(), t.follow.suit(), t.trump):
		return "witch"
	}
	return ""
}

// follows reports whether the following card wins the trick, rather than the leading one: trump
// beats the led suit, higher beats lower.
func follows(lead, follow card, trump suit) bool {
	return beats(lead, follow, lead.suitBeside(follow, trump), follow.suitBeside(lead, trump), trump)
}

// beats is follows for cards that count as the suits a and b.
func beats(lead, follow card, a, b, trump suit) bool {
	if a == b {
		return follow.rank() > lead.rank()
	}
	return b == trump
}

// suitBeside returns the suit that c counts as when the winner is determined: a single Witch is
// trump, but two Witches keep their suits.
func (c card) suitBeside(other card, trump suit) suit {
	if c.rank() == witch && other.rank() != witch {
		return trump
	}
	return c.suit()
}

// leadsNext reports whether the follower leads the next trick: the winner leads, unless the
// loser played a Swan.
func leadsNext(lead, follow card, trump suit) bool {
	if follows(lead, follow, trump) {
		return lead.rank() != swan
	}
	return follow.rank() == swan
}

// treasures returns the number of 7s among the cards, a point each for the winner.
func treasures(of ...card) uint8 {
	n := uint8(0)
	for _, c := range of {
		if c.rank() == treasure {
			n++
		}
	}
	return n
}

// answers returns the cards that may answer lead from a hand that is known to hold the cards
// held. It must follow suit if held has a card of it; a Monarch must be answered by the suit's
// 1, or a card not below the highest of held.
func answers(lead card, held cards) cards {
	of := lead.suit().of()
	held &= of
	switch {
	case held == 0:
		return every
	case lead.rank() != monarch:
		return of
	}
	top := held.highest()
	return one(cardOf(lead.suit(), swan)) | one(top) | top.above()
}
