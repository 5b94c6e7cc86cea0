package fox

import "tabletop/games"

// Likely returns the start of a menu. With mode=cards it is always a card that can be in the
// hand, never one that is out of the round. The leader plays the middle rank of the suit with
// the most cards still out. The other seat plays the middle rank of the suit led or, after a
// Monarch, its highest. A Fox keeps the decree, since each single exchange is less likely.
// Before a round no card has been seen, and it is the middle card of all. With mode=tricks it
// is the leader, who took the last trick. With mode=quick both have won about the same number.
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

// longest returns the cards of the suit with the most cards in s. Of equal suits it takes the
// one in the middle of a menu.
func (s cards) longest() cards {
	most := cards(0)
	for _, of := range [suits]suit{1, 0, 2} {
		if in := s & of.of(); in.count() > most.count() {
			most = in
		}
	}
	return most
}

// middle returns the card in the middle of s, or noCard if s is empty.
func (s cards) middle() (c card) {
	left := s.count()/2 + 1
	for c = range s.all() {
		if left--; left == 0 {
			break
		}
	}
	return c
}
