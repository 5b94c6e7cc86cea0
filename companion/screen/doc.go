// Package screen draws what a [panel.View] says: 128×64 px for the OLED and
// 8×8 colours for the matrix. Drawing is pure: equal views give equal frames. A [Moment]
// is what the table publishes: a picture, and what it shows.
//
// # The OLED
//
// All stays within 126×62 px. What is read stands on lines at a pitch of 10 px, 21 columns
// of 6 px each, what says what is to be chosen at 12 px; rows to choose are 13 px high with
// 19 columns, on home 20 px behind a picture of 14 px. Beside more rows than fit a scrollbar
// takes x 123–125. A row is a bar while ok acts on it, and a frame, 1 px around it, while
// the panel is dimmed.
//
//	list     title, dots, its aside; prompts; rows
//	turn     the name in 10×20 and a clock; prompts, or what the table looks at most; rows
//	board    3×3 squares of 20 px around the cursor, or 4×4 of 14 px with a map of the whole;
//	         beside it ten columns and the row
//	dial     whose number it is in 10×20; what it is, and the number; all totals
//	dice     up to three faces of 29 px, eight of 14 or sixteen of 12, and their total
//	moment   a picture of 44 px, the word, whose it is, what has changed
//	step     a picture and a sentence
//	below    where no row says it, what back and ok do, or a notice: beside a code, never on it
//
// Large numbers are 26, 39 or 52 px high, whatever fits. Smaller letters than 6×12 stand in
// fixed places only: a clock beside a name of ten letters, numbers beside pictures, totals of
// more than four, tags and small dice. Text that is too long ends in "…"; [Artist.Flaws]
// finds it. A QR code has modules of 2 px and at most 29 of them: version 3.
//
// A moment is one cut, then four poses, of which each changes 320 bytes at most on the wire.
// Where somebody has won they go on as long as the frames do. A card of a game
// that has pictures "card-back" and "card-edge" is turned over.
//
// Against burning in, View.ShiftX and ShiftY move the whole picture by up to 2 px, and
// View.Drift moves texts, pictures and numbers into room they leave; neither cuts anything off.
// Every other Drift a bar is a frame that stands around where the bar was, and tallies stand
// above the title. What is filled and stands long is lit in every other px only, so that the
// shift gives each its turn. The lit ground of an invitation's QR code
// changes sides (View.Far).
//
// View.Edge puts a frame of 2 px around all 128×64, and the picture into it, 20 columns
// wide: so people see whether their panel shows its outermost columns.
//
// # The matrix
//
// The first of these that holds: a rolling animation, a moment, an alarm, a countdown,
// dice or cards, a race, the board, whose turn it is. What is lit tells everything; colour
// only repeats it, so that a matrix of one colour shows the same.
//
// Seats sit evenly around the table, clockwise as seen from above, seat 1 at the
// lower edge: of four, seat 2 sits on the left, seat 3 opposite, seat 4 on the
// right. Up to eight seats have an edge or a corner of their own.
//
// # The gallery
//
// The folder testdata holds the picture of every row of the gallery in the tests:
// as text, compared px by px, and as contact sheets to look at.
//
//	go test ./companion/screen -update
//
// draws them anew. [Sheet] makes contact sheets of other frames.
package screen
