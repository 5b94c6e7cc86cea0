// Package lamps maps a picture of 8×8 coloured lamps to matrices of different wiring,
// orientation and colours.
//
// A picture is the argument of every matrix driver's Show: 192 bytes, red, green and blue of
// each lamp, row by row from the top left. The bytes are shares of full current, not colours
// of a screen, so no gamma is applied: the caller chooses colours that look right on lamps,
// and can compute the current of a picture from its bytes.
package lamps

import "fmt"

// Sizes of a picture: lamps in a row or column, lamps, and bytes.
const (
	Side  = 8
	Count = Side * Side
	Bytes = 3 * Count
)

const last = Side - 1

// Layout describes the order of the lamps along the wire of a matrix. The zero Layout begins
// at the top left; all rows run from left to right, one below the other.
type Layout struct {
	// Origin is the corner of the first lamp: "top-left" (or ""), "top-right", "bottom-left"
	// or "bottom-right". The first row runs sideways from there.
	Origin string
	// Serpentine means that every second row runs in the opposite direction.
	Serpentine bool
	// Rotation turns the picture clockwise: 0, 90, 180 or 270 degrees.
	Rotation int
}

// Mounted returns the layout of a matrix wired row by row, with left and right swapped if
// mirror is set, and then rotated.
func Mounted(rotation int, mirror bool) Layout {
	l := Layout{Rotation: rotation}
	if mirror {
		l.Origin = "top-right"
	}
	return l
}

// Order maps the index of each lamp along the wire to the index of the same lamp in the picture.
type Order [Count]uint8

// Order returns the order of the layout, or an error that names the invalid field.
func (l Layout) Order() (Order, error) {
	right, bottom, err := l.corner()
	if err != nil {
		return Order{}, err
	}
	if l.Rotation%90 != 0 || l.Rotation < 0 || l.Rotation >= 360 {
		return Order{}, fmt.Errorf("rotation %d: want 0, 90, 180 or 270", l.Rotation)
	}
	var o Order
	for i := range o {
		x, y := i%Side, i/Side
		if right != (l.Serpentine && y%2 == 1) {
			x = last - x
		}
		if bottom {
			y = last - y
		}
		for range l.Rotation / 90 {
			x, y = y, last-x
		}
		o[i] = uint8(y*Side + x)
	}
	return o, nil
}

func (l Layout) corner() (right, bottom bool, err error) {
	switch l.Origin {
	case "", "top-left":
		return false, false, nil
	case "top-right":
		return true, false, nil
	case "bottom-left":
		return false, true, nil
	case "bottom-right":
		return true, true, nil
	}
	return false, false, fmt.Errorf("origin %q: want top-left, top-right, bottom-left or bottom-right", l.Origin)
}

// Colours holds red, green and blue of each lamp along the wire.
type Colours [Bytes]byte

// Colours returns the colours of a picture in the order of the wire, each scaled by level/255.
// A lit lamp stays lit at every level above 0.
func (o *Order) Colours(picture []byte, level byte) (Colours, error) {
	var c Colours
	if err := check(picture); err != nil {
		return c, err
	}
	for i, lamp := range o {
		for part := range 3 {
			c[3*i+part] = dim(picture[3*int(lamp)+part], level)
		}
	}
	return c, nil
}

// dim returns part, the red, green or blue of a lamp, scaled by level/255. It rounds up, so the
// result is 0 only if part or level is 0.
func dim(part, level byte) byte {
	return byte((int(part)*int(level) + 254) / 255)
}

// Rows returns the rows of a picture in the order of the wire, for lamps of a single colour.
// Each byte is a row; bit 7 is the row's first lamp. A lamp is lit if any of its colours is not
// 0, however faint: the pips of a black die on a dark matrix are faint, and matter as much as
// bright ones.
func (o *Order) Rows(picture []byte) ([Side]byte, error) {
	var rows [Side]byte
	if err := check(picture); err != nil {
		return rows, err
	}
	for i, lamp := range o {
		c := picture[3*int(lamp):]
		if c[0]|c[1]|c[2] != 0 {
			rows[i/Side] |= 0x80 >> (i % Side)
		}
	}
	return rows, nil
}

func check(picture []byte) error {
	if len(picture) != Bytes {
		return fmt.Errorf("%d bytes, want %d", len(picture), Bytes)
	}
	return nil
}
