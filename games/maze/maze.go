// Package maze is Jim Deacove's Путаница (Maze, 1982), chess for two who play
// together, or for one who plays both sides.
//
// Two white Mates and two black ones stand at the ends of the board and want to
// change places. Between them the other pieces make a maze: nothing is ever
// taken, so ways open only where pieces move aside. White moves whatever stands
// in the left half, of either colour, black whatever stands in the right one.
// Both win, or both lose.
//
// # The board
//
// Ten columns of 2, 4, 6, 6, 6, 6, 6, 6, 4 and 2 squares lie centred on six rows.
// Squares are numbered from the top, column after column:
//
//	      7 13 19 25 31 37
//	   3  8 14 20 26 32 38 43
//	1  4  9 15 21 27 33 39 44 47
//	2  5 10 16 22 28 34 40 45 48
//	   6 11 17 23 29 35 41 46
//	     12 18 24 30 36 42
//
// The halves meet behind the fifth column, 19 to 24. The fourth and the seventh are
// deserts, 1, 2, 47 and 48 are homes. A square is also called by its row, a to f
// from the top, and its column, 1 to 10: 13 is a4.
//
// # Notation
//
//	set 3 L          chance: a Lightning is set up on square 3, squares ascending
//	start 17         chance: all is set up as the 17th start of the list has it
//	13-20            the piece on 13 moves to 20; also a4-b5
//	7-14×            … and stays there for good
//	46-48◯           a Mate comes home
//
// The signs behind a move are never needed, but if written they must be true. The dash
// may be the book's own, "13—20", or any other, with blanks around it.
// Pieces are called by letters: Mate, Shadow, Lightning, Rabbit, Tree, B for Stone
// (Boulder), and the Time Pawns 1, 2 and 3.
//
// # Starts that can be won
//
// Most starts that chance draws can be won, but nobody knows of one before it is played.
// Those of a list (option starts) are known to be: internal/mkstarts has drawn them as
// chance does, won each, and the rules have played the moves. They are kept without these,
// ten bytes each. The option grade is how hard they are, a quarter of what was drawn for
// the set-up each; package solve tells how that is measured. What took more than four times
// 400,000 positions, some 2 of 100 large starts, is in no list.
//
// They were won by the rules of the book. Rules of the house that add moves take no win
// away, and where square 1 is dark the starts are upside down, so that Trees find the
// squares of their colour where they did.
//
// # The book of problems
//
// A problem (option problem) is a position to be won in as few moves as the book, or fewer.
// There are 100, found by internal/mkproblems: it draws starts as chance does, from numbers
// of its own, wins them, and takes a position on the way, so that no two are of one start.
// A quarter each is easy, medium, hard and master: 8 to 14 moves, 15 to 22, 23 to 32, 33 to
// 48, and so by what package solve needs to win them. Positions are left out that are won
// by little more than walking home, or that moves at random seldom spoil.
//
// The book has how long the shortest line is that is known, and no line. White is to move.
// Any piece may stand anywhere, stay for good or be home already. A problem is played by the
// rules of the book, whatever rules of the house are chosen with it.
//
// # Rulings
//
//	lay 13           the piece on 13 stays there for good
//	raise 13         … or may move again
//	stop             the table gives up
//	swap 13 20       what stands on these two squares changes places
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
// The first line says who is to move, or "set 7" for the square that is set up
// next, or "list 1 medium" if a start of that list is drawn, or "won", "blocked
// white" (white has no move), "stopped white" (given up on white's turn); how many
// moves were made; the last one, or "-". The second line is the start as the option
// of that name has it, or "problem 17" where the game began with that one. On the
// board "wM" is a white Mate, "b1×" a black Time Pawn that stays for good, "." a free
// square, ":" a free desert.
package maze

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

// Seats returns 1, 2: alone one plays both sides.
func (Rules) Seats() (least, most int) { return 1, 2 }

// Options are problem (the number of one in the book, which leaves nothing else to be
// chosen; start is refused beside it), setup (how chance sets the pieces up), starts (the
// number of a list: chance draws one of its starts for the set-up, all of which can be won
// by the rules of the book, and so by those of any house, which only add moves) and grade
// (how hard these are), shadow and tree (jump: they need no free way), rabbit (many: jump
// after jump in one move), pawns (upto: one to n squares), square1 (its colour) and start:
// 32 letters, large or small, squares 3 to 18 and 31 to 46, which leave chance nothing.
func (Rules) Options() []games.Option { return options }

// Assets are both catalogues and pictures of each piece and each kind of square, glyphs
// and larger ones of 14×14 px. Only among the glyphs and in the art is one of each piece
// that stays for good.
func (Rules) Assets() map[string]string {
	return map[string]string{"ru": russian, "en": english, "glyphs": glyphs, "pictures": pictures, "art": art}
}

// New puts the Mates on their homes and sets up the start, if the option has one, or
// everything as a problem has it.
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
	return s.settled(), nil
}

// begun returns the board with the Mates on their homes.
func (t *table) begun() state {
	s := state{table: t, position: position{house: t.house}}
	for _, c := range [...]colour{white, black} {
		for rest := homes[c]; rest != 0; rest &= rest - 1 {
			s.put(rest.first(), pieceOf(c, mate))
		}
	}
	return s
}

// table is how the game was set up. It never changes, so positions share it.
type table struct {
	seats int
	bag   bag
	house house
	start *start // what the option of that name fixes, or nil
	list  *list  // of which chance draws a start, or nil

	problem *problem // with which the game begins, or nil
}

// table reads a set-up; its error is an Illegal.
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
