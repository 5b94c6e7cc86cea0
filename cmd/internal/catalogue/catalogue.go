// Package catalogue lists the games that the commands companion and companiond include. A new game
// needs one line here.
package catalogue

import (
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
	"tabletop/games/mice"
	"tabletop/games/past"
	"tabletop/games/table"
)

// Games returns all games in menu order.
func Games() games.Catalogue {
	all := games.Of(
		mice.Rules{},
		mazaitsy.Rules{},
		maze.Rules{},
		fox.Rules{},
		dice.Rules{},
		table.Score{},
		table.Rules{},
	)
	all.Hidden = []games.Rules{past.Rules{}}
	all.Advisers = map[string]games.Adviser{maze.Rules{}.Name(): solve.Adviser{}}
	return all
}
