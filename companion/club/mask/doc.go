// Package mask takes names out of a record, so that it can be told to who may not know
// them, and the same match still reads back.
//
// [Names] finds who sits in a record and isn't to be named, and gives each of them another
// name: «Игрок 2» for the second chair. [Lines] writes the record with those names.
//
// # What holds a name
//
// The facts started and seated hold names, and get the others. People also write free text:
//
//   - The reason of a ruling is left out wherever somebody is masked. People write it as
//     they speak, and a name in another case, or a pet name, can't be told from other words.
//   - A line that was stirred into the luck is kept, unless a masked name stands in it, in
//     whatever case ("Вере" holds "Вера"). Then all stirrings are left out, with the secrets
//     and the seals after the first: the luck can't be recomputed without that line, so
//     nobody can verify it any more. The outcomes stay, and so does each fact of the game;
//     the facts are counted anew.
//   - An option may be text as well ("categories"), but nothing can be put in its place, as
//     the game is played by it. A masked name that is a word of one is an [ErrHolds], and
//     that record can't be told.
//
// The notation of decisions holds words of the game and of its options, never names. The
// text of a game in a file is the game's.
//
// The package is pure.
package mask
