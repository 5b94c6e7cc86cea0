package mazaitsy

import (
	"slices"

	"tabletop/games"
)

// The book's second stage: the open card farthest from the pile takes the place of
// a card of the field that bears neither boat nor hares. With advanced rule 2 any
// open card may be used, the top of the pile too, after a single forward or turn.

// source is where a card comes from that is laid: the i-th of the row, the
// farthest first, or fromPile.
type source int

const fromPile source = mostSeats

// replace awaits the card to be replaced, or, where none can be, puts the
// farthest open card away.
func (f *flood) replace() {
	if f.stage != replacing {
		return
	}
	if f.replaceable() {
		return
	}
	if f.deck.row > 0 {
		f.toss(f.fromRow(0).card)
	}
	f.closer()
	f.refill()
}

// replaceable reports whether a card could be laid anywhere.
func (f *flood) replaceable() bool {
	for p := range f.field {
		if f.table.holds(spot(p)) && f.free(spot(p)) {
			return f.deck.row > 0
		}
	}
	return false
}

// toss puts a card on the discard.
func (f *flood) toss(c card) { f.tossed[c.kind][c.marks()]++ }

// choosy reports whether the seat on turn may use any open card.
func (f *flood) choosy() bool {
	return f.table.adv[2] && int(f.path.by) == f.seat() && f.path.n > 1 && f.path.single()
}

// fromRow takes the i-th card out of the row; nearer ones close the gap.
func (f *flood) fromRow(i int) slot {
	s := f.open[i]
	copy(f.open[i:], f.open[i+1:])
	f.open[len(f.open)-1] = slot{card: blank}
	f.deck.row--
	return s
}

// fromTop takes the top card off the pile.
func (f *flood) fromTop() card {
	c := f.top
	f.top = blank
	f.deck.pile--
	return c
}

// place lays a card: "c3", "c3 ne" a current, and with adv2 "from 2", "from pile".
func (f *flood) place(words []string) rule {
	if len(words) == 0 {
		return notation()
	}
	p, ok := f.table.spot(words[0])
	if !ok {
		return notation()
	}
	from, rest, r := f.from(words[1:])
	if r.Key != "" {
		return r
	}
	c := f.sourced(from)
	if c, r = pointed(c, rest); r.Key != "" {
		return r
	}
	switch {
	case f.afloat(p):
		return games.Say("rule.place.boat", p.String())
	case !f.free(p):
		return games.Say("rule.place.hares", p.String())
	}
	f.lays(from, p, c)
	return allowed
}

// from reads the source, which stands last: "from 2", "from pile", or nothing.
func (f *flood) from(words []string) (from source, rest []string, r rule) {
	i := slices.Index(words, "from")
	if i < 0 {
		return 0, words, allowed
	}
	bound := allowed
	switch {
	case !f.table.adv[2]:
		bound = games.Say("rule.place.off")
	case !f.choosy():
		bound = games.Say("rule.place.single")
	}
	from, r = f.parseSource(words[i:], bound)
	return from, words[:i], r
}

// parseSource reads "from 2" or "from pile"; no words, or "from 1", are the farthest
// card. Any other is refused by the rule that binds the seat, if there is one.
func (s *state) parseSource(words []string, bound rule) (source, rule) {
	switch {
	case len(words) == 0:
		return 0, allowed
	case len(words) != 2 || words[0] != "from":
		return 0, notation()
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

// parsePlaceInRow reads which card of the row it is, the farthest from the pile being 1.
func (s *state) parsePlaceInRow(word string) (source, rule) {
	n, ok := count(word)
	if !ok || n == 0 || n > int(s.deck.row) {
		return 0, games.Count("rule.place.row", int(s.deck.row))
	}
	return source(n - 1), allowed
}

// sourced returns the card that lies at a source.
func (f *flood) sourced(from source) card {
	if from == fromPile {
		return f.top
	}
	return f.open[from].card
}

// pointed turns a current as words say; other cards have no direction.
func pointed(c card, words []string) (card, rule) {
	switch {
	case !c.kind.current() && len(words) == 0:
		return c, allowed
	case !c.kind.current():
		return c, games.Say("rule.way.none", "#word."+c.kind.String())
	case len(words) == 0:
		return c, games.Say("rule.way.missing")
	case len(words) > 1:
		return c, notation()
	}
	w, ok := parseWay(words[0])
	switch {
	case !ok:
		return c, notation()
	case w.slanting() != (c.kind == side):
		return c, games.Say("rule.way." + c.kind.String())
	}
	c.way = w
	return c, allowed
}

// lays lays c, from where it came, at p. Its hare moves along; one is drawn for a
// card of the pile.
func (f *flood) lays(from source, p spot, c card) {
	f.toss(f.field[p])
	for k := range f.swamps {
		if f.swamps[k] == p {
			f.swamps[k] = nowhere
		}
	}
	f.field[p], f.fresh = c, p
	f.closer()
	if from == fromPile {
		f.fromTop()
		f.then = spinning
		if c.symbol() {
			f.due = cards(p.bit())
		}
		f.draw()
		return
	}
	if worth := f.fromRow(int(from)).worth; worth > 0 {
		f.lying[p][worth]++
	}
	f.effects()
}

// effects lets the card just laid act: a twin (adv1), a whirlpool, a swamp.
func (f *flood) effects() {
	c := f.field[f.fresh]
	if f.table.adv[1] && f.table.twin(c) {
		f.scare(c.kind)
	}
	switch {
	case c.kind == whirlpool && f.spins():
		f.stage = spinning
		return
	case c.kind == swamp:
		f.swallow()
	}
	f.acted()
}

// acted goes on when the card just laid has acted.
func (f *flood) acted() {
	f.fresh = nowhere
	f.refill()
}

// scare clears the hares from all cards of a type on the field (advanced rule 1).
func (f *flood) scare(q square) {
	for p, c := range f.field {
		if c.kind == q {
			f.drown(spot(p))
		}
	}
}
