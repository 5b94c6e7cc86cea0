// Package dice rolls any dice that people can write down. It is a game of one seat that is
// never over: the seat decides "roll NOTATION", and chance answers one die at a time.
//
// This package uses these terms:
//
//	cup         a set of dice that are rolled together, with their modifiers
//	term        a part of a cup: a number, or a group of equal dice such as 3d6
//	modifier    a sign after dice that changes how they are rolled or counted
//	tree        the structure of a cup that is more than a sum of terms
//	face        one side of a die
//	explosion   a further roll of a die because of the face it shows
//	throw       a roll in progress or finished: a cup and the faces rolled so far
//
// # Notation
//
// A notation is a sum of terms, separated by + and -. It may have blanks and tabs in any place,
// and lower or upper case. Any dash is a minus:
//
//	3d6+2        three dice of six faces and 2; d6 is 1d6; д and к are d: 2к6
//	d%           a die of a hundred faces
//	d00          a die of ten that shows the tens, 00 to 90: d00+d10 is 1 to 100
//	d66          two dice of six as tens and units, 11 to 66; see the options
//	4dF          fate dice: -1, 0, 1; dF.2 is the same, dF.1 has four blank faces
//	d{1,1,2}     a die with the listed faces: numbers, +, - or words
//	2dcolour     own dice, by their names in the option "dice"
//	3coin        coins; they can't be combined with other terms
//	(2+1)d(2*3)  3d6: the number of dice or of faces in brackets, without dice
//
// Modifiers follow the dice in any order. A comparison C is even, odd, or one of < <= = >= > <> !=
// and a number; after letters and "!" the number alone means =. Several modifiers of a kind are
// alternatives, apart from k and d, but there may be only one "!" and one u.
//
//	4d6k3        the highest three count; kh3 is the same; kl1: the lowest one
//	4d6dl1       the lowest one doesn't count; d1 is the same; dh1: the highest one
//	             doesn't count; k, kh, kl, d, dl and dh without a number mean one die.
//	             A die counts if all of them let it: 5d6dl1dh1 counts three, 3d6k1dh1 none
//	d20adv       two dice instead of one, the higher counts; dis: the lower one. At the end of
//	             a sum the word belongs to the first d20: d20+5 adv. adv alone is d20adv
//	2d6r1        a face that meets C is rerolled until it doesn't; r alone: the lowest
//	             face is rerolled; rr is the same
//	2d6ro<3      the same, but only one reroll for each die or explosion
//	4d20u        a die that shows the face of a die before it is rerolled until it doesn't,
//	             unless all faces are taken: 5d4u; u<3: only if the face meets C; uo: only once. Without ! and ro
//	2d6!         a die with its highest face explodes: it is rolled again in addition.
//	             k and d treat all faces of the die as one
//	2d6!>4       a die with a face that meets C explodes
//	2d6!!        the same as !, but comparisons such as >= apply to the sum of the die's faces
//	2d6!p        each face from an explosion counts one less; !!p does both
//	5d10>=8      the number of faces that meet C
//	5d10>=8f1    the same number, less the number of faces that meet the second C
//	4d6min2max5  a face below 2 counts as 2, above 5 as 5
//	d20cs20cf1   faces that are marked as critical successes and failures
//	4d6sa        the faces are listed ascending, s is the same; sd: descending
//	2d6[fire]    a label of letters, digits, hyphens and single blanks
//
// Rerolls and explosions depend on the face itself; min, max and !p change only its value,
// which k, d, C and s use. A rerolled face doesn't count. r is before u and !.
//
//	(2d6+3)*2/3  brackets, *, / and the remainder %, from left to right; a quotient is rounded
//	             down, also below zero: (1-4)/2 is -2; a remainder has the sign of the divisor
//	2d6^2        a power, the same as **, before * and -, from right to left
//	2d6×2        the same as *, if a number follows that isn't a number of dice
//	d6*1.5       numbers may have decimals; a sum or product with fractions is rounded down
//	ceil(d6/2)   a function: floor ceil round abs sign sqrt pow min max exp log sin cos tan.
//	             In its brackets quotients and decimals are exact; its result is rounded
//	             down outside of functions. round rounds halves up. What isn't a ratio of
//	             whole numbers, such as sqrt(2), is rounded to a millionth
//	{4d6,3d8}k1  a group: some of its parts count, selected like dice by k, d, C and f; s lists
//	             the parts and their dice in order
//	{4d6+3d8}k2  a group of one part: k and d select among its dice that count, even if they
//	             are different ones; C and f compare its total
//	6x4d6k3      the part after x is rolled six times: 2xd6+1 is 2x(d6+1); the total
//	             is the sum.
//	             In a group each repetition is a part: {6x4d6}k3
//	[[d6]]       the same as (d6)
//	2d6 // why   a comment up to the end, which Cup.String leaves out; # is the same as //.
//	             /* why */ is a comment in any place
//
// Letters may be the Russian ones of similar sound: к k, д d, х h, л l, р r, о o, п p, ф f, ц
// c, с s, а a, у u, мин, макс, х x: 4к6кх3, 6х4к6дл1, 5к10>=8ф1, дФ. Before the number of faces к
// is d, after it k. The words преим, помеха, чёт and нечёт are adv, dis, even and odd.
//
// The limits are [MostBytes], [MostDice], [MostFaces], [MostBursts], [MostTerms],
// [MostConstant], [MostLabel] and, for products, powers and functions, [MostTotal]. Words have no
// value; they can't be kept, dropped, exploded, compared, multiplied or subtracted. A notation is
// refused if it may divide by zero, if a root, power or logarithm may not exist, or if its roll may
// never end.
//
// The odds are exact, apart from probabilities below the precision of a float64. Three kinds of
// cups have no odds: cups that take too long to compute, cups with k or d after dice that
// explode by a single ! and count successes, and groups of one part with k or d and dice that
// explode.
//
// # Other notations
//
// This table shows the meaning of the same signs in other programs, according to their manuals.
// A blank entry means the same meaning as here. A dash means that the program doesn't have the
// sign. An entry "has X" means that the program uses X instead. RPG is rpg-dice-roller 5. AnyDice
// is a language; its column shows the equivalent words.
//
//	ours          RPG                   Roll20                AnyDice
//	4d6k3                                                     [highest 3 of 4d6]
//	2d6!          its faces are dice    its faces are dice    [explode d6], with few
//	              of their own for k    of their own for k    explosions
//	2d6r1, !4, f1 has r=1, !=4, f=1                           -
//	>4, <3                              4 or more, 3 or less  compare the sum: 0 or 1
//	2d6!!, !p                                                 -
//	2d6r, ro                                                  -
//	5d10>=8f1     has >=8f=1            has >8f1              -
//	2d6!>=5                             has !>5               -
//	4d6min2       is applied before !   -                     -
//	d20cs20cf1    has cs=20cf=1                               -
//	4d6s                                                      -
//	{4d6,3d8}k1                                               [highest of 4d6 and 3d8]
//	6x4d6k3       -                     -                     -
//	7/2           3.5                   3.5                   a whole number
//	dF.1                                -                     d{-1,0:4,1}
//	d00           -                     -                     d{0..9}*10
//	d66           of 66 faces           of 66 faces           of 66 faces
//	d{1,1,2}      -                     a table of its own
//	2d6[fire]     a comment                                   -
//	2d6 // why                          text behind the roll  \ why \
//
// A refusal says how a notation of another program is written here, if a simple change makes it one.
//
// # Decisions
//
//	roll 3d6+2   then chance, whose streams are the dice by their notation:
//	d6 4         a numbered die; d% is d100
//	dF -1        a fate die
//	coin heads   or coin tails
//	dcolour red  an own die; d{1,1,2} 1: a die with listed faces
//
// A die that is rerolled or explodes is asked for again at once, before the next die.
//
// # Options
//
// The option "dice" defines own dice, so that a record that uses them can be replayed anywhere;
// see [ParseDice]. The option "notation" names the edition of the notation, so that what old records
// contain keeps its meaning. A record without that option is of edition 1:
//
//	            1                            2                 3
//	d66         66 faces                     tens and units    tens and units
//	2d6r!=3     1 is rerolled, 3 explodes    as in 1           all but 3 is rerolled
//	d20rr>15    1 and >15 are rerolled       as in 1           >15 is rerolled
//	8d6 d4      8d6d4                        as in 1           refused: a + may be forgotten
//	5d6>4df1    5d6>4d1f1                    as in 1           refused: df is f in other programs
//	d{1,1}!     rolled MostBursts times      as in 1           refused: it would never end
//
// [Parse] and the command line read the newest edition.
package dice

