package maze_test

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

func TestTheArtIsDrawnWithPlainShapesAndSmall(t *testing.T) { gamestest.CheckPlain(t, maze.Rules{}) }

func TestTheArtHasEachPieceAndSquare(t *testing.T) {
	all := gamestest.Drawings(t, maze.Rules{})
	for name := range drawings("glyphs") {
		id := strings.ReplaceAll(name, "×", "x")
		if _, ok := all[id]; !ok {
			t.Errorf("there is no drawing of %s, %s", name, id)
		}
	}
	if _, ok := all["cover"]; !ok {
		t.Error("there is no cover")
	}
}

// piece is the one group that a piece is drawn as.
func piece(t *testing.T, all map[string]gamestest.Element, id string) gamestest.Element {
	t.Helper()
	if len(all[id].In) != 1 {
		t.Fatalf("%s isn't one group", id)
	}
	return all[id].In[0]
}

func TestAPieceThatStaysIsDrawnAsItWasAndLocked(t *testing.T) {
	all := gamestest.Drawings(t, maze.Rules{})
	for _, colour := range "wb" {
		for _, kind := range "MSLRTB123" {
			id := string(colour) + string(kind)
			free, stays := piece(t, all, id).In, piece(t, all, id+"x").In
			if len(stays) != len(free)+1 || !reflect.DeepEqual(stays[:len(free)], free) {
				t.Errorf("%sx isn't %s with a lock", id, id)
			}
		}
	}
}

func TestABlackPieceIsDrawnAsAWhiteOneInOtherColours(t *testing.T) {
	all := gamestest.Drawings(t, maze.Rules{})
	for _, kind := range "MSLRTB123" {
		white, black := piece(t, all, "w"+string(kind)), piece(t, all, "b"+string(kind))
		if !reflect.DeepEqual(white.In, black.In) {
			t.Errorf("%c has two shapes", kind)
		}
		if white.Attribute("fill") != "#ffffff" || black.Attribute("fill") != "#2b2a33" || black.Attribute("stroke") != "#f4ead2" {
			t.Errorf("%c isn't light with a dark line and dark with a light one", kind)
		}
	}
}
