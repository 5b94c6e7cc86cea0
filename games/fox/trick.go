package fox

// trick is the two cards of a trick, the seat that led, and the trump suit after all exchanges.
type trick struct {
	lead, follow card
	led          seat // the seat that played the card lead
	trump        suit
}

// winner returns the seat that wins the trick.
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

// taking returns the card that wins the trick.
func (t trick) taking() card {
	if t.winner() == t.led {
		return t.lead
	}
	return t.follow
}

// swan reports whether the loser leads the next trick because of a Swan.
func (t trick) swan() bool { return t.next() != t.winner() }

// witch returns "witch" if a Witch wins the trick only because it counts as trump. It returns
// "witches" if both cards are Witches, which don't count as trump, and otherwise "".
func (t trick) witch() string {
	switch {
	case t.lead.rank() == witch && t.follow.rank() == witch:
		return "witches"
	case t.taking().rank() == witch && follows(t.lead, t.follow, t.trump) != beats(t.lead, t.follow, t.lead.suit(), t.follow.suit(), t.trump):
		return "witch"
	}
	return ""
}

// follows reports whether the card follow beats the card lead. Trump beats the suit led, and a
// higher rank beats a lower one of the same suit.
func follows(lead, follow card, trump suit) bool {
	return beats(lead, follow, lead.suitBeside(follow, trump), follow.suitBeside(lead, trump), trump)
}

// beats reports whether follow beats lead if lead counts as suit a and follow as suit b.
func beats(lead, follow card, a, b, trump suit) bool {
	if a == b {
		return follow.rank() > lead.rank()
	}
	return b == trump
}

// suitBeside returns the suit that c counts as in a trick with the card other. A single Witch
// counts as trump, but two Witches keep their suits.
func (c card) suitBeside(other card, trump suit) suit {
	if c.rank() == witch && other.rank() != witch {
		return trump
	}
	return c.suit()
}

// leadsNext reports whether the player of follow leads the next trick. The winner of a trick
// leads the next one, unless the loser played a Swan.
func leadsNext(lead, follow card, trump suit) bool {
	if follows(lead, follow, trump) {
		return lead.rank() != swan
	}
	return follow.rank() == swan
}

// treasures returns the number of Treasures, cards of rank 7, among the cards. Each is a point
// for the winner of the trick.
func treasures(of ...card) uint8 {
	n := uint8(0)
	for _, c := range of {
		if c.rank() == treasure {
			n++
		}
	}
	return n
}

// answers returns the cards that may answer lead if the hand is known to hold the cards held. If
// held has cards of the suit led, the answer must be of that suit. A Monarch must then be
// answered by the 1 of the suit, or by a card not below the highest one in held.
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
