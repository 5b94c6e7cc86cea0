package fox

import "tabletop/games"

// Likely returns the decision that a menu selects first. With mode=cards it names a card that can
// be in the hand, never a card that is out of the round. For a leader it is the middle rank of the
// suit of which most cards are possible. For an answer it is the middle rank of the suit led or,
// if a Monarch was led, the highest card of that suit. For a Fox it is keep, since each single
// exchange is less likely. Before a round, when no card has been seen, it is the middle card of
// all. With mode=tricks it names the leader, who took the last trick, as the winner. With
// mode=quick it is a nearly equal result.
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

// likely returns the card that the seat on turn is most likely to play.
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

// longest returns the cards of the suit of which s has the most cards. If several suits have
// equally many, it prefers keys, which are in the middle of a menu, then bells.
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
