package fox

import "tabletop/games"

// The look back, once a round is over: the cards that lie open prove or don't that
// a player who answered broke a rule.

// finding is a rule that somebody is proven to have broken.
type finding struct {
	seat    seat
	trick   int  // from 1
	suspect card // the answer that was not allowed
	proof   card // shown later, and held then: it shouldn't have been
}

// Audit returns what the cards of the last round prove, until the next decree card is
// turned up.
func (s state) Audit() games.Audit {
	if !s.between() {
		return games.Audit{}
	}
	a := games.Audit{Round: s.number - 1}
	for _, f := range s.proven() {
		a.Findings = append(a.Findings, games.Finding{
			Seat: f.seat.number(), Trick: f.trick, Card: f.suspect.String(), Proof: f.proof.String(),
		})
	}
	return a
}

// audit returns what the cards of a complete round prove, trick by trick.
//
// Each answer is judged by itself. Where one card that was drawn could excuse
// either of two tricks, but not both, neither is proven, and nobody is named.
func (r *round) audit() []finding {
	var all []finding
	for i := 1; i < r.n; i += seats {
		if proof := r.proof(i); proof != noCard {
			all = append(all, finding{r.by(i), i/seats + 1, r.plays[i].card, proof})
		}
	}
	return all
}

// betrayed returns the cards that nobody may hold who answered lead with c: the
// suit, if c is none of it, or to a Monarch all that is higher than c.
func evidence(lead, c card) cards {
	switch {
	case c.suit() != lead.suit():
		return lead.suit().of()
	case lead.rank() == monarch && c.rank() != swan:
		return c.above()
	}
	return 0
}

// proof returns the first card that proves the i-th one broke a rule: one that
// betrays it, shown later by the same player, who must have held it then. A card
// taken in an exchange made with or after the suspect card proves nothing, one
// taken before proves all. Others prove nothing while a Woodcutter played with or
// after the suspect card, and before they were shown, can have drawn each of them;
// what is one too many for that does.
func (r *round) proof(i int) card {
	w := witness{betrays: evidence(r.plays[i-1].card, r.plays[i].card)}
	if w.betrays == 0 {
		return noCard
	}
	decree := r.upturned
	for j, p := range r.plays[:r.n] {
		if r.by(j) == r.by(i) && w.sees(p, decree, j < i) {
			return w.proof
		}
		if p.given != noCard {
			decree = p.given
		}
	}
	return noCard
}

// witness follows one player past a suspect card.
type witness struct {
	betrays cards
	before  cards // taken in exchanges before the suspect card
	since   cards // taken with it or later
	draws   int   // by Woodcutters, the suspect card among them
	drawn   int   // cards shown that only these explain
	proof   card
}

// sees takes in one play of the player, before the suspect card or from it on, and
// reports whether that proves it. The decree is as the play found it. A Woodcutter
// draws after it is shown, a Fox takes after it has given.
func (w *witness) sees(p play, decree card, before bool) bool {
	took := cards(0)
	if p.given != noCard {
		took = one(decree)
	}
	if before {
		w.before |= took
		return false
	}
	if w.shown(p.card) {
		return true
	}
	if p.card.rank() == woodcutter {
		w.draws++
	}
	proven := p.given != noCard && w.shown(p.given)
	w.since |= took
	return proven
}

// shown takes in a card that came out of the player's hand after the suspect card.
func (w *witness) shown(c card) bool {
	switch {
	case !w.betrays.has(c) || w.since.has(c):
		return false
	case !w.before.has(c):
		if w.drawn++; w.drawn <= w.draws {
			return false
		}
	}
	w.proof = c
	return true
}
