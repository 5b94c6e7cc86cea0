package mice

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// colour is one of the five colours of mice, or white, which only dice have.
type colour uint8

// white is the colour of a die's last face, which stands for any colour.
const white colour = 5

const (
	colours = 5 // number of colours of mice
	ofEach  = 6 // number of mice of each colour
)

var colourNames = [colours + 1]string{"red", "orange", "yellow", "green", "blue", "white"}

// String returns the name of the colour in notation.
func (c colour) String() string { return colourNames[c] }

// place is a place where mice lie: the centre, the card of one of the seats 1 to 4, or the place of
// lured mice.
type place uint8

const (
	centre place = 0
	lured  place = 5 // the place of lured mice, in front of the seat on turn
)

const (
	cards  = 4 // greatest number of seats, each with a card
	places = 6
)

// mouse is a mouse that a seat may lure, with its present place.
type mouse struct {
	colour colour
	from   place
}

func (m mouse) String() string {
	if m.from == centre {
		return m.colour.String()
	}
	return m.colour.String() + "/" + strconv.Itoa(int(m.from))
}

// lure is a decision to lure one or two mice. At least one roll allows it.
type lure struct {
	says games.Decision
	mice [2]mouse
	n    int
}

// lures contains the lures of all rolls and positions, in the order of Legal.
var lures = everyLure()

// lureBy maps the notation of each lure to the lure.
var lureBy = indexLures()

func everyLure() []lure {
	var mice []mouse
	for c := range colour(colours) {
		for from := range place(cards + 1) {
			mice = append(mice, mouse{c, from})
		}
	}
	var all []lure
	for i, a := range mice {
		all = append(all, lure{says: games.Decision("lure " + a.String()), mice: [2]mouse{a}, n: 1})
		for _, b := range mice[i:] {
			if a.colour == b.colour || a.from == centre && b.from == centre {
				all = append(all, lure{games.Decision("lure " + a.String() + " " + b.String()), [2]mouse{a, b}, 2})
			}
		}
	}
	slices.SortFunc(all, func(a, b lure) int { return strings.Compare(string(a.says), string(b.says)) })
	return all
}

func indexLures() map[games.Decision]*lure {
	index := make(map[games.Decision]*lure, len(lures))
	for i := range lures {
		index[lures[i].says] = &lures[i]
	}
	return index
}

// roll is a result of the two dice. It contains the lures that the dice allow, whether or not the
// mice are in their places; the method available checks the places.
type roll struct {
	says   games.Decision
	dice   [2]colour
	allows [2][]*lure // the lures: [0] with joker=steal, [1] with joker=nosteal
}

// rolls contains the 21 different rolls in the order of Legal. rollChoices contains them as
// choices, weighted by their odds out of 36.
var rolls, rollChoices = everyRoll()

// rollBy maps the notation of each roll to the roll.
var rollBy = indexRolls()

func everyRoll() ([]roll, []games.Choice) {
	var all []roll
	for a := range colour(colours + 1) {
		for b := a; b <= white; b++ {
			all = append(all, newRoll(a, b))
		}
	}
	slices.SortFunc(all, func(a, b roll) int { return strings.Compare(string(a.says), string(b.says)) })
	choices := make([]games.Choice, len(all))
	for i, r := range all {
		choices[i] = games.Choice{Says: r.says, Weight: 2}
		if r.dice[0] == r.dice[1] {
			choices[i].Weight = 1
		}
	}
	return all, choices
}

func newRoll(a, b colour) roll {
	r := roll{says: games.Decision("dice " + a.String() + " " + b.String()), dice: [2]colour{a, b}}
	for i := range lures {
		for joker, nosteal := range []bool{false, true} {
			if key, _ := r.forbids(&lures[i], nosteal); key == "" {
				r.allows[joker] = append(r.allows[joker], &lures[i])
			}
		}
	}
	return r
}

func indexRolls() map[games.Decision]*roll {
	index := make(map[games.Decision]*roll, len(rolls))
	for i := range rolls {
		index[rolls[i].says] = &rolls[i]
	}
	return index
}

// forbids returns the key of the rule by which the dice forbid l, and the colour concerned. The
// key is "" if the dice allow l.
func (r *roll) forbids(l *lure, nosteal bool) (key string, of colour) {
	a, b := l.mice[0], l.mice[l.n-1]
	joker := r.dice[1] == white // white is the last colour in the order of the dice
	switch {
	case !r.shows(a.colour):
		return "rule.colour", a.colour
	case !r.shows(b.colour):
		return "rule.colour", b.colour
	case a.colour != b.colour && !r.names(a.colour, b.colour):
		return "rule.colours", a.colour
	case l.steals() && !r.names(a.colour, a.colour):
		return "rule.steal", a.colour
	case l.n == 2 && a.colour == b.colour && !r.names(a.colour, a.colour):
		return "rule.pair", a.colour
	case l.steals() && joker && nosteal:
		return "rule.joker", a.colour
	}
	return "", 0
}

// shows reports whether one of the dice is c or white.
func (r *roll) shows(c colour) bool {
	return r.dice[0] == c || r.dice[1] == c || r.dice[1] == white
}

// names reports whether the dice can stand for the colours a and b, in either order.
func (r *roll) names(a, b colour) bool {
	is := func(die, c colour) bool { return die == c || die == white }
	return is(r.dice[0], a) && is(r.dice[1], b) || is(r.dice[0], b) && is(r.dice[1], a)
}

// steals reports whether l takes a mouse from a card.
func (l *lure) steals() bool { return l.mice[0].from != centre || l.mice[1].from != centre }
