// Package people remembers who has played at a table: between matches there are names, who
// sat down last, who has begun how often, and who is not to be named beyond the box.
package people

import (
	"maps"
	"slices"
)

// People are the known players. Its zero value knows nobody. It never changes: each method
// returns the next value.
type People struct {
	Known   []string       // the latest seated first
	Firsts  map[string]int // how often each has begun a match
	Unnamed []string       // not to be named to the club
}

// Knows reports whether a name has played here.
func (p People) Knows(name string) bool { return slices.Contains(p.Known, name) }

// Named reports whether a name may be told to the club.
func (p People) Named(name string) bool { return !slices.Contains(p.Unnamed, name) }

// Seated returns the people once names have sat down, the last of them first.
func (p People) Seated(names []string) People {
	known := slices.Clone(names)
	slices.Reverse(known)
	for _, name := range p.Known {
		if !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	p.Known = known
	return p
}

// Began returns the people once somebody has begun a match.
func (p People) Began(name string) People {
	p.Firsts = maps.Clone(p.Firsts)
	if p.Firsts == nil {
		p.Firsts = map[string]int{}
	}
	p.Firsts[name]++
	return p
}

// Fairest lists the seats, from 1, of those who have begun least often; none where that is
// everybody.
func (p People) Fairest(names []string) (seats []int) {
	least := p.Firsts[slices.MinFunc(names, func(a, b string) int { return p.Firsts[a] - p.Firsts[b] })]
	for i, name := range names {
		if p.Firsts[name] == least {
			seats = append(seats, i+1)
		}
	}
	if len(seats) == len(names) {
		return nil
	}
	return seats
}

// WithName returns the people with a name that may or may not be told to the club.
func (p People) WithName(name string, named bool) People {
	p.Unnamed = without(p.Unnamed, name)
	if !named {
		p.Unnamed = append(p.Unnamed, name)
	}
	return p
}

// Without returns the people without some names.
func (p People) Without(names ...string) People {
	p.Known, p.Unnamed = without(p.Known, names...), without(p.Unnamed, names...)
	return p
}

// Renamed returns the people with another name for somebody. Who has that name already is
// the same from then on.
func (p People) Renamed(from, to string) People {
	if from == to {
		return p
	}
	p.Known = without(p.Known, to)
	if i := slices.Index(p.Known, from); i >= 0 {
		p.Known[i] = to
	}
	if !p.Named(from) {
		p = p.WithName(from, true).WithName(to, false)
	}
	if n := p.Firsts[from]; n > 0 {
		p.Firsts = maps.Clone(p.Firsts)
		p.Firsts[to] += n
		delete(p.Firsts, from)
	}
	return p
}

// Choices are names to choose from for a seat, from 0: who sits there, then known players,
// then those of the other seats.
func (p People) Choices(names []string, seat int) []string {
	all := []string{names[seat]}
	for _, name := range slices.Concat(p.Known, names) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

func without(all []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(names, name) })
}
