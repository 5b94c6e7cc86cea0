package pairing

import (
	"math/rand/v2"
	"testing"
)

// most is how many pairs n can make at the most, by trying everything.
func most(n int, open []bool, gone uint) int {
	for a := range n {
		if gone&(1<<a) != 0 {
			continue
		}
		best := most(n, open, gone|1<<a)
		for b := a + 1; b < n; b++ {
			if open[a*n+b] && gone&(1<<b) == 0 {
				best = max(best, 1+most(n, open, gone|1<<a|1<<b))
			}
		}
		return best
	}
	return 0
}

func graph(n int, edges ...[2]int) []bool {
	open := make([]bool, n*n)
	for _, e := range edges {
		open[e[0]*n+e[1]], open[e[1]*n+e[0]] = true, true
	}
	return open
}

// pairs counts them, and fails if they aren't pairs.
func (m *matching) pairs(t interface{ Fatalf(string, ...any) }) (pairs int) {
	for a, b := range m.mate {
		if b == none {
			continue
		}
		if m.mate[b] != a || !m.allowed[a*m.n+b] || m.removed[a] {
			t.Fatalf("%d is paired with %d: %v", a, b, m.mate)
		}
		if a < b {
			pairs++
		}
	}
	return pairs
}

// random is a graph of up to eleven, sparse or dense.
func random(rng *rand.Rand) (n int, open []bool) {
	n = 1 + rng.IntN(11)
	dense := 1 + rng.IntN(9)
	open = make([]bool, n*n)
	for a := range n {
		for b := range a {
			if rng.IntN(10) < dense {
				open[a*n+b], open[b*n+a] = true, true
			}
		}
	}
	return n, open
}

// One in a thousand of these graphs is hard, so there are many.
func TestAsManyArePairedAsTryingEverythingPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		n, open := random(rng)
		m, gone := match(n, open), uint(0)
		for out := rng.Perm(n); len(out) > 0; {
			if got, want := m.pairs(t), most(n, open, gone); got != want {
				t.Fatalf("%v without %b: got %d pairs, want %d", open, gone, got, want)
			}
			some := out[:1+rng.IntN(min(2, len(out)))]
			out = out[len(some):]
			before := m.free()
			if m.without(-1, some...) || m.free() != before {
				t.Fatalf("%v without %v: %d were free, then %d", open, some, before, m.free())
			}
			for _, a := range some {
				m.remove(a)
				gone |= 1 << a
			}
		}
	}
}

// Odd circles with somebody hanging on each of a few of them, numbered at random: long
// blossoms, to be entered and left anywhere.
func TestLongBlossomsArePaired(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 5_000 {
		circle := 3 + 2*rng.IntN(6)
		n := circle + 1 + 2*rng.IntN(2)
		number := rng.Perm(n)
		var edges [][2]int
		for a := range circle {
			edges = append(edges, [2]int{number[a], number[(a+1)%circle]})
		}
		for a := circle; a < n; a++ {
			edges = append(edges, [2]int{number[a], number[rng.IntN(circle)]})
		}
		open := graph(n, edges...)
		if got, want := match(n, open).pairs(t), most(n, open, 0); got != want {
			t.Fatalf("%v: got %d pairs, want %d", edges, got, want)
		}
	}
}

// Graphs in which a search that knows no blossoms goes wrong, or has several within each other.
func TestBlossomsArePaired(t *testing.T) {
	petersen := graph(10, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 0},
		[2]int{0, 5}, [2]int{1, 6}, [2]int{2, 7}, [2]int{3, 8}, [2]int{4, 9},
		[2]int{5, 7}, [2]int{7, 9}, [2]int{9, 6}, [2]int{6, 8}, [2]int{8, 5})
	for _, x := range []struct {
		name string
		n    int
		open []bool
		want int
	}{
		{"nobody", 0, nil, 0},
		{"circle of five", 5, graph(5, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 0}), 2},
		{"two triangles on a bridge", 6, graph(6, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 5}, [2]int{5, 3}), 3},
		{"a star", 6, graph(6, [2]int{0, 1}, [2]int{0, 2}, [2]int{0, 3}, [2]int{0, 4}, [2]int{0, 5}), 1},
		{"Petersen's", 10, petersen, 5},
	} {
		if got := match(x.n, x.open).pairs(t); got != x.want {
			t.Errorf("%s: got %d pairs, want %d", x.name, got, x.want)
		}
	}
}
