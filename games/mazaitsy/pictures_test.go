package mazaitsy_test

import (
	"strings"
	"testing"

	"tabletop/companion/pixel"
	"tabletop/games/mazaitsy"
)

func TestEveryPictureFitsASlotOfTheStrip(t *testing.T) {
	assets := mazaitsy.Rules{}.Assets()
	pictures, err := pixel.ParsePictures(assets["pictures"])
	if err != nil {
		t.Fatal(err)
	}
	glyphs, err := pixel.ParseGlyphs(assets["glyphs"])
	if err != nil {
		t.Fatal(err)
	}
	for name := range glyphs {
		if p := pictures[name]; (p.W == 0) != (name == "mazai") { // whom his moment shows
			t.Errorf("%s has a picture of %d px", name, p.W)
		}
	}
	seen := map[pixel.Picture]string{}
	for name, p := range pictures {
		if strings.HasPrefix(name, "mazai/") || strings.HasPrefix(name, "see-") || strings.HasPrefix(name, "field") || strings.HasSuffix(name, "/large") {
			continue // a moment or a topic has the whole panel
		}
		if other, twice := seen[p]; twice || p.W != 14 || p.H != 14 {
			t.Errorf("%s is %d×%d px and like %q", name, p.W, p.H, other)
		}
		seen[p] = name
	}
}
