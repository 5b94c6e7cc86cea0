package table

import (
	"strconv"

	"tabletop/games"
)

// Sheet is what each seat got in the rounds so far, in each category of them and each line
// that follows from others, as it counts. The sum of those that don't stand apart is the
// total, but for what one began with and what partners got.
func (s state) Sheet() (rows []games.Row) {
	for round := range s.begun() {
		for i, c := range s.categories {
			rows = append(rows, games.Row{Round: round + 1, Name: c.Name, Points: s.paper(round, i)})
		}
		for i, l := range s.made {
			rows = append(rows, games.Row{Round: round + 1, Name: l.Name, Points: s.madePaper(round, i)})
		}
	}
	return rows
}

// paper is what paper has of a category in a round, seat by seat.
func (s *state) paper(round, category int) []string {
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

// madePaper is what paper has of a line that follows from others, where all it is made of is
// there.
func (s *state) madePaper(round, made int) []string {
	all := make([]string, s.seats)
	for seat := range s.seats {
		numbers := s.of(s.row(round), seat)
		v := s.combined(numbers)[made]
		if v.there && countMissing(numbers) < len(numbers) {
			all[seat] = strconv.Itoa(int(s.made[made].worth(v.n)))
		}
	}
	return all
}
