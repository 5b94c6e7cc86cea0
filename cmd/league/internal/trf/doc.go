// Package trf reads and writes tournaments of two per table in FIDE's format TRF16, which other
// programs for tournaments read and write too (FIDE Handbook C.04, annex 2, "Tournament Report
// File"). It does no input or output besides its reader and writer.
//
// A file has one line per fact. The first three characters say which:
//
//	012 name of the tournament
//	022 city          032 federation
//	042 first day     052 last day, as 2026/11/27
//	XXR number of rounds, also of those to come; not FIDE's, but common
//	132 days of the rounds
//	001 a player, in fixed columns
//
// Columns of a player's line, from 1. Columns count characters, not bytes.
//
//	 5- 8 starting rank   49-52 rating        81-84 points
//	10    sex             54-56 federation    86-89 place
//	11-13 title           58-68 FIDE number
//	15-47 name            70-79 birthday
//
// Each round takes ten further columns, the first from 92: the opponent's starting rank (4), a space,
// the side (1), a space, the result (1), two spaces.
//
// Other lines are skipped, such as those of teams. A file has at most [MostBytes] bytes,
// [MostPlayers] players and [MostRounds] rounds. Text that isn't UTF-8 is read as Windows-1251.
package trf
