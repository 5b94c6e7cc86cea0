package mazaitsy

import "tabletop/games"

// stage is the kind of decision that a position awaits.
type stage uint8

const (
	moving    stage = iota
	replacing       // stage in which the seat chooses the card of the field to replace
	adding          // stage in which the seat adds hares instead of replacing a card
	asking          // stage in which chance answers whether Мазай was uncovered
	over
	// The following stages exist only with field=on.
	naming      // stage in which chance names the card that lies open now
	drawing     // stage in which chance draws a hare
	placingBoat // stage in which a seat places its boat
	taking      // stage in which the seat takes hares at its boat, in a window
	pulling     // stage in which the seat chooses one of several funnels
	spinning    // stage in which the seat chooses the direction of a whirlpool
	laying      // stage in which the seat chooses a card for one of too few hares
)

var stageNames = [...]string{
	moving: "move", replacing: "replace", adding: "add", asking: "mazai", over: "over",
	naming: "card", drawing: "hare", placingBoat: "boat", taking: "window", pulling: "pull", spinning: "spin", laying: "lay",
}

// state is a position without the field. Copies share only the set-up, which never changes.
type state struct {
	table      *table
	turn       int // number of the turn, from 1, counted over all seats
	stage      stage
	round      int // number of the round, from 1: how many times Мазай was hidden
	firstAdder int // seat of the first mass addition, or 0
	deck       deck
	hares      hares
	// unloaded and robbed mean that the seat on turn has unloaded or stolen hares. news means that
	// Мазай or the deck changed places at the end of the last turn, and newsShown that people have
	// decided since.
	unloaded, robbed, news, newsShown bool
	events                            events // events of the last decision; not part of the text
}

// attend prepares a decision. It clears the events, because moments are reported once. If people
// make the decision, it marks the news, or the steps of an addition, as shown.
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

// circle returns the number of the present circle, from 1.
func (s *state) circle() int { return (s.turn-1)/s.table.seats + 1 }

// turnsLeft returns the number of unfinished turns in this circle, the present one included.
func (s *state) turnsLeft() int { return s.table.seats - s.seat() + 1 }

// Turn returns the seat on turn, Chance while Мазай is asked for, or Nobody once the game is over.
func (s state) Turn() games.Seat {
	switch s.stage {
	case asking:
		return games.Chance
	case over:
		return games.Nobody
	}
	return games.Seat(s.seat())
}

// endMoveStage ends the move stage and begins the replacement, or the mass addition.
func (s *state) endMoveStage() {
	s.robbed, s.news, s.newsShown = false, false, false
	s.stage = replacing
	if s.deck.mazai == inRow {
		s.stage = adding
	}
}

// layFrom moves a card from the row, or from the pile if fromPile is set, onto the field.
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

// moveMazaiToEnd moves Мазай from the second place to the end of the row after a card was laid.
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

// uncoverMazai moves Мазай from the pile to the row or, for the last circle, aside.
func (s *state) uncoverMazai() {
	s.setNews()
	s.deck.mazai, s.deck.under = s.mazaiDestination(), 0
	s.addUncovered()
	if s.deck.mazai != aside && s.writesDown() {
		s.hares.writeDown()
	}
}

// mazaiDestination returns the place to which Мазай moves when he is uncovered.
func (s *state) mazaiDestination() mazaiPlace {
	switch {
	case s.round == s.table.rounds:
		return aside
	case s.sameTeam():
		return secondInRow
	}
	return inRow
}

// sameTeam reports whether the coming mass addition is the second one, and the next seat belongs to
// the team that made the first. The second addition then passes to the next seat of the other team.
func (s *state) sameTeam() bool {
	return s.table.teams && s.round == 2 && (s.next()-s.firstAdder)%2 == 0
}

// writesDown reports whether points are written down after each round.
func (s *state) writesDown() bool { return s.table.rounds > 3 }

// endTurn begins the next turn. After the last turn of the last circle it ends the game.
func (s *state) endTurn() {
	s.unloaded, s.robbed, s.newsShown = false, false, s.newsShown && s.news
	if s.deck.mazai == aside && s.turnsLeft() == 1 {
		s.stage = over
		return
	}
	s.turn++
	s.stage = moving
}
