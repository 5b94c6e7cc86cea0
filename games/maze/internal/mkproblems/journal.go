package main

import (
	"slices"

	"tabletop/games/maze/internal/find"
	"tabletop/games/maze/solve"
)

// journal is what was found, and the file to which it adds. A problem whose line has
// become shorter is written again.
type journal struct {
	*find.Journal
	all  []*problem // in the order they were drawn
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

// put adds a problem, or takes it in place of what it was before.
func (j *journal) put(p problem) {
	if old := j.byID[p.key()]; old != nil {
		*old = p
		return
	}
	j.byID[p.key()] = &p
	j.all = append(j.all, &p)
}

// counts are how many problems there are of each length.
func (j *journal) counts() (counts [solve.Grades]int) {
	for _, p := range j.all {
		if g, ok := p.length(); ok {
			counts[g]++
		}
	}
	return counts
}

// length is the grade whose problems are so long.
func (p *problem) length() (solve.Grade, bool) {
	i := slices.IndexFunc(lengths[:], func(l [2]int) bool { return l[0] <= len(p.line) && len(p.line) <= l[1] })
	return solve.Grade(max(i, 0)), i >= 0
}

// step draws a problem as long as there are too few of a grade, and then shortens the line
// that was looked for with the fewest seeds.
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

// grow draws the next problem and writes it down.
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
