package table

import (
	_ "embed"
	"strconv"

	"tabletop/games"
	"tabletop/games/internal/packed"
)

// Limits of a scoreboard and of its categories.
const (
	MostSeats      = 12  // greatest number of seats of any game of this package
	UsualSeats     = 8   // greatest number of seats of a [Score], and of a [Def] that names none
	MostRounds     = 200 // greatest number of rounds; with categories, of rounds times categories
	MostPoints     = 999 // greatest points in a round or category; the least are -MostPoints
	MostCategories = 8
	MostLetters    = 10  // greatest length of a category's name
	MostFactor     = 100 // greatest factor of a category; the least is -MostFactor
)

// Score implements the game "score", the plain scoreboard. It holds no data.
type Score struct{}

var (
	//go:embed ru.txt
	russian string
	//go:embed en.txt
	english string
	//go:embed pictures.txt
	pictures string
	//go:embed art.svg
	art string
	//go:embed left.txt
	left string // glyphs of the strip
)

var options = []games.Option{
	{Name: "wins", Default: "highest", Values: []string{"highest", "lowest"}},
	{Name: "target", Default: "none", Values: []string{"none"}, Grammar: "1..9999"},
	{Name: "rounds", Default: "none", Values: []string{"none"}, Grammar: "1..99"},
	{Name: "ties", Default: "shared", Values: []string{"shared", "more"}},
	{Name: "categories", Default: "none", Values: []string{"none"}, Grammar: "text"},
}

// Name returns "score".
func (Score) Name() string { return "score" }

// Seats returns 2 and [UsualSeats], the least and greatest number of players.
func (Score) Seats() (least, most int) { return 2, UsualSeats }

// Options returns the options of the scoreboard. wins decides whether the highest or the lowest
// total wins, target is the total that ends the game, and rounds the number of rounds. With
// ties=more further rounds break a tie at the top. For categories see [ParseCategories].
func (Score) Options() []games.Option { return options }

// Begins returns seat 1: points are written down in seating order, without a draw.
func (Score) Begins() games.Seat { return 1 }

// Tracker returns true, because the scoreboard only records the score of another game.
func (Score) Tracker() bool { return true }

// Assets returns the catalogues, the glyphs of the strip, the game's cover and the art, which
// contains a crown for the leader.
func (Score) Assets() map[string]string { return scoreAssets() }

var scoreAssets = packed.Topics(topicFiles, func() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": left, "pictures": pictures, "art": art}
})

// New returns the empty scoreboard.
func (r Score) New(setup games.Setup) (games.State, error) {
	s, err := r.empty(setup)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (r Score) empty(setup games.Setup) (state, error) {
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
	s := state{game: &game{
		seats:  setup.Seats,
		first:  setup.Seats,
		lowest: setup.Value(options, "wins") == "lowest",
		target: number(setup.Value(options, "target")),
		rounds: number(setup.Value(options, "rounds")),
		breaks: setup.Value(options, "ties") == "more",

		categories: categories,
	}}
	s.aims = s.target > 0
	_, s.room = r.Seats()
	s.order, s.byName = orders(categories)
	if most := s.most(); s.rounds > most {
		return state{}, games.Refuse(games.Decision("rounds="+strconv.Itoa(s.rounds)), "rule.categories.rounds", strconv.Itoa(most))
	}
	return s, nil
}

// number returns the number in the value of an option, or 0 for "none".
func number(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0
	}
	return n
}