import (
	_ "embed"
	"strconv"

	"tabletop/games"
	"tabletop/games/internal/packed"
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

// Rules implements the rules of the dice roller.
type Rules struct{}

// Name returns "dice".
func (Rules) Name() string { return "dice" }

// Seats returns 1, 1: all people at the table share one seat.
func (Rules) Seats() (int, int) { return 1, 1 }

var options = []games.Option{
	{Name: "dice", Grammar: "text"},
	{Name: "notation", Default: "1", Offer: "3", Values: []string{"1", "2", "3"}},
}

// Tool returns true: people roll dice beside other games, and nobody wins.
func (Rules) Tool() bool { return true }

// Options returns two options: dice defines own dice, and notation names the edition of the
// notation.
func (Rules) Options() []games.Option { return options }

// Assets returns the catalogues, the pictures of coins, fate dice and colours, and the outlines
// of the usual dice by their notation. The art also has the faces of a d6 ("1" to "6"), and
// the outline "die" for all other dice. The centre of a number is at (24, 26) of an outline of
// 48×48.
func (Rules) Assets() map[string]string { return assets() }

var assets = packed.Topics(topicFiles, func() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
})

// New returns the position before the first roll. Its error is a [games.Illegal].
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
	edition, _ := strconv.Atoi(setup.Value(options, "notation")) // one of the values of the option
	return State{dialect: dialectOf(own, edition)}, err
}
