package main

import (
	"slices"

	"tabletop/games/maze/internal/find"
	"tabletop/games/maze/solve"
)

// journal contains the problems found, and the file to which the program adds them. When the line
// of a problem becomes shorter, the program adds the problem again.
type journal struct {
	*find.Journal
	all  []*problem // problems in the order of drawing
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

// put adds a problem to the journal in memory, or replaces its earlier version.
func (j *journal) put(p problem) {
	if old := j.byID[p.key()]; old != nil {
		*old = p
		return
	}
	j.byID[p.key()] = &p
	j.all = append(j.all, &p)
}

// counts returns the number of problems in each grade. The length of a problem determines its grade.
func (j *journal) counts() (counts [solve.Grades]int) {
	for _, p := range j.all {
		if g, ok := p.length(); ok {
			counts[g]++
		}
	}
	return counts
}

// length returns the grade whose range of lengths includes the length of the problem. It returns
// false if there is no such grade.
func (p *problem) length() (solve.Grade, bool) {
	i := slices.IndexFunc(lengths[:], func(l [2]int) bool { return l[0] <= len(p.line) && len(p.line) <= l[1] })
	return solve.Grade(max(i, 0)), i >= 0
}

// step draws a problem if some grade has fewer problems than want. Otherwise it takes the problem
// in the book that took the fewest seeds so far, and shortens its line.
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

// grow draws the next problem and adds it to the journal. seed determines the random numbers.
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
