package mazaitsy

import "tabletop/games"

// refill goes on with the book's third stage until it has to ask: is it Мазай who
// lies open now, which card, which hare comes with the card that goes to the row?
// When the row is as long as it can be, the turn is over.
func (f *flood) refill() {
	switch {
	case f.deck.asks():
		f.stage = asking
	case f.deck.pile > 0 && f.top.kind == unnamed:
		f.stage = naming
	case int(f.deck.row) < f.table.seats && f.deck.pile > 0:
		f.moveUp()
	default:
		f.endTurn()
	}
}

// moveUp moves the top of the pile to the row.
func (f *flood) moveUp() {
	i := int(f.deck.row)
	f.open[i] = slot{card: f.fromTop()}
	f.deck.row++
	f.then = asking
	if f.open[i].card.symbol() {
		f.due = inRowAt(i)
	}
	f.draw()
}

// endTurn passes the turn on, or ends the game.
func (f *flood) endTurn() {
	f.state.endTurn()
	if f.stage != over {
		f.begin()
	}
}

// answer says whether Мазай lies on top of the pile: "yes" or "no".
func (f *flood) answer(words []string) rule {
	switch {
	case len(words) != 1:
		return notation()
	case words[0] == "yes":
		f.unhide()
	case words[0] != "no":
		return notation()
	case f.odds() == 0:
		return games.Say("rule.mazai.sure")
	default:
		f.deck.under = f.deck.pile - 1
		f.refill()
	}
	return allowed
}

// cardMazai says that a real Мазай lies open.
func (f *flood) cardMazai() rule {
	switch {
	case !f.table.real:
		return notation()
	case f.stage != asking:
		return games.Say("rule.mazai.early")
	}
	f.unhide()
	return allowed
}

// unhide moves Мазай to the row, or ends a game whose last seat has uncovered him.
func (f *flood) unhide() {
	f.uncover()
	if f.deck.where == aside && f.left() == 1 {
		f.endTurn()
		return
	}
	f.refill()
}
