package mazaitsy

import (
	"strings"

	"tabletop/games"
)

// unseen counts the cards that may be next: those nobody has seen since the pile
// was last shuffled. Thickets that were put under the pile come when no others are
// left; known says so.
func (f *flood) unseen() (left stock, known bool) {
	left = f.table.box
	for _, c := range f.field {
		left.less(c)
	}
	for _, s := range f.open {
		left.less(s.card)
	}
	left.less(f.top)
	for q := range left {
		left[q][0] -= f.tossed[q][0]
		left[q][1] -= f.tossed[q][1]
	}
	left[thicket][0] -= f.bottom
	if f.bottom > 0 && left.sum() == 0 {
		left[thicket][0], known = f.bottom, true
	}
	return left, known
}

// less takes a card that has been seen out of k.
func (k *stock) less(c card) {
	if c.kind != unnamed {
		k[c.kind][c.marks()]--
	}
}

// faces returns what the next card can be called: with a direction on the field.
func (f *flood) faces() []face {
	if at, _ := f.unlaid(); f.layingOut() && at != nowhere {
		return fieldFaces
	}
	return pileFaces
}

// legalCards lists what the next card can be. Only people can answer where the
// pile is a real one.
func (f *flood) legalCards() []games.Choice {
	faces := f.faces()
	left, _ := f.unseen()
	legal := make([]games.Choice, 0, len(faces))
	for _, c := range faces {
		n := uint32(left[c.card.kind][c.card.marks()])
		if n == 0 {
			continue
		}
		if f.table.byHand || f.table.real {
			n = 0
		}
		legal = append(legal, games.Choice{Says: c.says, Weight: n * c.odds})
	}
	return legal
}

// sure reports whether the next card is asked for and can only be Мазай.
func (f *flood) sure() bool { return f.stage == asking && f.odds() == 0 }

// card names the next card: "water hare", "side ne" on the field. In the lay-out a
// number behind it is a run of cards that are all the same. Where a real Мазай is asked
// for, "mazai" says that he lies there, and any other card that he doesn't.
func (f *flood) card(words []string) rule {
	if len(words) == 1 && words[0] == "mazai" {
		return f.cardMazai()
	}
	if f.stage == asking && !f.table.real {
		return games.Say("rule.asking")
	}
	run := 1
	if last := len(words) - 1; last > 0 && f.layingOut() {
		if n, ok := count(words[last]); ok {
			run, words = n, words[:last]
		}
	}
	if run == 0 {
		return notation()
	}
	says := "card " + strings.Join(words, " ")
	for range run {
		if r := f.name(games.Decision(says)); r.Key != "" {
			return r
		}
	}
	return allowed
}

// name names one card.
func (f *flood) name(says games.Decision) rule {
	c, ok := find(f.faces(), says)
	left, known := f.unseen()
	switch {
	case f.stage != naming && f.stage != asking:
		return games.Say("rule.card.enough")
	case !ok:
		return f.misnamed(says)
	case f.sure():
		return games.Say("rule.mazai.sure")
	case left[c.kind][c.marks()] == 0:
		return f.missing(c)
	}
	if known {
		f.bottom--
	}
	if f.layingOut() {
		f.lay(c)
		return allowed
	}
	f.uncovered(c)
	return allowed
}

// missing says why the next card can't be c: there is none in the box, or all have been seen.
func (f *flood) missing(c card) rule {
	key := "rule.card.gone"
	switch {
	case f.table.box.of(c.kind) == 0:
		key = "rule.cards.none"
	case c.symbol() && f.table.box[c.kind][1] == 0:
		key = "rule.card.plain"
	}
	return games.Say(key, "#word."+c.kind.String())
}

// find finds a card by its name.
func find(faces []face, says games.Decision) (card, bool) {
	for _, f := range faces {
		if f.says == says {
			return f.card, true
		}
	}
	return card{}, false
}

// misnamed says what is wrong about the name of a card.
func (f *flood) misnamed(says games.Decision) rule {
	q, known := squareBy(says.Word(1))
	_, pointed := parseWay(says.Word(2))
	if at, _ := f.unlaid(); known && q.current() && !pointed && f.layingOut() && at != nowhere {
		return games.Say("rule.way.missing")
	}
	return notation()
}

// uncovered takes the new top of the pile in. Where Мазай was asked for, it isn't he.
func (f *flood) uncovered(c card) {
	if f.stage == asking {
		f.deck.under = f.deck.pile - 1
	}
	f.top = c
	f.refill()
}

// hidden returns how many cards of the pile nobody has seen.
func (f *flood) hidden() int {
	if f.top.kind == unnamed {
		return int(f.deck.pile)
	}
	return int(f.deck.pile) - 1
}
