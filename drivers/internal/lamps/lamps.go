// Package lamps lays a picture of 8×8 coloured lamps out on matrices that are
// wired, turned and coloured in their own ways.
//
// The picture is what every matrix driver's Show takes: 192 bytes, red, green and
// blue of each lamp, row by row from the top left. The bytes are taken as shares
// of full current, not as a screen's colours, so no gamma is applied: whoever draws
// chooses colours that look right on lamps, and can add up what they draw from the
// supply.
package lamps

import "fmt"

// Sizes of the picture.
const (
	Side  = 8
	Count = Side * Side
	Bytes = 3 * Count
)

const last = Side - 1

// Layout says how the lamps of a matrix follow one another on its wire. The zero
// Layout begins at the top left and runs along the rows, each from the left.
type Layout struct {
	// Origin is the corner of the first lamp: "top-left" (or ""), "top-right",
	// "bottom-left" or "bottom-right". The first row runs from there to the side.
	Origin string
	// Serpentine means that every second row runs back.
	Serpentine bool
	// Rotation turns the picture clockwise: 0, 90, 180 or 270 degrees.
	Rotation int
}

// Mounted is the layout of a matrix that is wired row by row and may be mirrored,
// left for right, before it is turned.
func Mounted(rotation int, mirror bool) Layout {
	l := Layout{Rotation: rotation}
	if mirror {
		l.Origin = "top-right"
	}
	return l
}

// Order holds for each lamp along the wire which lamp of the picture it shows.
type Order [Count]uint8

// Order works the layout out, or says which part of it is none.
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

// Colours are red, green and blue of each lamp along the wire.
type Colours [Bytes]byte

// Colours puts a picture in the order of the wire and dims it to level of 255.
// No lamp that shines goes dark before level 0.
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

// dim rounds up, so that only 0 and level 0 give 0.
func dim(part, level byte) byte {
	return byte((int(part)*int(level) + 254) / 255)
}

// Rows puts a picture in the order of the wire for lamps of a single colour, a
// byte a row, the first lamp of the row in bit 7. A lamp is lit if any of its
// colours is, however faintly: a black die on a dark matrix has faint pips, and
// they mean as much as bright ones.
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
