// Package score is the scoreboard of any other game, for two to eight seats or
// teams.
//
// Points are entered round by round, in any order of the seats, from -999 to 999.
// When every seat has its points the round is complete and the next one begins.
// Any points may be corrected, at any time and in any round. Corrections between
// two rounds are judged at once, others when the round is complete.
//
// The most or the fewest points win. The game ends after so many rounds, or as
// soon as some total reaches the target at the end of a round, whichever is first,
// or when the table finishes it. With ties=more it goes on while the best are
// equal. It never has more than [MostRounds] rounds.
//
// # Categories
//
// A round may consist of up to [MostCategories] categories, such as coins,
// buildings and losses: a seat then has a number in each, within limits, and gets
// the sum of the numbers times their factors. The option is a list:
//
//	categories=coins=0..50;buildings;lost=0..10*-1
//
// Numbers are entered in any order. On turn is the first seat with the fewest in
// the present round, so that a sheet is filled number by number around the table.
// All categories of all rounds are at most [MostRounds] numbers a seat.
//
// # Notation
//
//	score 2 14   seat 2 gets 14 points in the present round
//	edit 3 2 -5  in round 3 seat 2 had -5
//	finish       between two rounds: that was the last one; a round of absent seats
//	             only counts as not begun
//
// With categories:
//
//	score coins 14   the seat on turn has 14 coins in the present round
//	for 2 coins 14   seat 2, which is not on turn, has 14 coins
//	edit 3 2 lost 4  in round 3 seat 2 had lost 4
//
// Rulings of the table: "skip 2", seat 2 is absent and gets nothing more in the
// current round; "finish", also in the middle of a round or at a tie that is to be
// broken, points that are missing are none; "more", a game that is over has another
// round and is judged after it; "swap 1 3", between two rounds: from now on
// seats 1 and 3 are asked in each other's turn.
//
// # A position as text
//
//	round 3
//	5 -3 12
//	0 7 -
//	4 . .
//
// The present round, or "over", then every round with the points of seats 1, 2 …;
// "-" is absent, "." not entered yet. With categories each seat has its numbers in
// their order, parted by commas: "5,0,2 .,3,.". A second line "more 2" says that
// the table ruled, after round 2, that the game goes on; "order 3 2 1" before the
// rounds, that the seats are asked in that order.
package score

import (
	_ "embed"
	"strconv"

	"tabletop/games"
)

// Limits of a scoreboard.
const (
	MostSeats      = 8
	MostRounds     = 200 // times categories, where there are any
	MostPoints     = 999 // of a seat in a round or category, and as many below zero
	MostCategories = 8
	MostLetters    = 10  // of a category's name
	MostFactor     = 100 // of a category, and as many below zero
)

// Rules is the scoreboard.
type Rules struct{}

var (
	//go:embed ru.txt
	russian string
	//go:embed en.txt
	english string
	//go:embed pictures.txt
	pictures string
	//go:embed art.svg
	art string
)

var options = []games.Option{
	{Name: "wins", Default: "highest", Values: []string{"highest", "lowest"}},
	{Name: "target", Default: "none", Values: []string{"none"}, Grammar: "1..9999"},
	{Name: "rounds", Default: "none", Values: []string{"none"}, Grammar: "1..99"},
	{Name: "ties", Default: "shared", Values: []string{"shared", "more"}},
	{Name: "categories", Default: "none", Values: []string{"none"}, Grammar: "text"},
}

// Name returns "score".
func (Rules) Name() string { return "score" }

// Seats returns 2, 8.
func (Rules) Seats() (least, most int) { return 2, MostSeats }

// Options are wins (the highest or the lowest total), target (the total that
// ends the game), rounds (how many there are), ties (more: a tie at the top is
// broken by further rounds) and categories (see [ParseCategories]).
func (Rules) Options() []games.Option { return options }

// Begins returns seat 1: points are written down as people sit, nobody draws for it.
func (Rules) Begins() games.Seat { return 1 }

// Tracker reports that the score is that of any other game.
func (Rules) Tracker() bool { return true }

// Assets are the catalogues, the game's cover and, in the art, a crown for who leads.
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": russian, "en": english, "pictures": pictures, "art": art}
}

// New returns the empty scoreboard.
func (r Rules) New(setup games.Setup) (games.State, error) {
	s, err := r.empty(setup)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (r Rules) empty(setup games.Setup) (state, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return state{}, err
	}
	categories, err := ParseCategories(setup.Value(options, "categories"))
	if err != nil {
		return state{}, err
	}
	if categories == nil {
		categories = []Category{plain}
	}
	s := state{
		seats:  setup.Seats,
		lowest: setup.Value(options, "wins") == "lowest",
		target: number(setup.Value(options, "target")),
		rounds: number(setup.Value(options, "rounds")),
		breaks: setup.Value(options, "ties") == "more",

		categories: categories,
	}
	s.order, s.byName = orders(categories)
	if most := s.most(); s.rounds > most {
		return state{}, games.Refuse(games.Decision("rounds="+strconv.Itoa(s.rounds)), "rule.categories.rounds", strconv.Itoa(most))
	}
	return s, nil
}

// number returns what an option counts, 0 for "none".
func number(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0
	}
	return n
}
