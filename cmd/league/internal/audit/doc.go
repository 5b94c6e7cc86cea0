// Package audit checks records published by boxes.
//
// [Check] reads the record with the usual limits ([match.Read]), replays it by the rules, and
// recomputes the luck of the device, the box that drew the outcomes. A contradiction is a [Fault]:
// a line that cannot be parsed, a decision that the rules refuse, or luck that does not follow from
// its seal. The caller passes the catalogue for records from elsewhere
// ([games.Catalogue.Elsewhere]), which runs the programs of games in files in a separate process
// with limits.
//
// # Luck
//
//	proved   all luck of the device follows from opened secrets
//	table    the players rolled, and the device drew nothing
//	none     the match had no chance
//	open     a secret or some stirrings are not in the record (package mask).
//	         The luck under opened secrets was recomputed
//	lost     the record states that a secret was lost; all other luck was recomputed
//
// The record does not show whether a seal was published before the first outcome under it. The
// league compares [Seal.First] with the seq at which the box published the seal.
//
// # Ranks
//
// Winners have rank 1. The other seats are ranked by score, then by the game's tie-break. Tied
// seats have the same rank; the next rank is the number of better seats plus one. If all seats win
// or all lose, as in a cooperative game, all have rank 1, and the match is not rated. [Unrated]
// lists all reasons why a match is not rated.
//
// # Two records of one match
//
// [Compare] returns which of two records of a match extends the other. It ignores names, reasons
// and everything that package mask may omit, because players may be named or unnamed at any
// time.
//
// The package does no input or output.
package audit
