package fox_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

func TestTheArtIsDrawnWithPlainShapesAndSmall(t *testing.T) { gamestest.CheckPlain(t, fox.Rules{}) }

// pictured are the pictures that a state names, in its view and in what it tells.
func pictured(s games.State) []string {
	var all []string
	v := s.View(games.Nobody)
	for _, c := range v.Cells {
		all = append(all, c.Glyph)
	}
	for _, c := range v.Strip {
		all = append(all, c.Glyph)
	}
	for _, m := range games.Moments(s) {
		all = append(all, m.Glyph)
	}
	for _, step := range games.Steps(s) {
		all = append(all, step.Glyph)
	}
	return all
}

func TestTheArtHasWhateverARoundShows(t *testing.T) {
	all, s := gamestest.Drawings(t, fox.Rules{}), after(t, "seats=2")
	for _, d := range append([]games.Decision{""}, wholeRound...) {
		if d != "" {
			s = gamestest.After(t, s, d)
		}
		for _, name := range pictured(s) {
			if _, ok := all[name]; !ok && name != "" {
				t.Errorf("after %q there is no drawing of %s", d, name)
			}
		}
	}
}

func TestTheArtHasEachSuitCardAndPower(t *testing.T) {
	all := gamestest.Drawings(t, fox.Rules{})
	for name := range strings.FieldsSeq("cover bells keys moons trick treasure worth decree card card-back card-edge power-1 power-3 power-5 power-7 power-9 power-11") {
		if _, ok := all[name]; !ok {
			t.Errorf("there is no drawing of %s", name)
		}
	}
}

func TestTheArtHasThePicturesOfTheTopics(t *testing.T) {
	all := gamestest.Drawings(t, fox.Rules{})
	for _, mode := range []string{"cards", "tricks", "quick"} {
		setup := games.Setup{Seats: 2, Options: map[string]string{"mode": mode}}
		for _, topic := range games.Topics(fox.Rules{}, setup) {
			if _, ok := all[topic.Picture]; !ok && topic.Picture != "" {
				t.Errorf("there is no drawing of %s", topic.Picture)
			}
		}
	}
}
