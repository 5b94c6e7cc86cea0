package pixel_test

import (
	"strings"
	"testing"

	"tabletop/companion/pixel"
)

const glyphText = `
glyph fox #ff8000 F Л
#...#
##.##
.###.

glyph dot
#
`

func TestGlyphsAreReadWithNameColourAndLetters(t *testing.T) {
	glyphs, err := pixel.ParseGlyphs(glyphText)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]pixel.Glyph{
		"fox": {W: 5, H: 3, Colour: pixel.RGB{255, 128, 0}, Letters: "FЛ", Rows: [16]uint16{0b10001, 0b11011, 0b01110}},
		"dot": {W: 1, H: 1, Colour: pixel.RGB{255, 255, 255}, Rows: [16]uint16{1}},
	}
	for name, w := range want {
		if g := glyphs[name]; g != w {
			t.Errorf("glyph %s is %+v, want %+v", name, g, w)
		}
	}
	if len(glyphs) != len(want) {
		t.Errorf("%d glyphs, want %d", len(glyphs), len(want))
	}
}

func TestDamagedGlyphsAreRefusedWithTheirLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"fox\n#\n", `line 1: "fox", want "glyph NAME"`},
		{"glyph\n#\n", `line 1: "glyph", want "glyph NAME"`},
		{"glyph fox #ff80\n#\n", `line 1: colour "#ff80", want #rrggbb`},
		{"glyph fox #gg8000\n#\n", `line 1: colour "#gg8000", want #rrggbb`},
		{"glyph fox FL\n#\n", `line 1: "FL" is not one letter`},
		{"glyph fox F #ff8000\n#\n", `line 1: "#ff8000" is not one letter`},
		{"glyph fox\n#.#\n#o#\n", `line 3: row "#o#" contains more than . and #`},
		{"glyph fox\n#.#\n##\n", `line 3: row of 2 px under rows of 3`},
		{"glyph fox\n" + strings.Repeat("#", 17) + "\n", `line 2: larger than 16×16 px`},
		{"glyph fox\n" + strings.Repeat("#\n", 17), `line 18: larger than 16×16 px`},
		{"glyph fox\n\n", `line 2: glyph "fox" has no rows`},
		{"glyph fox\n#\n\nglyph fox\n.\n", `line 6: glyph "fox" is drawn twice`},
	} {
		want := "pixel: glyphs: " + c.want
		if _, err := pixel.ParseGlyphs(c.text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", c.text, err, want)
		}
	}
}

func TestTheLargestGlyphIs16By16(t *testing.T) {
	glyphs, err := pixel.ParseGlyphs("glyph all\n" + strings.Repeat(strings.Repeat("#", 16)+"\n", 16))
	if g := glyphs["all"]; err != nil || g.W != 16 || g.H != 16 || !g.At(15, 15) || g.At(16, 0) || g.At(0, 16) || g.At(-1, 0) {
		t.Errorf("got %+v, %v", g, err)
	}
}

func TestAGlyphIsDrawnClippedOnBothDisplays(t *testing.T) {
	glyphs, err := pixel.ParseGlyphs(glyphText)
	if err != nil {
		t.Fatal(err)
	}
	fox := glyphs["fox"]
	for _, at := range [][2]int{{0, 0}, {-2, 1}, {126, 62}, {6, -1}, {4, 6}} {
		var b pixel.Bitmap
		var l pixel.Lamps
		fox.Draw(&b, at[0], at[1])
		fox.Light(&l, at[0], at[1], fox.Colour)
		for y := range pixel.Height {
			for x := range pixel.Width {
				want := fox.At(x-at[0], y-at[1])
				if b.At(x, y) != want {
					t.Fatalf("at %v: px (%d, %d) is %v in\n%s", at, x, y, !want, trimmed(&b))
				}
				if x < 8 && y < 8 && l.At(x, y).Lit() != want {
					t.Fatalf("at %v: lamp (%d, %d) is %v in\n%s", at, x, y, !want, l.String())
				}
			}
		}
	}
}

func FuzzParseGlyphs(f *testing.F) {
	f.Add(glyphText)
	f.Add("glyph a #000000 x y\n.#.\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		glyphs, err := pixel.ParseGlyphs(text)
		if err != nil {
			return
		}
		for name, g := range glyphs {
			if name == "" || g.W < 1 || g.W > 16 || g.H < 1 || g.H > 16 {
				t.Errorf("accepted %q as %d×%d px", name, g.W, g.H)
			}
		}
	})
}
