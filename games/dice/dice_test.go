package dice_test

import (
	"testing"

	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

func TestDiceKeepTheContract(t *testing.T) {
	gamestest.Check(t, dice.Rules{}, gamestest.Texts("dice",
		"d6", "3d6+2", "4d6k3", "2d4!", "d%", "4dF", "d66", "coin", "3coin", "2d20kl1-1", "", "0d6", "d6+"))
}
