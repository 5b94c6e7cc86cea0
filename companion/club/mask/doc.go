// Package mask replaces names in a record, so that the record can be published to readers who
// may not know them. The masked record still reads back as the same match.
//
// [Names] finds the seated players who may not be named and assigns each of them another name:
// «Игрок 2» for the player who began on the second chair. [Lines] writes the record with those
// names.
//
// # Where a record contains names
//
// Facts of the kinds "started" and "seated" contain names, which are replaced. Names may also occur
// in free text that people write:
//
//   - The reason of a ruling is removed if any name is masked. People write it as they speak,
//     and a name in another grammatical case, or a pet name, can't be distinguished from other
//     words.
//   - A line that was stirred into the randomness stays, unless it contains a masked name in any
//     grammatical case ("Вере" contains "Вера"). Then all facts of the kind "stirred" are removed,
//     and so are the secrets and the seals after the first. The randomness can't be recomputed,
//     and so not verified, without that line. The outcomes stay, and so does each fact of the game.
//     The facts are renumbered.
//   - An option may be text as well ("categories"), but it can't be replaced, because the game
//     depends on it. If a masked name is a word of an option, Lines returns an [ErrHolds], and
//     the record can't be published.
//
// The notation of decisions contains words of the game and of its options, never names. The
// text of a game in a file belongs to the game.
//
// The package is pure.
package mask
