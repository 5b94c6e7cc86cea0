package qrtest_test

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"tabletop/companion/qr"
	"tabletop/companion/qr/qrtest"
)

// drawn is a code with modules of 2 px and a white margin of 6 px.
func drawn(t *testing.T, text string) *image.Gray {
	t.Helper()
	c, err := qr.New(text, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	const margin = 6
	img := image.NewGray(image.Rect(0, 0, 2*c.Size()+2*margin, 2*c.Size()+2*margin))
	for y := range img.Rect.Max.Y {
		for x := range img.Rect.Max.X {
			if !c.Black((x-margin)>>1, (y-margin)>>1) {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return img
}

func TestAReaderReadsWhatIsThereAndNothingElse(t *testing.T) {
	const text = "http://10.0.0.5:8090/J/ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	spoilt := drawn(t, text)
	draw.Draw(spoilt, image.Rect(0, 0, 20, 20), image.White, image.Point{}, draw.Src) // a corner that readers look for
	for _, r := range qrtest.Readers {
		t.Run(r.Program, func(t *testing.T) {
			got := r.Read(t, image.NewGray(image.Rect(0, 0, 64, 64)), drawn(t, text), spoilt, drawn(t, "other"))
			if want := []string{"", text, "", "other"}; !slices.Equal(got, want) {
				t.Errorf("read %q, want %q", got, want)
			}
			if got := r.Read(t, spoilt); got[0] != "" {
				t.Errorf("alone: read %q", got)
			}
		})
	}
}

func TestBlackAroundAPictureLeavesThePicture(t *testing.T) {
	img := drawn(t, "http://x/")
	got := qrtest.OnBlack(img, 3)
	if side := img.Rect.Dx() + 6; got.Bounds() != image.Rect(0, 0, side, side) {
		t.Fatalf("it takes %v", got.Bounds())
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if want := img.GrayAt(x-3, y-3).Y; color.GrayModel.Convert(got.At(x, y)).(color.Gray).Y != want {
				t.Fatalf("px (%d, %d): want %d", x, y, want)
			}
		}
	}
}
