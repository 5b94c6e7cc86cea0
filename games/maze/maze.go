// Package maze implements Jim Deacove's Путаница (Maze, 1982), a chess-like game for two who
// play together, or for one who plays both sides.
//
// Two white Mates and two black ones stand at the ends of the board and must change places.
// Between them the other pieces form a maze: no piece is ever taken, so ways open only where
// pieces move aside. White moves the pieces of either colour in the left half, black those in
// the right half. Both win, or both lose.
//
// # The board
//
// Ten columns of 2, 4, 6, 6, 6, 6, 6, 6, 4 and 2 squares are centred on six rows. Squares are
// numbered from the top, column after column:
//
//	      7 13 19 25 31 37
//	   3  8 14 20 26 32 38 43
//	1  4  9 15 21 27 33 39 44 47
//	2  5 10 16 22 28 34 40 45 48
//	   6 11 17 23 29 35 41 46
//	     12 18 24 30 36 42
//
// The halves meet after the fifth column, 19 to 24. The fourth and the seventh column are
// deserts; 1, 2, 47 and 48 are homes. A square also has a second name: the letter of its row, a
// to f from the top, and the number of its column, 1 to 10. Square 13 is a4.
//
// # Notation
//
//	set 3 L          chance sets up a Lightning on square 3, squares ascending
//	start 17         chance sets up the board by the 17th start of the list
//	13-20            the piece on 13 moves to 20; "a4-b5" means the same
//	7-14×            the piece on 7 moves to 14 and stays there for good
//	46-48◯           a Mate on 46 moves to 48 and is home
//
// The signs after a move are optional, but if written they must be correct. The dash may be the
// book's own, "13—20", or any other, with blanks around it. Pieces have letters: Mate, Shadow,
// Lightning, Rabbit, Tree, B for Stone (Boulder), and the Time Pawns 1, 2 and 3.
//
// # Starts that can be won
//
// Most starts that chance draws can be won, but for a given one this is not known in advance.
// The starts of a list (option starts) are known to be winnable: internal/mkstarts has drawn
// them like chance, has won each, and has played the moves by the rules. The lists contain no
// moves, only ten bytes per start. The option grade is the difficulty: each grade is a quarter
// of the starts drawn for the set-up. Package solve documents the measure. No list contains
// the starts that none of four searches won with 400,000 positions each, about 2 of 100 large
// starts.
//
// They were won by the rules of the book. House rules that add moves keep every win. Where
// square 1 is dark the starts are upside down, so that Trees have squares of their colour at
// the same places.
//
// # The book of problems
//
// A problem (option problem) is a position that the players should win in at most as many moves
// as the solution in the book. There are 100, found by internal/mkproblems. It draws starts
// like chance, from its own random numbers, wins them, and takes one position on the way, so
// that no two problems share a start. A quarter of the problems are easy (8 to 14 moves), a
// quarter medium (15 to 22), a quarter hard (23 to 32) and a quarter master (33 to 48). The
// effort measured by package solve must belong to the same grade as the length. The book omits
// positions that are won by little more than walking home, or that random moves seldom spoil.
//
// The book has the length of the shortest known line, but not the line. White is to move. Any
// piece may stand anywhere, stay for good or be home already. A problem is played by the rules
// of the book; options for house rules are ignored.
//
// # Rulings
//
//	lay 13           the piece on 13 stays there for good
//	raise 13         the piece on 13 may move again
//	stop             the table gives up
//	swap 13 20       the pieces on 13 and 20 change places
//	turn white       white is to move
//
// # A position as text
//
//	turn black moves 1 last 14-26
//	start SLRTB123SLRTB123SLRTB123SLRTB123
//	    1   2   3   4   5   6   7   8   9   10
//	a           wB  wR  .   .   bS  b2
//	b       wS  w1  :   .   wT× bL  b3  bB
//	c   wM  wL  w2  wB  .   .   bR  bS  b1  bM
//	d   wM  wR  w3  w1  .   .   bT  bL  b2  bM
//	e       wT  wS  w2  .   .   bB  bR  b3
//	f           wL  w3  .   .   b1  bT
//
// The first line has the side to move; or "set 7" with the square that is set up next; or "list
// 1 medium" if a start of that list is drawn; or "won", "blocked white" (white has no move),
// "stopped white" (given up on white's turn). Then it has the number of moves and the last
// move, or "-". The second line is the start in the form of the option of that name, or
// "problem 17" if the game began with that problem. On the board "wM" is a white Mate, "b1×" a
// black Time Pawn that stays for good, "." a free square, ":" a free desert.
package maze

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
	{Name: "problem", Default: "off", Values: []string{"off"}, Grammar: "1..100"},
	{Name: "setup", Default: "standard", Values: []string{"standard", "small", "balanced"}, Needs: "problem=off"},
	{Name: "starts", Default: "off", Offer: "1", Values: []string{"off", "1"}, Needs: "problem=off"},
	{Name: "grade", Default: "medium", Values: []string{"easy", "medium", "hard", "master"}, Needs: "starts=1"},
	{Name: "shadow", Default: "path", Values: []string{"path", "jump"}, Needs: "problem=off"},
	{Name: "tree", Default: "path", Values: []string{"path", "jump"}, Needs: "problem=off"},
	{Name: "rabbit", Default: "one", Values: []string{"one", "many"}, Needs: "problem=off"},
	{Name: "pawns", Default: "exact", Values: []string{"exact", "upto"}, Needs: "problem=off"},
	{Name: "square1", Default: "light", Values: []string{"light", "dark"}, Needs: "problem=off"},
	{Name: "start", Grammar: "text"},
}

