package mazaitsy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
)

// The oracle: the move stage once more, as plainly as it can be told, on signs and
// pairs of numbers. It shares nothing with the engine but the signs.

// fatal is a test or a property.
type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

type oracleField struct {
	size int
	sign [6][6]string // by row, then column
}

type oracleBoat struct{ x, y, dx, dy int }

var arrows = map[string][2]int{
	"n": {0, -1}, "ne": {1, -1}, "e": {1, 0}, "se": {1, 1}, "s": {0, 1}, "sw": {-1, 1}, "w": {-1, 0}, "nw": {-1, -1},
}

// at returns the sign at a place, or "#" on the shore: neither can be entered.
func (o *oracleField) at(x, y int) string {
	if x < 0 || y < 0 || x >= o.size || y >= o.size {
		return "#"
	}
	return o.sign[y][x]
}

// plans are all sequences of actions that a stage can have.
var plans = []string{"F", "L", "R", "FF", "FL", "FR", "LF", "LL", "LR", "RF", "RL", "RR", "<", ">"}

// sail returns where a plan can end, or nothing if it can't be carried out.
func (o *oracleField) sail(r oracleBoat, plan string) (ends []oracleBoat) {
	carried, stopped := map[[2]int]bool{}, false
	for i, action := range plan {
		if stopped {
			return nil
		}
		moved, ok := o.act(&r, action)
		if !ok {
			return nil
		}
		acts := moved || i == 0
		for acts {
			s := o.at(r.x, r.y)
			d, current := arrows[s]
			switch {
			case s == "=" && moved:
				stopped, acts = true, false
			case !current || carried[[2]int{r.x, r.y}]:
				acts = false
			case o.at(r.x+d[0], r.y+d[1]) == "#":
				stopped, acts = true, false
			default:
				carried[[2]int{r.x, r.y}] = true
				r.x, r.y, moved = r.x+d[0], r.y+d[1], true
			}
		}
	}
	if o.at(r.x, r.y) != "o" {
		for y := r.y - 1; y <= r.y+1; y++ {
			for x := r.x - 1; x <= r.x+1; x++ {
				if o.at(x, y) == "o" {
					ends = append(ends, oracleBoat{x, y, r.dx, r.dy})
				}
			}
		}
	}
	if ends == nil {
		ends = []oracleBoat{r}
	}
	return ends
}

// act carries out one action and reports whether the boat came to another card,
// and whether that can be done.
func (o *oracleField) act(r *oracleBoat, action rune) (moved, ok bool) {
	x, y := r.x, r.y
	switch action {
	case 'L':
		r.dx, r.dy = r.dy, -r.dx
		return false, true
	case 'R':
		r.dx, r.dy = -r.dy, r.dx
		return false, true
	case 'F':
		x, y = x+r.dx, y+r.dy
	case '<':
		x, y = x+r.dx+r.dy, y+r.dy-r.dx
	case '>':
		x, y = x+r.dx-r.dy, y+r.dy+r.dx
	}
	if o.at(x, y) == "#" {
		return false, false
	}
	r.x, r.y = x, y
	return true, true
}

