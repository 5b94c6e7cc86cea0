package history

import (
	"slices"

	"tabletop/companion/match"
	"tabletop/games"
)

// Point is what the seats had after a fact.
type Point struct {
	Seq    int
	Scores []int32 // by seat
}

// Curve returns how the scores of a match went along its line, in at most so many
// points, 2 at least: evenly spread, the first and the last fact among them. It is nil
// where nobody ever had a point.
func Curve(mt match.Match, most int) (points []Point) {
	var line []int
	for f := range mt.Line() {
		line = append(line, f.Seq)
	}
	n := min(len(line), most)
	for i := range n {
		seq := line[i*(len(line)-1)/max(n-1, 1)]
		points = append(points, Point{seq, stateAfter(mt, seq).Standing().Scores})
	}
	if !slices.ContainsFunc(points, func(p Point) bool { return hasScores(p.Scores) }) {
		return nil
	}
	return points
}

// after is the position that the fact of that seq led to.
func stateAfter(mt match.Match, seq int) games.State {
	if seq == mt.Seq() {
		return mt.State()
	}
	return mt.Before(seq + 1)
}

// scoredAny reports whether a game counts points at all, as far as these tell.
func hasScores(scores []int32) bool {
	return slices.ContainsFunc(scores, func(n int32) bool { return n != 0 })
}
