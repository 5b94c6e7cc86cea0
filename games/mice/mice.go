// Package mice implements Reiner Knizia's Лови мышей!, a dice game for two to four players.
//
// Thirty mice, six of each of five colours, lie in the centre. The player on turn hunts: rolls two
// dice and lures one or two mice of the colours they show. Then the player either rolls again for
// other colours, or stops and catches the lured mice. A roll that allows no lure ends the hunt,
// and all lured mice run back to the centre. Two dice of one colour may also take mice that others
// have caught. The game ends after the turn that leaves fewer than five mice in the centre. With
// end=now it ends as soon as a lure leaves so few; the lured mice are then caught.
//
// # Notation
//
//	roll                 the seat on turn rolls the dice
//	dice red white       chance: the colours that the dice show, in the order red
//	                     orange yellow green blue white
//	lure red green       the seat lures one mouse of each colour from the centre, in
//	                     the order of the dice
//	lure red red/3       the seat lures two mice of one colour: one from the centre,
//	                     and one from seat 3's card; the centre comes before seats
//	stop                 the seat catches the lured mice and ends its turn
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
// The first line names the seat on turn and the next decision: roll, dice, lure with the two
// dice, more (roll or stop) or five (like more, after five colours were caught at once).
// For a finished game it is only "over". The line "fled" appears directly after a failed hunt,
// with the seat and its dice.
package mice

import (
	_ "embed"

	"tabletop/games"
	"tabletop/games/internal/packed"
)

// Rules implements the rules of the game. The zero value is ready to use.
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

// Seats returns 2 and 4, the least and greatest number of players.
func (Rules) Seats() (least, most int) { return 2, 4 }

// Options returns the options of the game. With scoring=kids every mouse counts 1 point. With
// risk=on five lured colours are caught at once. With joker=nosteal a pair made with white takes
// mice from the centre only. With end=now the number of mice in the centre is checked after every
// lure, not only at the end of a turn. With odds=on the view shows the probability that another
// roll fails; scoring=kids excludes odds=on.
func (Rules) Options() []games.Option { return options }

// Assets returns both catalogues and the pictures. The glyphs are the faces of the dice, four px
// wide. The pictures are larger faces: a mouse for each colour, a star for white. Each colour has
// its own pattern: red is filled, orange hollow, yellow a diamond, green half filled, blue striped.
// The art also has two drawings of each mouse: running to the right ("red-run") and in a basket
// ("red-caught"). The feet of each mouse stand on y=44.
func (Rules) Assets() map[string]string { return assets() }

var assets = packed.Topics(topicFiles, func() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
})

// Faces returns the faces of both dice with their points, for reports on luck. A colour counts as
// many points as one mouse of that colour, and white as many as red, the best colour. With
// scoring=kids all mice are worth the same, so white counts 1 and the colours 0.
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

// New returns the first position: all mice lie in the centre, and seat 1 begins.
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
