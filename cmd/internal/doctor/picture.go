package doctor

import (
	"image"
	"time"

	"tabletop/companion/pixel"
)

// testPicture is a frame around all there is, squares to the right, and text to
// the left: what is shifted, turned or mirrored shows. A side of the frame is as wide as
// what is missing where the display has the other chip.
func testPicture(title string) pixel.Bitmap {
	var b pixel.Bitmap
	whole := image.Rect(0, 0, pixel.Width, pixel.Height)
	b.Outline(whole)
	b.Outline(whole.Inset(1))
	const side = 8
	for i := range 6 * 6 {
		x, y := i%6, i/6
		if (x+y)%2 == 0 {
			corner := image.Pt(72+side*x, side+side*y)
			b.Fill(image.Rectangle{corner, corner.Add(image.Pt(side, side))}, true)
		}
	}
	pixel.Body.Draw(&b, 6, 14, title)
	pixel.Body.Draw(&b, 6, 36, "◄ ▲ ▼ ●")
	return b
}

// Brightness of lamps: of a few at a time, and of all at once, when 64 lamps of
// three colours must not take more than a Pi's 5 V pins give.
const (
	few = 120
	all = 40
)

// step is a picture of a sweep, and how long it is seen.
type step struct {
	lamps pixel.Lamps
	span  time.Duration
}

// sweep lights every lamp in each of the colours, row by row, then all, and then
// a letter that looks different turned and mirrored.
func sweep(colours []pixel.RGB) (steps []step) {
	for _, c := range colours {
		for y := range pixel.Side {
			var l pixel.Lamps
			for x := range pixel.Side {
				l.Set(x, y, c)
			}
			steps = append(steps, step{l, short})
		}
	}
	var whole pixel.Lamps
	for i := range whole {
		whole[i] = pixel.RGB{all, all, all}
	}
	return append(steps, step{whole, 10 * short}, step{letter(), short})
}

func letter() (l pixel.Lamps) {
	l.Letter(1, 0, 'F', pixel.RGB{few, few, few})
	return l
}
