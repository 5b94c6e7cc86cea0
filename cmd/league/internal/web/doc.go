// Package web serves the pages of a league: tables, ratings, matches and a wall for all accounts,
// and the boxes, the organisers' commands and the quarantine for organisers.
//
//	GET  /                     seasons, the latest matches
//	GET  /wall                 all tables, live, for a screen on a wall; /wall/events streams
//	                           them, /wall/day?day=DAY is the table beside them
//	GET  /season/{id}          a season table, also as .csv and .json
//	GET  /rating/{game}        the ratings of a game, also as .csv and .json
//	GET  /person/{id}          the matches of a person
//	GET  /match/{id}           a match: the record that counts, and those of other boxes;
//	                           /match/{id}/record?box=BOX one of the records
//	GET  /event/{id}           a tournament, with printable rounds; standings as .csv and .json
//	GET  /matches.csv, .json   all matches, one line per seat
//	GET  /boxes /desk /aside   boxes, commands and quarantine, for organisers
//	GET  /claims               unconfirmed players and disputed matches, for organisers
//	GET  /accounts /backup     for owners
//	GET  /in/{token}           logs an account in: the link of an invitation
//	POST /boxes/enrol, /boxes/revoke, /desk, /event/{id}/pair, /accounts,
//	     /accounts/revoke
//
// # Access
//
// An account has a login link with a token. The token becomes the session cookie, and the database
// stores only its hash. An account is a viewer, an organiser or an owner. Owners create accounts
// and download backups. A league without an owner prints a login link for an owner when it starts.
// A client without an account can open only login links and static files.
//
// The page /desk lists the organisers' commands (package admin) with their authors and times, and
// can undo them.
//
// # Unconfirmed players
//
// A seat whose player is not linked to the box (admin.State.Link) is shown with its name, marked as
// not confirmed, on the wall as well. The page /claims lists these seats with a button for the
// organiser's consent, the players whom earlier versions linked by first use, and the matches of
// which several boxes have contradicting records. A consent, a choice and their cancellation act on
// all pages at the next request.
//
// # Languages
//
// Pages are in Russian and English. The parameter ?lang or the browser's language selects one. All
// pages except the wall work without scripts.
package web
