package pixel_test

import (
	"image"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
	"tabletop/companion/pixel"
)

// picture is the reference: px by px, slow and plain.
type picture [pixel.Height][pixel.Width]bool

// at counts what lies outside as dark.
func (p *picture) at(x, y int) bool {
	return 0 <= x && x < pixel.Width && 0 <= y && y < pixel.Height && p[y][x]
}

// each replaces every px of r by what f makes of it.
func (p *picture) each(r image.Rectangle, f func(x, y int, on bool) bool) {
	old := *p
	for y := range p {
		for x := range p[y] {
			if image.Pt(x, y).In(r) {
				p[y][x] = f(x, y, old[y][x])
			}
		}
	}
}

func (p *picture) shift(dx, dy int) {
	old := *p
	p.each(everything, func(x, y int, _ bool) bool { return old.at(x-dx, y-dy) })
}

// outline lights the px of r that have a neighbour outside.
func (p *picture) outline(r image.Rectangle) {
	p.each(r, func(x, y int, on bool) bool { return on || !image.Pt(x, y).In(r.Inset(1)) })
}

var everything = image.Rect(0, 0, pixel.Width, pixel.Height)

// differ returns a px in which b and p differ.
func differ(b *pixel.Bitmap, p *picture) (at image.Point, found bool) {
	for y := range p {
		for x := range p[y] {
			if b.At(x, y) != p[y][x] {
				return image.Pt(x, y), true
			}
		}
	}
	return at, false
}

func TestEveryOperationDoesWhatItDoesPixelByPixel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b pixel.Bitmap
		var p picture
		coordinate := rapid.IntRange(-80, 200)
		rect := func(t *rapid.T) image.Rectangle {
			r := image.Rect(coordinate.Draw(t, "x"), coordinate.Draw(t, "y"), coordinate.Draw(t, "x2"), coordinate.Draw(t, "y2"))
			return image.Rectangle{Min: r.Min, Max: r.Max.Add(image.Pt(1, 1))}
		}
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				x, y, on := coordinate.Draw(t, "x"), coordinate.Draw(t, "y"), rapid.Bool().Draw(t, "on")
				b.Set(x, y, on)
				p.each(image.Rect(x, y, x+1, y+1), func(int, int, bool) bool { return on })
			},
			"fill": func(t *rapid.T) {
				r, on := rect(t), rapid.Bool().Draw(t, "on")
				b.Fill(r, on)
				p.each(r, func(int, int, bool) bool { return on })
			},
			"invert": func(t *rapid.T) {
				r := rect(t)
				b.Invert(r)
				p.each(r, func(_, _ int, on bool) bool { return !on })
			},
			"outline": func(t *rapid.T) {
				r := rect(t)
				b.Outline(r)
				p.outline(r)
			},
			"shift": func(t *rapid.T) {
				dx, dy := rapid.IntRange(-130, 130).Draw(t, "dx"), rapid.IntRange(-70, 70).Draw(t, "dy")
				b.Shift(dx, dy)
				p.shift(dx, dy)
			},
			"": func(t *rapid.T) {
				if at, found := differ(&b, &p); found {
					t.Fatalf("px %v is %v, want %v in\n%s", at, b.At(at.X, at.Y), p.at(at.X, at.Y), b.String())
				}
			},
		})
	})
}

func TestABitmapLiesInTheMemoryOrderOfAnSSD1306(t *testing.T) {
	for _, c := range []struct{ x, y, at, bit int }{
		{0, 0, 0, 0}, {127, 0, 127, 0}, {0, 7, 0, 7}, {0, 8, 128, 0}, {3, 10, 131, 2}, {127, 63, 1023, 7},
	} {
		var got, want pixel.Bitmap
		got.Set(c.x, c.y, true)
		want[c.at] = 1 << c.bit
		if got != want {
			t.Errorf("px (%d, %d) is not bit %d of byte %d", c.x, c.y, c.bit, c.at)
		}
	}
}

func TestAPictureHas32LinesOf128Characters(t *testing.T) {
	var b pixel.Bitmap
	b.Set(0, 0, true)
	b.Set(1, 1, true)
	b.Fill(image.Rect(2, 0, 3, 2), true)
	b.Set(127, 63, true)
	lines := strings.SplitAfter(b.String(), "\n")
	if len(lines) != 33 || lines[32] != "" {
		t.Fatalf("%d lines, want 32 that end in LF", len(lines)-1)
	}
	for i, l := range lines[:32] {
		if n := utf8.RuneCountInString(l); n != 129 {
			t.Errorf("line %d has %d characters with its LF, want 129", i+1, n)
		}
	}
	if want := "▀▄█ "; !strings.HasPrefix(lines[0], want) {
		t.Errorf("the picture begins %.12q, want %q", lines[0], want)
	}
	if want := " ▄\n"; !strings.HasSuffix(lines[31], want) {
		t.Errorf("the picture ends %q, want %q", lines[31][len(lines[31])-8:], want)
	}
}

func TestAPictureIsReadBackFromItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b pixel.Bitmap
		copy(b[:], rapid.SliceOfN(rapid.Byte(), len(b), len(b)).Draw(t, "bytes"))
		if got, err := pixel.Parse(b.String()); err != nil || got != b {
			t.Fatalf("got\n%s\nand %v, want\n%s", got.String(), err, b.String())
		}
	})
}

func TestTextThatIsNoPictureIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"█x":                            `pixel: line 1: character 'x'`,
		"\n" + strings.Repeat(" ", 129): `pixel: line 2: 129 characters, at most 128`,
		strings.Repeat("\n", 33):        `pixel: more than 32 lines`,
	} {
		if _, err := pixel.Parse(text); err == nil || err.Error() != want {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
}

func TestShortLinesAreDarkAtTheirEnds(t *testing.T) {
	var want pixel.Bitmap
	want.Set(1, 2, true)
	if got, err := pixel.Parse("\r\n ▀"); err != nil || got != want {
		t.Errorf("got\n%s\nand %v, want\n%s", got.String(), err, want.String())
	}
}

func TestAnImageShowsTheSamePixels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b pixel.Bitmap
		copy(b[:], rapid.SliceOfN(rapid.Byte(), len(b), len(b)).Draw(t, "bytes"))
		img := b.Image()
		if img.Rect != everything {
			t.Fatalf("the image is %v, want %v", img.Rect, everything)
		}
		for y := range pixel.Height {
			for x := range pixel.Width {
				if r, _, _, _ := img.At(x, y).RGBA(); (r > 0) != b.At(x, y) {
					t.Fatalf("px (%d, %d) is %v in the image, %v in the bitmap", x, y, r > 0, b.At(x, y))
				}
			}
		}
	})
}
