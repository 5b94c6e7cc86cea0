package doctor

import (
	"image"
	"time"

	"tabletop/companion/pixel"
)

// testPicture returns a picture with a frame around the whole display, squares on the right, and
// text on the left. A person can see whether the picture is shifted, turned or mirrored. The frame
// is 2 px wide. If the config names the wrong one of the two possible chips, 2 px are not shown, so
// a side of the frame is missing.
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

// few is the brightness, of 255, of the lamps while few lamps are lit. all is the brightness, of
// 255, while all lamps are lit. The 5 V pins of a Pi must be able to supply 64 lamps of three
// colours.
const (
	few = 120
	all = 40
)

// step is one picture of a sweep, with the time for which it is shown.
type step struct {
	lamps pixel.Lamps
	span  time.Duration
}

// sweep returns the pictures that test a matrix: every row of lamps in each colour, then all lamps
// at once, then a letter without symmetry.
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