// Name returns "maze".
func (Rules) Name() string { return "maze" }

// Seats returns 1 and 2, the least and greatest number of players. A single player plays both
// sides.
func (Rules) Seats() (least, most int) { return 1, 2 }

// Options returns the options of the game. problem is the number of a problem in the book; no
// other option then has an effect, and start is refused. setup is the method by which chance sets
// up the pieces. starts is the number of a list; chance draws one of its starts for the set-up.
// All starts of a list can be won by the rules of the book, and so under all house rules, which
// only add moves. grade is the difficulty of the drawn start. With shadow=jump or tree=jump these
// pieces need no free way, with rabbit=many Rabbits may jump several times in a move, and with
// pawns=upto Time Pawns may walk fewer squares. square1 is the colour of square 1. start names the
// pieces on squares 3 to 18 and 31 to 46 by 32 letters, upper or lower case, which leaves nothing
// to chance.
func (Rules) Options() []games.Option { return options }

// Assets returns both catalogues, and pictures of each piece and each kind of square: glyphs, and
// larger pictures of 14×14 px. Only the glyphs and the art have variants for pieces that stay for
// good.
func (Rules) Assets() map[string]string { return assets() }

var assets = packed.Topics(topicFiles, func() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
})

// New returns the first position. The Mates stand on their homes, and the pieces of the start are
// set up if the option names one. For a problem it is the position of the problem.
func (r Rules) New(setup games.Setup) (games.State, error) {
	t, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	s := t.begun()
	switch {
	case t.problem != nil:
		s.position, s.filled = t.problem.position, len(t.bag.order)
	case t.start != nil:
		for i, k := range t.start {
			s.setUp(i, k)
		}
	}
	return s.withPhase(), nil
}

// begun returns the position with only the Mates, on their homes.
func (t *table) begun() state {
	s := state{table: t, position: position{house: t.house}}
	for _, c := range [...]colour{white, black} {
		for rest := homes[c]; rest != 0; rest &= rest - 1 {
			s.put(rest.first(), pieceOf(c, mate))
		}
	}
	return s
}

// table is the set-up of a match. It never changes, so all positions of the match share it.
type table struct {
	seats int
	bag   bag
	house house
	start *start // start given by the option start, or nil
	list  *list  // list from which chance draws a start, or nil

	problem *problem // problem with which the match begins, or nil
}

// table parses a set-up. The error is a games.Illegal.
func (r Rules) table(setup games.Setup) (*table, error) {
	if err := games.CheckSetup(r, setup); err != nil {
		return nil, err
	}
	is := func(name, value string) bool { return setup.Value(options, name) == value }
	if setup.Value(options, "problem") != "off" {
		return problemTable(setup)
	}
	t := &table{
		seats: setup.Seats,
		bag:   bags[setup.Value(options, "setup")],
		house: house{
			leapingShadows: is("shadow", "jump"),
			leapingTrees:   is("tree", "jump"),
			chainedJumps:   is("rabbit", "many"),
			shortWalks:     is("pawns", "upto"),
			light:          chequer[is("square1", "dark")],
		},
	}
	var err error
	if text := setup.Value(options, "start"); text != "" {
		t.start, err = parseStart(text)
	} else {
		t.list, err = listOf(setup.Value(options, "starts"), setup.Value(options, "setup"), setup.Value(options, "grade"), is("square1", "dark"))
	}
	return t, err
}
