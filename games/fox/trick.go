package fox

// trick is two cards that lie, and trump: the decree's suit after all exchanges.
type trick struct {
	lead, follow card
	led          seat // who led
	trump        suit
}

// winner returns who takes the trick.
func (t trick) winner() seat {
	if follows(t.lead, t.follow, t.trump) {
		return t.led.other()
	}
	return t.led
}

// next returns who leads the next one: the winner, unless the loser played a Swan.
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

// witch returns "witch" where a Witch takes the trick because she counts as trump,
// "witches" where two of them don't, else "".
func (t trick) witch() string {
	switch {
	case t.lead.rank() == witch && t.follow.rank() == witch:
		return "witches"
	case t.taking().rank() == witch && follows(t.lead, t.follow, t.trump) != beats(t.lead, t.follow, t.lead.suit(), t.follow.suit(), t.trump):
		return "witch"
	}
	return ""
}

// follows reports whether the card that followed wins the trick, or else the one
// that was led: trump beats the led suit, higher beats lower.
func follows(lead, follow card, trump suit) bool {
	return beats(lead, follow, lead.suitBeside(follow, trump), follow.suitBeside(lead, trump), trump)
}

// beats reports the same of cards that count as the suits a and b.
func beats(lead, follow card, a, b, trump suit) bool {
	if a == b {
		return follow.rank() > lead.rank()
	}
	return b == trump
}

// suitBeside returns the suit that c counts as where the winner is found: a Witch is
// trump, but two Witches are what they are.
func (c card) suitBeside(other card, trump suit) suit {
	if c.rank() == witch && other.rank() != witch {
		return trump
	}
	return c.suit()
}

// leadsNext reports whether who followed leads the next trick: the winner, unless
// the loser played a Swan.
func leadsNext(lead, follow card, trump suit) bool {
	if follows(lead, follow, trump) {
		return lead.rank() != swan
	}
	return follow.rank() == swan
}

// treasures returns how many of the cards are 7s, a point each for the winner.
func treasures(of ...card) uint8 {
	n := uint8(0)
	for _, c := range of {
		if c.rank() == treasure {
			n++
		}
	}
	return n
}

// answers returns the cards that may answer lead from a hand that holds all of
// held, whatever else: its suit if it has any, and to a Monarch the suit's 1 or
// nothing below its highest.
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
