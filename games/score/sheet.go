package score

import (
	"strconv"

	"tabletop/games"
)

// Sheet is what each seat got in the rounds so far, in each category of them, as it
// counts: their sum is the total.
func (s state) Sheet() (rows []games.Row) {
	for round := range s.begun() {
		for i, c := range s.categories {
			rows = append(rows, games.Row{Round: round + 1, Name: c.Name, Points: s.written(round, i)})
		}
	}
	return rows
}

// written is what paper has of a category in a round, seat by seat.
func (s *state) written(round, category int) []string {
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
