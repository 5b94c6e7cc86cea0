// Package dice rolls any dice that people can write down. It is a game of one
// seat that is never over: the seat says "roll NOTATION", chance answers one die
// at a time.
//
// # Notation
//
// A notation is a sum of terms, parted by + and -, with blanks and tabulators wherever
// they please, in small or capital letters; any dash is a minus:
//
//	3d6+2        three dice of six faces and 2; d6 is 1d6; д and к are d: 2к6
//	d%           a die of a hundred faces
//	d66          two dice of six as tens and units, 11 to 66; see the options
//	4dF          fate dice: -1, 0, 1
//	4d6k3        the highest three count; kh3 is the same; kl1: the lowest one
//	4d6dl1       the lowest one doesn't count; dh1: the highest one
//	2d6!         a die that shows its highest face is rolled on, and its faces are
//	             one die for k and d
//	2dcolour     own dice, by the name that the option "dice" gives them
//	3coin        coins, which are tossed on their own
//
// The limits are [MostBytes], [MostDice], [MostFaces], [MostBursts], [MostTerms]
// and [MostConstant]. Words count nothing; they can't be kept, dropped, exploded
// or subtracted.
//
// # Decisions
//
//	roll 3d6+2   then chance, whose streams are the dice by their notation:
//	d6 4         a numbered die; d% is d100
//	dF -1        a fate die
//	coin heads   or coin tails
//	dcolour red  an own die
//
// # Options
//
// The option "dice" makes own dice, so that a record that uses them replays anywhere;
// see [ParseDice]. With "notation=2" d66 is what players mean by it; in records that
// don't say so it is a die of sixty-six faces.
package dice

import (
	_ "embed"

	"tabletop/games"
)

var (
	//go:embed ru.txt
	russian string
	//go:embed en.txt
	english string
	//go:embed glyphs.txt
	glyphs string
	//go:embed pictures.txt
	pictures string
	//go:embed art.svg
	art string
)

// Rules is the roller.
type Rules struct{}

// Name returns "dice".
func (Rules) Name() string { return "dice" }

// Seats returns 1, 1: the table rolls as one.
func (Rules) Seats() (int, int) { return 1, 1 }

var options = []games.Option{
	{Name: "dice", Grammar: "text"},
	{Name: "notation", Default: "1", Offer: "2", Values: []string{"1", "2"}},
}

// Tool returns true: dice are rolled beside other games, and nobody wins.
func (Rules) Tool() bool { return true }

// Options are dice (own ones) and notation (2: d66 is tens and units).
func (Rules) Options() []games.Option { return options }

// Assets returns the catalogues, the pictures of coins, fate dice and colours, and the
// outlines of the usual dice, by their notation. The art has the faces of a d6 ("1" to
// "6"), and "die" for a body that has no outline of its own; a number is written on a body
// round (24, 26).
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
}

// New returns the table before the first roll. Its error is a [games.Illegal].
func (r Rules) New(setup games.Setup) (games.State, error) {
	s, err := r.empty(setup)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (r Rules) empty(setup games.Setup) (State, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return State{}, err
	}
	own, err := ParseDice(setup.Value(options, "dice"))
	if setup.Value(options, "notation") == "2" {
		own = append(own, D66())
	}
	return State{own: own}, err
}
