// Package pixeltest compares drawn pictures with PNG files in testdata.
package pixeltest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"
	"testing"
)

// Compare fails if the picture in file differs from got in its size or in a px. If update is true,
// it writes got to the file first. It compares px, because the bytes of a PNG depend on the encoder.
func Compare(t testing.TB, file string, got *image.Paletted, update bool) {
	t.Helper()
	if update {
		write(t, file, got)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(file, err)
	}
	if at, same := samePixels(want, got); !same {
		t.Errorf("%s differs at %v: look at what is drawn now, then go test -update", file, at)
	}
}

func write(t testing.TB, file string, img image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// samePixels compares two pictures. It returns the first px that differs.
func samePixels(want image.Image, got *image.Paletted) (at image.Point, same bool) {
	if want.Bounds() != got.Bounds() {
		return want.Bounds().Max, false
	}
	if w, ok := want.(*image.Paletted); ok && bytes.Equal(w.Pix, got.Pix) && sameColours(w.Palette, got.Palette) {
		return at, true // the usual case, without a look at each px
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if !sameColour(want.At(x, y), got.At(x, y)) {
				return image.Pt(x, y), false
			}
		}
	}
	return at, true
}

func sameColours(a, b color.Palette) bool { return slices.EqualFunc(a, b, sameColour) }

// sameColour compares colours of any model.
func sameColour(a, b color.Color) bool {
	return color.RGBA64Model.Convert(a) == color.RGBA64Model.Convert(b)
}
