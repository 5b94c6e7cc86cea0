package mazaitsy

import "tabletop/games"

// refill goes on with the book's third stage until it has to ask: is it Мазай who
// lies open now, which card, which hare comes with the card that goes to the row?
// When the row is as long as it can be, the turn is over.
func (f *fieldState) refill() {
	switch {
	case f.deck.mazaiMayBeOnTop():
		f.stage = asking
	case f.deck.pile > 0 && f.top.kind == unseenType:
		f.stage = naming
	case int(f.deck.row) < f.table.seats && f.deck.pile > 0:
		f.moveTopToRow()
	default:
		f.endTurn()
	}
}

// moveTopToRow moves the top of the pile to the row.
func (f *fieldState) moveTopToRow() {
	i := int(f.deck.row)
	f.row[i] = rowCard{card: f.takeTop()}
	f.deck.row++
	f.chores.refilled++
	f.then = asking
	if f.row[i].card.bearsSymbol() {
		f.due = inRowAt(i)
	}
	f.drawHares()
}

// endTurn passes the turn on, or ends the game.
func (f *fieldState) endTurn() {
	f.state.endTurn()
	if f.stage == over {
		f.chores = chores{}
		return
	}
	f.beginTurn()
}

// answer says whether Мазай lies on top of the pile: "yes" or "no".
func (f *fieldState) answer(words []string) rule {
	switch {
	case len(words) != 1:
		return unknownNotation()
	case words[0] == "yes":
		f.uncoverMazai()
	case words[0] != "no":
		return unknownNotation()
	case f.odds() == 0:
		return games.Say("rule.mazai.sure")
	default:
		f.deck.under = f.deck.pile - 1
		f.refill()
	}
	return allowed
}

// nameMazai says that a real Мазай lies open.
func (f *fieldState) nameMazai() rule {
	switch {
	case !f.table.realMazai:
		return unknownNotation()
	case f.stage != asking:
		return games.Say("rule.mazai.early")
	}
	f.uncoverMazai()
	return allowed
}

// uncoverMazai moves Мазай to the row, or ends a game whose last seat has uncovered him.
func (f *fieldState) uncoverMazai() {
	f.state.uncoverMazai()
	if f.deck.mazai == aside && f.turnsLeft() == 1 {
		f.endTurn()
		return
	}
	f.refill()
}
