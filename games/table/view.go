package table

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// View returns the view of a scoreboard, which is the same for every seat. It shows the round, the
// seat that should enter its points, and a line for each seat, from the best total to the worst,
// with its total and its points in the present round. With categories the view has more lines.
// During the game these show the numbers of the seat on turn in the present round, with "?" for a
// missing number. Once the game is over, they show the totals of each seat. The strip shows how far
// the end is.
func (s state) View(games.Seat) games.View {
	if s.play != nil {
		return s.turnsView()
	}
	v := games.View{Title: s.title(), Prompt: games.Say("ask.over"), Strip: s.strip(), Lines: append(s.placeLines(), s.sheets(s.Turn())...)}
	if turn := s.Turn(); turn != games.Nobody {
		v.Prompt = s.ask(int(turn) - 1)
		v.Rule = s.rule()
	}
	v.Seats = s.ready()
	return v
}

// ask returns the prompt for a seat: to enter its points, or the number of its missing categories.
func (s *state) ask(seat int) games.Text {
	if s.hasCategories() {
		return games.Count("ask.left", countMissing(s.of(s.current(), seat)))
	}
	return games.Say("ask.score", seatName(seat))
}

// rule returns the text about entries: points, or a number in each category.
func (s *state) rule() games.Text {
	if s.hasCategories() {
		return games.Say("phase.sheet")
	}
	return games.Say("phase.score")
}

// sheets returns the lines about categories, if there are any: the numbers of the seat on turn,
// or at the end the totals of each seat.
func (s *state) sheets(turn games.Seat) (lines []games.Text) {
	switch {
	case !s.hasCategories():
	case s.over:
		for seat := range s.seats {
			lines = append(lines, s.sheet(seat, func(i int) string { return strconv.Itoa(int(s.whole(seat, i))) })...)
		}
	default:
		now := s.of(s.current(), int(turn)-1)
		lines = s.sheet(int(turn)-1, func(i int) string {
			if !s.inRound(i, s.now()) {
				return ""
			}
			return now[i].shown()
		})
	}
	return lines
}

// sheet returns a line for each category, with the value of a seat in it. A category with the value ""
// has no line.
func (s *state) sheet(seat int, value func(category int) string) (lines []games.Text) {
	for i, c := range s.categories {
		if v := value(i); v != "" {
			lines = append(lines, games.Say("line.category", seatName(seat), s.word(c.Name), v))
		}
	}
	return lines
}

// whole returns the points of a seat in a category over all rounds.
func (s *state) whole(seat, category int) (total int32) {
	for i := range s.begun() {
		total += s.cellPoints(i, seat, category)
	}
	return total
}

// shown returns a number of the present round as a text: "?" if it is missing, "–" if absent.
func (p points) shown() string {
	switch p {
	case missing:
		return "?"
	case absent:
		return "–"
	}
	return strconv.Itoa(int(p))
}

// title returns the title of the view: the round, or the end of the game.
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

// placeLines returns a line for each seat, from the best total to the worst. Seats with equal
// totals keep their seating order.
func (s *state) placeLines() []games.Text {
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

// ahead returns the number of seats with a better total than the given seat.
func (s *state) ahead(t tally, seat int) (n int) {
	for _, other := range t[:s.seats] {
		if other != t[seat] && (other < t[seat]) == s.lowest {
			n++
		}
	}
	return n
}

// line returns a line with the place, the seat, its total, and its points in the present round. It
// omits the place until a number is entered.
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

// signed returns the points of a seat in a round as a text with a sign: "+5", "-3", "+0", or "–"
// if the seat is absent.
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
