package find

import (
	"tabletop/games"
	"tabletop/games/maze/solve"
)

// Line is a list of moves that win from the position From, while it is being shortened. Moves is
// empty until a win is found.
type Line struct {
	From  games.State
	Moves []games.Decision
	Seeds int // number of seeds used in searches so far
}

// Limits of the searches in a round of shortening.
const (
	Seeds      = 8       // number of searches from the first position
	nodes      = 400_000 // greatest number of positions per search
	shorten    = 100_000 // greatest number of positions for shortening the result of a search
	firstMost  = 1_200_000
	firstNear  = 300_000
	laterMost  = 4_000_000 // greatest number of positions for shortening the best line later
	laterNear  = 1_000_000
	bytesOfOne = 80 // bytes of memory per position of a search
)

// Shorten searches for shorter lines in the given number of rounds. A round searches with other
// seeds, and then around the best line. From the second round on it also searches from each
// position of the line. Shorten stops early when the number of moves is at most the parameter
// enough. At the end it checks the line by the rules.
func (l *Line) Shorten(rounds, enough int) error {
	for ; rounds > 0 && !l.within(enough); rounds-- {
		if err := l.round(enough); err != nil {
			return err
		}
	}
	if len(l.Moves) == 0 {
		return nil
	}
	_, err := solve.Referee(l.From, l.Moves)
	return err
}

func (l *Line) within(enough int) bool { return len(l.Moves) > 0 && len(l.Moves) <= enough }

func (l *Line) round(enough int) error {
	first := l.Seeds == 0
	for range Seeds {
		if err := l.again(); err != nil || l.within(enough) {
			return err
		}
	}
	if first {
		return l.around(firstMost, firstNear)
	}
	err := l.around(laterMost, laterNear)
	if err == nil && !l.within(enough) {
		err = l.tails()
	}
	if err == nil && !l.within(enough) {
		err = l.around(laterMost, laterNear)
	}
	return err
}

// again searches for a line with the next unused seed.
func (l *Line) again() error {
	l.Seeds++
	return l.Win(uint64(l.Seeds - 1))
}

// Win searches for a winning line with the given seed, and keeps it if it is shorter than the
// known one.
func (l *Line) Win(seed uint64) error {
	a, err := solve.Solve(l.From, solve.Options{Seed: seed, Nodes: nodes, Shorten: shorten})
	l.take(a.Line)
	return err
}

// take replaces the moves by a shorter winning line. It ignores an empty line.
func (l *Line) take(line []games.Decision) {
	if len(line) > 0 && (len(line) < len(l.Moves) || len(l.Moves) == 0) {
		l.Moves = line
	}
}

// around searches for a shorter line near the known one. The number of examined positions is
// limited in all by most, and for each stretch of the line by near.
func (l *Line) around(most, near int) error {
	if len(l.Moves) == 0 {
		return nil
	}
	o := solve.Options{Shorten: most, Near: near, Memory: max(solve.DefaultMemory, near*bytesOfOne)}
	line, err := solve.Shorten(l.From, l.Moves, o)
	l.take(line)
	return err
}

// tails searches for a shorter end of the line from each of its positions in turn.
func (l *Line) tails() error {
	s := l.From
	for i := 1; i+2 < len(l.Moves); i++ {
		next, err := s.Apply(l.Moves[i-1])
		if err != nil {
			return err
		}
		s = next
		a, err := solve.Solve(s, solve.Options{Seed: uint64(l.Seeds), Nodes: nodes, Shorten: shorten})
		if err != nil {
			return err
		}
		if a.Won {
			l.take(append(l.Moves[:i:i], a.Line...))
		}
	}
	return nil
}
