// Command mkproblems finds the problems of maze: positions that the player should win in at
// most as many moves as the solution in the book (option problem).
//
//	go run ./games/maze/internal/mkproblems -log FILE             finds problems, and then shorter lines
//	go run ./games/maze/internal/mkproblems -log FILE -book BOOK  writes the book
//
// It draws starts like chance, with a seed of its own, so that no list of starts contains them. It
// wins a start with package solve, and takes a position of the winning line, with white to move,
// as a problem. The position is as many moves before the end as a grade requires. Then the program
// wins the position with other seeds, shortens the line through positions near it, and measures
// the effort to win. Half of the starts are small, because few pieces are quickly laid out.
//
// Once there are enough problems for a book, it continues to shorten the lines of the problems
// that would be in it, first those that took the fewest seeds so far. It ends when it is
// stopped, or after a number of steps (-most), and resumes when it is started again. Each step
// adds a line to FILE, with fields separated by tabs. The last line of a start is valid:
//
//	set-up  n  start  seeds  positions of each search  hundredths hopeless  moves before  moves that win
//
// or "set-up n start -" if no search found a win. FILE contains the solutions and must not be
// in the repository.
//
// The book takes only interesting problems: searches need many positions to win them, random
// moves mostly lose them, and pieces other than Mates make many of the moves. The interesting
// problems are divided into four quarters by effort (solve.Effort.Score), one for each grade.
// A problem is taken only if its length is in the range of its grade too. Of these problems
// the book takes a fixed number per set-up, first those whose lines took the most seeds so
// far. A problem keeps its number forever once the book has been published.
package main

import (
	"flag"
	"log"
	"time"

	"tabletop/games/maze/internal/find"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mkproblems: ")
	path := flag.String("log", "", "the `file` of the journal")
	book := flag.String("book", "", "write the book into this `file`, instead of searching")
	seed := flag.Uint64("seed", 2015, "seed of the random numbers for the starts")
	want := flag.Int("want", 100, "number of problems per grade to find before lines are shortened")
	most := flag.Int("most", 1<<30, "greatest number of `steps`: a start drawn, or a line shortened")
	flag.Parse()
	if *path == "" || flag.NArg() > 0 {
		log.Fatal("want -log FILE, and no arguments but flags")
	}
	if err := run(*path, *book, *seed, *want, *most); err != nil {
		log.Fatal(err)
	}
}

// run opens the journal at path. It writes the book if book names a file, and otherwise adds
// problems to the journal.
func run(path, book string, seed uint64, want, most int) error {
	j, err := open(path)
	if err != nil {
		return err
	}
	defer j.Close()
	if book != "" {
		return j.write(book)
	}
	began := time.Now()
	for n := range most {
		if err := j.step(seed, want); err != nil {
			return err
		}
		if n%20 == 19 {
			log.Printf("%d steps, %.1f a minute: %v", n+1, float64(n+1)/time.Since(began).Minutes(), j.counts())
		}
	}
	return nil
}

// turns contains the set-ups in the order in which the program draws their starts, in turn.
var turns = []string{find.Setups[2], find.Setups[1], find.Setups[2], find.Setups[0]}
