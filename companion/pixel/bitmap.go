package pixel

import (
	"image"
	"image/color"
)

// Size of the OLED in px.
const (
	Width  = 128
	Height = 64
	pages  = Height / 8
)

// Bitmap is a picture of 128×64 px. Byte 128·p + x contains the px (x, 8p) to (x, 8p+7), the
// topmost in bit 0. The zero value is dark.
type Bitmap [Width * pages]byte

// At reports whether the px in column x and row y is lit. It is false outside the picture.
func (b *Bitmap) At(x, y int) bool {
	return inside(x, y) && b[y/8*Width+x]>>(y%8)&1 == 1
}

// Set lights or darkens a px. It does nothing outside the picture.
func (b *Bitmap) Set(x, y int, on bool) {
	if !inside(x, y) {
		return
	}
	at, bit := y/8*Width+x, byte(1)<<(y%8)
	b[at] &^= bit
	if on {
		b[at] |= bit
	}
}

func inside(x, y int) bool { return 0 <= x && x < Width && 0 <= y && y < Height }

// Fill lights or darkens all px of r.
func (b *Bitmap) Fill(r image.Rectangle, on bool) {
	r = r.Intersect(image.Rect(0, 0, Width, Height))
	mask := rows(r.Min.Y, r.Max.Y)
	for x := r.Min.X; x < r.Max.X; x++ {
		bits := b.column(x) &^ mask
		if on {
			bits |= mask
		}
		b.setColumn(x, bits)
	}
}

// Outline lights the outermost px of r.
func (b *Bitmap) Outline(r image.Rectangle) {
	b.Fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+1), true)
	b.Fill(image.Rect(r.Min.X, r.Max.Y-1, r.Max.X, r.Max.Y), true)
	b.Fill(image.Rect(r.Min.X, r.Min.Y, r.Min.X+1, r.Max.Y), true)
	b.Fill(image.Rect(r.Max.X-1, r.Min.Y, r.Max.X, r.Max.Y), true)
}

// Invert inverts all px of r.
func (b *Bitmap) Invert(r image.Rectangle) {
	r = r.Intersect(image.Rect(0, 0, Width, Height))
	mask := rows(r.Min.Y, r.Max.Y)
	for x := r.Min.X; x < r.Max.X; x++ {
		b.setColumn(x, b.column(x)^mask)
	}
}

// Shift moves the picture by dx px to the right and dy px down. Px that leave it are lost; px
// that enter are dark.
func (b *Bitmap) Shift(dx, dy int) {
	if dx == 0 && dy == 0 {
		return
	}
	old := *b
	for x := range Width {
		var bits uint64
		if from := x - dx; 0 <= from && from < Width {
			bits = move(old.column(from), dy)
		}
		b.setColumn(x, bits)
	}
}

// column returns the 64 px of column x, the topmost in bit 0.
func (b *Bitmap) column(x int) (bits uint64) {
	for p := range pages {
		bits |= uint64(b[p*Width+x]) << (8 * p)
	}
	return bits
}

func (b *Bitmap) setColumn(x int, bits uint64) {
	for p := range pages {
		b[p*Width+x] = byte(bits >> (8 * p))
	}
}

// light lights the px of bits in column x, bit 0 in row y.
func (b *Bitmap) light(x, y int, bits uint64) {
	if x < 0 || x >= Width {
		return
	}
	bits = move(bits, y)
	for at := x; bits != 0; at += Width {
		b[at] |= byte(bits)
		bits >>= 8
	}
}

// move moves a column down by dy px, or up if dy is negative.
func move(bits uint64, dy int) uint64 {
	if dy < 0 {
		return bits >> -dy
	}
	return bits << dy
}

// rows returns a column with the rows from top to bottom-1 lit.
func rows(top, bottom int) uint64 {
	if top >= bottom {
		return 0
	}
	return (^uint64(0) >> (Height - (bottom - top))) << top
}

// Image returns the picture in black and white.
func (b *Bitmap) Image() *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, Width, Height), color.Palette{color.Black, color.White})
	for i := range img.Pix {
		if b.At(i%Width, i/Width) {
			img.Pix[i] = 1
		}
	}
	return img
}
