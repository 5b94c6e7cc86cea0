// Package adviser lets the advisers of games think beside the table, each time in a process
// of its own: it takes no memory between two thoughts, the kernel lets it wait for whatever
// else wants to run (nice 19), and takes it first where memory runs out. What it fails at is
// advice that nobody gets; the game goes on.
//
// The parent has a [Thinker], to which a [companion.Think] is said; the last one counts, and
// a child that still thinks about another is killed. The child is the same program with the
// argument [Role] (see [Main]). It reads one question, a line of JSON, from its standard
// input, prints the answer and ends; it ends, too, once its parent is gone.
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
