package screen

import (
	"image"
	"image/color"
	"image/draw"

	"tabletop/companion/pixel"
)

// Named is a frame with a caption.
type Named struct {
	Name  string
	Frame Frame
}

// Measures of a contact sheet in px of the sheet.
const (
	zoom   = 3                       // scale of the OLED; not in px
	lamp   = zoom * pixel.Height / 8 // distance between the centres of lamps, px
	radius = lamp * 2 / 5            // radius of a lamp, px
	gap    = 8                       // gap around captions, frames and matrices, px
)

// layout describes a contact sheet: the size of its cards and their number in a row. A card shows
// one frame.
type layout struct {
	across        int // number of cards in a row
	width, height int // width and height of a card in px
	caption       int // scale of the caption in Body
	oled          bool
}

var (
	whole  = layout{across: 2, width: zoom*pixel.Width + gap + lamp*pixel.Side, height: zoom * pixel.Height, caption: 3, oled: true}
	matrix = layout{across: 6, width: lamp * pixel.Side, height: lamp * pixel.Side, caption: 1}
)

// inks holds the first colours of the palette of a contact sheet. The colours of lit lamps follow.
var inks = color.Palette{
	color.RGBA{48, 48, 52, 255},    // paper: the background
	color.RGBA{0, 0, 0, 255},       // dark px
	color.RGBA{215, 235, 255, 255}, // lit px
	color.RGBA{22, 22, 24, 255},    // dark lamp
	color.RGBA{170, 170, 176, 255}, // caption
}

// Indices of the colours in inks.
const (
	paper = iota
	darkPx
	litPx
	darkLamp
	name
)

// Sheet returns a contact sheet of frames with their names: two frames in a row, each with the
// OLED at three times its size and the matrix beside it; or six matrices in a row if all OLEDs
// are dark.
func Sheet(frames []Named) *image.Paletted {
	l := layoutOf(frames)
	high := l.caption*bodyHeight + l.height
	rows := (len(frames) + l.across - 1) / l.across
	bounds := image.Rect(0, 0, gap+l.across*(l.width+gap), gap+rows*(high+gap))
	img := image.NewPaletted(bounds, append(color.Palette{}, inks...))
	for i, f := range frames {
		at := image.Pt(gap+i%l.across*(l.width+gap), gap+i/l.across*(high+gap))
		l.drawName(img, at, f.Name)
		at.Y += l.caption * bodyHeight
		if l.oled {
			drawBitmap(img, at, &f.Frame.OLED, zoom, litPx, darkPx)
			at.X += zoom*pixel.Width + gap
		}
		drawLamps(img, at, &f.Frame.Lamps)
	}
	return img
}

const bodyHeight = 12

func layoutOf(frames []Named) layout {
	for _, f := range frames {
		if f.Frame.OLED != (pixel.Bitmap{}) {
			return whole
		}
	}
	return matrix
}

// drawName draws s in Body above a card, clipped to the card's width.
func (l layout) drawName(img *image.Paletted, at image.Point, s string) {
	line := img.SubImage(image.Rectangle{Min: at, Max: at.Add(image.Pt(l.width, l.caption*bodyHeight))}).(*image.Paletted)
	for skipped := 0; skipped*l.caption < l.width; skipped += pixel.Width {
		var b pixel.Bitmap
		pixel.Body.Draw(&b, -skipped, 0, s)
		drawBitmap(line, at.Add(image.Pt(skipped*l.caption, 0)), &b, l.caption, name, paper)
	}
}

// drawBitmap draws b, clipped to img. Each px of b becomes a square of times×times px.
func drawBitmap(img *image.Paletted, at image.Point, b *pixel.Bitmap, times int, lit, dark uint8) {
	box := image.Rectangle{Min: at, Max: at.Add(image.Pt(times*pixel.Width, times*pixel.Height))}.Intersect(img.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		line := img.Pix[img.PixOffset(box.Min.X, y):][:box.Dx()]
		for i := range line {
			line[i] = dark
			if b.At((box.Min.X+i-at.X)/times, (y-at.Y)/times) {
				line[i] = lit
			}
		}
	}
}

// drawLamps draws each lamp as a disc in the brightness that it appears to have in a dark room.
func drawLamps(img *image.Paletted, at image.Point, l *pixel.Lamps) {
	box := image.Rectangle{Min: at, Max: at.Add(image.Pt(lamp*pixel.Side, lamp*pixel.Side))}
	draw.Draw(img, box, image.NewUniform(inks[darkPx]), image.Point{}, draw.Src)
	for i, c := range l {
		ink := uint8(darkLamp)
		if c.Lit() {
			ink = inkOf(img, c)
		}
		disc(img, at.Add(image.Pt(lamp*(i%pixel.Side)+lamp/2, lamp*(i/pixel.Side)+lamp/2)), ink)
	}
}

func disc(img *image.Paletted, centre image.Point, ink uint8) {
	for y := -radius; y <= radius; y++ {
		for x := -radius; x <= radius; x++ {
			if x*x+y*y <= radius*radius {
				img.SetColorIndex(centre.X+x, centre.Y+y, ink)
			}
		}
	}
}

// inkOf returns the palette index of a lamp's colour. It adds the colour while the palette has
// room, else it takes the nearest.
func inkOf(img *image.Paletted, c pixel.RGB) uint8 {
	var bright [3]uint8
	for i, part := range c {
		bright[i] = uint8(min(int(part)*255/brightest, 255))
	}
	ink := color.RGBA{bright[0], bright[1], bright[2], 255}
	for i, known := range img.Palette {
		if known == ink {
			return uint8(i)
		}
	}
	if len(img.Palette) == 256 {
		return uint8(img.Palette.Index(ink))
	}
	img.Palette = append(img.Palette, ink)
	return uint8(len(img.Palette) - 1)
}
