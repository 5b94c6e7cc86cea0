// Package screen draws a [panel.View]: 128×64 px for the OLED and 8×8 colours for the matrix.
// Drawing is pure: equal views give equal frames. A [Moment] is a published state of the table, a
// [companion.Moment], with its picture.
//
// # The OLED
//
// All content lies within 126×62 px. Text to read is on lines at a pitch of 10 px, with 21
// columns of 6 px. Prompts have a pitch of 12 px. Rows to choose are 13 px high with 19
// columns; on home they are 20 px high, behind a picture of 14 px. If there are more rows than
// fit, a scrollbar takes x 123–125. The row under the cursor is an inverse bar, or a frame of 1
// px while the panel is dimmed.
//
//	list     title, dots, aside; prompts; rows
//	turn     the name in 10×20 and a clock; prompts, or the tallies; rows
//	board    3×3 squares of 20 px around the cursor, or 4×4 of 14 px with a map of the board;
//	         beside it ten columns of text and the row
//	dial     the player in 10×20; the name of the number, and the number; all totals
//	dice     up to three faces of 29 px, eight of 14 or sixteen of 12, and their total
//	moment   a picture of 44 px, the word, the player, the change
//	step     a picture or half of a board, and a sentence
//	below    the actions of back and ok, if no row shows them, or a notice. A notice stands
//	         beside a QR code, never on it
//
// Large numbers are 26, 39 or 52 px high: the largest that fit. Letters smaller than 6×12 occur
// only in fixed places: a clock beside a name of ten letters, numbers beside pictures, more than
// four totals, tags and small dice. Text that is too long ends in "…"; [Artist.Flaws] lists such
// texts. A QR code has modules of 2 px and at most 29×29 modules: version 3. It stands in the middle
// of a lit ground, which takes half of the panel, 64×64 px, and never moves. So the margin is as wide
// as the height of the panel allows, 3 px on all sides; readers want 4 modules, but find codes with
// less.
//
// A large event (KindMoment) replaces the whole picture at once. Four poses follow, and each
// changes at most 320 bytes on the wire. For a win the poses repeat as long as the moment lasts. A
// card is turned over if the game has pictures "card-back" and "card-edge".
//
// To prevent burn-in, View.ShiftX and ShiftY move the whole picture by up to 2 px, and View.Drift
// moves texts, pictures and numbers into the free space around them. Neither cuts anything off.
// While View.Drift is odd, an alternate layout is used: a frame replaces the bar under the cursor,
// and tallies are above the title. In filled areas that stay long only every second px is lit, so
// that the shift spreads the wear evenly. The QR code of an invitation changes sides (View.Far), and
// the grounds on both sides have no px in common.
//
// With View.Edge a frame of 2 px surrounds all 128×64 px, and the picture inside is only 20 columns
// wide. The frame shows people whether a panel displays its outermost columns.
//
// # The matrix
//
// The matrix shows the first of these that the view has: a rolling animation, a moment, an
// alarm, a countdown, dice or cards, a race, the board, the seat on turn. Lit lamps carry all
// information; colour only repeats it, so a matrix of one colour shows the same.
//
// Seats are spaced evenly around the table, clockwise as seen from above, with seat 1 at the
// lower edge. Of four seats, seat 2 is on the left, seat 3 opposite, seat 4 on the right. Up to
// eight seats have an edge or a corner of their own. At a table of nine to twelve the matrix shows
// the number of the seat instead, as high as the matrix.
//
// # The gallery
//
// The folder testdata contains the picture of every row of the gallery in the tests: as text,
// compared px by px, and as contact sheets for viewing.
//
//	go test ./companion/screen -update
//
// redraws them. [Sheet] makes contact sheets of other frames.
package screen
