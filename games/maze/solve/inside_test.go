package solve

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

// each walks through the squares.
func (x set) each() func(func(int) bool) {
	return func(yield func(int) bool) {
		for ; x != 0 && yield(x.first()); x &= x - 1 {
		}
	}
}

// anyBoard draws a position after random plies from a random start, in which the side that
// begins may have no move.
func anyBoard(rt *rapid.T) maze.Board {
	start := []byte("SSLLRRTTBB112233SSLLRRTTBB112233")
	for i := range start {
		half := i / 16 * 16
		j := half + rapid.IntRange(0, 15).Draw(rt, "place")
		start[i], start[j] = start[j], start[i]
	}
	s := gamestest.Begin(rt, maze.Rules{}, "seats=2 start="+string(start))
	if s.Turn() == games.Nobody {
		rt.Skip("over before it began")
	}
	for range rapid.IntRange(0, 60).Draw(rt, "plies") {
		next := gamestest.After(rt, s, rapid.SampledFrom(s.Legal()).Draw(rt, "move").Says)
		if next.Turn() == games.Nobody {
			break
		}
		s = next
	}
	b, _ := maze.BoardOf(s)
	return b
}

func TestAKeyIsThePosition(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBoard(rt)
		want := gridOf(&b)
		var got grid
		k := want.key()
		k.unpack(&got)
		if got != want {
			rt.Errorf("got %v, want %v", got, want)
		}
		if back := got.board(&b); back.Occupied() != b.Occupied() || back.Fixed() != b.Fixed() || back.BlackToMove() != b.BlackToMove() {
			rt.Errorf("the board comes back as %v, want %v", back, b)
		}
	})
}

func TestSuccessorsAreTheMovesOfTheRules(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBoard(rt)
		x := expander{ground: newGround(&b), rules: b}
		g := gridOf(&b)
		x.expand(g.key())
		found := map[hop]key{}
		for _, s := range x.successors {
			found[hop{uint8(s.from), uint8(s.to)}] = s.key
		}
		for from := range set(b.Movable()).each() {
			for to := range set(b.Targets(from)).each() {
				next := b
				next.Move(from, to)
				g := gridOf(&next)
				k, listed := found[hop{uint8(from), uint8(to)}]
				if strays := !listed && next.Dead() && b.On(from).Kind() == maze.Mate; !strays && k != g.key() {
					rt.Errorf("%s leads elsewhere", maze.Says(from, to))
				}
			}
		}
	})
}

func TestCostsAfterAMoveAreThoseWeighedAnew(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBoard(rt)
		x := expander{ground: newGround(&b), rules: b}
		g := gridOf(&b)
		x.expand(g.key())
		if len(x.successors) == 0 {
			return
		}
		s := rapid.SampledFrom(x.successors).Draw(rt, "move")
		var before, got, want costs
		x.ground.weigh(&g, &before)
		got = before
		g.take(s.from)
		g.put(s.to, s.after)
		changed := x.ground.reweigh(&g, &got, s.from, s.to)
		x.ground.weigh(&g, &want)
		if got != want {
			rt.Errorf("got %v\nwant %v", got, want)
		}
		for at := range squares {
			if changed.has(at) != (before[ahead][at] != want[ahead][at]) {
				rt.Errorf("square %d is said to have changed: %v", at+1, changed.has(at))
			}
		}
	})
}

func TestALostWayIsNoWay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBoard(rt)
		ground := newGround(&b)
		g := gridOf(&b)
		var v costs
		ground.weigh(&g, &v)
		for c := whiteMate; c <= blackMate; c++ {
			for at := range g.of[c].each() {
				cost, _ := ground.route(&v[ahead], c, at)
				reach := set(b.Reach(at, b.Walls()))
				if cost >= lost && reach.has(int(ground.goals[c][at])) {
					rt.Errorf("the Mate on %d is given up and gets home", at+1)
				}
			}
		}
	})
}

func TestSharesOfLuby(t *testing.T) {
	want := []int{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1}
	for i, n := range want {
		if got := luby(i); got != n {
			t.Errorf("luby(%d) = %d, want %d", i, got, n)
		}
	}
}

func TestMovesThatAreLeftAlternate(t *testing.T) {
	line := []hop{{1, 2}, {11, 12}, {2, 1}, {12, 13}, {3, 4}}
	tests := []struct {
		name    string
		savings []saving
		want    []hop
	}{
		{"none", nil, line},
		{"the last of the side that began", []saving{{gone: [2]int{4, noMove}, at: noMove}}, line[:4]},
		{"one of the other", []saving{{gone: [2]int{1, noMove}, at: noMove}}, nil},
		{"one of each", []saving{{gone: [2]int{4, 1}, at: noMove}}, []hop{{1, 2}, {12, 13}, {2, 1}}},
		{
			"two of a piece in one, and one that comes back",
			[]saving{{gone: [2]int{3, noMove}, at: 1, as: hop{11, 13}}, {gone: [2]int{0, 2}, at: noMove}},
			[]hop{{3, 4}, {11, 13}},
		},
		{
			"two of a piece in one, and one of the other side",
			[]saving{{gone: [2]int{3, noMove}, at: 1, as: hop{11, 13}}, {gone: [2]int{4, noMove}, at: noMove}},
			[]hop{{1, 2}, {11, 13}, {2, 1}},
		},
	}
	for _, tt := range tests {
		if got := alternate(line, tt.savings...); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestAPlaceIsNewOnceAndAPairToo(t *testing.T) {
	n := newNovelty(2)
	var g grid
	g.put(20, lightning)
	g.put(30, rabbit)
	for i, want := range []int{newFact, nothingNew} {
		if got := n.see(&g, 0, 20); got != want {
			t.Errorf("look %d: got %d, want %d", i, got, want)
		}
	}
	g.take(30)
	g.put(31, rabbit)
	if got := n.see(&g, 0, 20); got != newPair {
		t.Errorf("beside a Rabbit elsewhere: got %d, want %d", got, newPair)
	}
	if got := n.see(&g, 1, 20); got != newFact {
		t.Errorf("on another page: got %d, want %d", got, newFact)
	}
}
