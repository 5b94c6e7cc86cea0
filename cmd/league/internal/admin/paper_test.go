package admin_test

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"tabletop/cmd/league/internal/pairing"
)

// paperLine is a line of the standings, counted on paper.
type paperLine struct {
	person                  string
	place                   int
	points, buchholz, berge *big.Rat
	direct                  bool
}

func (l paperLine) compare(o paperLine) int {
	return cmp.Or(o.points.Cmp(l.points), o.buchholz.Cmp(l.buchholz), o.berge.Cmp(l.berge))
}

// half is the part of a win that seat i gets for seat k at a table, in halves.
func half(ranks []int, i, k int) int64 { return int64(1 + cmp.Compare(ranks[k], ranks[i])) }

// each calls the function do for all persons of all rounds. For a table it passes the other persons,
// with the halves of a win for each; for a bye it passes none, and the halves of a win for the bye.
func (m *tournament) each(do func(person string, others []string, halves []int64)) {
	for _, s := range m.paper {
		for _, p := range s.byes {
			do(m.person(p), nil, []int64{2})
		}
		for _, p := range s.halfs {
			do(m.person(p), nil, []int64{1})
		}
		for at, table := range s.tables {
			for i, p := range table {
				var others []string
				var halves []int64
				for k, q := range table {
					if k != i {
						others, halves = append(others, m.person(q)), append(halves, half(s.ranks[at], i, k))
					}
				}
				do(m.person(p), others, halves)
			}
		}
	}
}

// standings returns the standings by the definitions, in fractions.
func (m *tournament) standings() []paperLine {
	points := map[string]*big.Rat{}
	m.each(func(person string, _ []string, halves []int64) {
		if points[person] == nil {
			points[person] = new(big.Rat)
		}
		for _, h := range halves {
			points[person].Add(points[person], big.NewRat(h, 2*int64(len(halves))))
		}
	})
	lines := map[string]*paperLine{}
	for person, p := range points {
		lines[person] = &paperLine{person: person, points: p, buchholz: new(big.Rat), berge: new(big.Rat)}
	}
	m.each(func(person string, others []string, halves []int64) {
		l := lines[person]
		if others == nil { // a bye is an opponent with as many points
			others = []string{person}
		}
		for k, other := range others {
			n := int64(len(others))
			l.buchholz.Add(l.buchholz, new(big.Rat).Mul(points[other], big.NewRat(1, n)))
			l.berge.Add(l.berge, new(big.Rat).Mul(points[other], big.NewRat(halves[k], 2*n)))
		}
	})
	var all []paperLine
	for _, person := range slices.Sorted(maps.Keys(lines)) {
		all = append(all, *lines[person])
	}
	slices.SortStableFunc(all, paperLine.compare)
	m.place(all)
	return all
}

// place sets the places of all lines. Of exactly two lines that compare as equal, the first is that
// of the player who was before the other at more of the tables at which both sat.
func (m *tournament) place(all []paperLine) {
	for i := range all {
		first := slices.IndexFunc(all, func(l paperLine) bool { return l.compare(all[i]) == 0 })
		equal := 0
		for _, l := range all {
			if l.compare(all[i]) == 0 {
				equal++
			}
		}
		all[i].place = first + 1
		if equal > 1 {
			m.seen["tie"]++
		}
		if equal == 2 && i == first+1 {
			switch won := m.encounters(all[first].person, all[i].person); {
			case won < 0:
				all[first], all[i] = all[i], all[first]
				fallthrough
			case won > 0:
				all[first].place, all[first].direct = first+1, true
				all[i].place, all[i].direct = first+2, true
				m.seen["direct"]++
			}
		}
	}
}

// encounters returns by how many tables a was before b more often than behind.
func (m *tournament) encounters(a, b string) (ahead int) {
	for _, s := range m.paper {
		for at, table := range s.tables {
			persons := make([]string, len(table))
			for i, p := range table {
				persons[i] = m.person(p)
			}
			i, k := slices.Index(persons, a), slices.Index(persons, b)
			if i >= 0 && k >= 0 {
				ahead += cmp.Compare(s.ranks[at][k], s.ranks[at][i])
			}
		}
	}
	return ahead
}

// compare compares the standings with those on paper.
func (m *tournament) compare() {
	got, err := m.desk.Standings(m.event(), m.results)
	if err != nil {
		m.Fatal(err)
	}
	want := m.standings()
	if len(got) != len(want) {
		m.Fatalf("%d lines, want %d", len(got), len(want))
	}
	exactly := func(score pairing.Score, r *big.Rat) bool {
		return big.NewRat(int64(score), int64(pairing.Win)).Cmp(r) == 0
	}
	for i, l := range got {
		w := want[i]
		if l.ID != w.person || l.Place != w.place || l.Direct != w.direct ||
			!exactly(l.Points, w.points) || !exactly(l.Buchholz, w.buchholz) || !exactly(l.SonnebornBerger, w.berge) {
			m.Errorf("after round %d: %+v, want %s, place %d, %s, %s, %s, %v", len(m.paper), l, w.person, w.place, w.points, w.buchholz, w.berge, w.direct)
		}
	}
}
