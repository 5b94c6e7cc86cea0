package solve

import (
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
	"tabletop/games/maze"
)

// Adviser implements the adviser of game maze. A step of the search is one examined position. The
// search uses one thread and [DefaultMemory].
type Adviser struct{}

// Limits of the number of positions that the adviser examines.
const (
	Usual    = 4_000_000 // limit for one verdict; they take 5 to 9 s on one core of an x86-64
	UsualCut = 300_000   // limit for shortening a line; they take half a second
)

// Steps returns [Usual], the usual number of positions for a verdict.
func (Adviser) Steps() int { return Usual }

// Advise searches for a line that wins. It returns the line, shortened and checked by the rules,
// or the reason why the game is lost. steps is the greatest number of examined positions.
func (Adviser) Advise(s games.State, steps int) (games.Advice, error) {
	a, err := Solve(s, Options{Nodes: steps, Shorten: UsualCut})
	switch {
	case err != nil:
		return games.Advice{}, err
	case a.Won:
		texts, err := Referee(s, a.Line)
		return games.Advice{Verdict: games.Winnable, Line: a.Line, Said: texts}, err
	case a.Lost:
		return games.Advice{Verdict: games.Lost, Why: Why(s, a.Proof)}, nil
	}
	return games.Advice{Verdict: games.Open}, nil
}

// Referee plays a line by the rules and returns the texts of its moves, in the catalogue of the
// game. It returns an error if the line doesn't win.
func Referee(s games.State, line []games.Decision) (texts []games.Text, err error) {
	for i, d := range line {
		if s, err = s.Apply(d); err != nil {
			return nil, fmt.Errorf("solve: move %d of the line found: %w", i+1, err)
		}
		texts = append(texts, maze.LastMove(s))
	}
	if len(s.Standing().Won) == 0 {
		return nil, fmt.Errorf("solve: the line found doesn't win, after %d moves", len(line))
	}
	return texts, nil
}

// Why returns the text about the proof that s is lost, in the catalogue of the game.
func Why(s games.State, p Proof) games.Text {
	switch {
	case p.Positions == 0:
		return s.Standing().Why
	case len(p.Mates) == 0:
		return games.Count("proof.all", p.Positions)
	}
	return games.Count("proof.part", p.Positions, listed(p.Mates), listed(p.Pieces))
}

// listed returns the numbers as a text, separated by commas.
func listed(numbers []int) string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = strconv.Itoa(n)
	}
	return strings.Join(all, ", ")
}
