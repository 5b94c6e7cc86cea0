package history

import (
	"slices"

	"tabletop/companion/match"
	"tabletop/games"
)

// Point is a point of a score curve: the scores after the fact with the number Seq.
type Point struct {
	Seq    int
	Scores []int32 // scores by seat, seat 1 first; without those of later newcomers
}

// Curve returns the scores after evenly spread facts on the line of a match, including the first
// and last fact. most is the maximum number of points, at least 2. Curve returns nil if all
// scores are zero.
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

// stateAfter returns the position after fact seq.
func stateAfter(mt match.Match, seq int) games.State {
	if seq == mt.Seq() {
		return mt.State()
	}
	return mt.Before(seq + 1)
}

// hasScores reports whether any score is not zero.
func hasScores(scores []int32) bool {
	return slices.ContainsFunc(scores, func(n int32) bool { return n != 0 })
}
