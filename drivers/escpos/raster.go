package escpos

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"rsc.io/qr"
)

// band is the maximum number of rows in one picture command, as printers have little memory.
const band = 128

// longestCommand returns the length in bytes of the longest command, which prints a picture.
func longestCommand(dots int) int { return pictureHead + band*dots/8 }

const pictureHead = 8

// rows is a bitmap of dots, row by row from the top. A byte holds eight dots, the leftmost in
// the highest bit; 1 is black.
type rows struct {
	wide  int // number of bytes in a row
	bytes []byte
}

func newRows(dots, high int) rows { return rows{dots / 8, make([]byte, dots/8*high)} }

// set makes the dot in column x of row y black.
func (r rows) set(x, y int) { r.bytes[y*r.wide+x/8] |= 0x80 >> (x % 8) }

// print returns the commands that print the bitmap, each with at most band rows (GS v 0).
func (r rows) print() []byte {
	var out []byte
	for b := r.bytes; len(b) > 0; {
		n := min(len(b), band*r.wide)
		high := n / r.wide
		out = append(out, gs, 'v', '0', 0, byte(r.wide), byte(r.wide>>8), byte(high), byte(high>>8))
		out = append(out, disarm(b[:n])...)
		b = b[n:]
	}
	return out
}

// disarm adds a dot to each pair of bytes in b that a printer would execute at once, even
// within a picture: DLE EOT, DLE ENQ, DLE DC4.
func disarm(b []byte) []byte {
	for i := 1; i < len(b); i++ {
		if b[i-1] == dle && (b[i] == eot || b[i] == enq || b[i] == dc4) {
			b[i] |= 0x08
		}
	}
	return b
}

// raster returns the commands that print a picture, at the left or in the middle of the paper.
// Pixels darker than half become black dots. raster cuts off the part of the picture that is
// wider than dots.
func raster(img image.Image, dots int, inMiddle bool) []byte {
	box := img.Bounds()
	r := newRows(dots, box.Dy())
	shift := 0
	if inMiddle {
		shift = max(0, (dots-box.Dx())/2)
	}
	for y := range box.Dy() {
		for x := range min(box.Dx(), dots) {
			if isDark(img, box.Min.X+x, box.Min.Y+y) {
				r.set(x+shift, y)
			}
		}
	}
	return r.print()
}

// isDark reports whether a pixel is darker than half. Transparent pixels are white.
func isDark(img image.Image, x, y int) bool {
	r, g, b, a := img.At(x, y).RGBA()
	return a >= 0x8000 && 2*r+5*g+b < 8*0x8000
}

// Level of error correction in QR codes: M, which restores 15 % of a code. qrLevelESC is the
// number of the level in ESC/POS.
const (
	qrLevel    = qr.M
	qrLevelESC = '1'
)

// quietZone is the number of white modules around a QR code. maxModule is the maximum size of
// a module in dots: 1 mm at 8 dots per mm.
const (
	quietZone = 4
	maxModule = 8
)

// qr returns the commands that print a QR code of text in the middle of the paper. The printer
// draws the code if DrawsQR is true; otherwise qr draws it as a picture.
func (o Opts) qr(text string) ([]byte, error) {
	if text == "" {
		return nil, errors.New("QR code without text")
	}
	c, err := qr.Encode(text, qrLevel)
	if err != nil {
		return nil, fmt.Errorf("QR code of %d bytes: %w", len(text), err)
	}
	module := min(maxModule, o.Dots/(c.Size+2*quietZone))
	if module < 2 {
		return nil, fmt.Errorf("QR code of %d bytes: wider than %d dots", len(text), o.Dots)
	}
	if o.DrawsQR {
		return nativeQR(text, module), nil
	}
	return drawQR(c, module, o.Dots), nil
}

func drawQR(c *qr.Code, module, dots int) []byte {
	r := newRows(dots, (c.Size+2*quietZone)*module)
	beside, above := (dots-c.Size*module)/2, quietZone*module
	for y := range c.Size * module {
		for x := range c.Size * module {
			if c.Black(x/module, y/module) {
				r.set(beside+x, above+y)
			}
		}
	}
	return r.print()
}

// nativeQR returns the commands that make the printer draw a QR code (GS ( k, functions 165,
// 167, 169, 180, 181). module is the size of a module in dots.
func nativeQR(text string, module int) []byte {
	n := len(text) + 3
	return slices.Concat(
		middle,
		[]byte{gs, '(', 'k', 4, 0, '1', 'A', '2', 0}, // selects QR codes of model 2
		[]byte{gs, '(', 'k', 3, 0, '1', 'C', byte(module)},
		[]byte{gs, '(', 'k', 3, 0, '1', 'E', qrLevelESC},
		[]byte{gs, '(', 'k', byte(n), byte(n >> 8), '1', 'P', '0'}, []byte(text),
		[]byte{gs, '(', 'k', 3, 0, '1', 'Q', '0'},
		left,
	)
}
