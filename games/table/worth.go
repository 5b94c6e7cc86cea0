package table

// linePoints returns the points that the number p scores in a category. The category's line of the
// sheet sets these points.
func (s *state) linePoints(category int, p points) int32 {
	if p <= missing {
		return 0
	}
	return s.lines[category].worth(int(p))
}

// worth returns the points for the number n in the line l.
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

// sums reports whether the numbers of all seats in the line have a required sum. In edition 1 the sum
// 0 meant none.
func (l *Line) sums(edition int) bool { return l.Sum.Is && (l.Sum.At != 0 || edition > 1) }

// sheetSum returns the points of a seat in a round, for the entered numbers and for the lines that
// follow from them.
func (s *state) sheetSum(numbers []points) (total int32) {
	for i, p := range numbers {
		if !s.lines[i].Apart {
			total += s.linePoints(i, p)
		}
	}
	return total + s.derivedSum(numbers)
}

// derivedSum returns the points of a seat in a round for the lines that follow from its numbers.
func (s *state) derivedSum(numbers []points) (total int32) {
	made := s.derivedValues(numbers)
	for i := range s.derived {
		if l := &s.derived[i]; !l.Apart && made[i].known {
			total += l.worth(made[i].n)
		}
	}
	return total
}

// value is the number of a seat in a line. known is false if it is not entered yet.
type value struct {
	n     int
	known bool
}

// mostMade is the greatest absolute number in a line that follows from others.
const mostMade = 1 << 20

// derivedValues returns the numbers of the derived lines, which follow from others, for a seat.
func (s *state) derivedValues(numbers []points) (made [MostLines]value) {
	for i := range s.derived {
		made[i].known = true
		for k, of := range s.from[i] {
			made[i] = made[i].and(s.valueAt(of, numbers, &made), s.derived[i].Of, k == 0)
		}
	}
	return made
}

// valueAt returns the value of the line with the index at. Indices count the categories first and
// then the derived lines.
func (s *state) valueAt(at int, numbers []points, made *[MostLines]value) value {
	if n := len(s.categories); at >= n {
		return made[at-n]
	}
	return value{int(numbers[at].counted()), numbers[at] != missing}
}

// and combines v with another value. The parameter of names the operation: "sum", "least" or
// "most". A sum is always known. The least and the most are known only if all numbers are known.
// first is set for the first number, which replaces the number of v.
func (v value) and(other value, of string, first bool) value {
	switch {
	case of == "sum":
		return value{min(max(v.n+other.n, -mostMade), mostMade), true}
	case first, of == "least" && other.n < v.n, of == "most" && other.n > v.n:
		v.n = other.n
	}
	v.known = v.known && other.known
	return v
}

// shared returns t with the total of each seat replaced by the sum of its team.
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
