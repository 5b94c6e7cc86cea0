// Package ledger keeps all that a league knows, in one database: SQLite for a league of its
// own, PostgreSQL where several workers keep it. Nothing else is state: a worker may die at
// any time, and another goes on.
//
// # What is in it
//
//	boxes      those that have told something, enrolled or not
//	states     the last state of each, as the wall shows it
//	seals      what was told of luck before it fell
//	records    each match once, by its id, with what it is worth (package audit)
//	results    who sat in it, and what came of it for them
//	aside      what couldn't be taken, and why; nothing that was told is dropped
//	aliases    who the players of boxes are: their names by [wire.PlayerID]
//	erased     players that aren't to be named
//	deeds      what organisers have done, one after the other; never changed
//	accounts   who may look or organise, by the hash of a token
//	settings   the name of the league and its key
//
// # Exactly once
//
// Each method is one transaction, and done when it returns nil. All that a box tells is
// numbered under the lock of its row in boxes, so messages of one box are taken one after
// the other, whichever workers have them; those of different boxes don't wait for each
// other. Two boxes that tell one match (a record can move from box to box) meet at the
// unique key of records. So "read committed" is enough for PostgreSQL, and nothing is tried
// again but what a deadlock has undone. SQLite has one writer, whom several processes share
// badly: it is for a league with one worker.
//
// A record is taken by what it says, see [Taken]. The same record again, or an older one of
// its match, changes nothing. One that goes on from what is held (audit.Compare) takes its
// place. One that contradicts itself, what is held, or a seal that was told, is kept aside.
// So is one of another box that goes further than what is held: records can be read by
// whoever listens, and everybody knows the secrets in them, so anybody could go on.
//
// A match is witnessed if each seal under which the device answered was told before: with a
// seq below that of the first outcome, and before a record that has this outcome. No clock
// enters into it, only the numbers of a box's messages.
//
// A box that isn't enrolled may tell up to [MostWaiting] records and seals. They wait, and
// are taken when it is enrolled ([Ledger.Waiting]). What a revoked box tells is kept aside,
// as much of it, and of neither more than [MostBytes]. Beyond that it is refused with
// [ErrFull], and they say it again. Of boxes that nobody has enrolled [MostUnknown] are
// known; the one that was silent longest is forgotten for another.
//
// # Who isn't named
//
// A box says which of its players are erased. Their names are struck from all that it has
// told (package mask), and from what it tells later, for good: they are «Игрок 2» there. A
// backup of before still has them, and so has one that is restored from it, until the box
// tells its players again.
//
// # Reading what is new
//
// States and results have a rev, drawn from one counter at the end of a transaction: the
// counter's row stays locked until the commit, so whoever has seen all up to a rev misses
// nothing by asking for what is above it. This is what bounds how many records a second can
// be taken, whatever the number of workers: one commit after the other, about 1000 a second
// on two cores with a solid state disk.
//
// # Schema
//
// [Ledger.Migrate] brings a database up to this version, several workers at once, never back.
// One that is newer is an [ErrNewer]. The same files serve both databases.
//
// [Ledger.Backup] writes one moment of all of it as JSON Lines, with the league's key and the
// hashes of tokens; [Ledger.Restore] reads them into an empty database of either kind.
package ledger
