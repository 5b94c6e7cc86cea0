// Package screen draws what a [companion.View] says: 128×64 px for the OLED and
// 8×8 colours for the matrix. Drawing is pure: equal views give equal frames.
//
// # The OLED
//
// Text stands on six lines at a pitch of 10 px, 21 columns of 6 px each, and
// stays within 126×62 px. Against burning in, View.ShiftX and ShiftY move the
// whole picture by up to 2 px, and View.Drift moves texts into room they leave on
// their lines; neither cuts anything off. For the same reason there are no inverse
// bars and no filled signs that stay in place: a chevron marks the row that ok
// acts on. The lit ground of an invitation's QR code changes sides (View.Far).
//
//	line 0     the title, dots, its aside flush right
//	lines 1–4  prompts, then rows; an arrow in the last column: there are more
//	line 5     under a dotted line, what the keys do
//
// A row has 19 columns behind its marker; one only to be read has all 21, or 20
// where there is an arrow. Beside a board of as many rows as columns, or more,
// 12 columns are left, beside a QR code 10, whose texts are broken at blanks. A code
// has modules of 2 px and at most 29 of them: version 3.
//
// Whose turn it is and what has happened stand in letters of 10×20 px on lines 0
// and 1. Large numbers are 26, 39 or 52 px high, whatever fits. Text that is too
// long ends in "…"; [Artist.Flaws] finds it.
//
// # The matrix
//
// The first of these that holds: a rolling animation, an alarm, a countdown,
// dice or cards, the board, whose turn it is. What is lit tells everything; colour
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
