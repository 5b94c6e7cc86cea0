// Package bench compares package dice with other programs: its speed with that of
// github.com/justinian/dice, and the meaning of its notation with that of rpg-dice-roller, which rolls
// the notations of its manual in Node. It is a separate module, so that the companion doesn't depend on
// them:
//
//	npm ci --prefix .ci/js
//	cd games/dice/bench && go test -bench .
package bench
