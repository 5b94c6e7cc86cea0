package mazaitsy

import (
	"errors"
	"fmt"
)

// validate returns an error if no game with field=on can reach this position.
func (f *fieldState) validate() error {
	for _, check := range []func(*fieldState) error{
		func(f *fieldState) error { return f.validateShared() },
		(*fieldState).validateCards, (*fieldState).validateOpenCards, (*fieldState).validateTokens, (*fieldState).validateBoats, (*fieldState).validatePath, (*fieldState).validateStage,
		(*fieldState).validateChores,
	} {
		if err := check(f); err != nil {
			return err
		}
	}
	return nil
}

// validateCards returns an error if the position has more cards of some type than the box, or if
// the numbers of cards contradict one another.
func (f *fieldState) validateCards() error {
	left := f.table.box
	gone := false
	see := func(c card, n uint8) {
		if c.kind != unseenType {
			gone = gone || left[c.kind][c.symbolIndex()] < n
			left[c.kind][c.symbolIndex()] -= n
		}
	}
	for _, c := range f.field {
		see(c, 1)
	}
	for i, s := range f.row {
		if see(s.card, 1); i >= int(f.deck.row) && s != (rowCard{card: unseenCard}) {
			return errors.New("more cards in the row than there are")
		}
	}
	see(f.top, 1)
	for q := range cardTypes {
		see(card{kind: q, plain: q.bearsSymbol()}, f.discards[q][0])
		if q.bearsSymbol() {
			see(card{kind: q}, f.discards[q][1])
		} else if f.discards[q][1] > 0 {
			return errors.New("these cards never bear the symbol")
		}
	}
	see(card{kind: thicket}, f.bottomThickets)
	switch {
	case gone:
		return errors.New("the box has fewer of these cards")
	case f.discards.sum() != f.discarded():
		return errors.New("the discard has a wrong number of cards")
	case f.bottomThickets > 0 && f.table.seats > 2 && f.round > 1:
		return errors.New("no thickets are known to lie under a shuffled pile")
	}
	return nil
}

// validateOpenCards returns an error if a card that must be open is not named, or if the top of the
// pile is open when it must not be. It also checks the number of cards in the row and of thickets
// under the pile.
func (f *fieldState) validateOpenCards() error {
	if f.layingOut() {
		return f.validateLayOut()
	}
	for p, c := range f.field {
		if (c.kind == unseenType) == f.table.holds(cell(p)) {
			return errors.New("a card of the field is not named")
		}
	}
	for i := range f.deck.row {
		if f.row[i].card.kind == unseenType {
			return errors.New("a card of the row is not named")
		}
	}
	pending := f.stage == naming || f.stage == asking || f.stage == drawing || f.stage == spinning || f.stage == over
	switch {
	case f.top.kind != unseenType && (f.deck.pile == 0 || f.deck.mazaiMayBeOnTop()), f.top.kind == unseenType && f.deck.pile > 0 && !pending:
		return errors.New("the top of the pile lies open")
	case int(f.bottomThickets) > f.hiddenCards():
		return errors.New("that many thickets can't lie under the pile")
	case f.deck.pile > 0 && int(f.deck.row) < f.table.seats && !pending && f.stage != adding && f.stage != laying:
		return errors.New("the row is filled while the pile lasts")
	}
	return nil
}

// validateLayOut returns an error if a lay-out in progress can't be in this state.
func (f *fieldState) validateLayOut() error {
	blank := false
	late := func(c card) bool {
		blank = blank || c.kind == unseenType
		return blank && c.kind != unseenType
	}
	for p := range f.table.layOutOrder {
		if late(f.field[p]) {
			return errors.New("cards are laid out one after the other")
		}
	}
	for _, s := range f.row {
		if late(s.card) {
			return errors.New("the row is laid out after the field")
		}
	}
	if f.stage != naming || f.deck != f.table.dealtDeck() || f.turn != 1 {
		return errors.New("all cards must be laid out first")
	}
	return nil
}

