package mazaitsy_test

import (
	"testing"

	"tabletop/games/gamestest"
	"tabletop/games/mazaitsy"
)

func TestMazaitsyAreExplained(t *testing.T) { gamestest.Teaches(t, mazaitsy.Rules{}) }
