// Package store persists matches, facts, players and settings in one SQLite database. Everything
// that was shown to people survives a loss of power.
//
// A match is stored as its facts: numbered lines of JSON, one for each decision or outcome. An
// open match is one that people may resume. A box is the device that runs this program; its files
// are on a memory card, the card. A guest is a person who uses the web page of a box, for example
// to import files. The club is a server to which a box may publish finished matches.
//
// # The state folder
//
//	companion.db       the database; deleting it deletes matches, players and settings
//	companion.db-wal   its write-ahead log with the latest transactions; never delete it alone
//	companion.db-shm   an index of the log; SQLite rebuilds it when it is missing
//	lock               names the process that holds the folder; safe to delete when none runs
//	companion-2026-11-21-153000.broken   a damaged database, moved aside together with its log
//	companion-2026-11-21-153000.salvaged the data salvaged from it, before it becomes companion.db
//	companion.db.new, companion.db-wal.new, try-…   temporary files, safe to delete
//
// [Open] creates the folder with mode 0700. It doesn't change the mode of an existing folder,
// because the folder may belong to another user. Files have mode 0600 whatever the umask, because
// they contain the secrets of open matches.
//
// # The cost of a transaction
//
// [Store.Keep] is one transaction and one fsync of the log. (This build of SQLite calls fsync
// where the C build calls fdatasync.) A decision changes one leaf page of the facts, rarely three
// or four when a leaf splits, and one leaf page of the matches. A page has 4 KiB. The log is
// opened with psow=0, which pads every commit to the next 4 KiB boundary. No later write touches
// a block with an acknowledged fact, so a card that damages the block being written at a power
// cut damages no acknowledged fact.
//
// A checkpoint, which moves the log into the database, costs additional syncs. [Store.Check] runs
// it once an evening, after the panel has shown its first picture. Keep runs it when the log
// exceeds 8 MiB, which is more than one evening writes. The first transaction after a checkpoint
// syncs twice: the header of the new log, then the transaction.
//
// After a failed transaction the contents of the kernel's page cache are unknown. The store
// closes the database. Before the next use it copies the remaining log to a new file, syncs the
// copy, renames it into place and only then reads it. Open syncs a log before reading it. So
// everything that Load returns is on disk, and so is every existing line that Keep compares with
// a new one.
//
// # Damage
//
// Facts form a hash chain. The link of a fact is the SHA-256 of the previous link and the fact's
// line: 32 bytes, zero before the first fact. The row of the match stores the number of facts,
// the last link (the head) and a short checksum of the columns that lists show. The chain detects
// decay, not forgery. Matches of older versions have no links; [Store.Check] computes them, and
// Keep does so before it adds a fact.
//
// A reader reads a match up to the first fact that fails the chain. A fact whose stored link is
// damaged is verified by the next fact. When Keep adds the next fact, or when Check finds damage
// in a finished match, the facts from the first failing one on move to the table "aside"; nothing
// is deleted. A summary with a wrong checksum is computed again from the facts. A secret that
// doesn't match its seal is ignored.
//
// SQLite refuses a database with a damaged page, and silently ignores all frames of a log after a
// damaged one. In these cases package pages reads every version of every page in both files, and
// the chain decides which facts are valid. Readers read this data from memory. [Open],
// [Store.Load] and [Store.Renew] write it to a new database and replace the damaged one by
// renames; if the renames are interrupted, the next Open completes them. If the second to last
// transaction of a log is damaged, the last two transactions are treated as writes that a power
// cut has interrupted. An erased match may reappear if the log, or the tree of the matches, is
// damaged before a checkpoint.
//
// If the folder can't be written, the database and the log are copied to memory, up to 64 MiB,
// and read from there. Each Keep tries again to write to the disk. The store does the same with a
// database that can't be reopened after a failed transaction.
//
// # Readers and imports
//
// Stored matches are read on separate read-only connections. A reader sees the database as it was
// when the reader began, and delays no Keep. Only [Store.Match], for the table, and [Store.Load]
// read secrets. The mark of a match is its place in the order of all matches. It does not depend
// on a clock. Callers that show an open match to others must show only the lines of
// history.PublicLines.
//
// [Store.Erase], [Store.ErasePlayers] and [Store.Rename] change stored data, each in transactions
// like those of Keep. They don't change open matches, which belong to the table.
//
// [Store.Take] imports a file. It stages the contents: it writes them to the database, invisible
// to readers, in small steps. A waiting Keep runs between any two steps. The facts of a match are
// written first, under a number that is in the table "arrivals", but not yet in the table
// "matches". A name is written to the table "players", with the number from the table "staging".
// One short transaction then moves the matches from "arrivals" to "matches" and increments the
// number in "staging", which makes everything visible at once. If the process is killed,
// [Store.Check] deletes the staged rows after the next start. The next import also deletes them
// before it begins. The facts of an erased match are deleted in the same way.
//
// A past play, entered by hand or imported from the app BG Stats, is the record of a match of package
// past. It gets its place by its date: behind the match that began before it.
//
// A backup is JSON Lines: players, settings, matches with their records, and a last line with
// their counts. It never contains secrets or the credentials of phones, and an import of a backup
// never changes them. Data from a backup is parsed fact by fact before it is written; no part of
// a backup is used as a database.
//
// # The club
//
// Publications are not stored as copies of matches. The table "told" stores the head of each
// finished match in the form that the club has acknowledged. Store.Unpublished finds the matches
// whose head differs from the stored one, such as renamed and resumed matches. The table "named"
// stores the names published to the club, each with its code, until the club has deleted them.
// Neither table is part of a backup. The seed of the box's signing key, a private setting, isn't
// part of a backup either.
//
// # Bounds
//
// Guests may import files, so their contents are bounded.
//
//	data                          at most  reason
//	a backup                      64 MiB   ten years of a box take a tenth of that
//	… matches                     32,768   each is a row of the transaction that shows them
//	… settings                    1 MiB    they stay in memory until that transaction
//	a record                      8 MiB    it is folded in memory, a few kB per fact
//	… facts                       20,000   the longest evening has a thousand
//	… facts of an open match      4,096    a board folds them within seconds when it resumes
//	open matches after an import  64       a panel can list that many
//	known players                 32,768   the players of a club in a lifetime
//	… in the evening's list       512      the latest seated; panel and page show the whole list
//	the database                  1 GiB    leaves room on a small card; Keep has no bound
//	a step of an import           256 rows, 64 KiB   the writer is free again within 10 ms
//
// The bounds of records and of open matches don't apply to a backup. So a box can import its own
// backup, with matches of any length and any number of open matches.
//
// # What the tests prove
//
// The tests run a process that stores a fixed evening and kills itself with SIGKILL at every
// named step of every transaction, and before every single write and sync of SQLite. They also
// truncate the log at every 512th byte. Each time, the database opens, passes its integrity
// check, contains everything acknowledged and at most one more transaction, and the evening
// continues from there. A process that acknowledges data before storing it fails these checks.
//
// A killed process leaves the kernel's page cache intact. The behaviour of cards is tested
// elsewhere: cmd/companiond replays the recorded writes of an evening as a card may have stored
// them, and .ci/fakepi does so below the file system. Whether a card keeps bytes that it has
// acknowledged can't be tested. The tests of this package damage hundreds of bits, bytes and
// pages, and check that the store detects the damage.
package store
