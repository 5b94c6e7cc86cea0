// Package pixel holds the pictures of the panel: a [Bitmap] for the OLED, [Lamps]
// for the matrix, fonts and small pictures to draw with.
//
// # Bitmap
//
// 128×64 px in the order an SSD1306 keeps its memory (data sheet, 8.7): eight
// pages of 128 columns, a byte being eight px under one another, the topmost in
// bit 0. A frame goes to the chip as it lies. Everything drawn is clipped at all
// four sides.
//
// # Fonts
//
//	Body      6×12    X11 misc-fixed 6x12, used at a pitch of 10 px: 21 columns, 6 lines
//	Small     6×8     X11 misc-fixed 5x8 with a px of tracking
//	Large     10×20   X11 misc-fixed 10x20: 12 columns
//	Tiny      4×6     ours, 3×5 px: letters for lamps and squares
//	Digits32  16×32   ours, 26 px high
//	Digits48  24×48   ours, 39 px high
//	Digits64  32×64   ours, 52 px high
//
// The X11 fonts are in the public domain. Body, Small and Large hold ASCII, the
// Latin and Cyrillic letters of Europe and the signs that screens need, 453 glyphs of
// up to 5,000; all fonts together take 31 kB. Letters of ours replace those of
// X11 that can't be told apart: Ё, М and ф of 5x8. The table is made by
//
//	go generate ./companion/pixel
//
// which needs Debian's packages xfonts-base and pcf2bdf.
package pixel

//go:generate go run ./internal/mkfont
