package mice_test

import (
	"testing"

	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestTheMiceAreExplained(t *testing.T) { gamestest.Teaches(t, mice.Rules{}) }
