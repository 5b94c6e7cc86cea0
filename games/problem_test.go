package games_test

import (
	"testing"

	"tabletop/games"
)

// booklet is a game with a book of problems.
type booklet struct {
	ludo
	book []games.Problem
}

// bookOf returns a game with a book of so many problems.
func bookOf(problems int) booklet {
	b := booklet{book: make([]games.Problem, problems)}
	for i := range b.book {
		b.book[i].Number = i + 1
	}
	return b
}

func (b booklet) Problems() []games.Problem { return b.book }

func TestEachProblemComesOnceBeforeAnyComesAgain(t *testing.T) {
	for n := 1; n <= 250; n++ {
		r := bookOf(n)
		for _, from := range []int{-n - 3, 0, 20_000} {
			seen := map[int]bool{}
			for day := range n {
				p, ok := games.Today(r, from+day)
				if !ok || p.Number < 1 || p.Number > n || seen[p.Number] {
					t.Fatalf("book of %d: day %d has problem %d, %v; there were %v", n, from+day, p.Number, ok, seen)
				}
				seen[p.Number] = true
			}
		}
		first, _ := games.Today(r, 5)
		if again, _ := games.Today(r, 5+n); again.Number != first.Number {
			t.Errorf("book of %d: day 5 has %d, and %d days later it is %d", n, first.Number, n, again.Number)
		}
	}
}

func TestTwoDaysInARowHaveProblemsOfTwoGrades(t *testing.T) {
	for _, n := range []int{4, 8, 40, 100, 200, 1000} {
		r := bookOf(n)
		for day := -3; day < n; day++ {
			today, _ := games.Today(r, day)
			next, _ := games.Today(r, day+1)
			if quarter := n / 4; (today.Number-1)/quarter == (next.Number-1)/quarter {
				t.Fatalf("book of %d: after problem %d comes %d", n, today.Number, next.Number)
			}
		}
	}
}

func TestAGameWithoutABookHasNoProblemOfTheDay(t *testing.T) {
	if p, ok := games.Today(ludo{}, 1); ok || games.Problems(ludo{}) != nil {
		t.Errorf("got %+v", p)
	}
	if p, ok := games.Today(booklet{}, 1); ok {
		t.Errorf("an empty book: got %+v", p)
	}
}
