package match

// Step is a possible undo or redo.
type Step struct {
	BackTo   int  // argument for Match.BackTo
	Fact     Fact // the fact that is undone or redone, for display
	Revealed bool // the undo removes a public outcome of the device's luck
}

// Undo returns the step that undoes the last human fact on the line: a decision, a table's
// answer for chance, a ruling or a change of seats. The step includes the device's outcomes
// after it. There is none at the start, and none beyond a lost secret.
func (m Match) Undo() (Step, bool) {
	seen, origin := false, m.undoLimit()
	for here := m.line; here != origin; here = here.prev {
		fact := here.value.fact
		if fact.isHuman() {
			return Step{BackTo: max(here.prev.value.fact.Seq, m.LostSeq()), Fact: *fact, Revealed: seen}, true
		}
		seen = seen || fact.isOutcome() && fact.Luck == Device
	}
	return Step{}, false
}

// undoLimit returns the earliest point of the line that an undo can reach: the start, or the
// last lost secret.
func (m Match) undoLimit() *trail[position] {
	if m.IsZero() {
		return nil
	}
	return m.history.at(max(m.LostSeq(), 1)).value.line
}

// Redo returns the step that restores the next undone human fact with the device's outcomes
// after it. There is none after a new decision.
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
	for to != m.ahead && !m.ahead.at(to.len+1).value.fact.isHuman() {
		to = m.ahead.at(to.len + 1)
	}
	step.BackTo = to.value.fact.Seq
	return step, true
}
