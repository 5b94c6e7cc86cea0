package mazaitsy

import (
	"errors"
	"fmt"
)

// sound returns why no game on the whole field can come to this position.
func (f *flood) sound() error {
	for _, check := range []func(*flood) error{
		func(f *flood) error { return f.soundShared() },
		(*flood).soundCards, (*flood).soundLaid, (*flood).soundTokens, (*flood).soundBoats, (*flood).soundPath, (*flood).soundStage,
	} {
		if err := check(f); err != nil {
			return err
		}
	}
	return nil
}

// soundCards returns why the box can't have these cards.
func (f *flood) soundCards() error {
	left := f.table.box
	gone := false
	see := func(c card, n uint8) {
		if c.kind != unnamed {
			gone = gone || left[c.kind][c.marks()] < n
			left[c.kind][c.marks()] -= n
		}
	}
	for _, c := range f.field {
		see(c, 1)
	}
	for i, s := range f.open {
		if see(s.card, 1); i >= int(f.deck.row) && s != (slot{card: blank}) {
			return errors.New("more cards in the row than there are")
		}
	}
	see(f.top, 1)
	for q := range squares {
		see(card{kind: q, plain: q.bears()}, f.tossed[q][0])
		if q.bears() {
			see(card{kind: q}, f.tossed[q][1])
		} else if f.tossed[q][1] > 0 {
			return errors.New("these cards never bear the symbol")
		}
	}
	see(card{kind: thicket}, f.bottom)
	switch {
	case gone:
		return errors.New("the box has fewer of these cards")
	case f.tossed.sum() != f.discard():
		return errors.New("the discard holds another number of cards")
	case f.bottom > 0 && f.table.seats > 2 && f.round > 1:
		return errors.New("nothing is known of a shuffled pile")
	}
	return nil
}

// soundLaid returns why these cards can't be those that have been named so far.
func (f *flood) soundLaid() error {
	if f.layingOut() {
		return f.soundLayOut()
	}
	for p, c := range f.field {
		if (c.kind == unnamed) == f.table.holds(spot(p)) {
			return errors.New("a card of the field has no name")
		}
	}
	for i := range f.deck.row {
		if f.open[i].card.kind == unnamed {
			return errors.New("a card of the row has no name")
		}
	}
	pending := f.stage == naming || f.stage == asking || f.stage == drawing || f.stage == spinning || f.stage == over
	switch {
	case f.top.kind != unnamed && (f.deck.pile == 0 || f.deck.asks()), f.top.kind == unnamed && f.deck.pile > 0 && !pending:
		return errors.New("the top of the pile lies open")
	case int(f.bottom) > f.hidden():
		return errors.New("that many thickets can't lie under the pile")
	case f.deck.pile > 0 && int(f.deck.row) < f.table.seats && !pending && f.stage != adding && f.stage != laying:
		return errors.New("the row is filled while the pile lasts")
	}
	return nil
}

// soundLayOut returns why cards can't have been laid out so far.
func (f *flood) soundLayOut() error {
	blank := false
	late := func(c card) bool {
		blank = blank || c.kind == unnamed
		return blank && c.kind != unnamed
	}
	for p := range f.table.order {
		if late(f.field[p]) {
			return errors.New("cards are laid out one after the other")
		}
	}
	for _, s := range f.open {
		if late(s.card) {
			return errors.New("the row is opened behind the field")
		}
	}
	if f.stage != naming || f.deck != f.table.dealt() || f.turn != 1 {
		return errors.New("first all cards are laid out")
	}
	return nil
}

// soundTokens returns why the hares of the box can't lie where they do.
func (f *flood) soundTokens() error {
	left := [mostWorth + 1]int{}
	for v := range left {
		left[v] = f.out(v)
	}
	for p, t := range f.lying {
		for v, n := range t {
			left[v] -= int(n)
		}
		if t != (tally{}) && (!f.table.holds(spot(p)) || f.field[p].kind == thicket || f.field[p].kind == unnamed) {
			return fmt.Errorf("no hare can be at %s", spot(p))
		}
	}
	for _, s := range f.open {
		if s.worth == 0 {
			continue
		}
		if left[s.worth]--; !s.card.symbol() {
			return errors.New("a hare lies in the row without its symbol")
		}
	}
	for v, n := range left {
		if n < 0 {
			return fmt.Errorf("the box has fewer hares of %d", v)
		}
	}
	return nil
}

// soundBoats returns why boats and swamps can't be where they are.
func (f *flood) soundBoats() error {
	early := f.unplaced()
	for k := 1; k <= f.table.seats; k++ {
		b, p := f.boats[k], f.swamps[k]
		switch {
		case (b.at == nowhere) != (k <= early):
			return errors.New("boats are placed from the last seat on")
		case b.nose.slanting() || b.at == nowhere && b.nose != north:
			return errors.New("a nose points straight")
		case b.at != nowhere && (!f.table.holds(b.at) || f.field[b.at].kind == thicket):
			return errors.New("no boat can be there")
		case p != nowhere && (early > 0 || f.field[p].kind != swamp):
			return fmt.Errorf("%s is no swamp", p)
		}
	}
	if early > 0 && (f.turn != 1 || f.deck != f.table.dealt() || f.path.by != 0) {
		return errors.New("boats are placed before the first turn")
	}
	return nil
}

