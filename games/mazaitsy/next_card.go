package mazaitsy

import (
	"strings"

	"tabletop/games"
)

// unseenCards returns the cards that may come next: those not seen since the pile was last
// shuffled. Thickets that were put under the pile come last. known is true if only they are left.
func (f *fieldState) unseenCards() (left cardCounts, known bool) {
	left = f.table.box
	for _, c := range f.field {
		left.remove(c)
	}
	for _, s := range f.row {
		left.remove(s.card)
	}
	left.remove(f.top)
	for q := range left {
		left[q][0] -= f.discards[q][0]
		left[q][1] -= f.discards[q][1]
	}
	left[thicket][0] -= f.bottomThickets
	if f.bottomThickets > 0 && left.sum() == 0 {
		left[thicket][0], known = f.bottomThickets, true
	}
	return left, known
}

// remove removes a card from the counts, unless it is unseen.
func (k *cardCounts) remove(c card) {
	if c.kind != unseenType {
		k[c.kind][c.symbolIndex()]--
	}
}

// cardFaces returns the faces that the next card may have. On the field they have directions.
func (f *fieldState) cardFaces() []face {
	if at, _ := f.nextPlace(); f.layingOut() && at != nowhere {
		return fieldFaces
	}
	return pileFaces
}

// legalCards returns the possible next cards as choices of chance. With a real pile only people
// can answer.
func (f *fieldState) legalCards() []games.Choice {
	faces := f.cardFaces()
	left, _ := f.unseenCards()
	legal := make([]games.Choice, 0, len(faces))
	for _, c := range faces {
		n := uint32(left[c.card.kind][c.card.symbolIndex()])
		if n == 0 {
			continue
		}
		if f.table.tableDeals || f.table.realMazai {
			n = 0
		}
		legal = append(legal, games.Choice{Says: c.says, Weight: n * c.odds})
	}
	return legal
}

// mazaiIsSure reports whether the next card can only be Мазай.
func (f *fieldState) mazaiIsSure() bool { return f.stage == asking && f.odds() == 0 }

// nameCards applies the decision "card water hare", or on the field "card side ne", which names the
// next card. In the lay-out a number at the end of the decision means a run of equal cards. While a
// real Мазай is asked for, "card mazai" reports that he lies on top. The name of any other card
// reports that he doesn't.
func (f *fieldState) nameCards(words []string) rule {
	if len(words) == 1 && words[0] == "mazai" {
		return f.nameMazai()
	}
	if f.stage == asking && !f.table.realMazai {
		return games.Say("rule.asking")
	}
	run := 1
	if last := len(words) - 1; last > 0 && f.layingOut() {
		if n, ok := parseCount(words[last]); ok {
			run, words = n, words[:last]
		}
	}
	if run == 0 {
		return unknownNotation()
	}
	says := "card " + strings.Join(words, " ")
	for range run {
		if r := f.nameCard(games.Decision(says)); r.Key != "" {
			return r
		}
	}
	return allowed
}

// nameCard applies a decision that names one card.
func (f *fieldState) nameCard(says games.Decision) rule {
	c, ok := findFace(f.cardFaces(), says)
	left, known := f.unseenCards()
	switch {
	case f.stage != naming && f.stage != asking:
		return games.Say("rule.card.enough")
	case !ok:
		return f.misnamedRule(says)
	case f.mazaiIsSure():
		return games.Say("rule.mazai.sure")
	case left[c.kind][c.symbolIndex()] == 0:
		return f.missingRule(c)
	}
	if known {
		f.bottomThickets--
	}
	if f.layingOut() {
		f.layOutCard(c)
		return allowed
	}
	f.openTop(c)
	return allowed
}

// missingRule returns the rule that the next card can't be c, because the box has none or all have
// been seen.
func (f *fieldState) missingRule(c card) rule {
	key := "rule.card.gone"
	switch {
	case f.table.box.of(c.kind) == 0:
		key = "rule.cards.none"
	case c.bearsSymbol() && f.table.box[c.kind][1] == 0:
		key = "rule.card.plain"
	}
	return games.Say(key, "#word."+c.kind.String())
}

// findFace returns the card with the given name.
func findFace(faces []face, says games.Decision) (card, bool) {
	for _, f := range faces {
		if f.says == says {
			return f.card, true
		}
	}
	return card{}, false
}

// misnamedRule returns the rule that a name of a card violates.
func (f *fieldState) misnamedRule(says games.Decision) rule {
	q, known := cardTypeBy(says.Word(1))
	_, pointed := parseDirection(says.Word(2))
	if at, _ := f.nextPlace(); known && q.current() && !pointed && f.layingOut() && at != nowhere {
		return games.Say("rule.way.missing")
	}
	return unknownNotation()
}

// openTop sets the new top card of the pile. If Мазай was asked for, he does not lie on top.
func (f *fieldState) openTop(c card) {
	if f.stage == asking {
		f.deck.under = f.deck.pile - 1
	}
	f.top, f.chores.opened = c, !f.table.realPile()
	f.refill()
}

// hiddenCards returns the number of cards in the pile that nobody has seen.
func (f *fieldState) hiddenCards() int {
	if f.top.kind == unseenType {
		return int(f.deck.pile)
	}
	return int(f.deck.pile) - 1
}
