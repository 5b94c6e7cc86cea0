package catalogue

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/mice"
	"tabletop/games/table"
)

var agreeing = flag.Int("agree", 100, "how many random games of mice and fox the table is compared with")

// followed is a game of rules of its own, and the table that keeps up with it: who is on
// turn, how many points each has, whether it is over.
type followed struct {
	t     *testing.T
	game  games.State
	table games.State
}

func (f *followed) say(format string, args ...any) {
	f.t.Helper()
	d := games.Decision(fmt.Sprintf(format, args...))
	if _, ok := games.Find(f.table.Legal(), d); !ok {
		f.t.Fatalf("the table can't say %q at\n%s", d, f.table)
	}
	next, err := f.table.Apply(d)
	if err != nil {
		f.t.Fatalf("%v\n%s", err, f.table)
	}
	f.table = next
}

// check compares the table with the game, whose chance is nobody's turn.
func (f *followed) check() {
	f.t.Helper()
	got, want := f.table.Standing(), f.game.Standing()
	if f.game.Turn() != games.Chance && f.table.Turn() != f.game.Turn() ||
		!slices.Equal(got.Scores, want.Scores) || got.Over != want.Over {
		f.t.Fatalf("the table has turn %d, %+v, the game %d, %+v\n%s\n%s", f.table.Turn(), got, f.game.Turn(), want, f.table, f.game)
	}
}

// random plays a decision of the game at random.
func (f *followed) random(rnd *rand.Rand) {
	legal := f.game.Legal()
	c := legal[rnd.IntN(len(legal))]
	d := c.Says
	if n := c.Len(); c.From < c.To {
		d = c.At(rnd.IntN(n))
	}
	next, err := f.game.Apply(d)
	if err != nil {
		f.t.Fatal(err)
	}
	f.game = next
}

// made is the game of a Def, at its beginning.
func made(t *testing.T, d table.Def, seats int) games.State {
	t.Helper()
	d.Words = map[string]string{"ru": "title = Проба", "en": "title = Trial"}
	r, err := table.New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.New(games.Setup{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func begun(t *testing.T, r games.Rules, setup games.Setup) games.State {
	t.Helper()
	s, err := r.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// catching is mice as a table: turns go around, mice are caught and stolen at any time.
var catching = table.Def{Name: "catching", Least: 2, Most: 4, Phases: []table.Phase{{Circles: table.Endless}}}

func TestTheTableKeepsUpWithMice(t *testing.T) {
	for n := range *agreeing {
		rnd := rand.New(rand.NewPCG(1, uint64(n)))
		setup := games.Setup{Seats: 2 + n%3, Options: map[string]string{}}
		for _, o := range (mice.Rules{}).Options() {
			if len(o.Values) > 0 {
				setup.Options[o.Name] = o.Values[rnd.IntN(len(o.Values))]
			}
		}
		f := &followed{t, begun(t, mice.Rules{}, setup), made(t, catching, setup.Seats)}
		for on := games.Seat(1); on != games.Nobody; {
			f.random(rnd)
			for seat, points := range f.game.Standing().Scores {
				if more := points - f.table.Standing().Scores[seat]; more != 0 {
					f.say("add %d %d", seat+1, more)
				}
			}
			switch is := f.game.Turn(); is {
			case games.Chance, on:
			case games.Nobody:
				f.say("done") // so that the table may finish even a game of one turn
				f.say("finish")
				on = is
			default:
				f.say("done")
				on = is
			}
			f.check()
		}
	}
}

// tricks is fox as a table: the turn is whose the last trick was, points are written down
// when all tricks are taken, the lead moves, and the target ends it.
func tricks(target int) table.Def {
	return table.Def{
		Name: "tricks", Least: 2, Most: 2, Phases: []table.Phase{{Order: table.Claimed}}, Next: table.Moves,
		Points: table.Each, Ends: table.Ends{Target: table.Bound{Is: true, At: target}},
	}
}

func TestTheTableKeepsUpWithFox(t *testing.T) {
	targets := []string{"16", "21", "35"}
	for n := range *agreeing {
		rnd := rand.New(rand.NewPCG(2, uint64(n)))
		setup := games.Setup{Seats: 2, Options: map[string]string{"mode": "cards", "target": targets[n%len(targets)]}}
		target, _ := strconv.Atoi(setup.Options["target"])
		f := &followed{t, begun(t, fox.Rules{}, setup), made(t, tricks(target), 2)}
		for f.game.Turn() != games.Nobody {
			before := f.game.Standing().Scores
			f.random(rnd)
			after := f.game.Standing().Scores
			switch is := f.game.Turn(); {
			case !slices.Equal(before, after):
				f.say("close")
				for seat := range after {
					f.say("score %d %d", seat+1, after[seat]-before[seat])
				}
			case is > 0 && is != f.table.Turn():
				f.say("claim %d", is)
			}
			f.check()
		}
	}
}
