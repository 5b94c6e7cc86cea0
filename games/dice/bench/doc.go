// Package bench compares package dice with github.com/justinian/dice in one run. It is a
// separate module, so that the companion doesn't depend on that package:
//
//	cd games/dice/bench && go test -bench .
package bench
