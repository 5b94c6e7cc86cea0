package mazaitsy_test

import (
	"testing"

	"tabletop/games"
)

// Boats of the other two seats lie out of the way.
const others = ", f6 e, f6 w"

// calm is a field of water.
const calm = `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`

func TestTheSevenFiguresOfMoving(t *testing.T) {
	for _, tt := range []struct{ name, says, want string }{
		{"1: one card ahead", "forward, done", "replace, c3 n, at c4 forward c3"},
		{"2: a quarter turn on the spot", "turn right, done", "replace, c4 e, at c4 right c4"},
		{"2: to the other side", "turn left, done", "replace, c4 w, at c4 left c4"},
		{"3: two cards ahead", "forward, forward", "replace, c2 n, at c4 forward c3 forward c2"},
		{"4: one ahead and a turn", "forward, turn right", "replace, c3 e, at c4 forward c3 right c3"},
		{"4: to the other side", "forward, turn left", "replace, c3 w, at c4 forward c3 left c3"},
		{"5: a half turn on the spot", "turn right, turn right", "replace, c4 s, at c4 right c4 right c4"},
		{"5: to the other side", "turn left, turn left", "replace, c4 s, at c4 left c4 left c4"},
		{"5: there and back", "turn left, turn right", "replace, c4 n, at c4 left c4 right c4"},
		{"6: a turn and one ahead", "turn right, forward", "replace, d4 e, at c4 right c4 forward d4"},
		{"6: to the other side", "turn left, forward", "replace, b4 w, at c4 left c4 forward b4"},
		{"7: diagonally ahead, the nose as it was", "diagonal right", "replace, d3 n, at c4 slant-right d3"},
		{"7: to the other side", "diagonal left", "replace, b3 n, at c4 slant-left b3"},
	} {
		if got := told(after(t, afloat(t, "", "c4 n"+others, calm), tt.says), 1); got != tt.want {
			t.Errorf("%s: %s: got %s, want %s", tt.name, tt.says, got, tt.want)
		}
	}
}

func TestWhatABoatCanDoInEveryCorner(t *testing.T) {
	for _, tt := range []struct{ boat, want string }{
		{"a1 n", "turn left, turn right"},
		{"a1 e", "diagonal right, forward, turn left, turn right"},
		{"a1 s", "diagonal left, forward, turn left, turn right"},
		{"a1 w", "turn left, turn right"},
		{"f1 n", "turn left, turn right"},
		{"f1 e", "turn left, turn right"},
		{"f1 s", "diagonal right, forward, turn left, turn right"},
		{"f1 w", "diagonal left, forward, turn left, turn right"},
		{"f6 n", "diagonal left, forward, turn left, turn right"},
		{"f6 e", "turn left, turn right"},
		{"f6 s", "turn left, turn right"},
		{"f6 w", "diagonal right, forward, turn left, turn right"},
		{"a6 n", "diagonal right, forward, turn left, turn right"},
		{"a6 e", "diagonal left, forward, turn left, turn right"},
		{"a6 s", "turn left, turn right"},
		{"a6 w", "turn left, turn right"},
		{"a3 n", "diagonal right, forward, turn left, turn right"}, // along the edge
		{"c1 n", "turn left, turn right"},                          // against it
		{"c2 n", "diagonal left, diagonal right, forward, turn left, turn right"},
		{"a1 n 2:1", "turn left, turn right, unload 2"},
		{"f4 w 1:1,3:1", "diagonal left, diagonal right, forward, turn left, turn right, unload 1, unload 1 3, unload 3"},
		{"e4 w 1:1", "diagonal left, diagonal right, forward, turn left, turn right"}, // not at the edge
	} {
		if got := listed(afloat(t, "", tt.boat+", c3 e, c3 w", calm).Legal()); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.boat, got, tt.want)
		}
	}
	if got := listed(afloat(t, "", "e5 s 1:1, c3 n", "~ ~ ~ ~ ~\n~ ~ ~ ~ ~\n~ ~ ~ ~ ~\n~ ~ ~ ~ ~\n~ ~ ~ ~ ~").Legal()); got != "turn left, turn right, unload 1" {
		t.Errorf("the corner of two: got %s", got)
	}
}

