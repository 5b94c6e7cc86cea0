package table

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// View is the same for every seat: the round, whose points are awaited, and in the order
// of their places a line for each seat with its total and what it got in the present
// round. Then come the categories: of the seat on turn the numbers of the present round,
// "?" where one is missing, and at the end the total of each, seat by seat.
func (s state) View(games.Seat) games.View {
	if s.play != nil {
		return s.seen()
	}
	v := games.View{Title: s.title(), Prompt: games.Say("ask.over"), Lines: append(s.placed(), s.sheets(s.Turn())...)}
	if turn := s.Turn(); turn != games.Nobody {
		v.Prompt = s.ask(int(turn) - 1)
		v.Rule = s.rule()
	}
	v.Seats = s.ready()
	return v
}

// ask asks a seat for its points, or says in how many categories they are missing.
func (s *state) ask(seat int) games.Text {
	if s.hasCategories() {
		return games.Count("ask.left", countMissing(s.of(s.current(), seat)))
	}
	return games.Say("ask.score", seatName(seat))
}

// rule says what is entered: points, or a number in each category.
func (s *state) rule() games.Text {
	if s.hasCategories() {
		return games.Say("phase.sheet")
	}
	return games.Say("phase.score")
}

// sheets are the lines about categories, if there are any: the numbers of the seat on turn, or
// at the end what each seat has in all.
func (s *state) sheets(turn games.Seat) (lines []games.Text) {
	switch {
	case !s.hasCategories():
	case s.over:
		for seat := range s.seats {
			lines = append(lines, s.sheet(seat, func(i int) string { return strconv.Itoa(int(s.whole(seat, i))) })...)
		}
	default:
		now := s.of(s.current(), int(turn)-1)
		lines = s.sheet(int(turn)-1, func(i int) string { return now[i].shown() })
	}
	return lines
}

// sheet is a line with a value for each category of a seat.
func (s *state) sheet(seat int, value func(category int) string) []games.Text {
	lines := make([]games.Text, len(s.categories))
	for i, c := range s.categories {
		lines[i] = games.Say("line.category", seatName(seat), s.word(c.Name), value(i))
	}
	return lines
}

// whole is what a seat has in a category, all rounds together.
func (s *state) whole(seat, category int) (total int32) {
	for i := range s.begun() {
		total += s.worth(category, s.of(s.row(i), seat)[category])
	}
	return total
}

// shown prints a number of the present round.
func (p points) shown() string {
	switch p {
	case missing:
		return "?"
	case absent:
		return "–"
	}
	return strconv.Itoa(int(p))
}

// title says which round it is, and how far the game goes.
func (s *state) title() games.Text {
	n, round := s.complete(), s.complete()+1
	rounds, target := strconv.Itoa(s.rounds), strconv.Itoa(s.target)
	switch {
	case s.over:
		return games.Count("title.over", n)
	case n > 0 && s.reached(n, s.totals(n)):
		return games.Count("title.extra", round)
	case s.rounds > 0 && s.target > 0:
		return games.Count("title.both", round, rounds, target)
	case s.rounds > 0:
		return games.Count("title.rounds", round, rounds)
	case s.target > 0:
		return games.Count("title.target", round, target)
	}
	return games.Count("title.round", round)
}

// placed are the lines of the seats in the order of their places, equals as they sit.
func (s *state) placed() []games.Text {
	t := s.totals(s.begun())
	lines := make([]games.Text, 0, s.seats)
	for place := range s.seats {
		for seat := range s.seats {
			if s.ahead(t, seat) == place {
				lines = append(lines, s.line(seat, place+1, t[seat]))
			}
		}
	}
	return lines
}

// ahead counts the seats with a better total.
func (s *state) ahead(t tally, seat int) (n int) {
	for _, other := range t[:s.seats] {
		if other != t[seat] && (other < t[seat]) == s.lowest {
			n++
		}
	}
	return n
}

// line says place, seat and total, and what the seat got in the present round. Until a
// number is entered there are no places.
func (s *state) line(seat, place int, total int32) games.Text {
	name, points := seatName(seat), strconv.Itoa(int(total))
	now := s.of(s.current(), seat)
	switch {
	case s.begun() == 0:
		return games.Say("line.first", name, points)
	case s.over || countMissing(now) == len(now):
		return games.Count("line.place", place, name, points)
	}
	return games.Count("line.now", place, name, points, s.signed(now))
}

// signed prints the numbers of a seat in a round as they change its total: "+5",
// "-3", "+0", "–" for absent.
func (s *state) signed(numbers []points) string {
	if !slices.ContainsFunc(numbers, func(p points) bool { return p > missing }) {
		return "–"
	}
	total := int(s.sum(numbers))
	if total >= 0 {
		return "+" + strconv.Itoa(total)
	}
	return strconv.Itoa(total)
}
