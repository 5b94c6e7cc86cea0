package mazaitsy

import (
	"slices"

	"tabletop/games"
)

// The replacement is the second stage of a turn in the book. The open card farthest from the pile
// replaces a card of the field that holds neither boat nor hares. With advanced rule 2, after a
// single forward or turn, the seat may use any open card, including the top of the pile.

// source is the place from which a card is laid: the index of a card in the row, counted from 0 at
// the far end, or fromPile for the top of the pile.
type source int

const fromPile source = mostSeats

// awaitReplacement asks for the card to replace. If no card of the field can be replaced, it
// discards the farthest open card.
func (f *fieldState) awaitReplacement() {
	if f.stage != replacing {
		return
	}
	if f.replaceable() {
		return
	}
	if f.deck.row > 0 {
		f.discardCard(f.takeFromRow(0).card)
		f.chores.tossed = true
	}
	f.moveMazaiToEnd()
	f.refill()
}

// replaceable reports whether the seat can lay a card somewhere on the field.
func (f *fieldState) replaceable() bool {
	for p := range f.field {
		if f.table.holds(cell(p)) && f.free(cell(p)) {
			return f.deck.row > 0
		}
	}
	return false
}

// discardCard adds a card to the discard.
func (f *fieldState) discardCard(c card) { f.discards[c.kind][c.symbolIndex()]++ }

// mayChooseCard reports whether the seat on turn may use any open card.
func (f *fieldState) mayChooseCard() bool {
	return f.table.adv[2] && int(f.path.by) == f.seat() && f.path.n > 1 && f.path.singleAction()
}

// takeFromRow takes the i-th card out of the row. The cards nearer to the pile close the gap.
func (f *fieldState) takeFromRow(i int) rowCard {
	s := f.row[i]
	copy(f.row[i:], f.row[i+1:])
	f.row[len(f.row)-1] = rowCard{card: unseenCard}
	f.deck.row--
	return s
}

// takeTop takes the top card off the pile.
func (f *fieldState) takeTop() card {
	c := f.top
	f.top, f.chores.opened = unseenCard, false
	f.deck.pile--
	return c
}

// place applies the decision "place c3", or "place c3 ne" for a current. With adv2 the decision may
// end in "from 2" or "from pile".
func (f *fieldState) place(words []string) rule {
	if len(words) == 0 {
		return unknownNotation()
	}
	p, ok := f.table.parseCell(words[0])
	if !ok {
		return unknownNotation()
	}
	from, rest, r := f.parseSource(words[1:])
	if r.Key != "" {
		return r
	}
	c := f.cardAt(from)
	if c, r = directCard(c, rest); r.Key != "" {
		return r
	}
	switch {
	case f.afloat(p):
		return games.Say("rule.place.boat", p.String())
	case !f.free(p):
		return games.Say("rule.place.hares", p.String())
	}
	f.layCard(from, p, c)
	return allowed
}

// parseSource parses the source at the end of words, "from 2" or "from pile", or nothing. rest
// contains the words before it.
func (f *fieldState) parseSource(words []string) (from source, rest []string, r rule) {
	i := slices.Index(words, "from")
	if i < 0 {
		return 0, words, allowed
	}
	bound := allowed
	switch {
	case !f.table.adv[2]:
		bound = games.Say("rule.place.off")
	case !f.mayChooseCard():
		bound = games.Say("rule.place.single")
	}
	from, r = f.parseFrom(words[i:], bound)
	return from, words[:i], r
}

// parseFrom parses "from 2" or "from pile". No words, or "from 1", mean the farthest card. If the
// rule bound has a key, parseFrom refuses any other source by that rule.
func (s *state) parseFrom(words []string, bound rule) (source, rule) {
	switch {
	case len(words) == 0:
		return 0, allowed
	case len(words) != 2 || words[0] != "from":
		return 0, unknownNotation()
	case words[1] == "1" && s.deck.row > 0:
		return 0, allowed
	case bound.Key != "":
		return 0, bound
	case words[1] != "pile":
		return s.parsePlaceInRow(words[1])
	case s.deck.pile == 0:
		return 0, games.Say("rule.place.empty")
	}
	return fromPile, allowed
}

// parsePlaceInRow parses the number of a card in the row, counted from 1 at the far end.
func (s *state) parsePlaceInRow(word string) (source, rule) {
	n, ok := parseCount(word)
	if !ok || n == 0 || n > int(s.deck.row) {
		return 0, games.Count("rule.place.row", int(s.deck.row))
	}
	return source(n - 1), allowed
}

// cardAt returns the card at a source.
func (f *fieldState) cardAt(from source) card {
	if from == fromPile {
		return f.top
	}
	return f.row[from].card
}

// directCard returns c with the direction in words if it is a current. Other cards must have no
// direction.
func directCard(c card, words []string) (card, rule) {
	switch {
	case !c.kind.current() && len(words) == 0:
		return c, allowed
	case !c.kind.current():
		return c, games.Say("rule.way.none", "#word."+c.kind.String())
	case len(words) == 0:
		return c, games.Say("rule.way.missing")
	case len(words) > 1:
		return c, unknownNotation()
	}
	w, ok := parseDirection(words[0])
	switch {
	case !ok:
		return c, unknownNotation()
	case w.diagonal() != (c.kind == side):
		return c, games.Say("rule.way." + c.kind.String())
	}
	c.direction = w
	return c, allowed
}

// layCard takes the card c from its source and lays it on the cell p. A hare on the card moves
// along. If the card comes from the pile and bears the symbol, chance draws a hare for it.
func (f *fieldState) layCard(from source, p cell, c card) {
	f.discardCard(f.field[p])
	for k := range f.swamps {
		if f.swamps[k] == p {
			f.swamps[k] = nowhere
		}
	}
	f.field[p], f.laidAt = c, p
	f.moveMazaiToEnd()
	if from == fromPile {
		f.takeTop()
		f.then = spinning
		if c.bearsSymbol() {
			f.due = cardSet(p.bit())
		}
		f.drawHares()
		return
	}
	if worth := f.takeFromRow(int(from)).worth; worth > 0 {
		f.fieldHares[p][worth]++
	}
	f.applyEffects()
}

// applyEffects applies the effects of the card just laid, if it is a twin (with adv1), a whirlpool
// or a swamp.
func (f *fieldState) applyEffects() {
	c := f.field[f.laidAt]
	if f.table.adv[1] && f.table.twin(c) {
		f.clearType(c.kind)
	}
	switch {
	case c.kind == whirlpool && f.canSpin():
		f.stage = spinning
		return
	case c.kind == swamp:
		f.gatherHares()
	}
	f.endEffects()
}

// endEffects ends the effects of the card just laid, and refills the row.
func (f *fieldState) endEffects() {
	f.laidAt = nowhere
	f.refill()
}

// clearType sends the hares of all cards of a type to the pool, by advanced rule 1.
func (f *fieldState) clearType(q cardType) {
	gone := 0
	for p, c := range f.field {
		if c.kind == q {
			gone += f.drown(cell(p))
		}
	}
	if gone > 0 {
		f.recordEffect(swept, cleared, f.laidAt, gone)
	}
}
