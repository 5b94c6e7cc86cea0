// Package panel has the values at the two ends of the core: a [View] is everything that the
// OLED (128×64 px) and the matrix (8×8 lamps) show at one moment, a [Key] is one of the four
// keys, a [Chip] what the OLED is driven as.
//
// A View is comparable: equal views are the same picture, and package screen draws it. It is
// filled by pages of package companion and by widgets of package sheet, from what a game
// shows (game.go) and from texts, which are broken and cut here (text.go), in columns of 6 px.
package panel
