// Package mice implements Reiner Knizia's Лови мышей!, a dice game for two to four players.
//
// Thirty mice, six of each of five colours, lie in the centre. The player on turn rolls two
// dice and lures one or two mice of the colours they show. Then the player either rolls again
// for other colours, or stops and catches the lured mice. A roll that allows no lure makes all
// lured mice run back. Two dice of one colour may also take mice that others have caught. The
// game ends after the turn that leaves fewer than five mice in the centre. With end=now it ends
// as soon as a lure leaves so few; the lured mice are then caught.
//
// # Notation
//
//	roll                 throw the dice
//	dice red white       chance: the result, colours in the order red
//	                     orange yellow green blue white
//	lure red green       one mouse of each, from the centre, in the dice's order
//	lure red red/3       two of one colour; /3 is from seat 3's card, no mark is
//	                     from the centre, which comes before seats
//	stop                 catch the lured mice; the next seat's turn
//
// Rulings of the table: "turn 2" lets seat 2 begin a turn; "skip 2" ends the turn of seat 2,
// which is absent. In both cases lured mice run back. "give red 2" and "back red 2" move a
// mouse from the centre to seat 2's card and back. "lay red" and "lift red" move one from the
// centre to the lured mice and back. In the middle of a roll, rulings that would leave nothing
// to lure are not offered.
//
// # A position as text
//
//	turn 2 lure red white
//	fled 1 blue blue
//	         R O Y G B
//	centre   5 6 6 4 6
//	lured    0 0 0 2 0
//	seat 1   1 0 0 0 0
//	seat 2   0 0 0 0 0
//
// The first line names the seat on turn and the next decision: roll, dice, lure with the dice
// to answer, more (roll or stop) or five (the same, after five colours were caught at once).
// For a finished game it is only "over". The line "fled" appears directly after a failed hunt,
// with the seat and its dice.
package mice

import (
	_ "embed"

	"tabletop/games"
)

// Rules are the rules of the game. The zero value is ready to use.
type Rules struct{}

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

var options = []games.Option{
	{Name: "scoring", Default: "normal", Values: []string{"normal", "kids"}},
	{Name: "risk", Default: "off", Values: []string{"off", "on"}},
	{Name: "joker", Default: "steal", Values: []string{"steal", "nosteal"}},
	{Name: "end", Default: "turn", Values: []string{"turn", "now"}},
	{Name: "odds", Default: "off", Offer: "on", Values: []string{"off", "on"}, Needs: "scoring=normal"},
}

// Name returns "mice".
func (Rules) Name() string { return "mice" }

// Seats returns 2, 4.
func (Rules) Seats() (least, most int) { return 2, 4 }

// Options returns the options scoring (normal, or kids: every mouse counts 1), risk (on: five
// lured colours are caught at once), joker (nosteal: a pair made with white takes from the
// centre only), end (now: the centre is checked after every lure, not only at the end of a
// turn) and odds (on: the view shows how likely another roll fails; not offered with
// scoring=kids).
func (Rules) Options() []games.Option { return options }

// Assets returns both catalogues, the faces of the dice, each four lamps wide, and the same
// faces large: a mouse for each colour, a star for white. Each colour has a pattern that suits
// the lamps: red is full, orange hollow, yellow a diamond, green a half, blue striped. The art
// also has each mouse running to the right ("red-run") and in a basket ("red-caught"); its feet
// stand on y=44.
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
}

// Faces returns the faces of both dice for reports on luck. A colour counts as much as its
// mice, white as much as the best colour. Where all mice are worth the same, only white is
// better.
func (Rules) Faces(s games.Setup, stream string) []games.Face {
	if stream != "dice" {
		return nil
	}
	worth := [...]int{5, 4, 3, 2, 1, white: 5}
	if s.Value(options, "scoring") == "kids" {
		worth = [...]int{white: 1}
	}
	faces := make([]games.Face, len(worth))
	for c, points := range worth {
		faces[c] = games.Face{Name: colour(c).String(), Points: points}
	}
	return faces
}

// New puts all mice in the centre; seat 1 begins.
func (r Rules) New(setup games.Setup) (games.State, error) {
	s, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	for c := range colours {
		s.mice[centre][c] = ofEach
	}
	s.turn = 1
	return s, nil
}

// table returns a position without mice, with the options of setup.
func (r Rules) table(setup games.Setup) (state, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return state{}, err
	}
	is := func(name, value string) bool { return setup.Value(options, name) == value }
	kids := is("scoring", "kids")
	return state{
		seats:   uint8(setup.Seats),
		kids:    kids,
		risk:    is("risk", "on"),
		nosteal: is("joker", "nosteal"),
		now:     is("end", "now"),
		odds:    is("odds", "on") && !kids,
	}, nil
}
