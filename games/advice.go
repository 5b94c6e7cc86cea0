package games

// Verdict states whether a position can still be won.
type Verdict string

// The verdicts about a position.
const (
	Open     Verdict = "open" // it is not known whether the position can be won
	Winnable Verdict = "won"  // the position can be won: Advice.Line wins
	Lost     Verdict = "lost" // the position can't be won: Advice.Why states why
)

// Advice is the result of an [Adviser] for one position. Its texts are in the catalogues of the game.
type Advice struct {
	Verdict Verdict
	Line    []Decision // for Winnable: the decisions of a winning line, the next one first
	Said    []Text     // for each decision of Line, a text that describes it
	Why     Text       // for Lost: a text that states the proof
}

// After returns the advice for the position that follows d. If a.Verdict is Lost, After returns a,
// because a lost position stays lost. If d is the first of several decisions of a.Line, After
// returns the rest of that line. Otherwise After returns false, because a says nothing about the
// next position.
func (a Advice) After(d Decision) (Advice, bool) {
	switch {
	case a.Verdict == Lost:
		return a, true
	case a.Verdict == Winnable && len(a.Line) > 1 && a.Line[0] == d:
		return Advice{Verdict: Winnable, Line: a.Line[1:], Said: a.Said[1:]}, true
	}
	return Advice{}, false
}

// Adviser analyses positions of one game. Its effort is limited by a number of search steps, not
// by time, so that the same position always gives the same advice.
type Adviser interface {
	// Advise analyses s, a position in which a seat is on turn. The parameter steps bounds its
	// effort. The adviser tests each line that it returns by playing it with the rules. An error
	// means a fault of the adviser, or that s is a position of another game.
	Advise(s State, steps int) (Advice, error)
	// Steps returns the usual value of the parameter steps of Advise.
	Steps() int
}

// Adviser returns the adviser of the game with that name, or nil if the game has none.
func (c Catalogue) Adviser(name string) Adviser { return c.Advisers[name] }
