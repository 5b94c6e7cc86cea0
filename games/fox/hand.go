package fox

// possible returns the cards that s may hold, as far as the open cards show. It omits the cards
// that the other seat took in exchanges: each of them is in the hand of that seat, was played, or
// is buried under the deck. A buried card never comes back, because the deck begins with six cards
// and there are three Woodcutters.
func (r *round) possible(s seat) cards {
	return every &^ r.played &^ one(r.decree) &^ r.taken[s.other()]
}

// candidates returns a set of cards that includes the next card of s. If the whole hand of s is
// known, the set is the hand. Otherwise the set has all cards that s may hold.
func (r *round) candidates(s seat) cards {
	if known := r.known[s]; known.count() >= r.hand(s) {
		return known
	}
	return r.possible(s)
}

// allowed returns the cards that the seat on turn may play, or may give in the exchange of its
// Fox.
func (r *round) allowed() cards {
	s := r.turn()
	return r.candidates(s) & r.answering(s)
}

// answering returns the cards that may be played next. It omits each card that is illegal because
// of a card that s is known to hold.
func (r *round) answering(s seat) cards {
	if r.asks || r.n%seats == 0 {
		return every
	}
	return answers(r.plays[r.n-1].card, r.known[s])
}

// forbids returns the key of the rule that forbids the seat on turn to play or give c, or "". It
// also returns the arguments of the rule's text: c, and the player or the held card that the text
// names.
func (r *round) forbids(c card) (key string, args []string) {
	s := r.turn()
	switch {
	case r.played.has(c):
		return "rule.played", []string{c.name()}
	case c == r.decree:
		return "rule.decree", []string{c.name()}
	case r.known[s.other()].has(c):
		return "rule.other", []string{c.name(), s.other().name()}
	case r.taken[s.other()].has(c):
		return "rule.gone", []string{c.name(), s.other().name()}
	case !r.candidates(s).has(c):
		return "rule.hand", []string{c.name(), s.name()}
	case !r.answering(s).has(c):
		return r.mustAnswer(s, c)
	}
	return "", nil
}

func (r *round) mustAnswer(s seat, c card) (key string, args []string) {
	of := r.plays[r.n-1].card.suit()
	key = "rule.follow"
	if c.suit() == of {
		key = "rule.monarch"
	}
	holds := (r.known[s] & of.of()).highest()
	return key, []string{c.name(), holds.name()}
}
