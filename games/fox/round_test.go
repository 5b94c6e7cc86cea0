package fox_test

import "tabletop/games"

// wholeRound is a round with every power, from the decree on: seat 1 wins six tricks
// and two Treasures, seat 2 seven and one. testdata/round.play tells it.
var wholeRound = []games.Decision{
	"decree bells 1", "play moons 7", "play moons 5", "play bells 6", "play bells 10", "play moons 11",
	"play moons 9", "play bells 9", "play bells 2", "play bells 7", "play bells 3", "exchange keys 1",
	"play moons 8", "play moons 10", "play bells 1", "play bells 4", "play keys 2", "play keys 10",
	"play moons 6", "play keys 3", "exchange keys 6", "play keys 7", "play keys 5", "play keys 11",
	"play moons 2", "play keys 8", "play moons 1", "play bells 5", "play keys 1",
}
