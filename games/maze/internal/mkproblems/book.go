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

// shares are how many problems of each grade come from a set-up: more from the small one,
// whose pieces are soon laid out.
var shares = []struct {
	setup string
	share int
}{{"small", 13}, {"balanced", 6}, {"standard", 6}}

// What a problem must have to be worth a thought.
const (
	leastLooked   = 150 // positions, of half the searches
	leastHopeless = 50  // hundredths of the random continuations
	leastMakeWay  = 40  // hundredths of the moves that no Mate makes
)

// book chooses the problems, by grade and then by what it takes to win them. Each grade has
// a quarter of the candidates' scores, and lengths of its own.
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

// ofGrade chooses those of a grade.
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

// candidates are problems of some length that are worth a thought, the easiest first.
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

// worthwhile reports whether a problem is more than to walk home.
func (p *problem) worthwhile() (bool, error) {
	looked := slices.Sorted(slices.Values(p.effort.Looked[:]))
	if looked[len(looked)/2-1] < leastLooked || p.effort.Hopeless < leastHopeless {
		return false, nil
	}
	others, err := p.others()
	return others*100 >= leastMakeWay*len(p.line), err
}

// others is how many moves of the line no Mate makes.
func (p *problem) others() (n int, err error) {
	s, err := p.position()
	if err != nil {
		return 0, err
	}
	before, _ := maze.BoardOf(s)
	for _, d := range p.line[:len(p.line)-1] { // the last one a Mate makes
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

// quartiles are the least scores of the grades above the lowest.
func quartiles(all []*problem) (borders [solve.Grades - 1]int) {
	for i := range borders {
		if len(all) > 0 {
			borders[i] = all[len(all)*(i+1)/len(lengths)].effort.Score()
		}
	}
	return borders
}

// fitting are the problems whose score and whose length are both of a grade.
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

// settled are so many of some: those whose lines were looked for the longest, so that the
// choice doesn't change while lines become shorter; of equals those drawn first.
func settled(some []*problem, n int) []*problem {
	some = slices.Clone(some)
	slices.SortStableFunc(some, func(a, b *problem) int { return cmp.Or(b.seeds-a.seeds, a.n-b.n) })
	return some[:n]
}

// write writes the book, as the game reads it.
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
