package main

import (
	"cmp"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strings"

	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// shares contains the number of problems of each grade, by set-up. The small set-up has more,
// because its pieces are quickly laid out.
var shares = []struct {
	setup string
	share int
}{{"small", 13}, {"balanced", 6}, {"standard", 6}}

// Minimum requirements for an interesting problem.
const (
	leastLooked   = 150 // positions that all searches but one examine, or more
	leastHopeless = 50  // percentage of random continuations that are lost
	leastMakeWay  = 40  // percentage of moves that a piece other than a Mate makes
)

// book returns the problems of the book, sorted by grade and then by effort. The
// candidates, ordered by score, are split into four equal grades. Each grade accepts a range of
// lengths.
func (j *journal) book() (book []*problem, err error) {
	all, err := j.candidates()
	if err != nil {
		return nil, err
	}
	borders := quartiles(all)
	for g := range solve.Grades {
		of, err := ofGrade(g, fitting(all, g, borders))
		if err != nil {
			return nil, err
		}
		book = append(book, of...)
	}
	return book, nil
}

// ofGrade chooses the problems of a grade from those that fit the grade.
func ofGrade(g solve.Grade, fit []*problem) (some []*problem, err error) {
	for _, s := range shares {
		var of []*problem
		for _, p := range fit {
			if p.setup == s.setup {
				of = append(of, p)
			}
		}
		if len(of) < s.share {
			return nil, fmt.Errorf("%d problems of %s are %s, want %d", len(of), s.setup, g, s.share)
		}
		some = append(some, settled(of, s.share)...)
	}
	slices.SortStableFunc(some, harder)
	return some, nil
}

// candidates returns the interesting problems whose length suits a grade, the easiest first.
func (j *journal) candidates() (all []*problem, err error) {
	for _, p := range j.all {
		if _, ok := p.length(); !ok {
			continue
		}
		ok, err := p.worthwhile()
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, harder)
	return all, nil
}

func harder(a, b *problem) int {
	return cmp.Or(cmp.Compare(a.effort.Score(), b.effort.Score()), cmp.Compare(len(a.line), len(b.line)))
}

// worthwhile reports whether a problem meets the minimum requirements above.
func (p *problem) worthwhile() (bool, error) {
	looked := slices.Sorted(slices.Values(p.effort.Looked[:]))
	if looked[len(looked)/2-1] < leastLooked || p.effort.Hopeless < leastHopeless {
		return false, nil
	}
	others, err := p.others()
	return others*100 >= leastMakeWay*len(p.line), err
}

// others returns the number of moves in the line that a piece other than a Mate makes.
func (p *problem) others() (n int, err error) {
	s, err := p.position()
	if err != nil {
		return 0, err
	}
	before, _ := maze.BoardOf(s)
	for _, d := range p.line[:len(p.line)-1] { // a Mate makes the last move
		if s, err = s.Apply(d); err != nil {
			return 0, err
		}
		after, _ := maze.BoardOf(s)
		if left := before.Occupied() &^ after.Occupied(); before.On(bits.TrailingZeros64(left)).Kind() != maze.Mate {
			n++
		}
		before = after
	}
	return n, nil
}

// quartiles returns the least score of each grade above the lowest.
func quartiles(all []*problem) (borders [solve.Grades - 1]int) {
	for i := range borders {
		if len(all) > 0 {
			borders[i] = all[len(all)*(i+1)/len(lengths)].effort.Score()
		}
	}
	return borders
}

// fitting returns the problems whose score and length both suit a grade.
func fitting(all []*problem, g solve.Grade, borders [solve.Grades - 1]int) (fit []*problem) {
	for _, p := range all {
		is := solve.Easy
		for _, least := range borders {
			if p.effort.Score() >= least {
				is++
			}
		}
		if length, _ := p.length(); is == g && length == g {
			fit = append(fit, p)
		}
	}
	return fit
}

// settled returns the n problems whose lines took the most seeds so far, so that the choice
// doesn't change while lines become shorter. Among equals it prefers those drawn first.
func settled(some []*problem, n int) []*problem {
	some = slices.Clone(some)
	slices.SortStableFunc(some, func(a, b *problem) int { return cmp.Or(b.seeds-a.seeds, a.n-b.n) })
	return some[:n]
}

// write writes the book to a file, in the format that the game reads.
func (j *journal) write(path string) error {
	book, err := j.book()
	if err != nil {
		return err
	}
	var text strings.Builder
	for i, p := range book {
		s, err := p.position()
		if err != nil {
			return err
		}
		b, _ := maze.BoardOf(s)
		grade := solve.Grade(i * int(solve.Grades) / len(book))
		fmt.Fprintf(&text, "%s %d %s\n", grade, len(p.line), &b)
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}
