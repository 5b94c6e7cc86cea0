// Package history derives evenings, players, awards and luck from records of matches.
//
// A [Summary] contains the data of a match that lists need, as one line of JSON. Lists read
// summaries, not records. [Summarize] computes the summary of a match. [Entry.Item] reads the
// stored summary, or computes it from the record if there is none.
//
// # Order and dates
//
// Matches are ordered by their beginning, as recorded on the disk; clocks have no effect on the
// order. The wall clock only provides labels. A label from before 2024 comes from a box without
// a battery whose clock was not set yet. Such a match has no date and keeps its place.
// Durations are in match time, which is monotonic.
//
// # Years and curves
//
// [InYear] summarizes the finished matches of the evenings that began in a year, in the table's
// time zone. Matches without a date belong to no year; their number is reported. [Curve] is
// computed from a record on each request and is never stored.
//
// # Luck
//
// [Luck] counts the outcomes of chance on the line of a match, without undone ones: the sealed
// luck gives the same outcomes again, so counting them twice would prove nothing. Expectations
// are sums of the odds of each outcome in its position. Probabilities are exact fractions found
// by enumeration, never normal approximations. There is no probability if the enumeration would
// take too long, or if outcomes change the odds of later ones (cards, a bag of tokens).
//
// "Luckier" is the share of fair tables that roll as often and have a higher total. It needs
// numbers: the faces of numbered dice, or the points of faces in the game ([games.Faces]). For
// everything else there is only "odder": the share of fair tables whose counts differ from the
// expectation at least as much.
//
// The package is pure: it uses no clock, no files and no network.
package history
