package match

// Step is a step back or forwards that the match offers.
type Step struct {
	BackTo int  // what to call Match.BackTo with
	Took   Fact // the fact that is taken back, or brought back: people know the step by it
	Seen   bool // an outcome of the device's luck is taken back that everybody has seen
}

// Undo returns the step that takes back the last thing people did on the line, a
// decision, an answer for chance or a ruling, with all that the device answered
// after it. There is none at the start, and none where a secret was lost.
func (m Match) Undo() (Step, bool) {
	seen, origin := false, m.undoLimit()
	for here := m.line; here != origin; here = here.prev {
		fact := here.value.fact
		if fact.isHuman() {
			return Step{BackTo: max(here.prev.value.fact.Seq, m.Lost()), Took: *fact, Seen: seen}, true
		}
		seen = seen || fact.isOutcome() && fact.Luck == Device
	}
	return Step{}, false
}

// origin is where the line began, or where a secret was lost.
func (m Match) undoLimit() *trail[position] {
	if m.IsZero() {
		return nil
	}
	return m.history.at(max(m.Lost(), 1)).value.line
}

// Redo returns the step that brings back what the last undone steps left, one
// thing that people did at a time, with all that the device answered after it.
// There is none once something new was decided.
func (m Match) Redo() (Step, bool) {
	if m.ahead == m.line {
		return Step{}, false
	}
	to := m.ahead.at(m.line.len + 1)
	step := Step{Took: *to.value.fact}
	for !to.value.fact.isHuman() && to != m.ahead {
		to = m.ahead.at(to.len + 1)
		step.Took = *to.value.fact
	}
	for to != m.ahead && !m.ahead.at(to.len+1).value.fact.isHuman() {
		to = m.ahead.at(to.len + 1)
	}
	step.BackTo = to.value.fact.Seq
	return step, true
}
