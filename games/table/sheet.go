package table

import (
	"strconv"

	"tabletop/games"
)

// Sheet returns the points of each seat in the rounds so far. Each round has a row for each
// category and for each line computed from other lines. The total of a seat is the sum of its
// points in the lines that aren't Apart, plus initial points and the points of partners.
func (s state) Sheet() (rows []games.Row) {
	for round := range s.begun() {
		for i, c := range s.categories {
			if !s.inRound(i, round) {
				continue
			}
			rows = append(rows, games.Row{Round: round + 1, Name: c.Name, Points: s.cellTexts(round, i)})
		}
		for i, l := range s.derived {
			rows = append(rows, games.Row{Round: round + 1, Name: l.Name, Points: s.madeTexts(round, i)})
		}
		if s.computes() && s.def.Hooks.Bonus != nil && s.bonusDue(round) {
			rows = append(rows, games.Row{Round: round + 1, Name: bonus, Points: s.bonusTexts(round)})
		}
	}
	return rows
}

// cellTexts returns the points of each seat in a category of a round, as texts.
func (s *state) cellTexts(round, category int) []string {
	all := make([]string, s.seats)
	for seat := range s.seats {
		switch p := s.of(s.row(round), seat)[category]; p {
		case missing:
		case absent:
			all[seat] = "–"
		default:
			all[seat] = strconv.Itoa(int(s.cellPoints(round, seat, category)))
		}
	}
	return all
}

// madeTexts returns the points of each seat in a line that follows from others. The text of a seat
// is "" until all sources of the line are entered.
func (s *state) madeTexts(round, made int) []string {
	all := make([]string, s.seats)
	for seat := range s.seats {
		numbers := s.of(s.row(round), seat)
		v := s.derivedValues(numbers)[made]
		if v.known && countMissing(numbers) < len(numbers) {
			all[seat] = strconv.Itoa(int(s.derived[made].worth(v.n)))
		}
	}
	return all
}

// bonusTexts returns the bonus of each seat in a round, as texts. With teams it stands at the first
// seat of a team.
func (s *state) bonusTexts(round int) []string {
	all := make([]string, s.seats)
	for unit := range s.units() {
		all[unit] = strconv.Itoa(int(s.computed().bonus[round*s.seats+unit]))
	}
	return all
}
