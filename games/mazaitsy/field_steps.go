package mazaitsy

import (
	"strconv"

	"tabletop/games"
)

// Steps returns the actions that the table must carry out by hand: laying out the field card by
// card, the cards and hares drawn by the device, the effects of cards, and changes of the deck.
// There are no steps for boats that players place or move, or for cards they lay, because players
// do this together with their decision.
func (f fieldState) Steps() []games.Step {
	switch {
	case f.stage == over:
		return endSteps()
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

// newsSteps returns the steps about Мазай after he was uncovered or hidden again. uncovered reports
// whether he was uncovered.
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

// dealSteps returns the steps of a lay-out with real cards. Before the first card they explain how
// to shuffle, and before the row how to make the pile.
func (f *fieldState) dealSteps() []games.Step {
	at, _ := f.nextPlace()
	switch {
	case !f.table.realPile():
		return nil
	case at == f.table.centre()[0] && f.bottomThickets == 0:
		return markUsual(append(f.table.seatSteps(), f.shuffleSteps()...))
	case at == nowhere && f.row[0].card.kind == unseenType:
		return markUsual(f.pileSteps())
	}
	return nil
}

// layOutSteps returns the steps before the first boat: the lay-out card by card, as far as the
// device has drawn it.
func (f *fieldState) layOutSteps() []games.Step {
	switch {
	case f.stage == drawing && f.table.tableDeals && f.due == f.symbolCards():
		return markUsual(tokenSteps())
	case f.stage != placingBoat:
		return nil
	}
	var steps []games.Step
	if !f.table.realPile() {
		steps = append(f.drawnFieldSteps(), markUsual([]games.Step{handStep("mazai-card", "aside.device")})...)
	}
	if !f.table.tableDeals {
		steps = append(steps, f.drawnHareSteps()...)
		steps = append(steps, markUsual([]games.Step{handStep("hares", "pool")})...)
	}
	boats := make([]string, f.table.seats)
	for i := range boats {
		boats[i] = seatName(f.table.seats - i)
	}
	return append(steps, markUsual([]games.Step{handStep("", "boats."+strconv.Itoa(len(boats)), boats...), firstStep()})...)
}

// drawnFieldSteps returns the steps that lay the cards drawn by the device: the field, the row,
// and the top of the pile.
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

// drawnHareSteps returns the steps that lay hares drawn by the device on cards laid by people.
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

// hareStep returns the step that lays a hare on a card of the field. The text of the step lists all
// hares that then lie on the card, the new one included.
func (f *fieldState) hareStep(p cell) games.Step {
	hares := &f.fieldHares[p]
	return games.Step{Text: games.Count("step.hare", hares.count(), p.String(), hares.list()), Glyph: "hares", At: p.String()}
}

// cardStep returns the step that lays a card on the field, in the row or on the pile. worth is the
// number of points of the hare on the card, or 0.
func (f *fieldState) cardStep(place string, c card, worth int) games.Step {
	args := []string{place, cardWord(c)}
	key, glyph := "card", cardPictures[c.kind][c.direction]
	switch onField := place[0] != '#'; {
	case onField && c.kind.current():
		key += ".way"
		args = append(args, "#word."+c.direction.String())
	case c.kind == side:
		glyph = cardPictures[side][northEast] // picture of a side current without a direction
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

// laidSteps returns the steps that lay the hares drawn by the device on cards of the field.
func (f *fieldState) laidSteps() []games.Step {
	var steps []games.Step
	for p := range cell(allCells) {
		if f.chores.laid&cardSet(p.bit()) != 0 {
			steps = append(steps, f.hareStep(p))
		}
	}
	return steps
}

// refillSteps returns the steps that refill the row.
func (f *fieldState) refillSteps() []games.Step {
	var steps []games.Step
	for i := f.deck.row - f.chores.refilled; i < f.deck.row; i++ {
		steps = append(steps, f.cardStep("#step.next", f.row[i].card, int(f.row[i].worth)))
	}
	return steps
}

// effectKeys contains the endings of the keys of the texts about effects.
var effectKeys = [...]string{drained: "drained", gathered: "gathered", swept: "swept", clockwise: "cw", counterclockwise: "ccw"}

// effectSteps returns the steps in which people move hares by the effect of a card. Hares that
// come ashore or into a thicket go to the pool.
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
