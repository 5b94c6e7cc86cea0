// Package audit says what a record that a box has told is worth.
//
// [Check] reads the record as any other ([match.Read], with its bounds), replays it by the
// rules and recomputes the device's luck. What contradicts itself is a [Fault]: a line that
// can't be read, a decision that the rules refuse, luck that isn't what its seal says. Who
// calls it gives the catalogue for records from elsewhere ([games.Catalogue.Elsewhere]), in
// which programs of games in files run in a bounded process of their own.
//
// # Luck
//
//	proved   all that the device answered follows from secrets that are open
//	table    people rolled, and the device answered nothing
//	none     nothing was left to chance
//	open     a secret isn't published, or stirrings are left out: see package mask.
//	         What is open of it was recomputed
//	lost     a secret was lost, and says so; all else was recomputed
//
// Whether a seal was told before its first outcome isn't in the record: [Seal.First] is what
// to compare with.
//
// # Ranks
//
// Who has won has rank 1. The others are ranked by scores, then by what parts equal scores;
// equal ones share a rank, and the next is as many lower. A match in which all win or all
// lose, as in a game played together, has one rank and isn't rated. Other reasons why one
// isn't rated are the [Unrated].
//
// # Two records of one match
//
// [Compare] tells which of two records of a match goes on from the other. Names, reasons
// and what package mask leaves out are not compared: who is named may change at any time.
//
// The package is pure.
package audit
