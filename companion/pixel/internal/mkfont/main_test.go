package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const folder = "/usr/share/fonts/X11/misc"

func TestTheTableInTheTreeIsWhatTheFontsGive(t *testing.T) {
	if _, err := os.Stat(folder + "/6x12.pcf.gz"); err != nil {
		t.Skip("needs xfonts-base: ", err)
	}
	if _, err := exec.LookPath("pcf2bdf"); err != nil {
		t.Skip("needs pcf2bdf: ", err)
	}
	got, err := makeTable(folder)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../font_table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("font_table.go is not what the fonts give: run go generate ./companion/pixel")
	}
}

func TestWithoutTheFontsThePackageIsNamed(t *testing.T) {
	_, err := makeTable(t.TempDir())
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "apt-get install xfonts-base") {
		t.Errorf("got %v, want a missing file and the package that has it", err)
	}
}

func TestWithoutItsReaderThePackageIsNamed(t *testing.T) {
	fonts := t.TempDir()
	if err := os.WriteFile(fonts+"/6x12.pcf.gz", []byte("no font"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", fonts)
	_, err := makeTable(fonts)
	if err == nil || !strings.Contains(err.Error(), "apt-get install pcf2bdf") {
		t.Errorf("got %v, want the package of pcf2bdf", err)
	}
}

const bdf = `STARTFONT 2.1
FONT_ASCENT 6
STARTCHAR A
ENCODING 65
BBX 3 2 1 -1
BITMAP
A0
40
ENDCHAR
ENDFONT
`

func TestAGlyphOfABDFLiesOnItsBaseline(t *testing.T) {
	glyphs, err := parseBDF([]byte(bdf), 8)
	if err != nil {
		t.Fatal(err)
	}
	// Two rows, the lower one under the baseline, which is the lower edge of row 5.
	want := picture{height: 8}
	want.set(1, 5)
	want.set(3, 5)
	want.set(2, 6)
	if got := glyphs['A']; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDamagedBDFIsRefused(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"FONT_ASCENT 6", "FONT_ASCENT six", "FONT_ASCENT six"},
		{"ENCODING 65", "ENCODING", "ENCODING"},
		{"BBX 3 2 1 -1", "BBX 3 2", "BBX 3 2"},
		{"A0", "XY", "BITMAP"},
		{"BBX 3 2 1 -1", "BBX 3 99 1 -1", "rows -92 to 7"},
		{"40\nENDCHAR\nENDFONT\n", "", "cut off after 1 rows"},
	} {
		_, err := parseBDF([]byte(strings.Replace(bdf, c.from, c.to, 1)), 8)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q got %v, want %q", c.to, err, c.want)
		}
	}
}

func TestPicturesLieSideBySideUnderTheirLetters(t *testing.T) {
	glyphs := map[rune]picture{'a': {height: 2, rows: [64]uint32{1, 2, 3}}}
	if err := parsePictures("// two\na  Ж\n#. .#\n.. ##\n\n\n", 2, glyphs); err != nil {
		t.Fatal(err)
	}
	a, zh := picture{height: 2}, picture{height: 2}
	a.set(0, 0)
	zh.set(1, 0)
	zh.set(0, 1)
	zh.set(1, 1)
	if glyphs['a'] != a || glyphs['Ж'] != zh || len(glyphs) != 2 {
		t.Errorf("got %v", glyphs)
	}
}

func TestDamagedPicturesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a\n#\n":              "block before line 3: 1 rows, want 2",
		"\na b\n# #\n# # #\n": "block before line 5: row 2 has 3 pictures, want 2",
	} {
		if err := parsePictures(text, 2, map[rune]picture{}); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestALetterWithoutAPictureIsNamed(t *testing.T) {
	err := writeBits(&bytes.Buffer{}, "body", []rune("✓"), nil)
	if want := `body: no picture of '✓' (U+2713)`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestColumnsAreBytesFromTheTop(t *testing.T) {
	p := picture{width: 2, height: 12}
	p.set(0, 0)
	p.set(0, 9)
	p.set(1, 7)
	if got, want := p.columns(), []byte{1, 2, 128, 0}; !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAPenDrawsItsWidthInEverySize(t *testing.T) {
	strokes, err := parseStrokes("- M 12 60 L 52 60\n")
	if err != nil {
		t.Fatal(err)
	}
	for width, high := range map[int]int{16: 4, 24: 6, 32: 8} {
		p := strokes['-'].draw(width)
		n := 0
		for y := range p.height {
			if p.at(width/2, y) {
				n++
			}
		}
		if n != high {
			t.Errorf("a line is %d px high in a digit %d px wide, want %d", n, width, high)
		}
	}
}

func TestACurveEndsWhereItShould(t *testing.T) {
	s, err := parsePath(strings.Fields("M 8 40 Q 8 16 32 16"))
	if err != nil {
		t.Fatal(err)
	}
	from, to := s[0].from, s[len(s)-1].to
	if from != (point{8 * fine, 40 * fine}) || to != (point{32 * fine, 16 * fine}) || len(s) != flatness {
		t.Errorf("%d pieces from %v to %v", len(s), from, to)
	}
}

func TestDamagedStrokesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"1 M 1":         `line 1: command "M"`,
		"\n1 Z 1 1":     `line 2: command "Z"`,
		"1 M 1 1 L x 2": `line 1: point "x" "2"`,
	} {
		if _, err := parseStrokes(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestTheRootIsTheIntegerPart(t *testing.T) {
	for n, want := range map[int64]int64{0: 1, 1: 1, 3: 1, 4: 2, 99: 9, 100: 10, 1 << 40: 1 << 20, 1<<40 - 1: 1<<20 - 1} {
		if got := isqrt(n); got != want {
			t.Errorf("isqrt(%d) = %d, want %d", n, got, want)
		}
	}
}
