package catalogue

import (
	"flag"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/mice"
	"tabletop/games/script"
)

var agreed = flag.Int("agreed", 10, "how many random games of the mice are played by both rules")

// fileOfMice is the game of mice as it is shipped in a file.
func fileOfMice(t testing.TB) games.Rules {
	t.Helper()
	source, err := os.ReadFile("../../../systemd/games/mice.star")
	if err != nil {
		t.Fatal(err)
	}
	r, err := script.Compile("mice", string(source))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheMiceOfAFileHaveTheSettingsAndFacesOfTheGame(t *testing.T) {
	file := fileOfMice(t)
	if got, want := asked(file), (mice.Rules{}).Options(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, s := range []games.Setup{{Seats: 2}, {Seats: 2, Options: map[string]string{"scoring": "kids"}}} {
		for _, stream := range []string{"dice", "card"} {
			if got, want := games.Faces(file, s, stream), games.Faces(mice.Rules{}, s, stream); !reflect.DeepEqual(got, want) {
				t.Errorf("%v, %s: got %v, want %v", s, stream, got, want)
			}
		}
	}
}

// asked returns the options of a game for which set-up asks.
func asked(r games.Rules) []games.Option {
	return slices.DeleteFunc(r.Options(), func(o games.Option) bool { return !o.Asks() })
}

// seen is all that a position shows.
type seen struct {
	turn     games.Seat
	legal    []games.Choice
	standing games.Standing
	view     games.View
	fixes    []games.Choice
	moments  []games.Moment
	likely   games.Decision
}

func see(s games.State, rulings bool) seen {
	v := seen{s.Turn(), s.Legal(), s.Standing(), s.View(games.Nobody), nil, games.Moments(s), games.Likely(s)}
	if rulings {
		v.fixes = s.Fixes()
	}
	return v
}

func TestTheMiceOfAFileAgreeWithTheGame(t *testing.T) {
	file := fileOfMice(t)
	for n := range *agreed {
		rnd := rand.New(rand.NewPCG(13, uint64(n)))
		setup := games.Setup{Seats: 2 + rnd.IntN(3), Options: map[string]string{}}
		for _, o := range asked(file) {
			setup.Options[o.Name] = o.Values[rnd.IntN(len(o.Values))]
		}
		agree(t, file, setup, rnd)
	}
}

// agree plays a random game by both rules, with rulings now and then.
func agree(t *testing.T, file games.Rules, setup games.Setup, rnd *rand.Rand) {
	t.Helper()
	want, err1 := mice.Rules{}.New(setup)
	got, err2 := file.New(setup)
	for range 400 {
		if err1 != nil || err2 != nil {
			t.Fatalf("%v: %v, %v", setup, err1, err2)
		}
		ruling := rnd.IntN(20) == 0
		a, b := see(want, ruling), see(got, ruling)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%v\n%s\ngame %+v\nfile %+v", setup, want, a, b)
		}
		if ruling && len(a.fixes) > 0 {
			d := a.fixes[rnd.IntN(len(a.fixes))].Says
			want, err1 = want.Fix(d)
			got, err2 = got.Fix(d)
			continue
		}
		if a.turn == games.Nobody {
			return
		}
		d := drawn(rnd, a.legal)
		want, err1 = want.Apply(d)
		got, err2 = got.Apply(d)
	}
}

// drawn draws a decision, outcomes of chance by their odds.
func drawn(rnd *rand.Rand, legal []games.Choice) games.Decision {
	var all []games.Decision
	for _, c := range legal {
		all = slices.Concat(all, slices.Repeat([]games.Decision{c.Says}, int(max(c.Weight, 1))))
	}
	return all[rnd.IntN(len(all))]
}
