// Package solve determines whether a position of game maze can be won, and how.
//
//	a, err := solve.Solve(state, solve.Options{Seed: 1, Shorten: 300_000})
//	a.Won, a.Line   // moves that win; play them by the rules before showing them
//	a.Won, a.Line   // moves that win; play them by the rules before showing them
//	a.Lost, a.Proof // or the proof that no moves win
//
// The search takes the moves only from the rules ([maze.Board]). The effort is bounded by a
// number of examined positions, never by a clock, and the memory by a number of bytes. The same
// seed gives the same answer, with any number of threads.
//
// # Tries
//
// A try is a best-first search that stores each position once, by its full key. The cost of a
// position is an estimate for bringing the Mates home, in quarters of a move. It is the sum of
// four quarters per move, the cost of freeing each square that is crossed, and three quarters for
// each piece that stays for good. The cost of freeing a square looks ahead three moves and treats
// obstacles as independent. After a move only the costs that it changed are corrected. A Mate's
// route is computed again only if its cost depended on one of those squares.
//
// The search first expands positions in which the moved piece stands on its square for the first
// time, then positions in which it stands there together with another piece for the first time,
// then all others (novelty: best-first width search, Lipovetzky and Geffner 2017). It compares
// only positions with the same number of Mates at home and a similar cost. For each piece on each
// square, sixteen words of bits, one per class, contain the squares of all pieces seen together
// with that piece. So comparing a position with all earlier ones takes sixteen steps.
//
// Pieces with the same moves are one class: Lightnings, Rabbits and Stones of both colours, and
// all pieces that stay for good. The search drops a position in which a Mate can't get home
// past the pieces that stay, and, after a move whose piece stays for good, one that
// [maze.Board.Dead] reports as lost. A try that runs out of positions has therefore proved that
// the game can't be won.
//
// A try that has stored its share of positions is given up, and the next try begins with
// other random numbers. The shares are 60,000 positions times 1, 1, 2, 1, 1, 2, 4 … (the Luby
// sequence).
//
// # Proofs
//
// Between tries the search attempts proofs, with growing bounds. A proof follows one or more
// Mates through the game without the other pieces and without turns. If the Mates get home, the
// least mobile of the pieces that block their line are added, and the Mates are followed again.
// Every line of the game can also be played without some of the pieces. So if the Mates can't
// get home among a few pieces, the game is lost. Usually some hundred positions prove this
// where millions can be reached in the whole game. [Proof] names the Mates and the pieces.
//
// # Shorter lines
//
// Lines are long when found. So unneeded moves are removed, and two moves of a piece are merged,
// first as if there were no turns, then so that the sides alternate. Then stretches of 24 moves
// are replaced by shorter ones through 20,000 positions near them. All this is repeated as long as
// it shortens the line.
//
// # Grades
//
// [Measure] measures the difficulty of a start by four searches with different seeds, each of
// at most 400,000 positions. It records the number of positions they examine, the length of the
// shortest of their lines after shortening, and how many of 32 games are proved lost after ten
// random moves. A single search is a weak measure of a start, and a single line weaker still:
// on 40 standard starts the correlation of the positions of two searches is 0.47, that of the
// lengths of two lines 0.20. With four searches each, these correlations are 0.69 and 0.64. For
// 24 random games the correlation is 0.75.
//
// [Effort.Score] adds these three numbers with similar weights: sixteen for each doubling of the
// positions, one for each move and one for each hundredth of the games. The three are almost
// independent (correlation 0.3 at most), so each adds information.
//
// The borders of the grades are the quartiles of the scores of random starts that were won,
// separately for each set-up: small starts are easier than others, and yet some are the hardest
// of their set-up. Later positions of a winning line have less effort than earlier ones; a test
// checks this.
//
// # Figures
//
// The table shows seconds of one core of a shared machine (x86-64) for a verdict without
// shortening, with at most 5,000,000 positions and 24 MB. The columns "half" to "most" have
// percentiles of these times, from the median to the maximum. The column "moves" has the length of
// the lines as found. A set with +40 consists of starts followed by 40 random plies; in a set with
// ~40 these plies avoid positions that are lost at sight.
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
// The open positions took 8 to 11 s. The core examines 700,000 to 900,000 positions a second.
//
// With 300,000 positions for shortening, which take 0.1 s, half of 24 lines each have at most
// 114 moves instead of 173 (standard), 122 instead of 157 (balanced), 49 instead of 54 (small).
//
// A brute-force search that uses only the rules came to the same verdict on all of 10,000
// reduced boards (-run Brute -boards 10000): 3,357 were won and 6,643 lost, 5,779 of them by
// exhaustion. For 770 of the lost boards a part of the pieces was enough for a proof.
//
// ARMv6 emulated by QEMU on the same machine examines 73,000 to 96,000 positions a second,
// arm64 127,000 to 160,000. A core of a Zero 2 W should reach similar rates (an estimate, not
// measured): half of the starts in a second. A search allocates 24.3 MB there, however long it
// is, and shortening a line another 6 MB that the collector frees. After a search and the
// shortening of a line, a process with GOMEMLIMIT=64MiB had taken 54 MB from the system
// (runtime.MemStats.Sys), or 61 MB on x86-64.
//
//	go test -run - -bench . -benchmem
//
// # Rejected variants
//
// Each variant was tried on 24 starts of a set, with 400,000 positions at most:
//
//   - Comparing only positions of exactly the same cost: three to five times the positions.
//   - Expanding positions of the second degree of novelty (a new pair of pieces) and of the
//     third (nothing new) in turn, or those of the third now and then.
//   - Always expanding the cheapest position: wins 18 instead of 22 of 24 standard starts.
//   - Shares of 20,000 or 30,000 positions; 120,000 make no difference.
//   - Other weights for each Mate in each try.
//   - A cost for deserts where pieces stay, by column and colour: no better than one for
//     any piece that stays.
//   - Proofs in which pieces that get to the middle count as gone: not one more position
//     proved lost.
//   - Proofs of up to 100 positions wherever a piece comes to stay: half as fast, and not one
//     more position proved lost.
//   - A first proof of 120,000 positions instead of 20,000: nothing more is proved early,
//     and every start that the first try doesn't win waits for it.
package solve
