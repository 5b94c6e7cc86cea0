package score

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// View is the same for every seat: the round, whose points are awaited, and a
// line for each seat with its total and what it got in the present round. A mark
// shows who was ahead after the last complete round. Then come the categories: of
// the seat on turn the numbers of the present round, "?" where one is missing, and
// at the end the total of each, seat by seat.
func (s state) View(games.Seat) games.View {
	v := games.View{Title: s.title(), Prompt: games.Say("ask.over")}
	if turn := s.Turn(); turn != games.Nobody {
		v.Prompt = s.ask(int(turn) - 1)
		v.Rule = s.rule()
	}
	t := s.totals(s.begun())
	var ahead []games.Seat
	if n := s.complete(); n > 0 {
		ahead = s.best(s.totals(n))
	}
	for seat := range s.seats {
		v.Lines = append(v.Lines, s.line(seat, t[seat], slices.Contains(ahead, games.Seat(seat+1))))
	}
	v.Lines = append(v.Lines, s.sheets()...)
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

// sheets are the lines about categories, if there are any.
func (s state) sheets() (lines []games.Text) {
	switch turn := int(s.Turn()) - 1; {
	case !s.hasCategories():
	case s.over:
		for seat := range s.seats {
			lines = append(lines, s.sheet(seat, func(i int) string { return strconv.Itoa(int(s.whole(seat, i))) })...)
		}
	default:
		now := s.of(s.current(), turn)
		lines = s.sheet(turn, func(i int) string { return now[i].shown() })
	}
	return lines
}

// sheet is a line with a value for each category of a seat.
func (s *state) sheet(seat int, value func(category int) string) []games.Text {
	lines := make([]games.Text, len(s.categories))
	for i, c := range s.categories {
		lines[i] = games.Say("line.category", seatName(seat), c.Name, value(i))
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

func (s *state) line(seat int, total int32, ahead bool) games.Text {
	key, args := "line.seat", []string{seatName(seat), strconv.Itoa(int(total))}
	if ahead {
		key = "line.ahead"
	}
	if now := s.of(s.current(), seat); !s.over && countMissing(now) < len(now) {
		key, args = key+".now", append(args, s.signed(now))
	}
	return games.Say(key, args...)
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
