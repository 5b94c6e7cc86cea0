module tabletop/games/dice/bench

go 1.26.0

require (
	github.com/justinian/dice v1.0.2
	tabletop v0.0.0
)

replace tabletop => ../../..
