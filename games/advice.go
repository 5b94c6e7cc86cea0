package games

// Verdict states whether a position can still be won.
type Verdict string

// The verdicts.
const (
	Open     Verdict = "open" // not known
	Winnable Verdict = "won"  // Advice.Line wins
	Lost     Verdict = "lost" // no line wins; Advice.Why states which search was exhausted
)

// Advice is the result of an [Adviser] for one position.
type Advice struct {
	Verdict Verdict
	Line    []Decision // for Winnable: a winning line, next decision first
	Said    []Text     // texts of the decisions in Line, in the catalogue of the game
	Why     Text       // for Lost: the proof, in the catalogue of the game
}

// After returns the advice for the position after d. A lost position stays lost, and the rest
// of a winning line still wins. It returns false if a does not cover that position.
func (a Advice) After(d Decision) (Advice, bool) {
	switch {
	case a.Verdict == Lost:
		return a, true
	case a.Verdict == Winnable && len(a.Line) > 1 && a.Line[0] == d:
		return Advice{Verdict: Winnable, Line: a.Line[1:], Said: a.Said[1:]}, true
	}
	return Advice{}, false
}

// Adviser analyses positions of one game. Its effort is bounded by a number of steps, not by a
// clock, so that the same position always gives the same advice.
type Adviser interface {
	// Advise analyses a position in which a seat is on turn. The adviser has played each line
	// that it returns by the rules. An error means a fault of the adviser, or a position of
	// another game.
	Advise(s State, steps int) (Advice, error)
	// Steps returns the usual number of steps for Advise.
	Steps() int
}

// Adviser returns the adviser of a game, or nil.
func (c Catalogue) Adviser(name string) Adviser { return c.Advisers[name] }
