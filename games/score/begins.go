package score

import "tabletop/games"

// Begins returns seat 1: points are written down as people sit, nobody draws for it.
func (Rules) Begins() games.Seat { return 1 }
