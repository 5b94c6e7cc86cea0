package maze

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// bookText is the book of problems, found by internal/mkproblems. Each line has the grade of a
// problem, the number of moves of the shortest known solution, and the pieces on the squares 1 to
// 48. The number of a problem never changes, because records contain it.
//
//go:embed problems/book
var bookText string

var book, errBook = readBook(bookText)

// problem is a position of the book, with white to move.
type problem struct {
	number   int
	grade    string
	moves    int // number of moves of the shortest known solution
	position position
}

// readBook parses a book of problems, one per line: "easy 9 wM . bS× …".
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

// readSquares parses the pieces on all squares in the form of Board.String, and nothing else.
// White is to move.
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

// plain contains the rules of the book, without house rules, and with a light square 1.
var plain = house{light: chequer[false]}

// problemTable returns the set-up of a match that begins with a problem. The problem is played by
// the rules of the book.
func problemTable(setup games.Setup) (*table, error) {
	number := setup.Value(options, "problem")
	if setup.Value(options, "start") != "" {
		return nil, games.Refuse(games.Decision("problem="+number), "rule.problem.start")
	}
	if errBook != nil {
		return nil, errBook
	}
	n, _ := strconv.Atoi(number) // valid, because the option allows only the numbers of the book
	return &table{seats: setup.Seats, bag: bags["standard"], house: plain, problem: &book[n-1]}, nil
}

// Problems returns the problems of the book; see the package comment.
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

// line returns a line with the number and grade of the problem, and the number of moves of the
// solution in the book.
func (p *problem) line() games.Text {
	return games.Count("line.problem", p.moves, strconv.Itoa(p.number), "#word."+p.grade)
}

// solved returns the reason of the victory, with the number of moves made and that of the solution
// in the book.
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
