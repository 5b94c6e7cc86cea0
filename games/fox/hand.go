package fox

// possible returns the cards that s may hold, judged by the open cards. A card that the other
// seat took in an exchange is in its hand or under the deck. Buried cards never come back: the
// deck begins with six cards, and there are three Woodcutters.
func (r *round) possible(s seat) cards {
	return every &^ r.played &^ one(r.decree) &^ r.taken[s.other()]
}

// candidates returns the cards that the next card of s must be one of. If the whole hand is
// known, these are the known cards.
func (r *round) candidates(s seat) cards {
	if known := r.known[s]; known.count() >= r.hand(s) {
		return known
	}
	return r.possible(s)
}

// allowed returns the cards that the seat on turn may play, or may give for its Fox.
func (r *round) allowed() cards {
	s := r.turn()
	return r.candidates(s) & r.answering(s)
}

// answering returns the cards that s may play, judged by the known cards of its hand.
func (r *round) answering(s seat) cards {
	if r.asks || r.n%seats == 0 {
		return every
	}
	return answers(r.plays[r.n-1].card, r.known[s])
}

// forbids returns the key of the rule by which the seat on turn can't play or give c, and the
// arguments of its sentence: c, then the card known to be held.
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
