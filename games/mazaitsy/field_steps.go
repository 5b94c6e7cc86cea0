package mazaitsy

import (
	"strconv"

	"tabletop/games"
)

// Steps returns the actions that the table must carry out by hand: laying out the field card by
// card, the draws of the device, the effects of cards, the deck. Players place and move boats
// and lay cards together with their decision; these are not steps.
func (f fieldState) Steps() []games.Step {
	switch {
	case f.stage == over:
		return nil
	case f.layingOut():
		return f.dealSteps()
	case f.boatToPlace() == f.table.seats:
		return f.layOutSteps()
	case f.boatToPlace() > 0:
		return nil
	}
	steps := append(f.effectSteps(), f.laidSteps()...)
	news, uncovered := f.newsSteps()
	if !uncovered {
		steps = append(steps, news...)
	}
	steps = append(steps, f.refillSteps()...)
	if uncovered {
		steps = append(steps, news...)
	}
	if f.chores.opened {
		steps = append(steps, f.cardStep("#step.top", f.top, 0))
	}
	return steps
}

// newsSteps returns the steps about Мазай when he was uncovered or hidden again.
func (f *fieldState) newsSteps() (steps []games.Step, uncovered bool) {
	switch {
	case !f.news || f.newsShown:
		return nil, false
	case f.deck.mazai != inPile:
		return f.mazaiSteps(), true
	case f.round > 1:
		return f.hidingSteps(), false
	}
	return nil, false
}

// dealSteps returns the steps of a lay-out with real cards, before the first card and before
// the row.
func (f *fieldState) dealSteps() []games.Step {
	at, _ := f.nextPlace()
	switch {
	case !f.table.realPile():
		return nil
	case at == f.table.centre()[0] && f.bottomThickets == 0:
		return f.shuffleSteps()
	case at == nowhere && f.row[0].card.kind == unseenType:
		return f.pileSteps()
	}
	return nil
}

// layOutSteps returns the steps before the first boat: the layout card by card, as far as the
// device has drawn it.
func (f *fieldState) layOutSteps() []games.Step {
	switch {
	case f.stage == drawing && f.table.tableDeals && f.due == f.symbolCards():
		return tokenSteps()
	case f.stage != placingBoat:
		return nil
	}
	var steps []games.Step
	if !f.table.realPile() {
		steps = append(f.drawnFieldSteps(), handStep("mazai-card", "aside.device"))
	}
	if !f.table.tableDeals {
		steps = append(steps, f.drawnHareSteps()...)
		steps = append(steps, handStep("hares", "pool"))
	}
	boats := make([]string, f.table.seats)
	for i := range boats {
		boats[i] = seatName(f.table.seats - i)
	}
	return append(steps, handStep("", "boats."+strconv.Itoa(len(boats)), boats...))
}

// drawnFieldSteps lay the cards that the device has drawn: the field, the row, the top of the
// pile.
func (f *fieldState) drawnFieldSteps() []games.Step {
	var steps []games.Step
	for p := range f.table.layOutOrder {
		one := f.cardStep(p.String(), f.field[p], f.fieldHares[p].points())
		one.At = p.String()
		steps = append(steps, one)
	}
	for i := range f.deck.row {
		steps = append(steps, f.cardStep("#step.next", f.row[i].card, int(f.row[i].worth)))
	}
	return append(steps, handStep("pile", "rest"), f.cardStep("#step.top", f.top, 0))
}

// drawnHareSteps lay hares drawn by the device on cards laid by people.
func (f *fieldState) drawnHareSteps() []games.Step {
	if !f.table.realPile() {
		return nil
	}
	var steps []games.Step
	for p := range f.table.layOutOrder {
		if f.fieldHares[p] != (tally{}) {
			steps = append(steps, f.hareStep(p))
		}
	}
	for i := range f.deck.row {
		if v := int(f.row[i].worth); v > 0 {
			steps = append(steps, handStep("hares", "hare.row", strconv.Itoa(int(i)+1), strconv.Itoa(v)))
		}
	}
	return steps
}

// hareStep lays a hare on a card of the field. The text names all hares that then lie there.
func (f *fieldState) hareStep(p cell) games.Step {
	hares := &f.fieldHares[p]
	return games.Step{Text: games.Count("step.hare", hares.count(), p.String(), hares.list()), Glyph: "hares", At: p.String()}
}

// cardStep lays a card: on c3, in the row, on the pile.
func (f *fieldState) cardStep(place string, c card, worth int) games.Step {
	args := []string{place, cardWord(c)}
	key, glyph := "card", cardPictures[c.kind][c.direction]
	switch onField := place[0] != '#'; {
	case onField && c.kind.current():
		key += ".way"
		args = append(args, "#word."+c.direction.String())
	case c.kind == side:
		glyph = cardPictures[side][northEast] // it has no direction yet
	}
	switch {
	case worth > 0:
		key += ".hare"
		args = append(args, strconv.Itoa(worth))
		glyph += "-hare"
	case f.table.twin(c):
		key += ".plain"
	}
	return handStep(glyph, key, args...)
}

// laidSteps lay the hares that the device has drawn for cards of the field.
func (f *fieldState) laidSteps() []games.Step {
	var steps []games.Step
	for p := range cell(allCells) {
		if f.chores.laid&cardSet(p.bit()) != 0 {
			steps = append(steps, f.hareStep(p))
		}
	}
	return steps
}

// refillSteps refill the row.
func (f *fieldState) refillSteps() []games.Step {
	var steps []games.Step
	for i := f.deck.row - f.chores.refilled; i < f.deck.row; i++ {
		steps = append(steps, f.cardStep("#step.next", f.row[i].card, int(f.row[i].worth)))
	}
	return steps
}

// effectKeys are the endings of the keys for effects of cards.
var effectKeys = [...]string{drained: "drained", gathered: "gathered", swept: "swept", clockwise: "cw", counterclockwise: "ccw"}

// effectSteps move hares by the effect of a card; hares ashore or in a thicket go to the pool.
func (f *fieldState) effectSteps() []games.Step {
	c := &f.chores
	var steps []games.Step
	if c.effect != noEffect {
		one := handStep(cardPictures[f.field[c.at].kind][f.field[c.at].direction], effectKeys[c.effect], c.at.String())
		one.Text.N, one.At = int(c.gone), c.at.String()
		steps = append(steps, one)
		if c.gone > 0 && (c.effect == clockwise || c.effect == counterclockwise) {
			steps = append(steps, games.Step{Text: games.Count("step.gone", int(c.gone)), Glyph: "hares"})
		}
	}
	if c.tossed {
		steps = append(steps, handStep("pile", "tossed"))
	}
	return steps
}
