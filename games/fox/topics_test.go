package fox_test

import (
	"testing"

	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

func TestTheFoxIsExplained(t *testing.T) { gamestest.Teaches(t, fox.Rules{}) }