// all returns the ends of all plans, as "FL: c3 n".
func (o *oracleField) all(r oracleBoat) []string {
	found := map[string]bool{}
	for _, plan := range plans {
		for _, end := range o.sail(r, plan) {
			found[fmt.Sprintf("%s: %c%d %s", plan, 'a'+end.x, end.y+1, noseOf(end))] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func noseOf(r oracleBoat) string {
	for name, d := range arrows {
		if d == [2]int{r.dx, r.dy} {
			return name
		}
	}
	return "?"
}

// fieldState is the field as a position of the engine; the boat is seat 1's.
func (o *oracleField) fieldState(t fatal, r oracleBoat) fieldState {
	t.Helper()
	f := (&table{seats: map[int]int{6: 3, 5: 2}[o.size], rounds: 3, places: 5, fullField: true, hares: tally{1: 1}}).newFieldState()
	f.stage, f.top = replacing, card{kind: water}
	for y := range o.size {
		for x := range o.size {
			c, err := parseCard(o.sign[y][x], true)
			if err != nil {
				t.Fatal(err)
			}
			f.field[y*rowLength+x] = c
		}
	}
	for i := range f.deck.row {
		f.row[i].card = card{kind: water}
	}
	nose, _ := parseDirection(noseOf(r))
	for k := 1; k <= f.table.seats; k++ {
		f.boats[k] = boat{cell(r.y*rowLength + r.x), nose}
	}
	f.beginTurn()
	return f
}

// letters of decisions in plans.
var letters = map[games.Decision]string{
	"forward": "F", "turn left": "L", "turn right": "R", "diagonal left": "<", "diagonal right": ">", "done": "",
}

// explored returns the ends that the engine allows, as the oracle writes them.
func explored(t fatal, f fieldState) []string {
	found := map[string]bool{}
	var visit func(f fieldState, plan string)
	visit = func(f fieldState, plan string) {
		if f.stage != moving && f.stage != pulling {
			found[plan+": "+f.boats[1].at.String()+" "+f.boats[1].nose.String()] = true
			return
		}
		for _, c := range f.Legal() {
			next, err := f.Apply(c.Says)
			if err != nil {
				t.Fatalf("%s: %v\n%s", c.Says, err, f)
			}
			visit(next.(fieldState), plan+letters[c.Says])
		}
	}
	visit(f, "")
	return slices.Sorted(maps.Keys(found))
}

// agree fails unless engine and oracle allow the same.
func agree(t fatal, o *oracleField, r oracleBoat) {
	t.Helper()
	f := o.fieldState(t, r)
	if got, want := explored(t, f), o.all(r); !slices.Equal(got, want) {
		t.Fatalf("the engine ends at\n%s\nthe oracle at\n%s\nin\n%s", strings.Join(got, ", "), strings.Join(want, ", "), f)
	}
}

// waterField returns a field of water.
func waterField(size int) *oracleField {
	o := &oracleField{size: size}
	for y := range o.size {
		for x := range o.size {
			o.sign[y][x] = "~"
		}
	}
	return o
}

var winds = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

func TestEveryChainOfUpToFourCurrentsGoesAsTheOracleSays(t *testing.T) {
	chains := 0
	var extend func(o oracleField, x, y, left int)
	extend = func(o oracleField, x, y, left int) {
		agree(t, &o, oracleBoat{2, 3, 0, -1})
		chains++
		if left == 0 || o.at(x, y) != "~" {
			return
		}
		for _, w := range winds {
			longer := o
			longer.sign[y][x] = w
			extend(longer, x+arrows[w][0], y+arrows[w][1], left-1)
		}
	}
	extend(*waterField(6), 2, 2, 4)
	if chains < 3000 {
		t.Errorf("only %d chains", chains)
	}
}

func TestEveryCurrentAtTheStartAndAheadGoesAsTheOracleSays(t *testing.T) {
	for _, size := range []int{5, 6} {
		for at := range size * size {
			x, y := at%size, at/size
			for _, here := range append([]string{"~", "=", "o"}, winds...) {
				for _, d := range [][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
					o := waterField(size)
					o.sign[y][x] = here
					agree(t, o, oracleBoat{x, y, d[0], d[1]})
				}
			}
		}
	}
}

func TestAnyFieldGoesAsTheOracleSays(t *testing.T) {
	kinds := append([]string{"~", "f", "=", "#", "@", "%", "o"}, winds...)
	rapid.Check(t, func(t *rapid.T) {
		o := waterField(rapid.SampledFrom([]int{5, 6}).Draw(t, "size"))
		for y := range o.size {
			for x := range o.size {
				o.sign[y][x] = rapid.SampledFrom(kinds).Draw(t, "card")
			}
		}
		r := oracleBoat{x: rapid.IntRange(0, o.size-1).Draw(t, "x"), y: rapid.IntRange(0, o.size-1).Draw(t, "y")}
		nose := arrows[rapid.SampledFrom([]string{"n", "e", "s", "w"}).Draw(t, "nose")]
		r.dx, r.dy = nose[0], nose[1]
		if o.at(r.x, r.y) == "#" {
			o.sign[r.y][r.x] = "~"
		}
		agree(t, o, r)
	})
}
