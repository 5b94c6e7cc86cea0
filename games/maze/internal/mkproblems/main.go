// Command mkproblems finds the problems of maze: positions to be won in as few moves as the
// book (option problem).
//
//	go run ./games/maze/internal/mkproblems -log FILE             finds problems, and then shorter lines
//	go run ./games/maze/internal/mkproblems -log FILE -book BOOK  writes the book
//
// It draws starts as chance does, from a seed of its own, so that none is of a list. A start
// is won (package solve), and a position of its line becomes a problem: so many moves before
// the end as a grade wants, white to move. The position is won anew with other seeds, the
// line is cut short through positions near it, and what it takes to win is measured. Half of
// the starts are small, for few pieces are soon laid out.
//
// Once there are enough for a book, it goes on to shorten the lines of those that would be in
// it, those first that were looked at with the fewest seeds. It ends when it is stopped, or
// after so many steps (-most), and goes on where it was. Each step adds a line to FILE, parted
// by tabs, the last one of a start counts:
//
//	set-up  n  start  seeds  positions of each search  hundredths hopeless  moves before  moves that win
//
// or "set-up n start -" where no search found a win. FILE holds the solutions, and is not for
// the tree.
//
// The book takes those that are worth a thought: which no search wins at sight, which moves at
// random mostly spoil, and in which others than Mates make their part of the moves. What is
// left is parted in quarters by what it takes to win (solve.Effort.Score), and a problem of a
// quarter is taken only if its length is of that grade too. Of those so many of each set-up
// are taken, the ones first whose lines were looked for the longest. A problem has its number
// for ever once the book has been published.
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
	path := flag.String("log", "", "the `file` of what was found")
	book := flag.String("book", "", "write the book into this `file`, instead of looking for more")
	seed := flag.Uint64("seed", 2015, "of the random numbers that draw the starts")
	want := flag.Int("want", 100, "how many problems of each grade are found before their lines are shortened")
	most := flag.Int("most", 1<<30, "take no more `steps` than so many: a start drawn, or a line shortened")
	flag.Parse()
	if *path == "" || flag.NArg() > 0 {
		log.Fatal("say where the log is: -log FILE, and nothing but flags")
	}
	if err := run(*path, *book, *seed, *want, *most); err != nil {
		log.Fatal(err)
	}
}

// run opens the journal, and adds to it or writes the book.
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

// turns are the set-ups in the order in which they take turns.
var turns = []string{find.Setups[2], find.Setups[1], find.Setups[2], find.Setups[0]}
