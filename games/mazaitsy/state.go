package mazaitsy

import "tabletop/games"

// stage is what a position awaits.
type stage uint8

const (
	moving    stage = iota
	replacing       // a card of the field
	adding          // hares, instead
	asking          // whether Мазай was uncovered
	over
	// With field=on there are more:
	naming      // a card that lies open now
	drawing     // a hare
	placingBoat // a boat to be placed
	taking      // hares to be taken where the boat is
	pulling     // one of several funnels
	spinning    // which way a whirlpool turns
	laying      // a card for one of too few hares
)

var stageNames = [...]string{
	moving: "move", replacing: "replace", adding: "add", asking: "mazai", over: "over",
	naming: "card", drawing: "hare", placingBoat: "boat", taking: "window", pulling: "pull", spinning: "spin", laying: "lay",
}

// state is a position. It is a value; only the set-up is shared.
type state struct {
	table      *table
	turn       int // from 1, all seats counted
	stage      stage
	round      int // from 1: how often Мазай was hidden
	firstAdder int // the seat of the first mass addition, or 0
	deck       deck
	hares      hares
	// unloaded and robbed say what the seat on turn has done with its boat; news
	// that Мазай or the deck changed places when the last turn ended.
	// told that people have decided since.
	unloaded, robbed, news, told bool
	events                       events // of the last decision; they are not part of the text
}

// attend begins a decision: events are told once, news and how hares are added until
// people have decided.
func (s *state) attend(people bool) {
	s.events = events{}
	s.told = s.told || people && (s.news || s.stage == adding && !s.table.followsField)
}

// breakNews says that something about Мазай or the deck has just changed.
func (s *state) breakNews() { s.news, s.told = true, false }

// seat returns who is on turn.
func (s *state) seat() int { return (s.turn-1)%s.table.seats + 1 }

// next returns who is on turn after that.
func (s *state) next() int { return s.turn%s.table.seats + 1 }

// circle returns how many times it has been seat 1's turn.
func (s *state) circle() int { return (s.turn-1)/s.table.seats + 1 }

// turnsLeft returns how many turns of this circle are not over, the present one included.
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
	s.robbed, s.news, s.told = false, false, false
	s.stage = replacing
	if s.deck.mazai == inRow {
		s.stage = adding
	}
}

// layFrom takes a card out of the row, or the pile, onto the field.
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

// moveMazaiToEnd moves Мазай, second from the end, to the end when a card was laid,
// whichever it was.
func (s *state) moveMazaiToEnd() {
	if s.deck.mazai == secondInRow {
		s.deck.mazai = inRow
		s.breakNews()
	}
}

// hideMazaiAgain hides Мазай again after a mass addition.
func (s *state) hideMazaiAgain() {
	if s.firstAdder == 0 {
		s.firstAdder = s.seat()
	}
	s.shuffle()
	s.breakNews()
}

// uncoverMazai moves Мазай from the pile to the row, or aside for the last circle.
func (s *state) uncoverMazai() {
	s.breakNews()
	s.deck.mazai, s.deck.under = s.mazaiGoes(), 0
	s.tellUncovered()
	if s.deck.mazai != aside && s.writesDown() {
		s.hares.writeDown()
	}
}

// mazaiGoes returns where Мазай goes when he is uncovered.
func (s *state) mazaiGoes() mazaiPlace {
	switch {
	case s.round == s.table.rounds:
		return aside
	case s.sameTeam():
		return secondInRow
	}
	return inRow
}

// sameTeam reports whether the second mass addition would fall to the team that
// made the first. Then the other team's next seat makes it.
func (s *state) sameTeam() bool {
	return s.table.teams && s.round == 2 && (s.next()-s.firstAdder)%2 == 0
}

// writesDown reports whether points are written down after each round.
func (s *state) writesDown() bool { return s.table.rounds > 3 }

// endTurn passes the turn on, or ends the game after the last circle.
func (s *state) endTurn() {
	s.unloaded, s.robbed, s.told = false, false, s.told && s.news
	if s.deck.mazai == aside && s.turnsLeft() == 1 {
		s.stage = over
		return
	}
	s.turn++
	s.stage = moving
}
