package mazaitsy

import "tabletop/games"

// refill continues the third stage of a turn in the book until chance must answer: whether Мазай
// lies open now, which card lies open, or which hare comes with a card that moves to the row. When
// the row is full or the pile is used up, the turn is over.
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

// moveTopToRow moves the top card of the pile to the row. If the card bears the symbol, a hare is
// due on it.
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

// endTurn begins the next turn, or ends the game.
func (f *fieldState) endTurn() {
	f.state.endTurn()
	if f.stage == over {
		f.chores = chores{}
		return
	}
	f.beginTurn()
}

// answer applies the decision "mazai yes" or "mazai no", the answer whether Мазай lies on top of
// the pile.
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

// nameMazai applies the decision "card mazai", by which a table with a real Мазай reports that he
// lies on top.
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

// uncoverMazai moves Мазай to the row or aside. If the last seat of the last circle has uncovered
// him, the game is over.
func (f *fieldState) uncoverMazai() {
	f.state.uncoverMazai()
	if f.deck.mazai == aside && f.turnsLeft() == 1 {
		f.endTurn()
		return
	}
	f.refill()
}
