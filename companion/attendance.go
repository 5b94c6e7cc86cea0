package companion

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// The verbs of the rulings about who takes part in a match.
const (
	verbJoin  = "join"
	verbLeave = "leave"
	verbBack  = "back"
)

// attendance returns the seats of the rulings with that verb.
func attendance(s games.State, verb string) (seats []games.Seat) {
	for _, c := range s.Fixes() {
		if c.Says.Word(0) == verb && c.From == c.To {
			seat, _ := strconv.Atoi(c.Says.Word(1))
			seats = append(seats, games.Seat(seat))
		}
	}
	return seats
}

// plainRulings returns the rulings of s that have no page of their own: all but those by which players
// come, leave for good and are back.
func plainRulings(s games.State) []games.Choice {
	left := games.Left(s)
	return slices.DeleteFunc(slices.Clone(s.Fixes()), func(c games.Choice) bool {
		seat, _ := strconv.Atoi(c.Says.Word(1))
		verb := c.Says.Word(0)
		return verb == verbJoin || verb == verbLeave || verb == verbBack && slices.Contains(left, games.Seat(seat))
	})
}

// ruling returns the ruling with that verb about a seat.
func ruling(verb string, seat games.Seat) string { return verb + " " + strconv.Itoa(int(seat)) }
