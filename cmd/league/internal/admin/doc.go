// Package admin computes the state of a league from the commands of its organisers.
//
// A [Command] is one action of an organiser: merge two players, open a season, pair a round, strike
// a match. Commands are only appended. [Fold] computes the [State] of the league from them; a State
// is a value. A command of the kind [Undo] cancels an earlier command. No command is edited, so the
// list always shows who did what and when. [State.Add] refuses an impossible command with a
// [Fault], and the command is not stored. A stored command can become impossible when an earlier
// command is cancelled. Fold then skips it, and State.Impossible lists it.
//
// # Persons
//
// Each box has an id of its own for a player (wire.PlayerID). Players of several boxes are one
// person after a merge. The organiser types the code of the second player, which only the panel of
// that player's box shows. So a merge requires the consent of that player. The id of a person is
// the smallest id among the players of the person, whatever the order of the merges. When a merge
// is cancelled, each player has its own matches again.
//
// # Whose player, whose match
//
// A box can write any id into its records. A seat is therefore linked to its player only if the
// player belongs to the box of the record (package ledger knows the owners), or if an organiser has
// consented ([Consent]). The record of an unlinked seat counts for the other seats. The seat itself
// is anonymous in tables, ratings and tournaments. [State.Link] is applied to stored records
// whenever they are read, so a proof, a consent and its Undo act on old matches at once.
//
// The key of a match is its id with its box. Of several records with one id, its siblings, exactly
// one counts ([State.Count]): a record whose named seats are all linked, then one with some linked
// seats; then a witnessed one; then, among equals, the record received first, or one that continues
// it; then the one of the smallest box id. An organiser can choose another one ([Choose]). A sibling with the same facts, or with fewer or
// more facts, shows only that the match moved from box to box. A sibling that contradicts the
// counted record is shown beside it.
//
// # Seasons and tables
//
// A league is a name with a set of games. A season is a span of days of a league. The game and the
// day of a match decide whether the match counts for a season. A record that arrives late counts
// like any other. A match gives each player the share of the opponents that the player has beaten,
// from 0 to 1; a tie counts half. At a table of four the winner gets 1 and the second 2/3. A table
// is ordered by the sum of the shares, then by wins, by fewer matches, by name.
//
// # Tournaments
//
// An event is a tournament of one game. Its system is Swiss (the Monrad system) or round robin with
// two seats per table, or larger tables seated by standing; see package pairing. A paired round is
// a command and does not change. An organiser can enter the outcome of a table. Otherwise the
// outcome comes from a match: the first match of that game that counts, has exactly the persons of
// the table, was received after the pairing, and was not used for an earlier table. A person who
// enters late has no points for earlier rounds. A person who leaves keeps the points.
//
// # Ratings
//
// Each game has ratings of its own (package rating), over all leagues and seasons. Matches are
// rated in the order of day and match id, so the same records give the same numbers, whatever the
// order of their arrival. From month to month a rating becomes less certain (rating.Rating.Later).
// A match is rated if package audit allows it and no command has struck it. Anonymous and unlinked
// seats count as newcomers, whose new ratings are discarded.
//
// The package does no input or output.
package admin
