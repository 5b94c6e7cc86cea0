package fox

import "tabletop/games"

// Likely returns where a menu begins. With cards it is always one that can be in the
// hand, never one that is out of the round: who leads, of the suit of which most are out,
// the middle rank; who answers, the middle rank of the suit that was led, to a Monarch
// the highest. A Fox keeps the decree: each exchange is less likely. Before a round no
// card has been seen, and it is the middle one of all. With tricks it is who leads, that
// is who took the last one; with results, that both have won about as many.
func (s state) Likely() games.Decision {
	switch s.stage() {
	case turningUp:
		return "decree " + games.Decision(every.longest().middle().String())
	case leading, following:
		return "play " + games.Decision(s.round.likely().String())
	case asking:
		return keepChoice.Says
	case tricking:
		return games.Decision("trick " + s.leader().digit())
	case scoring:
		return "round 7-6"
	}
	return ""
}

// likely returns the card that the seat on turn most likely plays.
func (r *round) likely() card {
	may := r.allowed()
	if r.n%seats == 0 {
		return may.longest().middle()
	}
	lead := r.plays[r.n-1].card
	following := may & lead.suit().of()
	switch {
	case following == 0:
		return may.longest().middle()
	case lead.rank() == monarch:
		return following.highest()
	}
	return following.middle()
}

// longest returns the cards of the suit of which s has most; of several the one in the
// middle of a menu.
func (s cards) longest() cards {
	most := cards(0)
	for _, of := range [suits]suit{1, 0, 2} {
		if in := s & of.of(); in.count() > most.count() {
			most = in
		}
	}
	return most
}

// middle returns the card in the middle of s, or noCard of none.
func (s cards) middle() (c card) {
	left := s.count()/2 + 1
	for c = range s.all() {
		if left--; left == 0 {
			break
		}
	}
	return c
}
