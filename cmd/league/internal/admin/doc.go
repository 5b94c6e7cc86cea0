// Package admin is what organisers did, as facts, and what follows from it.
//
// A Deed is a fact: somebody was merged with somebody, a season was opened, a round was
// paired, a match was struck. Deeds are only ever added; Fold makes a Desk of them, which
// is a value. A deed of kind undone takes one back, so nothing is edited and all can be
// read later; so can who did it and when. A deed that can't be is refused by Add with a
// Fault and never kept, unless it came to be impossible by what was undone before it:
// then Fold leaves it out, and the Desk says so (Idle).
//
// # Who is who
//
// A box tells of a player by an id of its own (wire.PlayerID). Players of several boxes are
// one person where that was agreed to: whoever merges them types the code that the other
// box shows only at its panel. A person is known by the smallest of its ids, so that it
// doesn't matter who was merged with whom first. Undone, they are two again, with all
// matches where they belong.
//
// # Seasons and tables
//
// A league is a name and its games; a season is a span of days of a league. Which matches
// count for a season follows from their game and day, so a record that comes late counts
// as if it had been there. For a match everybody gets the share of the others whom he has
// beaten, from 0 to 1, a tie being half of one: the winner of four has 1, the second 2/3.
// A table is ordered by the sum of them, then by victories, by fewer matches, by name.
//
// # Tournaments
//
// An event is of one game: two at a table by Swiss (the Monrad system), everybody against
// everybody (round robin), or larger tables seated by standing; see package pairing. A
// round that was paired is a deed and stays as it is. What came of a table is what an
// organiser has entered, or else the first match that counts, of that game, of just these
// persons, told after the pairing and used by no table before. Whoever
// enters late has played nothing before; who leaves keeps what he has.
//
// # Ratings
//
// Each game rates by itself (package rating), over all leagues and seasons, in the order of
// days and then of match ids: the same records give the same numbers, in whatever order
// they came. Between months what is known gets a little older (rating.Rating.Later).
// Matches count for ratings if audit says so and no deed has struck them.
//
// The package is pure.
package admin
