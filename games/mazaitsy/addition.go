package mazaitsy

import "tabletop/games"

// The mass addition (the book's rounds): instead of replacing a card, the seat
// names a type, and a hare comes on every card of it on the field. Where there are
// too few hares, the seat says which cards get one.

// add names the type: "log".
func (f *flood) add(words []string) rule {
	if len(words) != 1 {
		return notation()
	}
	q, known := squareBy(words[0])
	switch {
	case !known:
		return notation()
	case !q.bears():
		return games.Say("rule.add.never", "#word."+q.String())
	case f.table.box.of(q) == 0:
		return games.Say("rule.cards.none", "#word."+q.String())
	}
	for p, c := range f.field {
		if c.kind == q {
			f.pick |= cards(spot(p).bit())
		}
	}
	pool := f.pool()
	if pool.count() >= f.pick.count() {
		f.due, f.pick = f.pick, 0
	}
	f.then = laying
	f.draw()
	return allowed
}

// spread goes on with the addition: the seat chooses a card while hares are left.
func (f *flood) spread() {
	if f.pick != 0 && f.pool() != (tally{}) {
		f.stage = laying
		return
	}
	f.pick = 0
	f.hideAgain()
	if f.table.seats > 2 {
		f.tossed, f.bottom, f.top = stock{}, 0, blank
	}
	f.refill()
}

// layAt chooses a card that gets a hare: "c3".
func (f *flood) layAt(words []string) rule {
	if len(words) != 1 {
		return notation()
	}
	p, ok := f.table.spot(words[0])
	switch {
	case !ok:
		return notation()
	case f.pick&cards(p.bit()) == 0:
		return games.Say("rule.lay", p.String())
	}
	f.due = cards(p.bit())
	f.pick &^= f.due
	f.then = laying
	f.draw()
	return allowed
}

func (f *flood) legalTypes() []games.Choice {
	var legal []games.Choice
	for _, q := range announced {
		if f.table.box.of(q) > 0 {
			legal = append(legal, games.Choice{Says: games.Decision("add " + q.String())})
		}
	}
	return legal
}

func (f *flood) legalLays() []games.Choice {
	var legal []games.Choice
	for _, p := range byName {
		if f.pick&cards(p.bit()) != 0 {
			legal = append(legal, games.Choice{Says: games.Decision("lay " + p.String())})
		}
	}
	return legal
}
