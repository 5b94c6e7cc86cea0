package people

import "maps"

// Person returns the name under which a person is counted: name itself, or the name with which
// people have merged it.
func (p People) Person(name string) string {
	for range len(p.Same) { // ends even if a damaged setting goes in a circle
		to, merged := p.Same[name]
		if !merged {
			break
		}
		name = to
	}
	return name
}

// Merged returns the people after the player called other was declared to be the player called name.
// All matches and statistics stay stored under the names that they have.
func (p People) Merged(name, other string) People {
	if name = p.Person(name); p.Person(other) == name {
		return p
	}
	same := maps.Clone(p.Same)
	if same == nil {
		same = map[string]string{}
	}
	same[p.Person(other)] = name
	p.Same = same
	return p
}

// Parted returns the people after Merged was taken back for the player called other.
func (p People) Parted(other string) People {
	if _, merged := p.Same[other]; !merged {
		return p
	}
	p.Same = maps.Clone(p.Same)
	if delete(p.Same, other); len(p.Same) == 0 {
		p.Same = nil
	}
	return p
}

// Pair is two names of known players that look alike. Name belongs to the player seated later.
type Pair struct{ Name, Other string }

// Similar returns the pairs of known players whose names look alike and who haven't been declared to
// be one person.
func (p People) Similar() (pairs []Pair) {
	first := map[string]string{}
	for _, name := range p.Known {
		key := Fold(name)
		other, found := first[key]
		switch {
		case !found:
			first[key] = name
		case p.Person(other) != p.Person(name):
			pairs = append(pairs, Pair{other, name})
		}
	}
	return pairs
}

// withoutSame returns the people without any merger of name.
func (p People) withoutSame(name string) People {
	p = p.Parted(name)
	for other, to := range p.Same {
		if to == name {
			p = p.Parted(other)
		}
	}
	return p
}

// renamedSame returns the people after from got the name to in all that was declared.
func (p People) renamedSame(from, to string) People {
	before := p.Same
	p.Same = nil
	for other, name := range before {
		if other == from {
			other = to
		}
		if name == from {
			name = to
		}
		if other != name {
			p = p.Merged(name, other)
		}
	}
	return p
}

// began returns the number of matches that a person has begun, under all names.
func (p People) began(name string) (n int) {
	person := p.Person(name)
	if n = p.Firsts[person]; len(p.Same) == 0 {
		return n
	}
	for other := range p.Same {
		if p.Person(other) == person {
			n += p.Firsts[other]
		}
	}
	return n
}
