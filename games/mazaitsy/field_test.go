package mazaitsy_test

import (
	"maps"
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mazaitsy"
)

// whole is the game with field=on unless a set-up says otherwise, so that the kit
// plays on the whole field.
type whole struct{ mazaitsy.Rules }

func (w whole) Options() []games.Option {
	all := slices.Clone(w.Rules.Options())
	for i := range all {
		if all[i].Name == "field" {
			all[i].Default = "on"
		}
	}
	return all
}

func (w whole) New(s games.Setup) (games.State, error) { return w.Rules.New(onField(s)) }

func (w whole) Parse(s games.Setup, text string) (games.State, error) {
	return w.Rules.Parse(onField(s), text)
}

func onField(s games.Setup) games.Setup {
	if _, said := s.Options["field"]; said {
		return s
	}
	chosen := maps.Clone(s.Options)
	if chosen == nil {
		chosen = map[string]string{}
	}
	chosen["field"] = "on"
	return games.Setup{Seats: s.Seats, Options: chosen}
}

func TestTheContractIsKeptOnTheWholeField(t *testing.T) {
	t.Parallel()
	gamestest.Check(t, listing{whole{}})
}

func FuzzParseField(f *testing.F) {
	gamestest.FuzzParse(f, mazaitsy.Rules{}, setup("seats=4 field=on teams=on adv1=on adv2=on adv4=on"))
}

func FuzzApplyField(f *testing.F) {
	gamestest.FuzzApply(f, mazaitsy.Rules{}, setup("seats=2 field=on hares=1:2 adv2=on adv4=on"),
		"card water hare", "card side ne 2", "hare 1", "boat c3 n", "forward", "turn left", "diagonal right", "unload 1 2", "leave", "pull c4",
		"steal 3/2", "place c3 ne from pile", "spin cw", "add log", "lay c3", "mazai yes", "drop c3", "lift c3 1", "move 1 d3", "nose 1 e", "give 3/2", "skip 1")
}

func BenchmarkField(b *testing.B) {
	for _, line := range []string{"seats=2 field=on", "seats=3 field=on", "seats=4 field=on teams=on adv1=on adv2=on adv3=on adv4=on"} {
		b.Run(line, func(b *testing.B) { gamestest.Games(b, mazaitsy.Rules{}, setup(line)) })
	}
}
