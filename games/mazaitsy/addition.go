package mazaitsy

import "tabletop/games"

// The mass addition is a seat's decision after Мазай was uncovered (in the book: rounds). Instead
// of replacing a card, the seat names a type of card, and each card of that type on the field gets
// a hare. If there are too few hares, the seat chooses the cards that get one.

// announce applies the decision "add log", by which the seat names the type of a mass addition.
func (f *fieldState) announce(words []string) rule {
	if len(words) != 1 {
		return unknownNotation()
	}
	q, known := cardTypeBy(words[0])
	switch {
	case !known:
		return unknownNotation()
	case !q.bearsSymbol():
		return games.Say("rule.add.never", "#word."+q.String())
	case f.table.box.of(q) == 0:
		return games.Say("rule.cards.none", "#word."+q.String())
	}
	for p, c := range f.field {
		if c.kind == q {
			f.candidates |= cardSet(cell(p).bit())
		}
	}
	pool := f.pool()
	if pool.count() >= f.candidates.count() {
		f.due, f.candidates = f.candidates, 0
	}
	f.then = laying
	f.drawHares()
	return allowed
}

// continueAddition continues a mass addition. The seat chooses the next card while hares and cards
// are left; then the row is refilled.
func (f *fieldState) continueAddition() {
	if f.candidates != 0 && f.pool() != (tally{}) {
		f.stage = laying
		return
	}
	f.candidates = 0
	f.hideMazaiAgain()
	if f.table.seats > 2 {
		f.discards, f.bottomThickets, f.top = cardCounts{}, 0, unseenCard
		f.chores.opened = false
	}
	f.refill()
}

// layAtCell applies the decision "lay c3", by which the seat chooses a card that gets a hare.
func (f *fieldState) layAtCell(words []string) rule {
	if len(words) != 1 {
		return unknownNotation()
	}
	p, ok := f.table.parseCell(words[0])
	switch {
	case !ok:
		return unknownNotation()
	case f.candidates&cardSet(p.bit()) == 0:
		return games.Say("rule.lay", p.String())
	}
	f.due = cardSet(p.bit())
	f.candidates &^= f.due
	f.then = laying
	f.drawHares()
	return allowed
}

func (f *fieldState) legalTypes() []games.Choice {
	var legal []games.Choice
	for _, q := range addableTypes {
		if f.table.box.of(q) > 0 {
			legal = append(legal, games.Choice{Says: games.Decision("add " + q.String())})
		}
	}
	return legal
}

func (f *fieldState) legalLays() []games.Choice {
	var legal []games.Choice
	for _, p := range byName {
		if f.candidates&cardSet(p.bit()) != 0 {
			legal = append(legal, games.Choice{Says: games.Decision("lay " + p.String())})
		}
	}
	return legal
}
