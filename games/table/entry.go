package table

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// beyond is a number greater than any round, seat or number of points.
const beyond = 1 << 30

// entry is a number to write down, with its round, seat and category, all counted from 0.
type entry struct {
	round, seat, category int
	points                points
}

// places returns the number of words in d between the verb and the category or number. These words
// are a round and a seat for the verb edit, and a seat for other verbs. With categories, the verb
// score has none, because it is about the seat on turn.
func (s *state) places(d games.Decision) int {
	switch {
	case d.Word(0) == "edit":
		return 2
	case d.Word(0) == "score" && s.hasCategories():
		return 0
	}
	return 1
}

// read parses the words after the verb of d: the round and the seat, if d names them, the category,
// if the game has categories, and the number. It returns the violated rule, or nil.
func (s *state) read(d games.Decision) (entry, *games.Text) {
	places := s.places(d)
	words, name := strings.SplitN(string(d), " ", places+4)[1:], ""
	if s.hasCategories() && len(words) > places {
		name = words[places]
		words = slices.Delete(words, places, places+1)
	}
	if len(words) != places+1 || s.hasCategories() != (name != "") {
		return entry{}, s.unknown()
	}
	n := make([]int, len(words))
	for i, word := range words {
		v, err := strconv.ParseInt(word, 10, 64)
		if err != nil || strconv.FormatInt(v, 10) != word {
			return entry{}, broken("rule.number")
		}
		n[i] = int(min(max(v, -beyond), beyond)) // so that the value is the same on 32 bits
	}
	e := entry{round: s.now(), seat: int(s.Turn()) - 1}
	if places > 0 {
		e.seat = n[places-1] - 1
	}
	if places > 1 {
		e.round = n[0] - 1
	}
	return s.check(e, d.Word(0) == "edit", name, n[places])
}

// check completes e with the category called name and the number n. It returns the violated rule
// if the seat, the category or the number is invalid.
func (s *state) check(e entry, edit bool, name string, n int) (entry, *games.Text) {
	if e.seat < 0 || e.seat >= s.seats {
		return e, broken("rule.seat", strconv.Itoa(s.seats))
	}
	e.category = slices.IndexFunc(s.order, func(i int) bool { return s.categories[i].Name == name })
	if e.category < 0 {
		return e, broken("rule.category", s.names())
	}
	from, to := s.limits(e, edit)
	switch {
	case n >= from && n <= to:
		e.points = points(n)
		return e, nil
	case name == "" && from == -to:
		return e, broken("rule.points", strconv.Itoa(to))
	case name == "":
		return e, broken("rule.between", strconv.Itoa(from), strconv.Itoa(to))
	}
	return e, broken("rule.limits", name, strconv.Itoa(from), strconv.Itoa(to))
}

// numberAt returns the number already written down at the round, seat and category of e.
func (s *state) numberAt(e entry) points {
	if e.round < 0 || e.round >= s.begun() {
		return missing
	}
	return s.of(s.row(e.round), e.seat)[e.category]
}

// names returns the names of the categories, separated by commas.
func (s *state) names() string {
	names := make([]string, len(s.order))
	for i := range names {
		names[i] = s.categories[i].Name
	}
	return strings.Join(names, ", ")
}

// unknown returns the rule about the notation of decisions.
func (s *state) unknown() *games.Text {
	switch {
	case s.play != nil:
		return broken("rule.verb")
	case s.hasCategories():
		return broken("rule.unknown.category")
	}
	return broken("rule.unknown")
}

func broken(key string, args ...string) *games.Text {
	rule := games.Say(key, args...)
	return &rule
}

// seatName returns the text argument for a seat, counted from 0.
func seatName(seat int) string { return "@" + strconv.Itoa(seat+1) }
