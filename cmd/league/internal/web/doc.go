// Package web is the pages of a league: tables, ratings, matches and a wall for all, and
// for organisers the boxes, the desk and what was kept aside.
//
//	GET  /                     seasons, the latest matches
//	GET  /wall                 all tables, live; /wall/events streams them
//	GET  /season/{id}          a table; .csv and .json the same
//	GET  /rating/{game}        a rating; .csv and .json
//	GET  /person/{id}          somebody's matches
//	GET  /match/{id}           a match; /match/{id}/record its record
//	GET  /event/{id}           a tournament, its rounds to be printed; .csv and .json its standings
//	GET  /matches.csv, .json   all matches, a line a seat
//	GET  /boxes /desk /aside   for organisers
//	GET  /accounts /backup     for owners
//	GET  /in/{token}           lets an account in: a link that is handed on
//	POST /boxes/enrol, /boxes/revoke, /desk, /event/{id}/pair, /accounts,
//	     /accounts/revoke
//
// # Who may what
//
// Who has an account has a link with its token, which becomes a cookie; of both the
// database has the hash only. An account may look, organise too, or own the league, which
// is to make accounts and take backups. The first owner's link is printed when a league
// starts that has none. Without an account nothing is served but the door.
//
// What organisers do are deeds (package desk): it stands in a list with who and when, and
// can be undone there.
//
// Pages are in Russian and English, by ?lang or what the browser asks for. They work
// without scripts, but for the wall.
package web
