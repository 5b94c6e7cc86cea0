package mazaitsy

import "tabletop/games"

// The move stage is the first part of a turn (in the book: moving of boats). The boat moves
// forward (А) or makes a quarter turn (Б), and may add one more of these actions. Or it moves
// diagonally forward (В), or it unloads (Г).

// recordAction moves the boat on turn and adds the action to the path. The first action of a turn
// begins a new path.
func (f *fieldState) recordAction(h stepKind, to cell) {
	if !f.hasActed() {
		f.path.begin(f.seat(), f.mine().at)
	}
	f.mine().at = to
	f.path.add(h, to)
}

// forward applies the decision "forward", which moves the boat one card ahead.
func (f *fieldState) forward(words []string) rule {
	if len(words) > 0 {
		return unknownNotation()
	}
	return f.enterCell(stepForward, f.mine().nose)
}

// diagonal applies "diagonal left" or "diagonal right", which moves the boat one card ahead and
// aside. Its nose keeps its direction.
func (f *fieldState) diagonal(words []string) rule {
	if f.hasActed() {
		return games.Say("rule.second")
	}
	switch {
	case len(words) == 1 && words[0] == "left":
		return f.enterCell(stepDiagonalLeft, f.mine().nose.turned(-1))
	case len(words) == 1 && words[0] == "right":
		return f.enterCell(stepDiagonalRight, f.mine().nose.turned(1))
	}
	return unknownNotation()
}

// enterCell moves the boat onto the card in direction w, unless there is the shore or a thicket.
func (f *fieldState) enterCell(h stepKind, w direction) rule {
	to := f.table.neighbour(f.mine().at, w)
	switch {
	case to == nowhere:
		return games.Say("rule.shore")
	case f.field[to].kind == thicket:
		return games.Say("rule.thicket", to.String())
	}
	f.recordAction(h, to)
	f.openWindow()
	return allowed
}

// turnNose applies "turn left" or "turn right", which turns the nose by a quarter.
func (f *fieldState) turnNose(words []string) rule {
	if len(words) != 1 {
		return unknownNotation()
	}
	h, by := stepLeft, -2
	switch words[0] {
	case "left":
	case "right":
		h, by = stepRight, 2
	default:
		return unknownNotation()
	}
	boat := f.mine()
	boat.nose = boat.nose.turned(by)
	f.recordAction(h, boat.at)
	f.afterTurn()
	return allowed
}

// afterTurn continues the movement after the boat has turned. A current under the boat acts only
// if this was the first action.
func (f *fieldState) afterTurn() {
	if at := f.mine().at; f.path.actions() == 1 && f.field[at].kind.current() {
		f.carry(at)
		return
	}
	f.awaitSecondAction()
}

// arrive applies the effect of the card that the boat has reached.
func (f *fieldState) arrive() {
	at := f.mine().at
	switch kind := f.field[at].kind; {
	case kind == log:
		f.path.add(stepLog, at)
		f.endMovement()
	case kind.current() && !f.path.usedCurrent(at):
		f.carry(at)
	default:
		f.awaitSecondAction()
	}
}

// awaitSecondAction asks for the second action if the first one allows it. Otherwise it ends the
// movement.
func (f *fieldState) awaitSecondAction() {
	f.stage = moving
	if !f.path.singleAction() {
		f.endMovement()
	}
}

// done applies the decision "done", which ends the movement without a second action.
func (f *fieldState) done(words []string) rule {
	switch {
	case len(words) > 0:
		return unknownNotation()
	case !f.hasActed():
		return games.Say("rule.first")
	}
	f.endMovement()
	return allowed
}

// unload applies the decision "unload 2 3", which puts hares ashore from a card at the edge. The
// boat stays where it is, and no funnel pulls it.
func (f *fieldState) unload(words []string) rule {
	switch {
	case f.hasActed():
		return games.Say("rule.unload.moved")
	case !f.table.coast(f.mine().at):
		return games.Say("rule.unload.inland")
	}
	if r := f.state.unload(words); r.Key != "" {
		return r
	}
	f.path.begin(f.seat(), f.mine().at)
	f.openWindow()
	return allowed
}

// endMoveStage ends the move stage. A swamp drowns its hares, and the replacement begins.
func (f *fieldState) endMoveStage() {
	f.drownSwamp()
	f.state.endMoveStage()
	f.awaitReplacement()
}

// drownSwamp sends all hares in the swamp of the seat on turn to the pool.
func (f *fieldState) drownSwamp() {
	if p := f.swamps[f.seat()]; p != nowhere {
		if n := f.drown(p); n > 0 {
			f.recordEffect(drained, sunk, p, n)
		}
		f.swamps[f.seat()] = nowhere
	}
}

// legalActions returns the possible actions of the boat. The first action is one of the book's
// four. After a forward or a turn, the second action is again a forward or a turn, or "done" ends
// the movement.
func (f *fieldState) legalActions() []games.Choice {
	legal := make([]games.Choice, 0, 8)
	say := func(says games.Decision) { legal = append(legal, games.Choice{Says: says}) }
	nose, first := f.mine().nose, !f.hasActed()
	if first && f.canEnter(nose.turned(-1)) {
		say("diagonal left")
	}
	if first && f.canEnter(nose.turned(1)) {
		say("diagonal right")
	}
	if !first {
		say("done")
	}
	if f.canEnter(nose) {
		say("forward")
	}
	say("turn left")
	say("turn right")
	if first && f.table.coast(f.mine().at) {
		legal = appendLoads(legal, "unload", f.hares.of[f.seat()].boat, 1)
	}
	return legal
}

// canEnter reports whether the boat can enter the card in direction w.
func (f *fieldState) canEnter(w direction) bool {
	to := f.table.neighbour(f.mine().at, w)
	return to != nowhere && f.field[to].kind != thicket
}
