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
//	d00          a die of ten that shows the tens, 00 to 90: d00+d10 is 1 to 100
//	d66          two dice of six as tens and units, 11 to 66; see the options
//	4dF          fate dice: -1, 0, 1; dF.2 is the same, dF.1 has four blank faces
//	d{1,1,2}     a die whose faces are named on the spot: numbers, +, - or words
//	2dcolour     own dice, by the name that the option "dice" gives them
//	3coin        coins, which are tossed on their own
//
// Behind dice stands, in any order, what is done to them. A comparison C is one of < <= =
// >= > <> and a number; behind letters and "!" the number alone is the same as =. There
// may be several of a kind, of which one is enough, but one of "!".
//
//	4d6k3        the highest three count; kh3 is the same; kl1: the lowest one
//	4d6dl1       the lowest one doesn't count, d1 is the same; dh1: the highest one;
//	             k, kh, kl, d, dl and dh without a number are of one die
//	2d6r1        a face that meets C is rolled again until another lies, r: the lowest
//	2d6ro<3      the same, but once for each die or explosion
//	2d6!         a die that shows its highest face is rolled on, and its faces are
//	             one die for k and d
//	2d6!>4       a die that shows a face that meets C is rolled on
//	2d6!!        the same as !, but >= and the like ask for the sum of these faces
//	2d6!p        each face that was rolled on counts one less; !!p does both
//	5d10>=8      how many faces meet C
//	5d10>=8f1    the same, less the faces that meet the second C
//	4d6min2max5  a face of less counts as 2, of more as 5
//	d20cs20cf1   faces that are marked, as lucky and as unlucky
//	4d6sa        the faces are listed ascending, s is the same; sd: descending
//	2d6[fire]    a label of letters, digits, hyphens and single blanks
//
// Faces are rolled again and on by what lies; min, max and !p change only what it counts,
// and that is what k, d, C, and s look at. What was rolled again counts nothing.
//
//	(2d6+3)*2/3  brackets, * and /, from left to right; a quotient is rounded down, below
//	             nothing as well: (1-4)/2 is -2
//	{4d6,3d8}k1  a group: of its parts some count, as dice do by k, d, C and f
//	6x4d6k3      all of what follows, six times: 2xd6+1 is 2x(d6+1); the total is the sum.
//	             Of a group it is as many parts: {6x4d6}k3
//	2d6 // why   a comment up to the end, which Cup.String leaves out
//
// Letters may be the Russian ones of their sound: к k, д d, х h, л l, р r, о o, п p, ф f,
// ц c, с s, а a, мин, макс, х x: 4к6кх3, 6х4к6дл1, 5к10>=8ф1, дФ. In front of what is
// rolled к is d, behind it k.
//
// The limits are [MostBytes], [MostDice], [MostFaces], [MostBursts], [MostTerms],
// [MostConstant], [MostLabel] and, where something is multiplied, [MostTotal]. Words count
// nothing; they can't be kept, dropped, exploded, compared, multiplied or subtracted. What
// might divide by nothing, or never end, is refused.
//
// The odds are exact, apart from chances below a float64, of all but two: cups that take
// too long, and k or d of dice that explode by a single ! and count successes.
//
// # Other notations
//
// This is what others mean by the same signs, as far as their manuals tell. Blank is the
// same as here, a dash that there is no such sign. RPG is rpg-dice-roller 5; AnyDice is a
// language, of which the words are shown that stand for the sign.
//
//	ours          RPG                   Roll20                AnyDice
//	4d6k3                                                     [highest 3 of 4d6]
//	2d6!          its faces are dice    its faces are dice    [explode d6], of few
//	              of their own for k    of their own for k    explosions
//	2d6r1, !4, f1 has r=1, !=4, f=1                           -
//	>4, <3                              4 or more, 3 or less  of the sum: 0 or 1
//	2d6!!, !p                                                 -
//	2d6r, ro                                                  -
//	5d10>=8f1     has >=8f=1            has >8f1              -
//	2d6!>=5                             has !>5               -
//	4d6min2       before ! looks        -                     -
//	d20cs20cf1    has cs=20cf=1                               -
//	4d6s                                                      -
//	{4d6,3d8}k1                                               [highest of 4d6 and 3d8]
//	{4d6+3d8}k1   of all dice;          of all dice;          -
//	              refused here          refused here
//	6x4d6k3       -                     -                     -
//	7/2           3.5                   3.5                   a whole number
//	dF.1                                -                     d{-1,0:4,1}
//	d00           -                     -                     d{0..9}*10
//	d66           of 66 faces           of 66 faces           of 66 faces
//	d{1,1,2}      -                     a table of its own
//	2d6[fire]     a comment                                   -
//	2d6 // why                          text behind the roll  \ why \
//
// # Decisions
//
//	roll 3d6+2   then chance, whose streams are the dice by their notation:
//	d6 4         a numbered die; d% is d100
//	dF -1        a fate die
//	coin heads   or coin tails
//	dcolour red  an own die; d{1,1,2} 1: one whose faces were named on the spot
//
// A die that is rolled again or on is asked for at once, before the next one.
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
