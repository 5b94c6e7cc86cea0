package pixel_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
	"tabletop/companion/pixel"
)

const (
	russian = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
	latin   = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	figures = "0123456789"
	marks   = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	signs   = "«»№–—…→←↑↓✓★●○▲▼►◄×≥≤±↺↻✗☐☑␣⌫°½÷−•"
	others  = "ӘәҒғҚқҢңӨөҰұҮүҺһІіҖҗҘҙҠҡҪҫӐӑӖӗӲӳҤҥӦӧӰӱҔҕӞӟӴӵӜӝӤӥҶҷӋӌӢӣӮӯӔӕӀӏӃӄӇӈӒӓӸӹҲҳԒԓ" + // Cyrillic
		"ĀāĘęĹĺŐőŹźƏəȘșȚț" + "ẠạẢảẤấẦầẨẩẪẫẬậẮắẶặẸẹẾếỆệỊịỌọỐốỘộƠơỚớỢợỤụƯưỨứỰựỲỳỸỹĐđ" + // Latin
		"ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςΆΈΉΊΌΎΏάέήίόύώϊ" // Greek
	names = "ÄÖÜäöüßÉéèçñøåŁłŠšŽžĞğİıŐőґҐЄєІіЇїЎўЂђЉљ"
)

var fonts = []struct {
	name string
	font *pixel.Font
	has  string
}{
	{"Body", pixel.Body, russian + latin + figures + marks + signs + names + others},
	{"Small", pixel.Small, russian + latin + figures + marks + signs + names + others},
	{"Large", pixel.Large, russian + latin + figures + marks + signs + names + others},
	{"Tiny", pixel.Tiny, strings.ToUpper("абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyz"+others) + figures + "+-×/%!?:."},
	{"Digits32", pixel.Digits32, figures + "+-×/:%=−"},
	{"Digits48", pixel.Digits48, figures + "+-×/:%=−"},
	{"Digits64", pixel.Digits64, figures + "+-×/:%=−"},
}

// drawn draws s at the upper left corner of an empty bitmap.
func drawn(f *pixel.Font, s string) (b pixel.Bitmap) {
	f.Draw(&b, 0, 0, s)
	return b
}

// lit returns the rows and columns between which b is lit, and how many px are.
func lit(b *pixel.Bitmap) (left, top, right, bottom, count int) {
	left, top = pixel.Width, pixel.Height
	for y := range pixel.Height {
		for x := range pixel.Width {
			if b.At(x, y) {
				left, top, right, bottom = min(left, x), min(top, y), max(right, x+1), max(bottom, y+1)
				count++
			}
		}
	}
	return left, top, right, bottom, count
}

func TestEveryRuneHasAGlyphWithinItsCell(t *testing.T) {
	for _, f := range fonts {
		w, h := f.font.Size()
		for _, r := range f.has {
			if !f.font.Has(r) {
				t.Errorf("%s lacks %q", f.name, r)
				continue
			}
			b := drawn(f.font, string(r))
			if _, _, right, bottom, count := lit(&b); count == 0 || right > w || bottom > h {
				t.Errorf("%s draws %q with %d px up to column %d and row %d, want some within %d×%d", f.name, r, count, right, bottom, w, h)
			}
		}
	}
}

func TestABlankIsDarkAndAsWideAsALetter(t *testing.T) {
	for _, f := range fonts {
		w, _ := f.font.Size()
		var b pixel.Bitmap
		if next := f.font.Draw(&b, 3, 0, " "); next != 3+w || b != (pixel.Bitmap{}) {
			t.Errorf("%s: a blank leads from 3 to %d, want %d, and draws\n%s", f.name, next, 3+w, b.String())
		}
	}
}

func TestNoTwoLettersOfAnAlphabetLookAlike(t *testing.T) {
	for _, f := range fonts {
		for _, alphabet := range []string{russian, latin + figures, figures + "+-×/:%="} {
			seen := map[pixel.Bitmap]rune{}
			for _, r := range alphabet {
				if !strings.ContainsRune(f.has, r) {
					continue
				}
				b := drawn(f.font, string(r))
				if other, twice := seen[b]; twice && !alike(f.name, other, r) {
					t.Errorf("%s draws %q like %q", f.name, r, other)
				}
				seen[b] = r
			}
		}
	}
}

// alike allows what 3×5 px can't tell apart.
func alike(font string, a, b rune) bool {
	return font == "Tiny" && strings.ContainsRune("0O1I2Z5S8B", a) && strings.ContainsRune("0O1I2Z5S8B", b)
}

// Text pictures of what the X11 fonts don't have, or what matters most in Russian.
func TestLettersThatReadersConfuseAreDrawnApart(t *testing.T) {
	for _, c := range []struct {
		name string
		font *pixel.Font
		text string
		want string
	}{
		{"Body", pixel.Body, "ийЁё", `
      ▀▄▄▄▀  ▀ ▀   ▄ ▄
▄   ▄ ▄   ▄ █▀▀▀▀  ▄▄▄
█ ▄▀█ █ ▄▀█ █▀▀▀  █▄▄▄▀
█▀  █ █▀  █ █▄▄▄▄ ▀▄▄▄
`},
		{"Small", pixel.Small, "ийЁёМмф", `
      ▄  ▄   ▀ ▀  ▀ ▀   ▄   ▄
▄  ▄  ▄▀▀▄  █▀▀▀   ▄▄   █▀▄▀█ ▄   ▄  ▄█▄
█▄▀█  █▄▀█  █▀▀   █▄▀▀  █   █ █▀▄▀█ █ █ █
▀  ▀  ▀  ▀  ▀▀▀▀   ▀▀   ▀   ▀ ▀ ▀ ▀  ▀█▀
`},
		{"Large", pixel.Large, "Ёё", `
  ██  ██
 ▄▄▄▄▄▄▄▄
 ██         ▄▄  ▄▄
 ██         ▀▀  ▀▀
 ██▄▄▄▄     ▄█▀▀█▄
 ██        ██▄▄▄▄██
 ██        ██
 ██▄▄▄▄▄▄   ▀█▄▄▄█▀
`},
	} {
		b := drawn(c.font, c.text)
		if got, want := trimmed(&b), strings.Trim(c.want, "\n"); got != want {
			t.Errorf("%s draws %s as\n%s\nwant\n%s", c.name, c.text, got, want)
		}
	}
}

