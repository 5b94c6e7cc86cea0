// Package cardtest simulates power cuts of a computer whose files are on a memory card, the card.
// It records the writes, syncs, renames, removals and answers of a program, and then tests every
// state in which a card may be if the power is cut at any moment.
//
//	rec := cardtest.NewRecorder(t, t.TempDir(), state)
//	cmd := rec.Command(nil, "AS_PROGRAM="+state) // this test again, under strace
//	// run it, talk to it, kill it; then another
//	r, err := cardtest.New(rec.Recording(), cardtest.Folder(t), open)
//	tally := r.Run(cardtest.Plan{Cuts: 100_000})
//	for _, f := range tally.Faults {
//		t.Error(f)
//	}
//
// # Contents of the card
//
// Synced data is certain to be on the card: an fsync of a file covers its content and size, an
// fsync of a folder its names. The name of a file is covered only by a sync of its folder. A sync
// covers the operations that were completed before the sync began. After a failed sync of a file,
// no later sync covers the data written before: the kernel marks the lost data as written.
//
// All other data may or may not be on the card, as a [Policy] decides. A cut is a number of
// operations before the loss of power, a policy and a seed. The same cut always leaves the same
// contents.
//
// # Requirements
//
// The states of a recording are the contents of the folder after each transaction, if nothing is
// lost. A cut must leave exactly one of these states. The state must not be older than the state
// promised by the last answer, and not newer than the state being written. The state that an
// answer promises is that of the folder at that time, or the one given by [Replay.Claim].
//
// # Omitted syncs
//
// [Replay.Without] replays the recording as if one of its syncs had no effect. Either data is
// then lost, or [Replay.Flushes] gives the reason why no data can be lost: SQLite syncs more
// often than its promises need. For example, the checksums in a log show where data is missing.
// The reasons are derived from the recording, never from names. A sync without a loss and without
// a reason shows that the cuts are too weak.
//
// # Speed
//
// An image is the contents of the folder after a cut. An image is built in memory. The image is
// written to a folder and opened only if no equal image was opened before; [Tally] counts the
// cuts and the opened images. On Linux the folders are in memory.
//
// # Limits
//
// The package trusts strace for the order of calls, and makes no assumption about the order in
// which the kernel writes. Writes to memory-mapped files can't be recorded, so such files are
// ignored or refused. No policy simulates a card that loses data synced long ago, or that writes
// to wrong blocks.
package cardtest
