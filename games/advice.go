package games

// Verdict is what is known of a position: whether it can still be won.
type Verdict string

// The verdicts.
const (
	Open     Verdict = "open" // nobody knows
	Winnable Verdict = "won"  // Advice.Line wins
	Lost     Verdict = "lost" // whatever is decided; Advice.Why says what was exhausted
)

// Advice is what an [Adviser] has found out about a position.
type Advice struct {
	Verdict Verdict
	Line    []Decision // of Winnable: decisions that win, the next one first
	Said    []Text     // how each of them is said, in the catalogue of the game
	Why     Text       // of Lost: the proof, in the catalogue of the game
}

// After returns the advice for the position after d, as far as a says anything of it: what
// can't be won stays so, and a line that was followed goes on.
func (a Advice) After(d Decision) (Advice, bool) {
	switch {
	case a.Verdict == Lost:
		return a, true
	case a.Verdict == Winnable && len(a.Line) > 1 && a.Line[0] == d:
		return Advice{Verdict: Winnable, Line: a.Line[1:], Said: a.Said[1:]}, true
	}
	return Advice{}, false
}

// Adviser finds out about the positions of one game. What it does is bounded by steps, as it
// counts them, never by a clock, and the same position always comes to the same.
type Adviser interface {
	// Advise returns what it has found out about a position in which a seat is on turn.
	// A line has been played by the rules. Its error is a fault of its own, or that the
	// position is of another game.
	Advise(s State, steps int) (Advice, error)
	// Steps is how many are usual.
	Steps() int
}

// Adviser returns the adviser of a game, nil where it has none.
func (c Catalogue) Adviser(name string) Adviser { return c.Advisers[name] }
