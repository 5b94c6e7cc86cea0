package dice_test

import (
	"testing"

	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

func TestTheDiceAreExplained(t *testing.T) { gamestest.Teaches(t, dice.Rules{}) }
