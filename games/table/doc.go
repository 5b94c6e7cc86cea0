// Package table is the engine of all games that have no folder of their own: whose turn
// it is, how the rounds go, who has how many points, and when it is over.
//
// There are three ways to it. [Score] is the game "score", the plain scoreboard. [Rules]
// is the game "table", set up by a few choices on the panel. [Def] says a game as data,
// with hooks for what data can't say, and [New] makes the game of it: games in files are
// made so. All of them are positions of one kind; where there are no turns they are
// written as those of the scoreboard.
//
// # The scoreboard
//
// Points are entered round by round, in any order of the seats, from -999 to 999.
// When every seat has its points the round is complete and the next one begins.
// Any points may be corrected, at any time and in any round. Corrections between
// two rounds are judged at once, others when the round is complete.
//
// The most or the fewest points win. The game ends after so many rounds, or as
// soon as some total reaches the target at the end of a round, whichever is first,
// or when the table finishes it. With ties=more it goes on while the best are
// equal. It never has more than [MostRounds] rounds.
//
// # Categories
//
// A round may consist of up to [MostCategories] categories, such as coins,
// buildings and losses: a seat then has a number in each, within limits, and gets
// the sum of the numbers times their factors. The option is a list:
//
//	categories=coins=0..50;buildings;lost=0..10*-1
//
// Numbers are entered in any order. On turn is the first seat with the fewest in
// the present round, so that a sheet is filled number by number around the table.
// All categories of all rounds are at most [MostRounds] numbers a seat.
//
// # Notation of the scoreboard
//
//	score 2 14   seat 2 gets 14 points in the present round
//	edit 3 2 -5  in round 3 seat 2 had -5
//	finish       between two rounds: that was the last one; a round of absent seats
//	             only counts as not begun
//
// With categories:
//
//	score coins 14   the seat on turn has 14 coins in the present round
//	for 2 coins 14   seat 2, which is not on turn, has 14 coins
//	edit 3 2 lost 4  in round 3 seat 2 had lost 4
//
// Rulings of the table: "skip 2", seat 2 is absent and gets nothing more in the
// current round; "finish", also in the middle of a round or at a tie that is to be
// broken, points that are missing are none; "more", a game that is over has another
// round and is judged after it; "swap 1 3", between two rounds: from now on
// seats 1 and 3 are asked in each other's turn.
//
// # A scoreboard as text
//
//	round 3
//	5 -3 12
//	0 7 -
//	4 . .
//
// The present round, or "over", then every round with the points of seats 1, 2 …;
// "-" is absent, "." not entered yet. With categories each seat has its numbers in
// their order, parted by commas: "5,0,2 .,3,.". A second line "more 2" says that
// the table ruled, after round 2, that the game goes on; "order 3 2 1" before the
// rounds, that the seats are asked in that order.
//
// # Turns
//
// A round consists of phases, each with an order of its own ([Order]): seats take turns
// clockwise, or until they pass, or there and back; all decide at once and say when they
// are ready; the turn is whose who takes it; or the table does something together, which
// it is reminded of. Who begins the next round, and who follows, is a [First]: always the
// same, the next, who passed first, who is behind, as drawn by chance or as the table says.
// Points are written down whenever somebody gets some, after a round, with a turn, after
// the last round, or not at all ([When]). What ends a game stands in [Ends].
//
// A seat that is out has no more turns, and gets no points; partners share what they have.
// The game knows no time: a limit in seconds is told by the method Limit of a position.
//
// # Notation of turns
//
//	done         the turn of the seat that has it is over; of upkeep: it is done
//	pass         likewise, and it has no more turns in this phase
//	ready 2      seat 2 has decided, where all do so at once
//	claim 3      seat 3 takes the turn, also from itself: it has won another trick
//	close        the phase is over, or everybody else has one more turn in it
//	call         the end of the game is called
//	reverse      turns go the other way from now on
//	roll         the seat on turn rolls the dice that aren't held
//	hold 3       die 3 is held, or no longer
//	die 4        chance: what the next die shows
//	draw 2       chance: seat 2 has the next place in the order of the round
//	next 2       the table says the same
//	out 2        seat 2 drops out for good
//	add 2 -5     seat 2 gets 5 points less, at any time; with a sheet "add 2 coins 5"
//	score 2 14   seat 2 has 14 points, in this round or in its turn, which is over then;
//	             with a sheet "score coins 14" of the seat on turn, "for 2 coins 14"
//	edit 3 2 -5  in round 3 seat 2 had -5; with a sheet "edit 3 2 coins 5"
//	win 2        seat 2 has won the round or, where there are no points, the game
//	tie          nobody has, or all
//	won, lost    those who play together have won, or lost
//	finish       the game is over, or what is counted at the end
//
// Rulings of the table: "turn 2", seat 2 has the turn now; "skip 2", seat 2 is away, and
// has had its turn, or has nothing to write down; "phase 2", that phase begins anew; "swap 1
// 3", those seats change places in the order; "out 2" and "back 2", where that can't be
// decided; "finish", also while points are written down; "more", a game that is over goes
// on with another round and is judged after it.
//
// # A position with turns as text
//
//	round 3
//	phase 2
//	order 2 3 1
//	turn 3
//	had 2
//	out 4
//	dice 4 .
//	rolls 1
//	5 -3 12 -
//	0 7 - -
//	4 . . .
//
// The present round, or "over" and the last one. Then, each only where it isn't as usual:
// "more 2" as above; the phase, where one more than there are is the points of the round
// and two more the last count; "order", who follows whom in this round; "drawing", who has
// a place in it so far; "turn"; "circle", how often all have had a turn in this phase; "had",
// who has in this circle; "passed", in that order, and "before", in the phase before;
// "ready"; "out"; "closing", who still has one of the last turns; "marker", who had the turn
// when it was last claimed; "called", by whom, and "last", the round that is the last
// therefore; "back", turns go the other way; "dice", "." of those that chance is asked for;
// "held"; "rolls", of this turn; "won" and "why", where points don't say so. Last stand the
// numbers of each round, as on the scoreboard. On a sheet that is filled once, and of points
// at the end, there is one line.
package table
