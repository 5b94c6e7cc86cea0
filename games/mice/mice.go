// Package mice is Reiner Knizia's Лови мышей!, a dice game for two to four.
//
// Thirty mice, six of each of five colours, lie in the centre. Whoever is on
// turn rolls two dice, lures one or two mice of the colours they show, and then
// either rolls again for other colours or stops and catches what lies lured. A
// roll that lures nothing lets all of them run back. Two dice of one colour may
// also take mice that others have caught. The game ends after the turn that
// leaves fewer than five mice in the centre or, with end=now, as soon as a lure
// does: what lies lured is caught then.
//
// # Notation
//
//	roll                 throw the dice
//	dice red white       chance: what they showed, colours in the order red
//	                     orange yellow green blue white
//	lure red green       one mouse of each, from the centre, in the dice's order
//	lure red red/3       two of one colour; /3 is from seat 3's card, no mark is
//	                     from the centre, which comes before seats
//	stop                 catch what is lured; the next seat's turn
//
// Rulings of the table: "turn 2" lets seat 2 begin a turn, "skip 2" ends that of
// seat 2, which is away, and in either case lured mice run back;
// "give red 2" and "back red 2" move a mouse from the centre to seat 2's card
// and back; "lay red" and "lift red" move one from the centre to the lured ones
// and back. In the middle of a roll a ruling that would leave nothing to lure
// is not offered.
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
// The first line says who is on turn and what is awaited: roll, dice, lure with
// the dice to answer, more (roll or stop), five (more, after five colours were
// caught at once), or only "over". The line "fled" stands right after a hunt
// that failed: whose, and by which dice.
package mice

import (
	_ "embed"

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

// Options are scoring (normal, or kids: every mouse 1), risk (on: five colours
// lured are caught at once), joker (nosteal: a pair made with white takes from
// the centre only), end (now: the centre is looked at after every lure, not only
// when a turn ends) and odds (on: the view tells how likely another roll fails;
// little ones are left alone with it).
func (Rules) Options() []games.Option { return options }

// Assets are both catalogues, the faces of the dice, each four lamps wide, and the same
// large: a mouse for each colour, a star for white. A pattern tells the colour as it does
// on the lamps: red is full, orange hollow, yellow a diamond, green a half, blue striped.
// The art has each mouse also as it runs ("red-run", to the right) and in a basket
// ("red-caught"); its feet stand on y=44.
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
}

// Faces returns what both dice show, as luck is told: a colour counts what its mice do,
// white as much as the best. Where all mice are worth the same, only white is better.
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

// New lays all mice in the centre; seat 1 begins.
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

// table returns a position without mice, played as setup says.
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
