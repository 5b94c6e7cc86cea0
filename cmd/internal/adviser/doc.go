// Package adviser lets the advisers of games think beside the table, each time in a process
// of its own: it takes no memory between two thoughts, the kernel lets it wait for whatever
// else wants to run (nice 19), and takes it first where memory runs out. What it fails at is
// advice that nobody gets; the game goes on.
//
// A [companion.Think] is said to a [Thinker]; the last one counts, and a child that still
// thinks about another is ended. It is the same program with the argument [Role] (see
// [Main]), reads one question, a line of JSON, from its standard input, prints the answer and
// ends; it ends, too, once its input does.
//
// # Whose child
//
// Installed, it is systemd's: the daemon connects to /run/companion-adviser.sock, and for
// each connection there is an instance of companion-adviser@.service, which has neither the
// daemon's rights nor its share of the processor. Elsewhere, and where that fails, it is the
// daemon's own. In the sandbox of companiond.service such a child can't lower its priority.
//
// # What is remembered
//
// Answers are, and with a line that wins those for all positions along it: whoever follows
// a hint, or goes back, is answered at once. What comes after a position that is proved
// lost is lost by the same proof.
//
// # Where the win was
//
// After a defeat the positions are asked about from both ends of what is known: all before
// one that is won are won, all after one that is lost are lost. What lies between is asked
// about from its end, one position after the other.
package adviser