// soundPath returns why no boat can have come along that path.
func (f *flood) soundPath() error {
	p := &f.path
	if (p.by == 0) != (p.n == 0) || int(p.by) > f.table.seats {
		return errors.New("a path has a boat")
	}
	order, from := 0, map[spot]bool{}
	for i, s := range p.all() {
		rank := 1
		switch {
		case s.how == began:
			rank = 0
		case s.how == drifted:
			if before := p.steps[max(i-1, 0)].at; from[before] {
				return errors.New("a current carries a boat once")
			} else {
				from[before] = true
			}
		case s.how >= atLog:
			rank = 2
		case s.how == sucked:
			rank = 3
		}
		if (i == 0) != (rank == 0) || rank < order || rank > 1 && rank == order || !f.table.holds(s.at) {
			return errors.New("a path runs from its start to its end")
		}
		order = rank
	}
	if acts := p.acts(); acts > 2 || acts == 2 && (p.steps[1].how > turnedRight || !p.twice()) || p.n > 1 && acts == 0 {
		return errors.New("a boat has one action or two")
	}
	return nil
}

// twice reports whether both actions are such that two may be taken.
func (p *path) twice() bool {
	for _, s := range p.all() {
		if s.how == slantedLeft || s.how == slantedRight {
			return false
		}
	}
	return true
}

// soundStage returns why this can't be awaited now.
func (f *flood) soundStage() error {
	at := f.stage
	if at == drawing {
		at = f.then
	}
	sails := at == moving || at == meeting || at == pulling
	switch {
	case !f.awaits(at):
		return errors.New("nothing of the kind is awaited")
	case (f.due != 0) != (f.stage == drawing), f.pick != 0 && at != laying:
		return errors.New("a hare is due when one is drawn")
	case (f.stage == drawing || f.stage == laying) && f.pool() == (tally{}):
		return errors.New("no hare is left to be drawn")
	case (f.fresh != nowhere) != (at == spinning):
		return errors.New("a card has been laid when it acts")
	case f.robbed && (!f.sailing() || !f.table.adv[4] || !sails), f.unloaded && f.sailing():
		return errors.New("nobody can have done that with a boat")
	case sails && !f.arrives():
		return errors.New("the path doesn't lead to the boat")
	}
	return f.soundSets()
}

// arrives reports whether the path of a move stage leads to the boat on turn. One
// that is only a start is that of a boat that has unloaded.
func (f *flood) arrives() bool {
	if int(f.path.by) != f.seat() {
		return !f.unloaded
	}
	return f.path.last().at == f.mine().at && (f.path.n == 1) == f.unloaded
}

// awaits reports whether a stage can be one of this position, or come when its
// hares are drawn.
func (f *flood) awaits(at stage) bool {
	early, drawn := f.unplaced() > 0, f.stage == drawing
	if at == naming || at == boating {
		return f.awaitsSetup(at)
	}
	if early && at != over {
		return false
	}
	switch at {
	case asking:
		return drawn || f.deck.asks() && f.top.kind == unnamed
	case spinning:
		return f.fresh != nowhere && (drawn || f.field[f.fresh].kind == whirlpool && f.spins())
	case laying:
		return f.deck.where == inRow && (drawn || f.pick != 0)
	case replacing:
		return f.replaceable() && f.deck.where != inRow
	case adding:
		return f.deck.where == inRow
	case over:
		return !early && !drawn
	}
	return f.awaitsMove(at)
}

// awaitsSetup reports whether a card can be named or a boat be placed.
func (f *flood) awaitsSetup(at stage) bool {
	switch {
	case at == boating:
		return f.unplaced() > 0 && !f.layingOut()
	case f.layingOut():
		return f.stage == naming
	}
	return f.stage == naming && f.unplaced() == 0 && f.top.kind == unnamed && f.deck.pile > 0 && !f.deck.asks()
}

// awaitsMove reports whether the move stage can be at an action, a window or a
// choice of funnels.
func (f *flood) awaitsMove(at stage) bool {
	sailing, ended := f.sailing(), f.path.n > 0 && f.path.last().how >= sucked
	switch at {
	case moving:
		return !f.unloaded && (!sailing || f.path.single() && !ended)
	case meeting:
		return !sailing || !ended || f.path.pulled()
	case pulling:
		_, n := f.funnels()
		return sailing && n > 1 && !f.path.pulled()
	}
	return false
}

// soundSets returns why a card can't be due or be chosen.
func (f *flood) soundSets() error {
	for p := range spot(allSpots) {
		if (f.due|f.pick)&cards(p.bit()) != 0 && !f.stays(p) {
			return fmt.Errorf("no hare can come to %s", p)
		}
	}
	if f.pick>>allSpots != 0 || f.stage == drawing && !f.dueFits() {
		return errors.New("no hare is due there")
	}
	return nil
}

// dueFits reports whether hares can be due on these cards, for what comes then.
func (f *flood) dueFits() bool {
	for i, s := range f.open {
		if f.due&inRowAt(i) != 0 && (s.worth > 0 || !s.card.symbol()) {
			return false
		}
	}
	switch f.then {
	case boating:
		return f.due&^f.symbols() == 0
	case asking:
		return f.deck.row > 0 && f.due == inRowAt(int(f.deck.row)-1)
	case spinning:
		return f.due == cards(f.fresh.bit()) && f.field[f.fresh].symbol()
	case laying:
		return f.due>>allSpots == 0
	}
	return f.due>>allSpots == 0 && f.due.count() == 1
}
