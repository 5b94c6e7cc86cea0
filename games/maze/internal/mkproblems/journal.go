package main

import (
	"slices"

	"tabletop/games/maze/internal/find"
	"tabletop/games/maze/solve"
)

// journal contains the problems found, and the file to which it adds them. A problem whose line
// has become shorter is written again.
type journal struct {
	*find.Journal
	all  []*problem // in the order of drawing
	byID map[string]*problem
}

func open(path string) (j *journal, err error) {
	j = &journal{byID: map[string]*problem{}}
	j.Journal, err = find.Open(path, func(line string) error {
		p, err := parse(line)
		j.put(p)
		return err
	})
	return j, err
}

// put adds a problem, or replaces its earlier version.
func (j *journal) put(p problem) {
	if old := j.byID[p.key()]; old != nil {
		*old = p
		return
	}
	j.byID[p.key()] = &p
	j.all = append(j.all, &p)
}

// counts returns the number of problems of each length.
func (j *journal) counts() (counts [solve.Grades]int) {
	for _, p := range j.all {
		if g, ok := p.length(); ok {
			counts[g]++
		}
	}
	return counts
}

// length returns the grade with problems of that length.
func (p *problem) length() (solve.Grade, bool) {
	i := slices.IndexFunc(lengths[:], func(l [2]int) bool { return l[0] <= len(p.line) && len(p.line) <= l[1] })
	return solve.Grade(max(i, 0)), i >= 0
}

// step draws a problem while a grade has fewer than want. After that it shortens the line of
// the book that took the fewest seeds so far.
func (j *journal) step(seed uint64, want int) error {
	counts := j.counts()
	book, err := j.book()
	if err != nil || slices.Min(counts[:]) < want {
		return j.grow(seed)
	}
	p := slices.MinFunc(book, func(a, b *problem) int { return a.seeds - b.seeds })
	if err := p.shorten(); err != nil {
		return err
	}
	return j.Add(p.String())
}

// grow draws the next problem and adds it to the journal.
func (j *journal) grow(seed uint64) error {
	setup, n := turns[len(j.all)%len(turns)], 0
	for _, p := range j.all {
		if p.setup == setup {
			n = p.n + 1
		}
	}
	p, err := draw(setup, seed, n)
	if err != nil {
		return err
	}
	j.put(p)
	return j.Add(p.String())
}
