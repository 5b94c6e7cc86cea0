// Package panel defines the output and the input of the core. A [View] is the content of the
// OLED (128×64 px) and the matrix (8×8 lamps) at one moment. A [Key] is one of the four keys. A
// [Chip] is the controller of the OLED.
//
// A View is comparable: equal views are equal pictures. Package screen draws it. The pages of
// package companion and the widgets of package sheet fill it: cells and tallies from the view
// of a game (game.go), texts wrapped and cut to columns of 6 px (text.go).
package panel
