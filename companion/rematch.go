package companion

import (
	"slices"

	"tabletop/companion/match"
	"tabletop/games"
)

// Ways to begin the next match of a series.
const (
	nextSeat   = "next"   // the seat after the one that began
	sameSeat   = "same"   // the seat that began
	loserSeat  = "loser"  // the seat with the worst result
	winnerSeat = "winner" // the seat with the best result
	drawnSeat  = "drawn"  // a seat that is drawn
	setUpAgain = "setup"  // as the set-up says
)

// rematches returns the ways to begin another match after mt, the usual one first.
func rematches(mt match.Match) []string {
	switch won, here := len(mt.State().Standing().Won), len(present(mt)); {
	case here == 1:
		return []string{sameSeat}
	case won == 0 || won == here:
		return []string{nextSeat, sameSeat, drawnSeat}
	}
	return []string{nextSeat, sameSeat, loserSeat, winnerSeat, drawnSeat}
}

// present returns the indexes of the seats whose players sit at the table at the end of mt, in the order
// round the table. Players who left for good are missing.
func present(mt match.Match) (all []int) {
	for i := range mt.Seats() {
		if !slices.Contains(mt.Left(), seatAt(i)) {
			all = append(all, i)
		}
	}
	return all
}

// rematch returns the draft of another match after mt. The players who are still there keep their
// order round the table, and the one who begins gets seat 1.
func rematch(mt match.Match, way string) Draft {
	here, first := present(mt), 0
	order := slices.DeleteFunc(standingOrder(mt), func(i int) bool { return !slices.Contains(here, i) })
	switch way {
	case nextSeat:
		if here[0] == 0 {
			first = 1 % len(here)
		}
	case loserSeat:
		first = slices.Index(here, order[len(order)-1])
	case winnerSeat:
		first = slices.Index(here, order[0])
	}
	var names []string
	for _, i := range here {
		names = append(names, mt.Name(seatAt(i)))
	}
	d := Draft{
		Game: mt.Rules().Name(), Names: slices.Concat(names[first:], names[:first]),
		Options: mt.Setup().Options, First: 1, Luck: mt.Luck(), Clock: mt.Clock().String(), Series: mt.Series(),
	}
	if way == drawnSeat {
		d.First = 0
	}
	return d
}

// standingOrder returns the indexes of the seats, the best first: winners, then by score and
// tie-break.
func standingOrder(mt match.Match) []int {
	st := mt.State().Standing()
	order := ranking(st.Scores, st.Lowest)
	if len(st.Ties) == len(st.Scores) {
		order = ranking(st.Ties, false)
		slices.SortStableFunc(order, compareScores(st.Scores, st.Lowest))
	}
	won := slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !slices.Contains(st.Won, seatAt(i)) })
	lost := slices.DeleteFunc(order, func(i int) bool { return slices.Contains(st.Won, seatAt(i)) })
	return append(won, lost...)
}

// seatAt returns the seat with this index, from 0.
func seatAt(i int) games.Seat { return games.Seat(i + 1) }
