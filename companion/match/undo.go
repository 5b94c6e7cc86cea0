package match

// Step is a possible undo or redo.
type Step struct {
	BackTo   int  // argument for Match.BackTo
	Fact     Fact // the fact that is undone or redone, for display; of a newcomer the one with the name
	Revealed bool // whether the undo removes an outcome of the device's luck that people have seen
}

// Undo returns the step that undoes the last human fact on the line: a decision, a table's
// answer for chance, a ruling or a change of seats. The step also undoes the device's outcomes
// after that fact. The name of a newcomer is undone together with the ruling before it. Undo returns
// false if there is no such fact after the start or after the last loss of a secret.
func (m Match) Undo() (Step, bool) {
	seen, origin := false, m.undoLimit()
	var last *Fact
	for here := m.line; here != origin; here = here.prev {
		fact := here.value.fact
		if last == nil && fact.isHuman() {
			last = fact
		}
		if isStep(here) {
			return Step{BackTo: max(here.prev.value.fact.Seq, m.LostSeq()), Fact: *last, Revealed: seen}, true
		}
		seen = seen || fact.isOutcome() && fact.Luck == Device
	}
	return Step{}, false
}

// undoLimit returns the earliest point of the line that an undo can reach: the start, or the
// last fact that records the loss of a secret.
func (m Match) undoLimit() *trail[position] {
	if m.IsZero() {
		return nil
	}
	return m.history.at(max(m.LostSeq(), 1)).value.line
}

// Redo returns the step that restores the next undone human fact and the device's outcomes after
// it, and the name of a newcomer with its ruling. Redo returns false if nothing can be redone, as
// after a new decision.
func (m Match) Redo() (Step, bool) {
	if m.ahead == m.line {
		return Step{}, false
	}
	to := m.ahead.at(m.line.len + 1)
	step := Step{Fact: *to.value.fact}
	for !to.value.fact.isHuman() && to != m.ahead {
		to = m.ahead.at(to.len + 1)
		step.Fact = *to.value.fact
	}
	for to != m.ahead && !isStep(m.ahead.at(to.len+1)) {
		if to = m.ahead.at(to.len + 1); to.value.fact.isHuman() {
			step.Fact = *to.value.fact // the name of a newcomer
		}
	}
	step.BackTo = to.value.fact.Seq
	return step, true
}

// isStep reports whether an undo stops before the last fact of a line. That fact is human, and
// isn't the name of a newcomer for whom the fact before has added the seat.
func isStep(line *trail[position]) bool {
	return line.value.fact.isHuman() && !namesNewcomer(line)
}

// namesNewcomer reports whether the last fact of a line names the player of a seat that the fact
// before it has added.
func namesNewcomer(line *trail[position]) bool {
	f, joined := line.value.fact, line.prev
	return f.Kind == Seated && joined.value.fact.Kind == Ruled && int(f.Seat) == joined.value.seats() &&
		joined.value.seats() > joined.prev.value.seats()
}
