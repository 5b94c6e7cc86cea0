// Package history says what was played: it makes evenings, players, awards and
// luck out of records.
//
// A [Summary] is what stays interesting of a match, as one line of JSON; whoever
// shows a list of matches reads summaries and no records. [Summarize] makes it of
// a match, [Entry.Item] reads the one on disk, or the record where there is none.
//
// # Order and dates
//
// Matches stand in the order in which they were begun: the disk's, never a
// clock's. The wall clock only labels. A label from before 2024 is that of a box
// that has no battery and was not told the time yet: such a match has no date,
// and stays where it is. Durations are match time, which is monotonic.
//
// # Years and curves
//
// [InYear] adds up what was played to its end in the evenings that began in a year,
// where the table is. A match without a date may be of any year, so it is in none; how
// many there are is told. [Curve] is worked out of a record whenever it is asked for,
// and kept nowhere.
//
// # Luck
//
// [Luck] counts what chance answered on the line of a match, what was taken back
// left out: the sealed luck answers the same again, so counting it twice would
// prove nothing. Expectations are sums of the odds that each answer had in the
// position it fell in. Probabilities are exact fractions, found by enumeration and
// never by a normal approximation; where that would take too long, or where one
// answer changed the odds of the next (cards, a bag of tokens), there are none.
//
// "Luckier" is the share of fair tables that roll as often and come to a higher
// total. It needs numbers: the faces of numbered dice, or what the game says that a
// face counts ([games.Faces]). For everything else there is only "odder": the share of fair
// tables whose counts are as far from the expectation as these, or further.
//
// The package is pure: no clock, no files, no network.
package history
