package fox

import "tabletop/games"

// After a round the open cards may prove that an answer broke a rule. The audit finds these
// answers.

// finding is a proven breach of a rule by an answer, the second card of a trick.
type finding struct {
	seat   seat
	trick  int  // number of the trick in the round, from 1
	answer card // the suspect card: an answer that was not allowed
	proof  card // a card held at that time and played later, which makes the answer illegal
}

// Audit returns the findings about the last round. It returns none once the next decree card is
// turned up.
func (s state) Audit() games.Audit {
	if !s.between() {
		return games.Audit{}
	}
	a := games.Audit{Round: s.number - 1}
	for _, f := range s.proven() {
		a.Findings = append(a.Findings, games.Finding{
			Seat: f.seat.number(), Trick: f.trick, Card: f.answer.String(), Proof: f.proof.String(),
		})
	}
	return a
}

// audit returns the findings of a complete round, trick by trick.
//
// It judges each answer by itself. If one drawn card could excuse either of two answers, but not
// both, the audit finds neither and names no player.
func (r *round) audit() []finding {
	var all []finding
	for i := 1; i < r.n; i += seats {
		if proof := r.proof(i); proof != noCard {
			all = append(all, finding{r.by(i), i/seats + 1, r.plays[i].card, proof})
		}
	}
	return all
}

// evidence returns the cards that prove the answer c to the card lead illegal: c is illegal if the
// player holds one of them. If c is of another suit than lead, these are all cards of lead's suit.
// If lead is a Monarch and c is a card of its suit other than the Swan, these are the cards of the
// suit above c. Otherwise there are none.
func evidence(lead, c card) cards {
	switch {
	case c.suit() != lead.suit():
		return lead.suit().of()
	case lead.rank() == monarch && c.rank() != swan:
		return c.above()
	}
	return 0
}

// proof returns the first card that proves that the i-th play, the suspect card, broke a rule. It
// returns noCard if there is none. Such a card is one of the evidence that the same player showed
// later, but must have held at the i-th play. A card that the player took in an exchange before
// the suspect card is always proof. A card that the player took with the suspect card or later is
// never proof. Any other card may have been drawn with a Woodcutter, if the player has played one
// since; the suspect card itself may be that Woodcutter. So as many of these cards as there are
// such Woodcutters prove nothing, and the next card is proof.
func (r *round) proof(i int) card {
	w := witness{evidence: evidence(r.plays[i-1].card, r.plays[i].card)}
	if w.evidence == 0 {
		return noCard
	}
	decree := r.upturned
	for j, p := range r.plays[:r.n] {
		if r.by(j) == r.by(i) && w.observe(p, decree, j < i) {
			return w.proof
		}
		if p.given != noCard {
			decree = p.given
		}
	}
	return noCard
}

// witness collects what the plays of one player show about a suspect card of that player.
type witness struct {
	evidence cards
	before   cards // cards taken in exchanges before the suspect card
	since    cards // cards taken in exchanges with the suspect card or later
	draws    int   // number of cards drawn by Woodcutters, from the suspect card on
	drawn    int   // number of evidence cards shown later that are in neither before nor since
	proof    card
}

// observe processes one play of the player, and reports whether it proves the breach. The
// parameter decree is the decree card before the play, and before means that the play precedes
// the suspect card. A Woodcutter is shown before its player draws. A Fox gives a card before its
// player takes one.
func (w *witness) observe(p play, decree card, before bool) bool {
	took := cards(0)
	if p.given != noCard {
		took = one(decree)
	}
	if before {
		w.before |= took
		return false
	}
	if w.observeCard(p.card) {
		return true
	}
	if p.card.rank() == woodcutter {
		w.draws++
	}
	proven := p.given != noCard && w.observeCard(p.given)
	w.since |= took
	return proven
}

// observeCard processes a card that the player held after the suspect card, and reports whether
// it proves the breach.
func (w *witness) observeCard(c card) bool {
	switch {
	case !w.evidence.has(c) || w.since.has(c):
		return false
	case !w.before.has(c):
		if w.drawn++; w.drawn <= w.draws {
			return false
		}
	}
	w.proof = c
	return true
}
