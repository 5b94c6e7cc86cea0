//go:build openscad

package box

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A corner is a vertex as the file writes it, so that equal ones are equal.
type corner [3]string

func (c corner) mm() (p [3]float64) {
	for i, s := range c {
		p[i], _ = strconv.ParseFloat(s, 64)
	}
	return p
}

// A mesh is the triangles of a text STL, their corners anticlockwise from outside.
type mesh [][3]corner

func readSTL(text string) (m mesh, err error) {
	var got []corner
	for line := range strings.Lines(text) {
		word := strings.Fields(line)
		if len(word) != 4 || word[0] != "vertex" {
			continue
		}
		for _, s := range word[1:] {
			if _, err := strconv.ParseFloat(s, 64); err != nil {
				return nil, fmt.Errorf("vertex %q: %w", line, err)
			}
		}
		got = append(got, corner(word[1:]))
	}
	if len(got) == 0 || len(got)%3 != 0 {
		return nil, fmt.Errorf("%d corners are not triangles", len(got))
	}
	for ; len(got) > 0; got = got[3:] {
		m = append(m, [3]corner(got))
	}
	return m, nil
}

// edges calls f with both ends of each edge of each triangle, in its direction.
func (m mesh) edges(f func(triangle int, from, to corner)) {
	for i, t := range m {
		for k := range t {
			f(i, t[k], t[(k+1)%3])
		}
	}
}

// closed tells whether the mesh is the surface of a solid: each edge is there once, and
// once the other way round.
func (m mesh) closed() error {
	there := map[[2]corner]int{}
	m.edges(func(_ int, from, to corner) { there[[2]corner{from, to}]++ })
	for e, n := range there {
		if e[0] == e[1] {
			return fmt.Errorf("an edge at %v has no length", e[0])
		}
		if back := there[[2]corner{e[1], e[0]}]; n != 1 || back != 1 {
			return fmt.Errorf("edge %v is there %d times, and %d times the other way round", e, n, back)
		}
	}
	return nil
}

// patches groups the triangles that wanted says yes to by the edges that they share.
func (m mesh) patches(wanted func([3]corner) bool) []mesh {
	up := make([]int, len(m)) // a forest: a triangle of the same patch, or itself
	root := func(i int) int {
		for up[i] != i {
			up[i], i = up[up[i]], up[i]
		}
		return i
	}
	at := map[[2]corner]int{}
	for i := range m {
		up[i] = i
	}
	m.edges(func(i int, from, to corner) {
		if !wanted(m[i]) {
			return
		}
		at[[2]corner{from, to}] = i
		if j, ok := at[[2]corner{to, from}]; ok {
			up[root(i)] = root(j)
		}
	})
	groups := map[int]mesh{}
	for i := range m {
		if wanted(m[i]) {
			groups[root(i)] = append(groups[root(i)], m[i])
		}
	}
	var all []mesh
	for _, g := range groups {
		all = append(all, g)
	}
	return all
}

// pieces are the surfaces that touch no other.
func (m mesh) pieces() []mesh { return m.patches(func([3]corner) bool { return true }) }

// A bound is a block, from its least to its greatest coordinates in mm.
type bound struct{ least, most [3]float64 }

func (b bound) String() string {
	return fmt.Sprintf("%.2f × %.2f × %.2f mm at %.2f", b.side(0), b.side(1), b.side(2), b.least)
}

func (b bound) side(axis int) float64 { return b.most[axis] - b.least[axis] }

func (m mesh) bound() bound {
	b := bound{m[0][0].mm(), m[0][0].mm()}
	for _, t := range m {
		for _, c := range t {
			for axis, x := range c.mm() {
				b.least[axis] = min(b.least[axis], x)
				b.most[axis] = max(b.most[axis], x)
			}
		}
	}
	return b
}

// volume in mm³.
func (m mesh) volume() (v float64) {
	for _, t := range m {
		a, b, c := t[0].mm(), t[1].mm(), t[2].mm()
		n := cross(b, c)
		v += (a[0]*n[0] + a[1]*n[1] + a[2]*n[2]) / 6
	}
	return v
}

// overhangs are the patches that a printer would lay on air: flatter than 30° and facing
// down, and not on the bed.
func (m mesh) overhangs() []mesh {
	bed := m.bound().least[2]
	flat := -math.Cos(math.Pi / 6)
	return m.patches(func(t [3]corner) bool {
		a, b, c := t[0].mm(), t[1].mm(), t[2].mm()
		n := cross(sub(b, a), sub(c, a))
		onBed := max(a[2], b[2], c[2]) < bed+0.01
		return !onBed && n[2] < flat*math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2])
	})
}

func sub(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
