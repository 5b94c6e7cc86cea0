// Package admin computes the state of a league from the commands of its organisers.
//
// A Deed is one command: merge two players, open a season, pair a round, strike a match. Deeds
// are only appended. Fold computes a Desk from them, which is a value. A deed of kind undone
// cancels an earlier one. Nothing is edited, so the list always shows who did what and when. Add
// refuses an impossible deed with a Fault, and the deed is not stored. A stored deed can become
// impossible when an earlier one is cancelled. Fold then skips it, and State.Impossible lists it.
//
// # Persons
//
// A box identifies a player by its own id (wire.PlayerID). Players of several boxes are one
// person after a merge. The organiser types the code of the second player, which only the panel
// of that player's box shows. So a merge requires consent. The id of a person is the smallest
// id of its players, whatever the order of the merges. When a merge is cancelled, each player
// has its own matches again.
//
// # Seasons and tables
//
// A league is a name with a set of games. A season is a span of days of a league. The game and
// the day of a match decide whether it counts for a season. A record that arrives late counts
// like any other. A match gives each player the share of the opponents that the player has
// beaten, from 0 to 1; a tie counts half. The winner of four gets 1, the second 2/3. A table is
// ordered by the sum of the shares, then by wins, by fewer matches, by name.
//
// # Tournaments
//
// An event is a tournament of one game: two per table by Swiss (the Monrad system), round
// robin, or larger tables seated by standing; see package pairing. A paired round is a deed and
// does not change. The outcome of a table is the one entered by an organiser. Otherwise it is
// the first counting match of that game with exactly these persons that was received after the
// pairing and not used for an earlier table. A person who enters late has no points for earlier
// rounds. A person who leaves keeps the points.
//
// # Ratings
//
// Each game has its own rating (package rating), over all leagues and seasons. Matches are rated
// in order of day and match id, so the same records give the same numbers, in whatever order
// they arrived. From month to month a rating becomes less certain (rating.Rating.Later). A match
// is rated if package audit allows it and no deed has struck it.
//
// The package does no input or output.
package admin
