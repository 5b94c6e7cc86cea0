// Package adviser runs the advisers of games. A separate process answers each question. The process
// uses no memory between two questions. The kernel gives it the lowest priority (nice 19) and kills
// it first when memory runs out. A failure only loses the advice; the game continues.
//
// A [Thinker] receives each [companion.Think]. Only the last question counts: a child that still
// works on an earlier question is killed. The child is this program with the argument [Role] (see
// [Main]). It reads one question, a line of JSON, from standard input, prints the answer and ends.
// It also ends when its input ends.
//
// # The parent
//
// On an installed system the child belongs to systemd. The daemon connects to
// /run/companion-adviser.sock, and each connection starts an instance of
// companion-adviser@.service. That service does not have the rights of the daemon and does not use
// the daemon's share of the processor. If the socket does not exist or the service fails, the child
// belongs to the daemon. In the sandbox of companiond.service such a child cannot lower its
// priority.
//
// # The cache
//
// The thinker stores answers. An answer with a winning line also yields the answers for all
// positions along the line, so a player who follows a hint or goes back gets the next hint at once.
// A position that follows a lost position is lost by the same proof.
//
// # The last winnable position
//
// After a defeat the thinker searches for the last winnable position. All positions before a
// winnable position are winnable, and all positions after a lost position are lost. The thinker
// finds the first lost position by binary search, and then asks about the earlier positions one by
// one, the latest first.
package adviser
