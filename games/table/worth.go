package table

// factored is what a number counts on its line.
func (s *state) factored(category int, p points) int32 {
	if p <= missing {
		return 0
	}
	return s.lines[category].worth(int(p))
}

// worth is what n counts.
func (l *Line) worth(n int) int32 {
	w := n * l.Factor
	if l.Table != nil {
		w = 0
		for _, step := range l.Table {
			if n >= step.From {
				w = step.Points
			}
		}
	}
	if l.Cap > 0 {
		w = min(max(w, -l.Cap), l.Cap)
	}
	return int32(w)
}

// sheetSum is what the numbers of a seat in a round are worth, with what follows from them.
func (s *state) sheetSum(numbers []points) (total int32) {
	for i, p := range numbers {
		if !s.lines[i].Apart {
			total += s.factored(i, p)
		}
	}
	made := s.combined(numbers)
	for i := range s.made {
		if l := &s.made[i]; !l.Apart && made[i].there {
			total += l.worth(made[i].n)
		}
	}
	return total
}

// value is a number on a line of a seat, if it is there.
type value struct {
	n     int
	there bool
}

// mostMade is as many as a number can be that follows from others, and as many below zero.
const mostMade = 1 << 20

// combined are the numbers of the lines that are made of others, in their order.
func (s *state) combined(numbers []points) (made [MostLines]value) {
	for i := range s.made {
		made[i].there = true
		for k, of := range s.from[i] {
			made[i] = made[i].and(s.valueAt(of, numbers, &made), s.made[i].Of, k == 0)
		}
	}
	return made
}

// valueAt is the number of a category or, beyond them, of a line that is made of others.
func (s *state) valueAt(at int, numbers []points, made *[MostLines]value) value {
	if n := len(s.categories); at >= n {
		return made[at-n]
	}
	return value{int(numbers[at].counted()), numbers[at] != missing}
}

// and returns the sum, the least or the most of v and another; the least and the most are
// there when all are.
func (v value) and(other value, of string, first bool) value {
	switch {
	case of == "sum":
		return value{min(max(v.n+other.n, -mostMade), mostMade), true}
	case first, of == "least" && other.n < v.n, of == "most" && other.n > v.n:
		v.n = other.n
	}
	v.there = v.there && other.there
	return v
}

// shared returns t with what the seats of a team have together for each of them.
func (s *state) shared(t tally) tally {
	n := s.def.Teams
	if n == 0 {
		return t
	}
	var sums tally
	for seat := range s.seats {
		sums[seat%n] += t[seat]
	}
	for seat := range s.seats {
		t[seat] = sums[seat%n]
	}
	return t
}
