package table

import (
	"strconv"

	"tabletop/games"
)

// Sheet returns the points of each seat in the rounds so far, in each category and each line
// that follows from others. The sum of the lines that aren't apart is the total, without
// initial points and without those of partners.
func (s state) Sheet() (rows []games.Row) {
	for round := range s.begun() {
		for i, c := range s.categories {
			rows = append(rows, games.Row{Round: round + 1, Name: c.Name, Points: s.cellTexts(round, i)})
		}
		for i, l := range s.derived {
			rows = append(rows, games.Row{Round: round + 1, Name: l.Name, Points: s.madeTexts(round, i)})
		}
	}
	return rows
}

// cellTexts returns the points of a category in a round, seat by seat.
func (s *state) cellTexts(round, category int) []string {
	all := make([]string, s.seats)
	for seat := range s.seats {
		switch p := s.of(s.row(round), seat)[category]; p {
		case missing:
		case absent:
			all[seat] = "–"
		default:
			all[seat] = strconv.Itoa(int(s.worth(category, p)))
		}
	}
	return all
}

// madeTexts returns the points of a line that follows from others, if all its sources are
// entered.
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
