package maze

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// bookText is the book of problems, found by internal/mkproblems: a line each, with its
// grade, how many moves the shortest solution has that is known, and what stands on the
// squares 1 to 48. A number means its problem for ever: records name them.
//
//go:embed problems/book
var bookText string

var book, errBook = readBook(bookText)

// problem is a position of the book, in which white is to move.
type problem struct {
	number   int
	grade    string
	moves    int // of the shortest solution that is known
	position position
}

// readBook reads problems, a line each: "easy 9 wM . bS× …".
func readBook(text string) (book []problem, err error) {
	for line := range strings.Lines(text) {
		p := problem{number: len(book) + 1}
		var rest string
		p.grade, rest, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		moves, on, _ := strings.Cut(rest, " ")
		if p.moves, err = strconv.Atoi(moves); err == nil {
			p.position, err = readSquares(on)
		}
		if err != nil {
			return nil, fmt.Errorf("maze: problem %d: %w", p.number, err)
		}
		book = append(book, p)
	}
	return book, nil
}

var errSquares = errors.New("not the squares of a board")

// readSquares reads what Board.String prints, and nothing else. White is to move.
func readSquares(text string) (position, error) {
	p := position{house: plain}
	for i, word := range strings.Split(text, " ") {
		if i < squares {
			p.parseToken(square(i), word)
		}
	}
	if (&Board{p}).String() != text {
		return position{}, errSquares
	}
	return p, nil
}

// plain are the rules of the book, where square 1 is light.
var plain = house{light: chequer[false]}

// problemTable reads a set-up that names a problem. It is played by the rules of the book.
func problemTable(setup games.Setup) (*table, error) {
	number := setup.Value(options, "problem")
	if setup.Value(options, "start") != "" {
		return nil, games.Refuse(games.Decision("problem="+number), "rule.problem.start")
	}
	if errBook != nil {
		return nil, errBook
	}
	n, _ := strconv.Atoi(number) // a number of the range, and the book has so many
	return &table{seats: setup.Seats, bag: bags["standard"], house: plain, problem: &book[n-1]}, nil
}

// Problems is the book: see the package comment.
func (Rules) Problems() []games.Problem { return problems }

var problems = listProblems(book)

func listProblems(book []problem) []games.Problem {
	all := make([]games.Problem, len(book))
	for i, p := range book {
		all[i] = games.Problem{
			Number: p.number, Grade: games.Say("word." + p.grade), Moves: p.moves,
			Options: map[string]string{"problem": strconv.Itoa(p.number)},
		}
	}
	return all
}

// line tells which problem it is, how hard, and how long its solution in the book is.
func (p *problem) line() games.Text {
	return games.Count("line.problem", p.moves, strconv.Itoa(p.number), "#word."+p.grade)
}

// solved says in how many moves the problem was solved, and what the book took.
func (p *problem) solved(moves int) games.Text {
	key := "why.problem"
	switch {
	case moves < p.moves:
		key += ".shorter"
	case moves == p.moves:
		key += ".same"
	}
	return games.Count(key, moves, strconv.Itoa(p.moves))
}