// trimmed is the picture without the dark around it on the right and below.
func trimmed(b *pixel.Bitmap) string {
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func TestLargeDigitsAreReadAcrossTheTable(t *testing.T) {
	for _, c := range []struct {
		name string
		font *pixel.Font
		high int
	}{{"Digits32", pixel.Digits32, 26}, {"Digits48", pixel.Digits48, 39}, {"Digits64", pixel.Digits64, 52}} {
		for _, r := range figures {
			b := drawn(c.font, string(r))
			if _, top, _, bottom, _ := lit(&b); bottom-top != c.high {
				t.Errorf("%s draws %q %d px high, want %d", c.name, r, bottom-top, c.high)
			}
		}
	}
}

func TestTextIsClippedAtAllSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(fonts).Draw(t, "font")
		text := rapid.StringOfN(rapid.SampledFrom([]rune(f.has+" ")), 1, 3, -1).Draw(t, "text")
		x, y := rapid.IntRange(-100, 140).Draw(t, "x"), rapid.IntRange(-70, 70).Draw(t, "y")
		var got pixel.Bitmap
		next := f.font.Draw(&got, x, y, text)
		if next != x+f.font.Width(text) {
			t.Fatalf("a next letter would begin at %d, want %d", next, x+f.font.Width(text))
		}
		whole := drawn(f.font, text) // up to 3 × 32 px: nothing is clipped
		var want picture
		want.each(everything, func(i, j int, _ bool) bool { return whole.At(i-x, j-y) })
		if at, found := differ(&got, &want); found {
			t.Fatalf("%s %q at (%d, %d): px %v is wrong in\n%s", f.name, text, x, y, at, got.String())
		}
	})
}

func TestDrawingKeepsWhatIsThere(t *testing.T) {
	b := drawn(pixel.Body, "О")
	pixel.Body.Draw(&b, 0, 0, "|")
	o, bar := drawn(pixel.Body, "О"), drawn(pixel.Body, "|")
	for i := range b {
		if b[i] != o[i]|bar[i] {
			t.Fatalf("drawn over one another:\n%s", trimmed(&b))
		}
	}
}

func TestDoubledLettersAreTwiceAsWideAndHigh(t *testing.T) {
	single := drawn(pixel.Large, "Мй")
	var double pixel.Bitmap
	next := pixel.Large.DrawDouble(&double, 5, -3, "Мй")
	if next != 5+40 {
		t.Errorf("a next letter would begin at %d, want 45", next)
	}
	var want picture
	want.each(everything, func(x, y int, _ bool) bool { return x >= 5 && single.At((x-5)/2, (y+3)/2) })
	if at, found := differ(&double, &want); found {
		t.Errorf("px %v is wrong in\n%s", at, double.String())
	}
}

func TestARuneWithoutAGlyphIsDrawnAsABox(t *testing.T) {
	for _, f := range fonts {
		b := drawn(f.font, "日")
		w, h := f.font.Size()
		if left, top, right, bottom, _ := lit(&b); left != 0 || top != h/4 || right != w-1 || bottom != h-h/4 {
			t.Errorf("%s draws 日 as\n%s", f.name, trimmed(&b))
		}
		if f.font.Has('日') || f.font.HasAll("0日") {
			t.Errorf("%s says that it has 日", f.name)
		}
	}
}

func TestACombiningSignTakesNoColumn(t *testing.T) {
	const text = "x̂y" // x and y with U+0302 between them, which don't compose
	if got := pixel.Body.Columns(text); got != 2 {
		t.Errorf("%q takes %d columns, want 2", text, got)
	}
	if drawn(pixel.Body, text) != drawn(pixel.Body, "xy") {
		t.Errorf("%q is not drawn like xy", text)
	}
}

func TestInvalidTextIsDrawnAsBoxes(t *testing.T) {
	if got, want := drawn(pixel.Body, "\xff\xfe"), drawn(pixel.Body, "日日"); got != want {
		t.Errorf("got\n%s", trimmed(&got))
	}
}

func TestTinyHasOnlyCapitals(t *testing.T) {
	for _, r := range russian + latin {
		if pixel.Tiny.Has(r) != unicode.IsUpper(r) {
			t.Errorf("Tiny.Has(%q) = %v", r, pixel.Tiny.Has(r))
		}
	}
}

func BenchmarkFontDraw(b *testing.B) {
	var bitmap pixel.Bitmap
	b.ReportAllocs()
	for b.Loop() {
		pixel.Body.Draw(&bitmap, 0, 9, "Съешь ещё этих мягких")
	}
}
