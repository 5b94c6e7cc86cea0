package pixeltest

import (
	"image"
	"image/color"
	"path/filepath"
	"testing"
)

// failing counts the failures that Compare reports.
type failing struct {
	testing.TB
	errors int
}

func (f *failing) Errorf(string, ...any) { f.errors++ }

func drawn(at ...image.Point) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, 4, 3), color.Palette{color.Gray{0}, color.Gray{255}})
	for _, p := range at {
		img.SetColorIndex(p.X, p.Y, 1)
	}
	return img
}

func TestPicturesAreComparedPxByPx(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.png")
	Compare(t, file, drawn(image.Pt(1, 2)), true)
	other := drawn(image.Pt(1, 2))
	other.Palette = append(other.Palette, color.Gray{7}) // the same px by another palette
	for _, tt := range []struct {
		name string
		got  *image.Paletted
		want int
	}{
		{"the same", drawn(image.Pt(1, 2)), 0},
		{"by another palette", other, 0},
		{"one px", drawn(image.Pt(1, 2), image.Pt(3, 0)), 1},
		{"another size", image.NewPaletted(image.Rect(0, 0, 4, 4), drawn().Palette), 1},
	} {
		f := &failing{TB: t}
		if Compare(f, file, tt.got, false); f.errors != tt.want {
			t.Errorf("%s: %d failures, want %d", tt.name, f.errors, tt.want)
		}
	}
}
