// Package history derives evenings, players, awards and luck from records of matches. An evening
// is a group of matches without a long pause. An award is a notable event of an evening, such as
// the closest win.
//
// A [Summary] contains the data about a match for lists of matches, as one line of JSON. Lists
// of matches read summaries, not records. [Summarize] computes the summary of a match.
// [Entry.Item] reads the stored summary, or computes it from the record if there is none.
//
// # Order and dates
//
// Matches are in the order in which their beginnings were stored on the disk; clocks have no
// effect on the order. The wall clock only provides labels. A label from before 2024 comes from
// a box without a battery whose clock was not set yet. Such a match has no date, but it keeps
// its place in the order. Durations are in match time, which never decreases.
//
// # Years and curves
//
// [InYear] summarizes the finished matches of the evenings that began in a year, in the table's
// time zone. Matches without a date belong to no year; [Year.Unsure] counts them. [Curve] is
// computed from a record on each request and is never stored.
//
// # Games, pairs and times
//
// PlaysOf, DuelOf and TimesOf summarize the finished matches of one game, of two players, and of
// the weekdays and hours of the table. A test computes each of their figures a second time, from
// the rows of generated matches.
//
// # Past plays
//
// A past play is a result without a record of play: people entered it by hand, or ReadBGStats read it
// from the export of the app BG Stats. Its record is that of a match of package past, and its Summary
// has the name of the game that was played. It counts like any match. Nothing in it can be verified.
//
// # Luck
//
// [Luck] counts the outcomes of chance on the line of a match. It doesn't count undone outcomes:
// the sealed luck draws the same outcomes again, so counting them twice would prove nothing.
// Expectations are sums of the odds of each outcome in its position. Probabilities are exact
// fractions found by enumeration, never normal approximations. There is no probability if the
// enumeration would take too long, or if outcomes change the odds of later ones (cards, a bag of
// tokens).
//
// A fair table is an imagined table that rolls as often as the real table, with fair dice.
// "Luckier" is the share of fair tables with a higher total. "Luckier" needs numbers: the faces
// of numbered dice, or the points of faces in the game ([games.Faces]). "Odder" is the share of
// fair tables whose counts differ from the expectation at least as much as the counts of the
// real table. "Odder" needs no numbers.
//
// The package is pure: it uses no clock, no files and no network.
package history