// validateTokens returns an error if the box has fewer hares than the position, or if hares are
// where none can be.
func (f *fieldState) validateTokens() error {
	left := [mostWorth + 1]int{}
	for v := range left {
		left[v] = f.unsaved(v)
	}
	for p, t := range f.fieldHares {
		for v, n := range t {
			left[v] -= int(n)
		}
		if t != (tally{}) && (!f.table.holds(cell(p)) || f.field[p].kind == thicket || f.field[p].kind == unseenType) {
			return fmt.Errorf("no hare can be at %s", cell(p))
		}
	}
	for _, s := range f.row {
		if s.worth == 0 {
			continue
		}
		if left[s.worth]--; !s.card.bearsSymbol() {
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

// validateBoats returns an error if boats or swamps are at impossible places.
func (f *fieldState) validateBoats() error {
	early := f.boatToPlace()
	for k := 1; k <= f.table.seats; k++ {
		b, p := f.boats[k], f.swamps[k]
		switch {
		case (b.at == nowhere) != (k <= early):
			return errors.New("boats are placed from the last seat on")
		case b.nose.diagonal() || b.at == nowhere && b.nose != north:
			return errors.New("a nose points straight")
		case b.at != nowhere && (!f.table.holds(b.at) || f.field[b.at].kind == thicket):
			return errors.New("no boat can be there")
		case p != nowhere && (early > 0 || f.field[p].kind != swamp):
			return fmt.Errorf("%s is not a swamp", p)
		}
	}
	if early > 0 && (f.turn != 1 || f.deck != f.table.dealtDeck() || f.path.by != 0) {
		return errors.New("boats are placed before the first turn")
	}
	return nil
}

// validatePath returns an error if no boat can have moved along the path.
func (f *fieldState) validatePath() error {
	p := &f.path
	if (p.by == 0) != (p.n == 0) || int(p.by) > f.table.seats {
		return errors.New("a path has a boat")
	}
	order, from := 0, map[cell]bool{}
	for i, s := range p.all() {
		rank := 1
		switch {
		case s.kind == stepStart:
			rank = 0
		case s.kind == stepDrift:
			if before := p.steps[max(i-1, 0)].at; from[before] {
				return errors.New("a current carries a boat once")
			} else {
				from[before] = true
			}
		case s.kind >= stepLog:
			rank = 2
		case s.kind == stepFunnel:
			rank = 3
		}
		if (i == 0) != (rank == 0) || rank < order || rank > 1 && rank == order || !f.table.holds(s.at) {
			return errors.New("a path runs from its start to its end")
		}
		order = rank
	}
	if acts := p.actions(); acts > 2 || acts == 2 && (p.steps[1].kind > stepRight || !p.withoutDiagonal()) || p.n > 1 && acts == 0 {
		return errors.New("a boat has one action or two")
	}
	return nil
}

// withoutDiagonal reports whether the path has no diagonal action. Only then may it have two
// actions.
func (p *path) withoutDiagonal() bool {
	for _, s := range p.all() {
		if s.kind == stepDiagonalLeft || s.kind == stepDiagonalRight {
			return false
		}
	}
	return true
}

// validateStage returns an error if the stage is impossible in this position.
func (f *fieldState) validateStage() error {
	at := f.stage
	if at == drawing {
		at = f.then
	}
	sails := at == moving || at == taking || at == pulling
	switch {
	case !f.canAwait(at):
		return errors.New("this stage is impossible here")
	case (f.due != 0) != (f.stage == drawing), f.candidates != 0 && at != laying:
		return errors.New("a hare is due when one is drawn")
	case (f.stage == drawing || f.stage == laying) && f.pool() == (tally{}):
		return errors.New("no hare is left to be drawn")
	case (f.laidAt != nowhere) != (at == spinning):
		return errors.New("a card has been laid when it acts")
	case f.robbed && (!f.hasActed() || !f.table.adv[4] || !sails), f.unloaded && f.hasActed():
		return errors.New("the marks of the boat are impossible")
	case sails && !f.pathLeadsToBoat():
		return errors.New("the path doesn't lead to the boat")
	}
	return f.validateDue()
}

// pathLeadsToBoat reports whether the path of a move stage ends at the boat on turn. The path of a
// boat that has unloaded contains only its start.
func (f *fieldState) pathLeadsToBoat() bool {
	if int(f.path.by) != f.seat() {
		return !f.unloaded
	}
	return f.path.last().at == f.mine().at && (f.path.n == 1) == f.unloaded
}

// canAwait reports whether the given stage is possible in this position: as the present stage
// or, while hares are drawn, as the next one.
func (f *fieldState) canAwait(at stage) bool {
	early, drawn := f.boatToPlace() > 0, f.stage == drawing
	if at == naming || at == placingBoat {
		return f.canAwaitSetup(at)
	}
	if early && at != over {
		return false
	}
	switch at {
	case asking:
		return drawn || f.deck.mazaiMayBeOnTop() && f.top.kind == unseenType
	case spinning:
		return f.laidAt != nowhere && (drawn || f.field[f.laidAt].kind == whirlpool && f.canSpin())
	case laying:
		return f.deck.mazai == inRow && (drawn || f.candidates != 0)
	case replacing:
		return f.replaceable() && f.deck.mazai != inRow
	case adding:
		return f.deck.mazai == inRow
	case over:
		return !early && !drawn
	}
	return f.canAwaitMove(at)
}

// canAwaitSetup reports whether the given stage is possible now. The stage is naming, in which
// chance names a card, or placingBoat, in which a seat places its boat.
func (f *fieldState) canAwaitSetup(at stage) bool {
	switch {
	case at == placingBoat:
		return f.boatToPlace() > 0 && !f.layingOut()
	case f.layingOut():
		return f.stage == naming
	}
	return f.stage == naming && f.boatToPlace() == 0 && f.top.kind == unseenType && f.deck.pile > 0 && !f.deck.mazaiMayBeOnTop()
}

// canAwaitMove reports whether the given stage is possible now. It returns false unless the
// stage belongs to the move stage: moving, taking or pulling.
func (f *fieldState) canAwaitMove(at stage) bool {
	sailing, ended := f.hasActed(), f.path.n > 0 && f.path.last().kind >= stepFunnel
	switch at {
	case moving:
		return !f.unloaded && (!sailing || f.path.singleAction() && !ended)
	case taking:
		return !sailing || !ended || f.path.endsInFunnel()
	case pulling:
		_, n := f.funnels()
		return sailing && n > 1 && !f.path.endsInFunnel()
	}
	return false
}

// validateDue returns an error if a card in f.due or f.candidates can't get a hare.
func (f *fieldState) validateDue() error {
	for p := range cell(allCells) {
		if (f.due|f.candidates)&cardSet(p.bit()) != 0 && !f.canHold(p) {
			return fmt.Errorf("no hare can come to %s", p)
		}
	}
	if f.candidates>>allCells != 0 || f.stage == drawing && !f.dueFits() {
		return errors.New("no hare is due there")
	}
	return nil
}

// dueFits reports whether the cards in f.due can be due before the stage f.then.
func (f *fieldState) dueFits() bool {
	for i, s := range f.row {
		if f.due&inRowAt(i) != 0 && (s.worth > 0 || !s.card.bearsSymbol()) {
			return false
		}
	}
	switch f.then {
	case placingBoat:
		return f.due&^f.symbolCards() == 0
	case asking:
		return f.deck.row > 0 && f.due == inRowAt(int(f.deck.row)-1)
	case spinning:
		return f.due == cardSet(f.laidAt.bit()) && f.field[f.laidAt].bearsSymbol()
	case laying:
		return f.due>>allCells == 0
	}
	return f.due>>allCells == 0 && f.due.count() == 1
}
