// Package ledger stores the state of a league in one database: SQLite for a league with one
// worker, PostgreSQL for several workers. There is no other state, so a worker may die at any
// time and another continues.
//
// # Tables
//
//	boxes      every box that has published something, enrolled or not
//	states     the latest state of each box, for the wall
//	seals      the seals that boxes published before the outcomes
//	records    one record per match and box, by match id and box, with its verdict (package audit)
//	results    the seats of each record, with score, rank and win
//	aside      the quarantine: records and seals that were not accepted, with the reason
//	aliases    the owners of players: box and name, by [wire.PlayerID]
//	erased     players whose names must not appear
//	deeds      the organisers' commands, in order; never changed
//	accounts   viewers, organisers and owners, by the hash of a token
//	settings   the name of the league and its key
//
// # Exactly once
//
// Each method is one transaction. If the method returns nil, the transaction is committed. The
// ledger numbers the messages of a box under the lock of its row in boxes. Messages of one box are
// therefore processed one at a time, by whichever workers. The key of a record is its match id with
// its box, so only messages of one box write a row. PostgreSQL therefore needs only "read
// committed", and only transactions undone by a deadlock are retried. SQLite has one writer, which
// several processes share badly, so SQLite is for a league with one worker.
//
// [Ledger.TakeRecords] takes up to [MostRecords] records of any boxes in one transaction, with a
// handful of SQL statements and one commit. Transactions lock rows in one order, to avoid deadlocks:
// first the boxes by id, then the counter of the quarantine, then the counter of the revs.
//
// A record is judged by its content, see [Outcome], and only against messages of its own box. The
// same record again, or an older record of its match, changes nothing. A record that extends the
// stored one (audit.Compare) replaces it. A record that contradicts itself, the stored record or a
// published seal goes into quarantine.
//
// Two boxes can publish a match of the same id, because a record can move from box to box, or
// because a box uses the id of a foreign match. Each box's record is stored and acknowledged as if
// it were alone. Readers decide which record counts; see package admin.
//
// # Owners of players
//
// The id of a player is computed from the id of a box and a code that only this box knows. A record
// shows the codes of its players. The ledger checks each code and stores in aliases which box the
// player belongs to; no box can prove a player of another one. The ledger does not store the code
// itself, except in a record that waits for the enrolment of its box. Backups contain no code.
//
// A record may name any players. The ledger stores their ids as they are; readers decide which of
// them count for the box (package admin). Boxes with older software show no codes. The players that
// they had named before schema 2 stay theirs, as not proven, until a code proves the opposite.
//
// # Witnesses
//
// A match is witnessed if the box published each seal before the device drew the first outcome
// under the seal. The seq published with the seal must be below the seq of that outcome, and the
// seal must arrive before any record that contains the outcome. The check uses only the message
// numbers of a box and no clock. A box publishes a seal again until it is acknowledged; the first
// one counts. For a match that is not witnessed the ledger stores the reason ([Unwitnessed]).
//
// # Boxes that are not enrolled
//
// A box that is not enrolled may publish up to [MostWaiting] records and seals. They wait for the
// enrolment ([Ledger.WaitingRecords]). Messages of a revoked box go into quarantine, also up to
// [MostWaiting]. The waiting or quarantined messages of such a box may take up to [MostBytes].
// Beyond these limits a message is refused with [ErrFull], and the box publishes it again.
//
// The ledger knows up to [MostUnknown] boxes that were never enrolled, and up to
// [MostWaitingBoxes] of one network. For a further box it deletes one: of the network with the
// most, the box that was silent longest. Boxes that one person makes up therefore replace one
// another and not the boxes that wait elsewhere. The league's own broker reports the network of a
// box at each login ([Ledger.TakeLogin]). Boxes that come by another broker have no network and
// count as those of one, without a limit of its own.
//
// # Erased players
//
// A box publishes which of its players are erased. The ledger removes their names from all stored
// messages of the box (package mask), and from later messages, permanently: the name becomes «Игрок
// 2». A backup made before the removal still contains the names, and so does a ledger restored from
// it, until the box publishes its erased players again. A box erases its own players only: the
// record of another box keeps the names that it carries.
//
// SQLite overwrites deleted bytes (secure_delete), but copies of them stay in the write-ahead
// log, and in pages whose rows it has moved. After an erasure the ledger therefore rewrites the
// database (VACUUM) and empties the log, so that no file contains the name. Rewriting takes one
// or two seconds per 100 MB on a solid state disk, and at most a twentieth of the time: an
// erasure soon after another one, or during a long read such as a backup, is completed by a
// later write or at the next start.
//
// PostgreSQL keeps the bytes of deleted rows in its files until a vacuum lets later rows
// overwrite them; autovacuum runs once a fifth of a table's rows have changed. To remove the
// bytes from the tables at once, an administrator runs VACUUM FULL on records, results, states,
// aside and aliases, which locks them meanwhile, and then CHECKPOINT. The server's write-ahead
// log (pg_wal) has copies until its segments are overwritten, usually after some checkpoints;
// archived logs and replicas have copies of their own.
//
// # Reading changes
//
// Each state and each result has a rev, a number drawn from a counter at the end of a transaction.
// The row of the counter stays locked until the commit, so a reader that has seen everything up to
// a rev misses nothing by asking for higher revs. Commits of results therefore follow one another,
// whatever the number of workers. Records that share a transaction share its commit, and draw their
// revs as one range just before it.
//
// # Schema
//
// [Ledger.Migrate] upgrades a database to the schema of this version, also when several workers
// call it at once. It never downgrades: for a database of a newer version it returns an [ErrNewer].
// Both databases use the same migration files.
//
// [Ledger.Backup] writes a consistent snapshot of all tables as JSON Lines, with the key of the
// league and the hashes of tokens. [Ledger.Restore] reads a backup into an empty database of either
// kind.
package ledger
