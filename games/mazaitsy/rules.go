// Package mazaitsy is Мазайцы, a game of boats, hares and a flood by Sergei
// Golubkin, Evgeni Maslovski and Pavel Ovchinnikov, for two to four or two
// against two.
//
// On a turn a seat moves its boat, replaces a card of the field by the farthest
// open card of a row, and refills the row from a pile. In the pile hides Мазай.
// When he is uncovered, the next seat adds hares to the field instead of
// replacing, and he is shuffled in again; the last time he only says that the
// circle is played out. Most points in hares win.
//
// With field=off the companion follows deck, row, turns, rounds, hares and
// scores; field and boats are the table's own. It knows of each hare whether it
// is in a boat, ashore, or out there: on the field or in the pool, which nobody
// has to tell it. So it refuses what can't be, and nothing else.
//
// # Notation
//
// A seat, while its boat moves:
//
//	take 3            a hare of 3 points comes into the boat
//	unload 2 3        these go ashore, the lowest first; the boat stays where it is
//	steal 3/2         a hare of 3 out of seat 2's boat (adv4)
//	pass 3/4          a hare of 3 to the partner, seat 4 (teams)
//	get 3/4           a hare of 3 from the partner
//	done              the boat has moved
//
// Then, in place of the third after Мазай was uncovered the last:
//
//	lose 3            a hare of 3 leaves the field; also while the boat moves
//	place             the farthest row card is laid, the row refilled
//	place from 2      the second farthest, or "place from pile" its top (adv2)
//	add log 4         hares come on all logs, four of them
//
// Chance, whenever a card has left the pile and Мазай could be next:
//
//	mazai no          another card lies on top
//	mazai yes         he does. With mazai=real "card mazai" says it too
//
// His place is stored nowhere: with m places left the odds are m−1 to 1, which
// makes all places equally likely. With mazai=real only people can answer.
//
// # Rulings
//
//	back 3/2          a hare of 3 out of seat 2's boat, back to the field
//	cards 9           so many cards lie in the pile
//	give 3/2          a hare of 3 into seat 2's boat
//	score 2 14        seat 2 has 14 points
//	turn 2            seat 2 begins its turn in this circle
//
// # A position as text
//
//	turn 8 move news
//	round 1 added 0
//	pile 5 row 3 discard 7 mazai 0..4
//	lost 2
//	seat 1 boat 1:2,3:1 ashore 2:1 written 0/0
//
// The first line has the number of the turn, what is awaited (move, replace, add,
// mazai, over) and marks: unloaded, robbed (a hare was stolen), news (something
// about Мазай or the deck has just changed). The second has the round and who
// added first. Мазай has so many cards under him, or lies at the far end of the
// "row", "second" from it, or "aside". A seat has hares by points and number, and
// points and hares written down.
package mazaitsy

import (
	_ "embed"
	"strconv"

	"tabletop/games"
)

// Rules is the game. Its zero value is ready to use.
type Rules struct{}

var (
	//go:embed ru.txt
	russian string
	//go:embed en.txt
	english string
	//go:embed glyphs.txt
	glyphs string
)

var (
	onOff   = []string{"off", "on"}
	options = []games.Option{
		{Name: "teams", Default: "off", Values: onOff},
		{Name: "rounds", Default: "3", Grammar: "3..9"},
		{Name: "field", Default: "off", Values: []string{"off"}},
		{Name: "mazai", Default: "device", Values: []string{"device", "real"}},
		{Name: "places", Default: "5", Values: []string{"5", "4"}},
		{Name: "adv1", Default: "off", Values: onOff},
		{Name: "adv2", Default: "off", Values: onOff},
		{Name: "adv3", Default: "off", Values: onOff},
		{Name: "adv4", Default: "off", Values: onOff},
		{Name: "cards", Default: assumedCards, Grammar: "counts"},
		{Name: "hares", Default: assumedHares, Grammar: "counts"},
	}
)

// Name returns "mazaitsy".
func (Rules) Name() string { return "mazaitsy" }

// Seats returns 2, 4.
func (Rules) Seats() (least, most int) { return 2, mostSeats }

// Options are teams (two against two, four seats), rounds and places (of Мазай
// when he is hidden; both not for two seats), field, mazai (who hides him), the
// advanced rules adv1 to adv4, and what the box holds: cards and hares.
func (Rules) Options() []games.Option { return options }

// Assets are both catalogues and Мазай's face.
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs}
}

// New deals the row; seat 1 begins.
func (r Rules) New(setup games.Setup) (games.State, error) {
	t, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	return state{table: t, turn: 1, round: 1, deck: t.dealt(), news: true}, nil
}

// mostSeats is how many can play.
const mostSeats = 4

// table is how the game was set up. It never changes, so positions share it.
type table struct {
	seats, rounds int
	places        int // where Мазай may hide among the lowest cards of a shuffled pile
	teams, real   bool
	adv           [5]bool // by number
	cards         inventory
	hares         tally
}

// table reads a set-up; its error is an Illegal.
func (r Rules) table(setup games.Setup) (*table, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return nil, err
	}
	if err := checkSeats(setup); err != nil {
		return nil, err
	}
	value := func(name string) string { return setup.Value(options, name) }
	t := &table{seats: setup.Seats, rounds: 2, places: 1, teams: value("teams") == "on", real: value("mazai") == "real"}
	if t.seats > 2 {
		t.rounds, t.places = int(value("rounds")[0]-'0'), int(value("places")[0]-'0')
	}
	for i := 1; i < len(t.adv); i++ {
		t.adv[i] = value("adv"+strconv.Itoa(i)) == "on"
	}
	var err error
	if t.cards, err = parseCards(value("cards")); err != nil {
		return nil, err
	}
	t.hares, err = parseHares(value("hares"))
	return t, err
}

// checkSeats refuses what the book fixes for two, and teams of other numbers.
func checkSeats(setup games.Setup) error {
	for _, name := range []string{"rounds", "places"} {
		if v, given := setup.Options[name]; given && setup.Seats == 2 {
			return games.Refuse(games.Decision(name+"="+v), "rule.two")
		}
	}
	if setup.Options["teams"] == "on" && setup.Seats != mostSeats {
		return games.Refuse("teams=on", "rule.teams")
	}
	return nil
}

// partner returns who plays with seat k, or 0.
func (t *table) partner(k int) int {
	if !t.teams {
		return 0
	}
	return (k+1)%mostSeats + 1
}

// name is the argument that stands for seat k.
func name(k int) string { return "@" + strconv.Itoa(k) }
