package companion

import (
	"slices"

	"tabletop/companion/match"
)

// series is the total of several matches of one game at one table. In each next match, the next
// seat begins.
type series struct {
	ID     string   `json:"id"`
	Game   string   `json:"game"`
	Played int      `json:"played"`
	Names  []string `json:"names"`
	Scores []int32  `json:"scores"`           // total score of each player, by index of Names
	Ties   []int32  `json:"ties"`             // tie-breaker of each player for equal scores, by index of Names
	Lowest bool     `json:"lowest,omitempty"` // the lowest score wins
}

// withMatch returns the series with the finished match mt added. If mt belongs to another
// series, the result contains only mt.
func (s series) withMatch(mt match.Match) series {
	if s.ID != mt.Series() {
		s = series{ID: mt.Series(), Game: mt.Rules().Name(), Names: mt.Names()}
	}
	sum := series{ID: s.ID, Game: s.Game, Played: s.Played + 1, Names: slices.Clone(s.Names)}
	for _, name := range mt.Names() { // a player who took over a seat joins the series now
		if !slices.Contains(sum.Names, name) {
			sum.Names = append(sum.Names, name)
		}
	}
	sum.Scores, sum.Ties = make([]int32, len(sum.Names)), make([]int32, len(sum.Names))
	copy(sum.Scores, s.Scores)
	copy(sum.Ties, s.Ties)
	st := mt.State().Standing()
	sum.Lowest = st.Lowest
	for seat, name := range mt.Names() {
		if i := slices.Index(sum.Names, name); i >= 0 {
			sum.Scores[i] += st.Scores[seat]
			if seat < len(st.Ties) {
				sum.Ties[i] += st.Ties[seat]
			}
		}
	}
	return sum
}

// ranking returns the indexes of Names, the best score first. Tie-breakers decide between equal
// scores.
func (s series) ranking() []int {
	order := ranking(s.Ties, false)
	slices.SortStableFunc(order, compareScores(s.Scores, s.Lowest))
	return order
}

// ranking returns the indexes of scores, the best score first. If lowest is true, the lowest
// score is the best.
func ranking(scores []int32, lowest bool) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compareScores(scores, lowest))
	return order
}

// compareScores returns a function that compares two indexes of scores, for sorting the best
// score first.
func compareScores(scores []int32, lowest bool) func(a, b int) int {
	return func(a, b int) int {
		if lowest {
			a, b = b, a
		}
		return int(scores[b]) - int(scores[a])
	}
}

// total returns the series of mt, including mt once it is over. It returns false if no match of
// the series is over.
func (h house) total(mt match.Match) (series, bool) {
	if mt.IsZero() {
		return series{}, false
	}
	s := h.evening.series[mt.Series()]
	if mt.State().Standing().Over {
		return s.withMatch(mt), true
	}
	return s, s.Played > 0
}
