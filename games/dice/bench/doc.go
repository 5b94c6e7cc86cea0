// Package bench compares our dice with github.com/justinian/dice in one run. It
// is a module of its own, so that the companion doesn't depend on what it is
// compared with:
//
//	cd games/dice/bench && go test -bench .
package bench