func TestThicketsCloseTheWay(t *testing.T) {
	const field = `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ # # ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	s := afloat(t, "", "c4 n"+others, field)
	if got := listed(s.Legal()); got != "diagonal right, turn left, turn right" {
		t.Errorf("got %s", got)
	}
	for says, rule := range map[games.Decision]string{"forward": "rule.thicket", "diagonal left": "rule.thicket"} {
		if _, err := s.Apply(says); broken(err) != rule {
			t.Errorf("%s: got %v, want %s", says, err, rule)
		}
	}
}

func TestCurrents(t *testing.T) {
	for _, tt := range []struct{ name, boat, says, want, field string }{
		{
			"a straight one carries one card along, the nose as it was", "c4 n", "forward",
			"move, d3 n, at c4 forward c3 drift d3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ e ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a side one carries diagonally", "c4 n", "forward, forward",
			"replace, b1 n, at c4 forward c3 drift b2 forward b1", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ nw ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"after the second action the stage ends where the boat was carried", "c4 n", "forward, forward",
			"replace, d1 n, at c4 forward c3 forward c2 drift d1", `
~ ~ ~ ~ ~ ~
~ ~ ne ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"others carry on", "c4 n", "forward, turn left",
			"replace, e2 w, at c4 forward c3 drift d3 drift d2 drift e2 left e2", `
~ ~ ~ ~ ~ ~
~ ~ ~ e ~ ~
~ ~ e n ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a loop carries round once, then the boat rests on a current", "c5 n", "forward, done",
			"replace, c4 n, at c5 forward c4 drift d4 drift d3 drift c3 drift c4", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ s w ~ ~
~ ~ e n ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"before the shore the stage ends on the current", "b2 w", "forward",
			"replace, a2 w, at b2 forward a2 shore a2", `
~ ~ ~ ~ ~ ~
w ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"before a thicket too", "c4 n", "forward",
			"replace, c3 n, at c4 forward c3 thicket c3", `
~ ~ ~ ~ ~ ~
~ ~ ~ # ~ ~
~ ~ ne ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"at the start it is silent if the first action is forward", "c3 n", "forward, forward",
			"replace, c1 n, at c3 forward c2 forward c1", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ e ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"and if it is diagonal", "c3 n", "diagonal left",
			"replace, b2 n, at c3 slant-left b2", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ e ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a first turn wakes it: the turn, the carrying, the second action", "c3 n", "turn right, forward",
			"replace, e3 e, at c3 right c3 drift d3 forward e3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ e ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a first turn on a blocked one ends the stage", "c1 e", "turn right",
			"replace, c1 s, at c1 right c1 shore c1", `
~ ~ n ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"one silent at the start acts on return", "c3 n", "forward, done",
			"replace, d3 n, at c3 forward c2 drift c3 drift d3", `
~ ~ ~ ~ ~ ~
~ ~ s ~ ~ ~
~ ~ e ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"the second time in a turn it lets the boat rest", "c3 n", "turn left, turn left",
			"replace, c3 s, at c3 left c3 drift c2 drift c3 left c3", `
~ ~ ~ ~ ~ ~
~ ~ s ~ ~ ~
~ ~ n ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a log at its end ends the stage", "c4 n", "forward",
			"replace, d2 n, at c4 forward c3 drift d2 log d2", `
~ ~ ~ ~ ~ ~
~ ~ ~ = ~ ~
~ ~ ne ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
	} {
		if got := told(after(t, afloat(t, "", tt.boat+others, tt.field), tt.says), 1); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestLogsAndFunnels(t *testing.T) {
	for _, tt := range []struct{ name, boat, says, want, field string }{
		{
			"a log ends the stage", "c4 n", "forward", "replace, c3 n, at c4 forward c3 log c3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ = ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"one under the boat at the start doesn't", "c3 n", "turn left, forward", "replace, b3 w, at c3 left c3 forward b3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ = ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a funnel pulls at the end of the stage, the nose as it was", "c6 n", "forward, forward", "replace, d3 n, at c6 forward c5 forward c4 funnel d3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ o ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"not after the first of two actions", "c4 n", "forward, turn left", "replace, d4 w, at c4 forward c3 left c3 funnel d4", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ o ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"after a log too", "c4 n", "forward", "replace, b2 n, at c4 forward c3 log c3 funnel b2", `
~ ~ ~ ~ ~ ~
~ o ~ ~ ~ ~
~ ~ = ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"from a current before the shore, over the edge cards", "c2 n", "forward", "replace, d1 n, at c2 forward c1 shore c1 funnel d1", `
~ ~ n o ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"the player chooses among several", "c4 n", "forward, done, pull d2", "replace, d2 n, at c4 forward c3 funnel d2", `
~ ~ ~ ~ ~ ~
~ o ~ o ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"one pull, no chain", "c4 n", "forward, forward", "replace, d1 n, at c4 forward c3 forward c2 funnel d1", `
~ ~ ~ o o ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"on a funnel others don't pull", "c4 n", "forward, done", "replace, c3 n, at c4 forward c3", `
~ ~ ~ ~ ~ ~
~ o ~ o ~ ~
~ ~ o ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a current carries out of reach first", "c4 n", "forward, done", "replace, e3 n, at c4 forward c3 drift d3 drift e3", `
~ ~ ~ ~ ~ ~
~ o ~ ~ ~ ~
~ ~ e e ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"who unloads isn't pulled", "a4 n 1:1", "unload 1", "replace, a4 n, at a4", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ o ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
	} {
		if got := told(after(t, afloat(t, "", tt.boat+others, tt.field), tt.says), 1); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestEverySetOfFunnelsAroundABoatIsOffered(t *testing.T) {
	around := []string{"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}
	for set := range 1 << len(around) {
		signs := map[string]string{}
		want := ""
		count := 0
		for i, at := range around {
			if set>>i&1 == 1 {
				signs[at] = "o"
				count++
				if want != "" {
					want += ", "
				}
				want += "pull " + at
			}
		}
		s := after(t, afloat(t, "", "c3 n"+others, fieldOf(signs)), "turn left, done")
		switch got := listed(s.Legal()); {
		case count == 0 && told(s, 1) != "replace, c3 w, at c3 left c3":
			t.Errorf("without funnels: %s", told(s, 1))
		case count == 1 && told(s, 1) != "replace, "+want[5:]+" w, at c3 left c3 funnel "+want[5:]:
			t.Errorf("%s: got %s", want, told(s, 1))
		case count > 1 && got != want:
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// fieldOf draws a field of water with other cards on some cells.
func fieldOf(signs map[string]string) string {
	field := ""
	for row := range 6 {
		for column := range 6 {
			sign := signs[string([]byte{'a' + byte(column), '1' + byte(row)})]
			if sign == "" {
				sign = "~"
			}
			field += sign + " "
		}
		field += "\n"
	}
	return field
}
