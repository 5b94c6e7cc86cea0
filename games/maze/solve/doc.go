// Package solve tells whether a position of game maze can be won, and how.
//
//	a, err := solve.Solve(state, solve.Options{Seed: 1, Shorten: 300_000})
//	a.Won, a.Line   // moves that win, to be replayed by the rules before anybody sees them
//	a.Lost, a.Proof // or what was exhausted
//
// It knows the moves from the rules alone ([maze.Board]). Its work is bounded by how many
// positions it looks at, never by a clock, and its memory in bytes. The same seed gives the
// same answer, on any number of threads.
//
// # Tries
//
// A try is a best-first search that keeps each position once, by its full key. A position
// costs what it seems to cost to bring the Mates home: four quarters a move, and for each
// square that is crossed what it takes to free it, if one looks three moves ahead and takes
// what stands in the way for independent; three quarters more for each piece that stays for
// good. These costs are corrected after a move where it has changed them, and a Mate's way
// is looked for anew only if it weighed one of those squares.
//
// Positions in which the piece that has moved stands on its square for the first time are
// expanded first, then those in which it stands there beside another one for the first
// time, then the others (novelty: best-first width search, Lipovetzky and Geffner 2017),
// where only positions are compared with as many Mates at home and of much the same cost.
// The pieces beside are rows of bits, a word for each class of pieces, so that a position
// is held against all earlier ones in sixteen steps.
//
// Pieces that do the same are one class: Lightnings, Rabbits and Stones of both colours,
// and whatever stays for good. A position in which a Mate can't get home over what stays,
// or which the rules call lost after a move whose piece stays, is dropped. A try that runs
// out of positions has therefore proved that the game can't be won.
//
// A try that has kept its share of positions is given up, and the next begins with other
// random numbers: 1, 1, 2, 1, 1, 2, 4 … shares (Luby) of 60,000.
//
// # Proofs
//
// Between tries, longer and longer, one or more Mates are followed through the game without
// the other pieces and without turns. If they get home there, pieces that stand in the way
// of how they do join, the least mobile ones, and they are followed again. What can be
// played can be played without other pieces too. So where the Mates can't get home among a
// few pieces, the game is lost; mostly some hundred positions show it where all that can be
// reached are millions. [Proof] names the Mates and the pieces.
//
// # Shorter lines
//
// A line is found long. Moves that nobody needs are left out, and two of a piece made one:
// first as if there were no turns, then so that both sides keep step. Then stretches of 24
// moves are cut short through 20,000 positions near them, and all over again.
//
// # Grades
//
// [Measure] says how hard a start is, by four searches with other seeds, at most 400,000
// positions each: how many positions they look at, how many moves the shortest of their
// lines has once it is shortened, and how many of 32 games are proved lost after ten moves
// at random. One search says little of a start, and one line still less: on 40 standard
// starts the positions of a search and those of another one go together by 0.47
// (correlation), the moves of two lines by 0.20. With four searches each it is 0.69 and
// 0.64; the random games go together by 0.75 (24 of them).
//
// The three are added up with much the same weight ([Effort.Score]): sixteen for each
// doubling of the positions, one for each move and for each hundredth of the games. They
// hardly depend on one another (0.3 at most), so each tells something.
//
// The borders of the grades are the quartiles of the scores of random starts that were won,
// for each set-up by itself: small starts are easier than others, and yet some are the
// hardest of their kind. What comes later in a line that wins has less effort than what
// comes before it, which a test holds on to.
//
// # Figures
//
// Seconds of one core of a shared machine (x86-64), for a verdict without shortening: at
// most 5,000,000 positions and 24 MB. Moves are those of the lines as they are found. A set
// with +40 is played on by 40 random plies, one with ~40 by such as don't lose at sight.
//
//	set           of  won  lost  open    half   90 %   97 %   99 %   most   positions  moves
//	standard     200  199     0     1    0.12   0.55   1.25   4.59   7.83      92,020    156
//	balanced     200  200     0     0    0.07   0.37   0.98   2.97   6.97      44,869    153
//	small        200  200     0     0    0.01   0.03   0.08   0.16   0.23       7,251     57
//	balanced+40  200    1   199     0    0.00   0.00   0.00   0.00   3.13           0    335
//	balanced+60  200    0   200     0    0.00   0.00   0.00   0.00   0.01           0
//	balanced~40   24    1    20     3    0.01   6.45  10.55  10.55  10.55         760    211
//	balanced~60   24    1    23     0    0.01   0.50   4.48   4.48   4.48         760    178
//
//	go test -run Measure -v -timeout 0 -starts 200 -sets "standard balanced small"
//
// What is left open took 8 to 11 s. The core does 700,000 to 900,000 positions a second.
//
// With 300,000 positions to shorten them, which take 0.1 s, half of 24 lines each have at
// most 114 moves instead of 173 (standard), 122 instead of 157 (balanced), 49 instead of 54
// (small).
//
// Brute force, which knows nothing but the rules, came to the same verdict on all of 10,000
// reduced boards (-run Brute -boards 10000): 3,357 were won and 6,643 lost, 5,779 of them
// by exhaustion; a part of the pieces was enough for 770.
//
// ARMv6 emulated by QEMU on the same machine does 73,000 to 96,000 positions a second, arm64
// 127,000 to 160,000. A core of a Zero 2 W should do about as many (an estimate, not
// measured): half of the starts in a second. A search allocates 24.3 MB there, however long
// it is, and shortening a line 6 MB that the collector takes back; a process with GOMEMLIMIT
// 64 MiB has had 54 MB of the system after both (runtime.MemStats.Sys), 61 on x86-64.
//
//	go test -run - -bench . -benchmem
//
// # Tried and lost
//
// Each on 24 starts of a set, 400,000 positions at most:
//
//   - Comparing only positions of the very same cost: three to five times the positions.
//   - The second and the third degree of novelty in turn, or the third now and then.
//   - The cheapest position always: 18 instead of 22 of 24 standard starts.
//   - Shares of 20,000 or 30,000 positions; 120,000 make no difference.
//   - Other weights for each Mate in each try.
//   - A cost for deserts where pieces stay, by column and colour: no better than one for
//     any piece that stays.
//   - Proofs in which pieces that get to the middle count as gone: no position more.
//   - Proofs of up to 100 positions wherever a piece comes to stay: half as fast, no
//     position more.
//   - A first proof of 120,000 positions instead of 20,000: nothing more is proved early,
//     and every start that the first try doesn't win waits for it.
package solve
