package dice_test

import (
	"testing"

	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

func TestDiceKeepTheContract(t *testing.T) {
	gamestest.Check(t, dice.Rules{}, gamestest.Texts("dice",
		"d6", "3d6+2", "4d6k3", "2d4!", "d%", "4dF", "d66", "coin", "3coin", "2d20kl1-1", "", "0d6", "d6+",
		"3d6r<3!>4k2", "2d6ro1!!p", "5d10>=8f1!", "4d6min2max5sd", "d20cs20cf1[fire]", "d00+d10", "4dF.1", "2d{red,red,blue}", "d{1,1,2} // why",
		"(2d6+3)*2/3", "{4d6,3d8!}k1", "6x4d6k3", "{3x2d6}k2>=7"))
}
