// Package store keeps matches, facts, players and settings in one SQLite
// database, so that what was shown is still there after the plug was pulled.
//
// # The state folder
//
//	companion.db       the database; deleting it forgets matches, players, settings
//	companion.db-wal   its write-ahead log: the latest transactions; never delete it alone
//	companion.db-shm   an index into the log, rebuilt when it is missing
//	lock               says which process holds the folder; worth nothing without it
//	companion-2026-11-21-153000.broken   a database that was damaged, set aside with its log
//	companion-2026-11-21-153000.salvaged what was read of it, on its way into its place
//	companion.db.new, companion.db-wal.new, try-…   of a moment; worth nothing
//
// A folder that [Open] creates has mode 0700; one that it finds keeps its mode,
// since it may be anybody's. Files have mode 0600 whatever the umask, because
// the secrets of open matches are among them.
//
// # What a transaction costs
//
// [Store.Keep] is one transaction and one fsync, of the log (the build of SQLite
// calls fsync where C would call fdatasync). A decision changes one leaf of the
// facts, rarely three or four when a leaf splits, and one of the matches, of 4 KiB
// each. The log is
// opened with psow=0: every commit is padded to the next 4 KiB boundary, so that
// no later write touches a block which holds an acknowledged fact, even on a card
// that damages the block it is writing when power goes.
//
// Emptying the log into the database costs syncs of its own. [Store.Check] does it
// once an evening, behind the first picture; beyond 8 MiB of log, which
// is more than an evening, Keep does it too. The first transaction after that
// syncs twice: the new log's head, then itself.
//
// After a failed transaction nothing is assumed about what the kernel still holds
// in memory: the database is closed, and before the next use a log that was left is copied to a new
// file, synced, renamed into place and only then read. A log found by Open
// is synced before it is read. So whatever Load returned, or Keep found to be
// there already, is on disk.
//
// # What is damaged
//
// Facts are chained: the link of each is the SHA-256 of the link before and its line,
// 32 bytes, zero before the first. The match knows their count and the last link, its
// head, and of what a list shows of it a short sum. This finds rot, not forgers. Matches
// from before that have no links; [Store.Check] gives them some, and Keep does before
// the next fact.
//
// Whoever reads a match reads it up to the first fact that isn't what was kept; a link
// that was hit itself is known by its neighbours. With the next fact that is kept, or by
// Check if the match is ended, what stands behind goes to the table aside: nothing is
// dropped. A summary whose sum is wrong is made anew of the facts. A secret that doesn't
// fit its seal is none.
//
// SQLite refuses a database in which a page is damaged, and passes silently over all
// that a log holds behind a damaged frame. Then package pages reads every version of
// every page that both files hold; the chain says which facts count. Readers read that in
// memory. [Open], [Store.Load] and [Store.Renew] write it to a new database, which takes
// the place of the damaged one by renames; cut off at any of them the next Open goes on.
// The last two transactions of a log, if the first of them is damaged, are taken for what
// was being written when the power went. A match that was erased may come back if the log, or the tree of
// the matches, is damaged before it was emptied.
//
// Where the folder can't be written, the database and the log are copied to memory, up to
// 64 MiB, and read there; each Keep tries whether it can be written again. So does a
// database that couldn't be opened again after a failed transaction.
//
// # The shelf
//
// What was played is read on connections of their own that can't write and see the
// database as it was when they began, so no reader delays a Keep. Of them only
// [Store.Match], for the table, and [Store.Load] read a secret. The mark of a match says where it stands among all; a clock has no
// part in it. Whoever shows an open match to others shows what history.Shown says.
//
// [Store.Erase], [Store.ErasePlayers] and [Store.Rename] change what was kept, each in
// one transaction like that of a Keep. They leave open matches alone, which are in the
// hands of the table.
//
// [Store.Take] adds what a file brings. It is staged: written in small steps, between
// which a Keep goes first, where no reader looks. Of a match the facts come first,
// under a number that is in the table arrivals and not yet in matches; a name is in
// players, staged under the number that the table staging holds. One short transaction
// then moves the matches and counts that number up, and all of it is there. What a
// killed process has staged is swept out behind the next first picture, by
// [Store.Check], or before the next file; and so are the facts of an erased match.
//
// A backup is JSON Lines: players, settings, matches with their records, and a last
// line that counts them. Secrets and what lets a phone in are in none, and no
// backup brings them. Nothing of it is a database: what is restored is read fact by
// fact before any of it is written.
//
// # The club
//
// What a club is to be told lies nowhere twice: the table told has the head of each ended
// match as the club is known to hold it, so Store.Untold finds what it doesn't hold, also
// of matches that were renamed or played on. The table named has whom the club was told
// by name, and the code of each, until it has forgotten them. Neither is in a backup, nor is the seed of the
// box's key, a private setting.
//
// # Bounds
//
// A guest may send a file; what it can come to is bounded.
//
//	what                          most     because
//	a backup                      64 MiB   a box of ten years has a tenth of it
//	… matches                     32,768   each is a row of the transaction that shows them
//	… settings                    1 MiB    they are held until that transaction
//	a record                      8 MiB    it is folded in memory, a few kB a fact
//	… facts                       20,000   the longest evening has a thousand
//	… facts of an open one        4,096    a board folds them within seconds when it is gone on with
//	open matches, with another    64       so many a panel can list
//	known players                 32,768   those of a club in a lifetime
//	… in the evening's list       512      those seated latest: the panel and the page show all it has
//	the database                  1 GiB    a small card is left room; Keep never asks
//	a step of what is brought     256 rows, 64 KiB   the writer is free again within 10 ms
//
// A backup that the table's own keys let in may hold what a backup of this box does:
// matches of any length, any number of them open.
//
// # What the tests prove, and what they don't
//
// The tests run a process that keeps a fixed evening and kills itself, with
// SIGKILL, at every named step of every transaction and before every single write
// and sync that SQLite makes; and they cut the log at every 512th byte. Each
// time the database opens, passes its integrity check, holds everything
// acknowledged and at most one transaction more, and the evening goes on from
// there. The same checks fail for a process that acknowledges before it keeps.
//
// A killed process leaves the kernel's page cache as it was. What a card makes of the
// rest is tried elsewhere: cmd/companiond replays the recorded writes of an evening as
// a card may have taken them, .ci/fakepi does so below the file system. That bytes
// survive on a card which says it has them is for the card to keep; that damage is
// noticed is tried here, on hundreds of bits, bytes and pages.
package store
