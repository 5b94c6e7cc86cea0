package fox

import "tabletop/games"

// After a round the audit determines from the open cards whether a player who answered broke a
// rule.

// finding is a proven breach of a rule.
type finding struct {
	seat   seat
	trick  int  // from 1
	answer card // the answer that was not allowed
	proof  card // played later, but held at that time: it made the suspect card illegal
}

// Audit returns the findings of the last round, until the next decree card is turned up.
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
// Each answer is judged by itself. Where one drawn card could excuse either of two tricks, but
// not both, neither is proven and no player is named.
func (r *round) audit() []finding {
	var all []finding
	for i := 1; i < r.n; i += seats {
		if proof := r.proof(i); proof != noCard {
			all = append(all, finding{r.by(i), i/seats + 1, r.plays[i].card, proof})
		}
	}
	return all
}

// evidence returns the cards that the player must not have held when answering lead with c:
// cards of the suit led, if c is of another suit; after a Monarch, cards of the suit above c.
func evidence(lead, c card) cards {
	switch {
	case c.suit() != lead.suit():
		return lead.suit().of()
	case lead.rank() == monarch && c.rank() != swan:
		return c.above()
	}
	return 0
}

// proof returns the first card that proves the i-th play broke a rule: a card of its evidence,
// played later by the same player, who must have held it then. A card taken in an exchange
// before the suspect card is proof; one taken with or after it is not. Any other card may have
// been drawn by a Woodcutter that was played between the suspect card and it, the suspect card
// included. Such cards prove nothing as long as they don't outnumber those draws; the next one
// does.
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

// witness follows the plays of one player after a suspect card.
type witness struct {
	evidence cards
	before   cards // taken in exchanges before the suspect card
	since    cards // taken with it or later
	draws    int   // draws by Woodcutters, the suspect card included
	drawn    int   // cards shown that only these draws explain
	proof    card
}

// observe processes one play of the player, before the suspect card or from it on, and reports
// whether it proves the breach. decree is the decree before the play. A Woodcutter draws after
// it is shown; a Fox takes after it has given.
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

// observeCard processes a card that the player played after the suspect card.
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
