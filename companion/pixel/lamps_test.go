package pixel_test

import (
	"strings"
	"testing"

	"tabletop/companion/pixel"
)

func TestLampsAreNamedByTheirNearestColour(t *testing.T) {
	for want, c := range map[string]pixel.RGB{
		".": {}, "r": {255, 60, 40}, "o": {255, 100, 0}, "y": {255, 190, 0}, "g": {40, 200, 60}, "c": {0, 190, 190},
		"b": {40, 120, 255}, "m": {200, 60, 220}, "w": {9, 9, 9},
	} {
		var l pixel.Lamps
		l.Set(2, 1, c)
		if got, want := l.String(), strings.Repeat(".", 8)+"\n.."+want+".....\n"+strings.Repeat("........\n", 6); got != want {
			t.Errorf("%v is drawn as\n%swant\n%s", c, got, want)
		}
	}
}

func TestLampsLieRowByRowInTheirBytes(t *testing.T) {
	var l pixel.Lamps
	l.Set(0, 0, pixel.RGB{1, 2, 3})
	l.Set(7, 7, pixel.RGB{4, 5, 6})
	l.Set(1, 2, pixel.RGB{7, 8, 9})
	var want [192]byte
	copy(want[0:], []byte{1, 2, 3})
	copy(want[3*17:], []byte{7, 8, 9})
	copy(want[189:], []byte{4, 5, 6})
	if got := l.Bytes(); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOutsideTheMatrixNothingIsLit(t *testing.T) {
	var l pixel.Lamps
	for _, p := range [][2]int{{-1, 0}, {0, -1}, {8, 0}, {0, 8}} {
		l.Set(p[0], p[1], pixel.RGB{1, 1, 1})
		if l.At(p[0], p[1]).Lit() {
			t.Errorf("lamp %v is lit", p)
		}
	}
	if l != (pixel.Lamps{}) {
		t.Errorf("lamps inside were lit:\n%s", l.String())
	}
}

func TestLettersOnLampsAreThoseOfTheFonts(t *testing.T) {
	var tiny, small pixel.Lamps
	if next := tiny.Text(0, 1, "4Я", pixel.RGB{255, 0, 0}); next != 8 {
		t.Errorf("a next letter would begin at %d, want 8", next)
	}
	small.Letter(1, 0, 'Щ', pixel.RGB{0, 0, 255})
	tinyBits, smallBits := drawn(pixel.Tiny, "4Я"), drawn(pixel.Small, "Щ")
	for y := range 8 {
		for x := range 8 {
			if tiny.At(x, y).Lit() != tinyBits.At(x, y-1) || small.At(x, y).Lit() != smallBits.At(x-1, y) {
				t.Fatalf("lamp (%d, %d) is wrong in\n%sor\n%s", x, y, tiny.String(), small.String())
			}
		}
	}
}
