// Package table is the engine of all games without a folder of their own. It tracks turns,
// rounds, points and the end of a game.
//
// There are three kinds of such games. [Score] is the game "score", the plain scoreboard for up
// to [UsualSeats] seats. [Rules] is the game "table" for up to [MostSeats], set up by a few choices
// on the panel. [Def] describes a game as data, with hooks for rules that data can't express, and
// [New] makes a game of it; games in files use it. All of them share one kind of position.
// Positions without turns have the format of the scoreboard.
//
// # The scoreboard
//
// Points are entered round by round, in any order of the seats, from -999 to 999. When every
// seat has its points the round is complete and the next one begins. Any points may be
// corrected, at any time and in any round. After a correction between two rounds the end of the
// game is checked at once, after other corrections when the round is complete.
//
// The most or the fewest points win. The game ends after the given number of rounds, or as soon
// as a total reaches the target at the end of a round, whichever is first, or when the table
// finishes it. With ties=more it continues while the best are equal. It never has more than
// [MostRounds] rounds.
//
// # Categories
//
// A round may consist of up to [MostCategories] categories, such as coins, buildings and
// losses. A seat then has a number in each, within limits, and gets the sum of the numbers
// times their factors. The option is a list:
//
//	categories=coins=0..50;buildings;lost=0..10*-1
//
// Numbers are entered in any order. The seat on turn is the first seat with the fewest numbers
// in the present round, so that a sheet is filled number by number around the table. The number
// of rounds times the number of categories is at most [MostRounds].
//
// # Notation of the scoreboard
//
//	score 2 14   seat 2 gets 14 points in the present round
//	edit 3 2 -5  the points of seat 2 in round 3 are corrected to -5
//	finish       the game ends, between two rounds; a round with only absent seats
//	             counts as not begun
//
// With categories:
//
//	score coins 14   the seat on turn has 14 coins in the present round
//	for 2 coins 14   seat 2, which is not on turn, has 14 coins
//	edit 3 2 lost 4  the number of seat 2 for lost in round 3 is corrected to 4
//
// Rulings of the table: "skip 2" marks seat 2 as absent; it gets nothing more in the present
// round. "finish" ends the game also in the middle of a round or at a tie to be broken; missing
// points count as none. "more" gives a finished game another round and checks its end after it.
// "swap 1 3", between two rounds, exchanges the turns of seats 1 and 3 from now on. "join 4"
// and "leave 2" are explained under Comings and goings.
//
// # A scoreboard as text
//
//	round 3
//	5 -3 12
//	0 7 -
//	4 . .
//
// The first line has the present round, or "over". Then follows every round with the points of
// seats 1, 2 …; "-" is absent, "." not entered yet. With categories each seat has its numbers
// in their order, separated by commas: "5,0,2 .,3,.". A second line "more 2" means that the
// table ruled, after round 2, that the game continues; "order 3 2 1" before the rounds is the
// order in which the seats are asked. The lines about comings and goings stand before both.
//
// # Turns
//
// A round consists of phases, each with its own order of turns ([Order]). Seats take turns
// clockwise, or until they pass, or there and back; all decide at once and declare that they are
// ready; a seat claims the turn; or, in an upkeep, the table does something together after a
// reminder. In a circle each seat has one turn. A [First] determines the seat that begins the next
// round and the order of the others: always the same seat, the next, the first that passed, the
// last in points, as drawn by chance or as named by the table. Points are written down at any
// time, after a round, with a turn, after the last round, or not at all ([When]). They are one
// number, or a sheet of several lines such as coins and losses ([Line]). [Ends] contains the
// conditions that end a game.
//
// A seat that is out has no more turns and gets no points. Partners share their points. The
// rules have no clock: the method Limit of a position reports a limit in seconds.
//
// # Notation of turns
//
//	done         the seat on turn ends its turn, or the table has done the upkeep
//	pass         the seat on turn ends its turn, and has no more turns in this phase
//	ready 2      seat 2 has decided, where all decide at once
//	claim 3      seat 3 takes the turn, also from itself: it has won another trick
//	close        the phase ends now, or after one more turn of each other seat
//	call         the seat on turn calls the end of the game
//	reverse      turns go the other way from now on
//	roll         the seat on turn rolls the dice that aren't held
//	hold 3       die 3 is held, or no longer
//	die 4        chance: the face of the next die
//	draw 2       chance: seat 2 has the next place in the order of the round
//	next 2       the table gives seat 2 the next place in the order of the round
//	out 2        seat 2 drops out for good
//	add 2 -5     seat 2 loses 5 points, at any time; with a sheet "add 2 coins 5"
//	score 2 14   seat 2 has 14 points, in this round or in its turn, which ends then;
//	             with a sheet "score coins 14" of the seat on turn, "for 2 coins 14"
//	edit 3 2 -5  the points of seat 2 in round 3 are corrected to -5; with a sheet
//	             "edit 3 2 coins 5"
//	set 2 lives 1  the counter lives of seat 2, or of the team that begins with it, is 1
//	level danger 4  the counter danger, which all share, is 4
//	win 2        seat 2 has won the round or, where there are no points, the game
//	tie          nobody has won, or all have
//	won, lost    all together have won, or lost
//	finish       the game is over, or the count at its end
//
// Rulings of the table: "turn 2" gives seat 2 the turn now; "skip 2" ends the turn of seat 2,
// which is absent, or leaves its missing numbers empty; "phase 2" restarts that phase; "swap 1
// 3" exchanges those seats in the order; "out 2" and "back 2" take a seat out or in where that
// can't be decided; "finish" works also while points are written down; "more" gives a finished
// game another round and checks its end after it.
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
// The first line has the present round, or "over" and the last one. These lines follow, each
// only if it differs from the usual value: those about comings and goings; "more 2" as above; "phase", the number of the phase
// (with two phases, 3 stands for the points of the round, and 4 for the last count); "order",
// the order of the seats in this round; "drawing", the seats drawn or named for that order so
// far; "turns", the order of the turns in this phase, if it is another; "turn", the seat on turn; "circle", the number of the present circle in this phase; "had",
// the seats that have had their turn in this circle; "passed", the seats that passed in this
// phase, in that order; "before", the seats that passed in the last Passing phase; "ready" and
// "out", the seats that are ready or out; "closing", the seats that still have one of the last
// turns; "marker", the seat on turn at the end of the last Claimed phase; "called", the seat
// that called the end; "last", the round that is the last because of the call; "back", if turns
// go the other way; "dice", the faces, with "." for a die still to be rolled; "held", the held
// dice; "rolls", the number of rolls in this turn; "count", the numbers of a counter: "count lives 3 1";
// "match", the scores of a finished match of a series and, after ";", its winners; "won" and "why", the
// winners and the reason, if points don't determine them; "past", for each finished round of which a hook may ask, the seat
// that began, the order, the seat that had called the end, the seats that passed and, if there are
// any, those that were out: "past 2; 2 3 1; 0; 3 1; 2". The numbers of each round come last, in the
// format of the scoreboard. If the sheet is filled once, or points are written down only at the end, there is a single line of numbers.
//
// # Corrections and seats that are out
//
// Since edition 3 of a Def a correction judges the end of the game anew. If a number of a finished
// round decides the game, by a target, a number of won rounds, a parted tie or the hook Over, it ends
// after that round, and the present round doesn't count. If one in the last count takes away the reason
// of that count, it is dropped, and the next round begins. A corrected win takes the place of the
// round's old winner. A seat whose total or counter no longer puts it out is back in; if a decision has
// taken it out, only the ruling "back" does that.
//
// Numbers with a required sum leave a rest that the seats without a number can reach. If a correction
// has made that impossible, the nearest number remains. In a game whose rules let no seat drop out the
// sum may also be less once a seat is out. A line of the view names a round whose
// numbers have another sum, so that more corrections put it right.
//
// A seat that is out counts 0 in the lists of a [Position], whose field Out has it. It reaches no target
// and no end of a counter, and wins only if the hook Over names it. After a round it isn't asked. In
// the last count it is, where points are written down only at the end, and for a line with a sum: in a
// game of elimination all roles are open then. If all other teams are out, the last one wins.
//
// In edition 1 of a Def the numbers are the points that the hook Worth gave an entry, and a last one
// in each seat's list is the bonus of the round. Since edition 2 they are the entered ones; points
// and bonus are computed from them.
//
// # Comings and goings
//
// In a match of "score" or "table" without teams the table may rule "join 4": a newcomer takes seat 4,
// the one after the last, up to the greatest number of seats of the game. It begins without points, and
// is absent in earlier rounds. It plays in the present round, unless points of this round are being
// written down. Its turn comes between the last seat and the first where the order of the round goes
// round the table, and otherwise at the end of the round. Nobody joins during the last count or while
// further rounds break a tie at the top.
//
// "leave 2" takes the player of seat 2 out of the match for good. The points of the seat stay, but it
// gets no more turns and no points, nobody waits for it, and it can't win. In a game with turns it
// counts as out. The last two players can't leave. "back 2" takes a player who left back in, from
// the next turn or round on.
//
// A position then has the line "seats 4", the number of seats if players joined, and "left 2", the
// seats whose players left.
package table
