package wiring

import (
	"image"
	"image/color"

	"tabletop/companion/pixel"
)

// zoom is the number of printer dots per pixel of a letter. 32 letters of 6 px fill a line of 384
// dots.
const zoom = 2

// cell returns the width of a letter, in printer dots.
func cell() int {
	width, _ := pixel.Body.Size()
	return zoom * width
}

// face returns the image of a line of text, for a printer that lacks some of its letters. big
// doubles the size.
func face(text string, big bool) image.Image {
	l := letters{zoom: zoom}
	if big {
		l.zoom *= 2
	}
	for _, r := range text {
		var b pixel.Bitmap
		if pixel.Body.DrawRune(&b, 0, 0, r) > 0 {
			l.cells = append(l.cells, b)
		}
	}
	return l
}

// letters is an image of a row of letters. Each letter is in the top left corner of its own bitmap.
type letters struct {
	cells []pixel.Bitmap
	zoom  int
}

func (l letters) ColorModel() color.Model { return color.GrayModel }

func (l letters) Bounds() image.Rectangle {
	width, height := pixel.Body.Size()
	return image.Rect(0, 0, l.zoom*width*len(l.cells), l.zoom*height)
}

func (l letters) At(x, y int) color.Color {
	width, _ := pixel.Body.Size()
	x, y = x/l.zoom, y/l.zoom
	if l.cells[x/width].At(x%width, y) {
		return black
	}
	return white
}

// The colors of a letter, as interfaces: to convert them for each dot would take most of the time.
var black, white color.Color = color.Black, color.White
