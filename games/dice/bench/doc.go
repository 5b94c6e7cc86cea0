// Package bench compares the speed of package dice with that of github.com/justinian/dice. It
// is a separate module, so that the companion doesn't depend on github.com/justinian/dice:
//
//	cd games/dice/bench && go test -bench .
package bench
