package mazaitsy

import "tabletop/games"

// stage is the kind of the next decision.
type stage uint8

const (
	moving    stage = iota
	replacing       // choose a card of the field
	adding          // add hares instead
	asking          // whether Мазай was uncovered
	over
	// Further stages with field=on:
	naming      // name the card that lies open now
	drawing     // draw a hare
	placingBoat // place a boat
	taking      // take hares at the boat
	pulling     // choose one of several funnels
	spinning    // choose the direction of a whirlpool
	laying      // choose a card for one of too few hares
)

var stageNames = [...]string{
	moving: "move", replacing: "replace", adding: "add", asking: "mazai", over: "over",
	naming: "card", drawing: "hare", placingBoat: "boat", taking: "window", pulling: "pull", spinning: "spin", laying: "lay",
}

// state is a position. It is a value; only the set-up is shared.
type state struct {
	table      *table
	turn       int // from 1, counted over all seats
	stage      stage
	round      int // from 1: the number of times that Мазай was hidden
	firstAdder int // the seat of the first mass addition, or 0
	deck       deck
	hares      hares
	// unloaded and robbed: the seat on turn has unloaded or stolen. news: Мазай or the deck
	// changed places at the end of the last turn. newsShown: people have decided since the
	// news.
	unloaded, robbed, news, newsShown bool
	events                            events // of the last decision; not part of the text
}

// attend begins a decision. It clears the events, which are reported once. Once people have
// decided, it marks the news, and the steps of an addition, as shown.
func (s *state) attend(people bool) {
	s.events = events{}
	s.newsShown = s.newsShown || people && (s.news || s.stage == adding && !s.table.fullField)
}

// setNews records that Мазай or the deck has just changed places.
func (s *state) setNews() { s.news, s.newsShown = true, false }

// seat returns the seat on turn.
func (s *state) seat() int { return (s.turn-1)%s.table.seats + 1 }

// next returns the seat of the next turn.
func (s *state) next() int { return s.turn%s.table.seats + 1 }

// circle returns the number of turns of seat 1 so far.
func (s *state) circle() int { return (s.turn-1)/s.table.seats + 1 }

// turnsLeft returns the number of unfinished turns in this circle, the present one included.
func (s *state) turnsLeft() int { return s.table.seats - s.seat() + 1 }

// Turn returns the seat on turn, Chance while Мазай is asked for, Nobody once over.
func (s state) Turn() games.Seat {
	switch s.stage {
	case asking:
		return games.Chance
	case over:
		return games.Nobody
	}
	return games.Seat(s.seat())
}

// endMoveStage ends the move stage.
func (s *state) endMoveStage() {
	s.robbed, s.news, s.newsShown = false, false, false
	s.stage = replacing
	if s.deck.mazai == inRow {
		s.stage = adding
	}
}

// layFrom moves a card from the row, or the pile, onto the field.
func (s *state) layFrom(fromPile bool) {
	asks := false
	switch {
	case fromPile:
		asks = s.drawCard()
	case s.deck.row > 0:
		s.deck.row--
	}
	s.moveMazaiToEnd()
	if !asks {
		s.refill()
	}
}

// moveMazaiToEnd moves Мазай from the second place to the end of the row when any card was
// laid.
func (s *state) moveMazaiToEnd() {
	if s.deck.mazai == secondInRow {
		s.deck.mazai = inRow
		s.setNews()
	}
}

// hideMazaiAgain hides Мазай again after a mass addition.
func (s *state) hideMazaiAgain() {
	if s.firstAdder == 0 {
		s.firstAdder = s.seat()
	}
	s.shuffle()
	s.setNews()
}

// uncoverMazai moves Мазай from the pile to the row, or aside for the last circle.
func (s *state) uncoverMazai() {
	s.setNews()
	s.deck.mazai, s.deck.under = s.mazaiDestination(), 0
	s.addUncovered()
	if s.deck.mazai != aside && s.writesDown() {
		s.hares.writeDown()
	}
}

// mazaiDestination returns the place of Мазай after he is uncovered.
func (s *state) mazaiDestination() mazaiPlace {
	switch {
	case s.round == s.table.rounds:
		return aside
	case s.sameTeam():
		return secondInRow
	}
	return inRow
}

// sameTeam reports whether the second mass addition would fall to the team that made the first.
// Then the next seat of the other team makes it.
func (s *state) sameTeam() bool {
	return s.table.teams && s.round == 2 && (s.next()-s.firstAdder)%2 == 0
}

// writesDown reports whether points are written down after each round.
func (s *state) writesDown() bool { return s.table.rounds > 3 }

// endTurn begins the next turn, or ends the game after the last circle.
func (s *state) endTurn() {
	s.unloaded, s.robbed, s.newsShown = false, false, s.newsShown && s.news
	if s.deck.mazai == aside && s.turnsLeft() == 1 {
		s.stage = over
		return
	}
	s.turn++
	s.stage = moving
}
