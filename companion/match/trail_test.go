package match

import (
	"slices"
	"testing"
)

func TestEveryLinkOfATrailIsFoundInFewSteps(t *testing.T) {
	const links = 100_000
	var all *trail[int]
	for i := 1; i <= links; i++ {
		all = all.push(i)
	}
	for n := 1; n <= links; n += 37 {
		if got := all.at(n); got.value != n || got.len != n {
			t.Fatalf("link %d holds %d", n, got.value)
		}
	}
	most := 0
	for n := 1; n <= links; n += 37 {
		steps := 0
		for at := all; at.len > n; steps++ {
			if at.jump.len >= n {
				at = at.jump
			} else {
				at = at.prev
			}
		}
		most = max(most, steps)
	}
	if most > 50 { // 3 log₂ 100,000 = 50
		t.Errorf("a link is %d steps away", most)
	}
}

func TestTrailsThatPartKeepWhatTheyShare(t *testing.T) {
	stem := (*trail[string])(nil).push("a").push("b")
	left, right := stem.push("c"), stem.push("d").push("e")
	for _, c := range []struct {
		trail *trail[string]
		want  []string
	}{
		{nil, nil}, {stem, []string{"a", "b"}}, {left, []string{"a", "b", "c"}}, {right, []string{"a", "b", "d", "e"}},
	} {
		if got := slices.Collect(c.trail.after(0)); !slices.Equal(got, c.want) {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
	if !left.beginsWith(stem) || !right.beginsWith(right) || left.beginsWith(right) || right.beginsWith(left) || stem.beginsWith(left) {
		t.Error("a trail begins with itself and what it was, and nothing else")
	}
}
