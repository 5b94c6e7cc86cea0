package pixel

import (
	"encoding/base64"
	"slices"
	"unicode"
)

// Font is a set of glyphs of the same size.
type Font struct {
	width, height int // width and height of a cell in px
	stride        int // bytes per column of a glyph
	runes         []rune
	// bits holds the columns of the glyphs in the order of runes. The topmost px of a column is in
	// bit 0 of its first byte.
	bits    []byte
	missing []byte // columns of the box drawn for a missing rune
}

// Fonts of the panel. The package comment lists their sizes and sources.
var (
	Body     = newFont(6, 12, textRunes, bodyBits)
	Small    = newFont(6, 8, textRunes, smallBits)
	Large    = newFont(10, 20, textRunes, largeBits)
	Tiny     = newFont(4, 6, tinyRunes, tinyBits)
	Digits32 = newFont(16, 32, digitRunes, digits32Bits)
	Digits48 = newFont(24, 48, digitRunes, digits48Bits)
	Digits64 = newFont(32, 64, digitRunes, digits64Bits)
)

// newFont returns a font of the generated table. bits is in base 64.
func newFont(width, height int, runes, bits string) *Font {
	f := &Font{width: width, height: height, stride: (height + 7) / 8, runes: []rune(runes)}
	var err error
	if f.bits, err = base64.StdEncoding.DecodeString(bits); err != nil {
		panic("pixel: font table: " + err.Error())
	}
	f.missing = f.box()
	return f
}

// box returns the columns of the empty box that replaces a missing rune. It fills the middle half
// of the cell's height.
func (f *Font) box() []byte {
	bits := make([]byte, f.width*f.stride)
	top, bottom := f.height/4, f.height-f.height/4
	for x := range f.width - 1 {
		column := uint64(1)<<top | uint64(1)<<(bottom-1)
		if x == 0 || x == f.width-2 {
			column = rows(top, bottom)
		}
		for p := range f.stride {
			bits[x*f.stride+p] = byte(column >> (8 * p))
		}
	}
	return bits
}

// Size returns the width and height of a cell in px.
func (f *Font) Size() (width, height int) { return f.width, f.height }

// Has reports whether the font has a glyph of r.
func (f *Font) Has(r rune) bool {
	_, ok := slices.BinarySearch(f.runes, r)
	return ok
}

// HasAll reports whether the font has a glyph of every rune of s.
func (f *Font) HasAll(s string) bool {
	for _, r := range s {
		if !f.Has(r) {
			return false
		}
	}
	return true
}

// Columns returns the number of cells that s takes. A combining sign that the font lacks takes
// none.
func (f *Font) Columns(s string) (n int) {
	for _, r := range s {
		if f.glyph(r) != nil {
			n++
		}
	}
	return n
}

// Width returns the width of s in px.
func (f *Font) Width(s string) int { return f.width * f.Columns(s) }

// Draw lights the px of s, with the upper left corner of its first cell at (x, y), and returns the
// x of the cell after s. It draws a box for a missing rune.
func (f *Font) Draw(b *Bitmap, x, y int, s string) int {
	for _, r := range s {
		x = f.DrawRune(b, x, y, r)
	}
	return x
}

// DrawRune draws one rune like [Font.Draw].
func (f *Font) DrawRune(b *Bitmap, x, y int, r rune) int {
	glyph := f.glyph(r)
	for ; len(glyph) > 0; glyph = glyph[f.stride:] {
		if bits := f.column(glyph); bits != 0 {
			b.light(x, y, bits)
		}
		x++
	}
	return x
}

// DrawDouble draws s at twice its width and height, and returns the x of the cell after s. It draws
// only the upper 32 px of a cell.
func (f *Font) DrawDouble(b *Bitmap, x, y int, s string) int {
	for _, r := range s {
		for glyph := f.glyph(r); len(glyph) > 0; glyph = glyph[f.stride:] {
			bits := double(f.column(glyph))
			b.light(x, y, bits)
			b.light(x+1, y, bits)
			x += 2
		}
	}
	return x
}

// double repeats each of the lower 32 bits: bit i becomes bits 2i and 2i+1.
func double(bits uint64) (twice uint64) {
	for i := range 32 {
		twice |= bits >> i & 1 * 3 << (2 * i)
	}
	return twice
}

// column returns the first column of glyph, with the topmost px in bit 0.
func (f *Font) column(glyph []byte) (bits uint64) {
	for i, page := range glyph[:f.stride] {
		bits |= uint64(page) << (8 * i)
	}
	return bits
}

// glyph returns the columns of r. If the font lacks r, it returns nil for a combining sign, else
// the columns of the box.
func (f *Font) glyph(r rune) []byte {
	size := f.width * f.stride
	if i, ok := slices.BinarySearch(f.runes, r); ok {
		return f.bits[i*size : (i+1)*size]
	}
	if unicode.Is(unicode.Mn, r) {
		return nil
	}
	return f.missing
}
