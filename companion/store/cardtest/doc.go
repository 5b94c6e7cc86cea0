// Package cardtest takes the power away from a card, on paper: it records what a program
// writes, syncs, renames, removes and answers, and then tries what a card may hold if the
// power had gone at any moment of it.
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
// # What is on the card
//
// What fsync has brought there is surely there: of a file its content and its size, of a
// folder its names. That a file has a name is brought there by no sync but that of its
// folder. A sync covers what was done before it began. After one that has failed no later
// one covers anything of that file: the kernel takes what it lost for written.
//
// All else may be there or not; a [Policy] says what. A cut is a number of operations
// after which the power went, a policy and a seed, and always leaves the same.
//
// # What must be found
//
// The recording says itself what the folder held after each transaction, when nothing is
// lost: these are its states. A cut must leave exactly one of them: none before that which
// somebody had been answered, and none beyond that which was being written. What an answer
// promised is known from the folder as it then was, and from what [Replay.Claim] is told.
//
// # A sync that is left out
//
// [Replay.Without] replays the recording as if one of the syncs had done nothing. Either
// something is then lost, or [Replay.Flushes] says of it why nothing can be: SQLite syncs
// more often than its promises need, and a log's checksums bear more than they promise.
// The reasons are found in the recording, never by name; a sync with neither a loss nor a
// reason is one that the cuts are too weak to show.
//
// # What makes it quick
//
// Each image is built in memory, and written and opened only if none of the same bytes
// was; [Tally] tells both numbers. On Linux the folders lie in memory.
//
// # What it doesn't know
//
// It takes the word of strace for the order of calls, and none of the kernel's order in
// which it writes. A file that is mapped into memory is passed over, or refused: nobody
// records its writes. A card that loses what it had synced long ago, or that answers for
// other blocks than were asked, is not among the policies.
package cardtest
