package pixel_test

import (
	"strings"
	"testing"

	"tabletop/companion/pixel"
)

func TestAPictureIsDrawnAsItIsWritten(t *testing.T) {
	pictures, err := pixel.ParsePictures("picture hat\n.#.\n###\n\npicture hat/2\n#.\n")
	if err != nil {
		t.Fatal(err)
	}
	hat, second := pictures["hat"], pictures["hat/2"]
	var b pixel.Bitmap
	hat.Draw(&b, 10, 20)
	for y := range 2 {
		for x := range 3 {
			if want := ".#.###"[3*y+x] == '#'; b.At(10+x, 20+y) != want || hat.At(x, y) != want {
				t.Errorf("px %d, %d: want %v", x, y, want)
			}
		}
	}
	if hat.At(3, 0) || hat.At(0, -1) || second.W != 2 || second.H != 1 {
		t.Errorf("a hat of %d×%d, then %d×%d", hat.W, hat.H, second.W, second.H)
	}
}

func TestPicturesThatCannotBeReadNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"###\n":                                   "line 1",
		"picture a\n#x\n":                         "line 2",
		"picture a\n##\n#\n":                      "line 3",
		"picture a\n#\n\npicture a\n":             "line 4",
		"picture a\n" + strings.Repeat("#", 49):   "line 2",
		"picture a\n" + strings.Repeat("#\n", 49): "line 50",
	} {
		if _, err := pixel.ParsePictures(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
