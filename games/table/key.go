package table

import (
	"fmt"
	"slices"

	"tabletop/games"
)

// Key is a number by which seats are compared, to order them or to break a tie: "total", the points;
// "round", the points of the last finished round; "seat", the place in the order of the round; or
// the name of a line or of a counter. Of a line it is the number in the present or last round where
// seats are ordered, and the sum of all rounds in a tie. More is better and comes first, or less with
// Low. In a tie the keys "more", further rounds as long as the best are equal, and "shared" are
// possible.
type Key struct {
	By     string
	Low    bool
	Begins bool // whether only the first seat counts, which begins; the others follow in seating order
}

// Keys that are no names of lines or counters.
const (
	byTotal  = "total"
	byRound  = "round"
	bySeat   = "seat"
	byMore   = "more"
	byShared = "shared"
)

var keysKnown = []string{byTotal, byRound, bySeat, byMore, byShared}

// values returns the number of each seat by a key. inTie means the sum of a line over all rounds.
func (s *state) values(k Key, inTie bool) (t tally) {
	switch k.By {
	case byTotal:
		return s.scores()
	case byRound:
		return s.roundPoints(min(s.play.round, s.begun()))
	case bySeat:
		for seat := range s.seats {
			t[seat] = -int32(s.play.order.find(seat))
		}
		return t
	}
	if i := s.counterNamed(k.By); i >= 0 {
		return s.counterTally(i)
	}
	return s.lineValues(s.lineNamed(k.By), inTie)
}

// lineValues returns the numbers of a line by seat, or by team: of the present round or, in a tie, of
// all rounds. The index counts the written lines first.
func (s *state) lineValues(at int, inTie bool) (t tally) {
	from := min(s.now(), s.begun()-1)
	if inTie {
		from = 0
	}
	for round := max(from, 0); round < s.begun(); round++ {
		for seat := range s.seats {
			numbers := s.of(s.row(round), seat)
			made := s.derivedValues(numbers)
			t[seat] += int32(s.valueAt(at, numbers, &made).n)
		}
	}
	if s.edition() > 1 {
		return s.shared(t)
	}
	return t
}

// better reports whether a is better than b by a key.
func (k Key) better(a, b int32) bool { return a != b && (a > b) != k.Low }

// sorted returns the seats of an order by keys, the best first. Equal seats keep their order.
func (s *state) sorted(keys []Key, order line) line {
	tallies := make([]tally, len(keys))
	for i, k := range keys {
		tallies[i] = s.values(k, false)
	}
	made := order.sorted(func(a, b int) int {
		switch {
		case ahead(keys, tallies, a, b):
			return -1
		case ahead(keys, tallies, b, a):
			return 1
		}
		return 0
	})
	if len(keys) > 0 && keys[0].Begins {
		return s.play.order.from(made.first(s.playing()))
	}
	return made
}

// parted narrows equal seats by the steps of the tie-break, up to the step "more" if untilMore is
// set. It also returns the name of the step that has parted them last, or "".
func (s *state) parted(won []games.Seat, untilMore bool) (left []games.Seat, by string) {
	for _, k := range s.def.Ties.Steps {
		switch {
		case s.oneSide(won), k.By == byShared, k.By == byMore && untilMore:
			return won, by
		case k.By == byMore:
			continue
		}
		t := s.values(k, true)
		best := t[won[0]-1]
		for _, seat := range won {
			if k.better(t[seat-1], best) {
				best = t[seat-1]
			}
		}
		rest := slices.DeleteFunc(slices.Clone(won), func(seat games.Seat) bool { return t[seat-1] != best })
		if len(rest) < len(won) {
			by = k.By
		}
		won = rest
	}
	return won, by
}

// tieValues returns the numbers that break ties, by seat: those of the only step, or how many seats
// each seat leaves behind by all steps. It returns nil without steps.
func (s *state) tieValues() []int32 {
	var tallies []tally
	var keys []Key
	for _, k := range s.def.Ties.Steps {
		if k.By != byMore && k.By != byShared {
			keys, tallies = append(keys, k), append(tallies, s.values(k, true))
		}
	}
	switch {
	case len(keys) == 0:
		return nil
	case len(keys) == 1 && (!keys[0].Low || s.edition() == 1):
		return append([]int32(nil), tallies[0][:s.seats]...)
	}
	all := make([]int32, s.seats)
	for seat := range all {
		for other := range s.seats {
			if ahead(keys, tallies, seat, other) {
				all[seat]++
			}
		}
	}
	return all
}

// ahead reports whether a seat is better than another by the first key in which they differ.
func ahead(keys []Key, tallies []tally, seat, other int) bool {
	for i, k := range keys {
		if a, b := tallies[i][seat], tallies[i][other]; a != b {
			return k.better(a, b)
		}
	}
	return false
}

// check returns a Fault of the field unless the key names something of d. In a tie, "more" and
// "shared" are keys.
func (k Key) check(d *Def, field string, inTie bool) error {
	names := append([]string{byTotal, byRound, bySeat}, d.counterNames()...)
	for _, l := range d.Sheet {
		names = append(names, l.Name)
	}
	if inTie {
		names = append(names, byMore, byShared)
	}
	return unnamed(field, "compared", k.By, names)
}

// checkKeys returns a Fault if a key of d names nothing.
func checkKeys(d *Def) error {
	var errs []error
	for i, k := range d.Ties.Steps {
		errs = append(errs, k.check(d, fmt.Sprintf("ties[%d].by", i), true))
	}
	for i, k := range d.NextBy {
		errs = append(errs, k.check(d, fmt.Sprintf("next[%d].by", i), false))
	}
	for i, p := range d.Phases {
		field := fmt.Sprintf("phases[%d]", i)
		for j, k := range p.By {
			errs = append(errs, k.check(d, fmt.Sprintf("%s.by[%d].by", field, j), false))
		}
		lone := p.lone() && p.Order != TeamTurns
		switch {
		case len(p.By) > 0 && !lone:
			errs = append(errs, faulty(field+".by", "alone", "by"))
		case p.Backwards && !lone:
			errs = append(errs, faulty(field+".backwards", "alone", "backwards"))
		case p.Order == TeamTurns && d.Teams == 0:
			errs = append(errs, faulty(field+".order", "teamless"))
		}
	}
	if (d.Next == ByKeys) != (len(d.NextBy) > 0) {
		errs = append(errs, faulty("next", "keyless"))
	}
	return first(errs...)
}
