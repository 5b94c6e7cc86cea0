// Package people stores the players of a table between matches: their names in order of their last
// match, the number of matches that each has begun, the names that the club must not receive, and the
// colours and pictures that people have chosen.
//
// Names are the same if they are equal. Only where people enter a name, it is tidied ([Tidy]) and
// compared by [Fold], so that a slip of the finger makes no second player.
package people

import (
	"maps"
	"slices"
)

// People holds the known players. The zero value is empty. It is immutable: each method returns the
// next value.
type People struct {
	Known   []string          // names; the player seated last comes first
	Firsts  map[string]int    // by name: number of matches that the player has begun
	Unnamed []string          // names that the club must not receive
	Looks   map[string]Look   // by name: chosen colours and pictures
	Same    map[string]string // by name: the name of the same person, as declared by Merged
}

// Knows reports whether a player of that name is known.
func (p People) Knows(name string) bool { return slices.Contains(p.Known, name) }

// Named reports whether the club may receive a name.
func (p People) Named(name string) bool { return !slices.Contains(p.Unnamed, name) }

// Seated returns the people after the players in names have taken seats. The last of names becomes
// the first known player.
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

// Began returns the people after a player has begun a match.
func (p People) Began(name string) People {
	p.Firsts = maps.Clone(p.Firsts)
	if p.Firsts == nil {
		p.Firsts = map[string]int{}
	}
	p.Firsts[name]++
	return p
}

// Fairest returns the seats, from 1, of the players who have begun the fewest matches. It returns
// no seats if all players have begun equally many.
func (p People) Fairest(names []string) (seats []int) {
	least := p.began(slices.MinFunc(names, func(a, b string) int { return p.began(a) - p.began(b) }))
	for i, name := range names {
		if p.began(name) == least {
			seats = append(seats, i+1)
		}
	}
	if len(seats) == len(names) {
		return nil
	}
	return seats
}

// WithName returns the people after a name was released to the club (named) or withheld from it.
func (p People) WithName(name string, named bool) People {
	p.Unnamed = without(p.Unnamed, name)
	if !named {
		p.Unnamed = append(p.Unnamed, name)
	}
	return p
}

// Without returns the people without the players of these names.
func (p People) Without(names ...string) People {
	p.Known, p.Unnamed = without(p.Known, names...), without(p.Unnamed, names...)
	for _, name := range names {
		p = p.WithLook(name, Look{}).withoutSame(name)
	}
	return p
}

// Renamed returns the people after the player from got the name to. If to is a known player, the
// two become one person.
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
	p = p.renamedSame(from, to)
	if l, chosen := p.Looks[from]; chosen {
		if _, has := p.Looks[to]; !has {
			p = p.WithLook(to, l)
		}
		p = p.WithLook(from, Look{})
	}
	if n := p.Firsts[from]; n > 0 {
		p.Firsts = maps.Clone(p.Firsts)
		p.Firsts[to] += n
		delete(p.Firsts, from)
	}
	return p
}

func without(all []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(names, name) })
}
