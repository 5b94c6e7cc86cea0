package table_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

func TestAnotherGameKeepsTheContract(t *testing.T) {
	t.Parallel()
	gamestest.Check(t, table.Rules{}, gamestest.In("testdata/table"))
}

func TestShapesCanBePlayedAndAreCalledSomething(t *testing.T) {
	for _, shape := range (table.Rules{}).Shapes() {
		if _, err := (table.Rules{}).New(games.Setup{Seats: shape.Seats, Options: shape.Options}); err != nil {
			t.Errorf("%s: %v", shape.Name, err)
		}
		for _, lang := range []string{"ru", "en"} {
			if !hasKey(table.Rules{}.Assets()[lang], "shape."+shape.Name) {
				t.Errorf("%s has no word for the shape %q", lang, shape.Name)
			}
		}
	}
}

// hasKey reports whether a catalogue says something under key.
func hasKey(catalogue, key string) bool {
	for line := range strings.Lines(catalogue) {
		if strings.HasPrefix(line, key+" = ") {
			return true
		}
	}
	return false
}

func FuzzTablePosition(f *testing.F) {
	gamestest.FuzzParse(f, table.Rules{}, gamestest.Setup("seats=3 order=passing begins=taken points=round out=yes call=circle cup=2d6"))
}

func FuzzTableDecision(f *testing.F) {
	gamestest.FuzzApply(f, table.Rules{}, gamestest.Setup("seats=3 points=any out=last call=circle"), "done", "add 2 5", "out 3", "call", "edit 1 1 5", "skip 1", "turn 2", "swap 1 3", "back 3")
}
