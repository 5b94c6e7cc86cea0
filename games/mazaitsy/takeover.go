package mazaitsy

import "tabletop/games"

// TakeOver returns the actions by hand if the device can't answer for chance any more. The device
// stores neither the place of Мазай nor the order of the cards, so people hide him and shuffle anew. All
// places and orders that are possible now stay equally likely.
func (s state) TakeOver() []games.Text { return s.hideAnew() }

// TakeOver returns the actions by hand if the device can't answer for chance any more.
func (s fieldState) TakeOver() []games.Text {
	var texts []games.Text
	if !s.table.realPile() && s.deck.pile > 1 {
		texts = append(texts, games.Say("takeover.pile"))
	}
	texts = append(texts, s.hideAnew()...)
	if !s.table.tableDeals && s.stage != over {
		texts = append(texts, games.Say("takeover.hares"))
	}
	return texts
}

// hideAnew returns the action that hides Мазай if the device has hidden him or would hide him later. It
// returns nothing if people hide him, and nothing where the rules leave him only one place.
func (s *state) hideAnew() []games.Text {
	switch hides := !s.table.realMazai && s.stage != over; {
	case !hides || s.table.seats == 2:
		return nil
	case s.deck.mazai == inPile && s.mostUnderNow() > 0:
		return []games.Text{games.Count("takeover.mazai", s.mostUnderNow())}
	case s.deck.mazai != aside && s.round < s.table.rounds:
		return []games.Text{games.Count("takeover.mazai.later", s.table.places-1)}
	}
	return nil
}

// mostUnderNow returns the greatest number of cards that may now lie under Мазай in the pile.
func (s *state) mostUnderNow() int {
	pile := int(s.deck.pile)
	if s.stage != asking {
		pile-- // he doesn't lie on top, or he would have been uncovered
	}
	return max(min(pile, int(s.deck.under)), 0)
}
