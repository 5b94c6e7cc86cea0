package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

func (s *state) take(words []string) rule {
	v, r := s.parseHare(words)
	switch {
	case r.Key != "":
		return r
	case s.unsaved(v) == 0:
		return games.Say("rule.out", words[0])
	case !s.fits(s.seat(), v):
		return s.fullBoat(s.seat())
	}
	s.hares.of[s.seat()].boat[v]++
	s.addEvent(event{what: taken, seat: uint8(s.seat()), n: v})
	return allowed
}

// parseHare parses the number of points of a hare. It refuses a number that no hare in the box has.
func (s *state) parseHare(words []string) (int, rule) {
	if len(words) != 1 {
		return 0, unknownNotation()
	}
	v, ok := parseDigit(words[0])
	switch {
	case !ok:
		return 0, unknownNotation()
	case s.table.hares[v] == 0:
		return 0, games.Say("rule.worth", words[0])
	}
	return v, allowed
}

// fullBoat returns the rule that refuses another hare for the full boat of seat k.
func (s *state) fullBoat(k int) rule {
	if s.table.adv[3] {
		return games.Say("rule.full.points", seatName(k), strconv.Itoa(mostPoints))
	}
	return games.Say("rule.full.hares", seatName(k), strconv.Itoa(mostAboard))
}

// unload applies the decision "unload 2 3", which puts hares ashore. A seat can't unload twice in a
// turn. It can't unload after stealing either, because a boat steals only on its way, and a boat
// that unloads doesn't move.
func (s *state) unload(words []string) rule {
	switch {
	case s.unloaded:
		return games.Say("rule.unload.twice")
	case s.robbed:
		return games.Say("rule.unload.moved")
	case len(words) == 0:
		return unknownNotation()
	}
	mine := &s.hares.of[s.seat()]
	before, points := 0, 0
	for _, word := range words {
		v, ok := parseDigit(word)
		switch {
		case !ok:
			return unknownNotation()
		case v < before:
			return games.Say("rule.unload.order")
		case mine.boat[v] == 0:
			return games.Say("rule.aboard", seatName(s.seat()), word)
		}
		mine.boat[v]--
		mine.ashore[v]++
		before = v
		points += v
	}
	s.unloaded = true
	s.addEvent(event{what: landed, seat: uint8(s.seat()), hares: len(words), n: points})
	return allowed
}

// steal applies the decision "steal 3/2", which takes a hare out of a boat met on the way.
func (s *state) steal(words []string) rule {
	v, from, r := s.parseHareAndSeat(words)
	switch {
	case !s.table.adv[4]:
		return games.Say("rule.steal.off")
	case r.Key != "":
		return r
	case from == s.seat() || from == s.table.partner(s.seat()):
		return games.Say("rule.steal.own")
	case s.robbed:
		return games.Say("rule.steal.twice")
	case s.unloaded:
		return games.Say("rule.steal.unloaded")
	}
	s.robbed = true
	s.addEvent(event{what: stolen, seat: uint8(s.seat()), other: uint8(from), n: v})
	return s.moveHare(v, from, s.seat())
}

func (s *state) pass(words []string) rule { return s.share(words, true) }

func (s *state) get(words []string) rule { return s.share(words, false) }

// share moves a hare between the boats of partners: to the partner if pass is set, and otherwise
// from the partner.
func (s *state) share(words []string, pass bool) rule {
	v, with, r := s.parseHareAndSeat(words)
	switch {
	case !s.table.teams:
		return games.Say("rule.share.off")
	case r.Key != "":
		return r
	case with != s.table.partner(s.seat()):
		return games.Say("rule.share.partner")
	case pass:
		return s.moveHare(v, s.seat(), with)
	}
	return s.moveHare(v, with, s.seat())
}

// parseHareAndSeat parses the points of a hare and a seat: "3/2".
func (s *state) parseHareAndSeat(words []string) (v, seat int, r rule) {
	if len(words) != 1 {
		return 0, 0, unknownNotation()
	}
	worth, of, _ := strings.Cut(words[0], "/")
	k, known := parseDigit(of)
	if !known || k > s.table.seats {
		return 0, 0, unknownNotation()
	}
	v, r = s.parseHare([]string{worth})
	return v, k, r
}

// moveHare moves a hare of v points from the boat of one seat to that of another. It returns the
// rule that forbids this, or allowed.
func (s *state) moveHare(v, from, to int) rule {
	switch {
	case s.hares.of[from].boat[v] == 0:
		return games.Say("rule.aboard", seatName(from), strconv.Itoa(v))
	case !s.fits(to, v):
		return s.fullBoat(to)
	}
	s.hares.of[from].boat[v]--
	s.hares.of[to].boat[v]++
	return allowed
}
