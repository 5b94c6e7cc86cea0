package escpos

import (
	"bytes"
	"encoding/hex"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"
	"rsc.io/qr"
)

// unhex reads hexadecimal digits between blanks.
func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// bars is a face whose letters are 8×2 dots: the upper row is the code of the
// letter, the lower one is black. Big ones are twice as high.
func bars(text string, big bool) image.Image {
	high := 2
	if big {
		high = 4
	}
	runes := []rune(text)
	img := image.NewGray(image.Rect(0, 0, 8*len(runes), high))
	for x := range img.Rect.Dx() {
		for y := range high {
			img.SetGray(x, y, color.Gray{0xff})
			if y >= high/2 || runes[x/8]&(0x80>>(x%8)) != 0 {
				img.SetGray(x, y, color.Gray{0x30})
			}
		}
	}
	return img
}

func TestAJobIsTheseBytes(t *testing.T) {
	page1251 := func(o *Opts) { o.Page, o.Table = charmap.Windows1251, 46 }
	face := func(o *Opts) { o.Page, o.Face, o.Columns, o.Dots = nil, bars, 8, 64 }
	for _, tt := range []struct {
		name   string
		change func(*Opts)
		items  []Item
		want   string
	}{
		{"nothing", nil, nil, "1b40 1c2e 1b7411 1b6404"},
		{"no Chinese mode to leave", func(o *Opts) { o.Kanji = false }, nil, "1b40 1b7411 1b6404"},
		{"with a cutter", func(o *Opts) { o.Cuts = true }, nil, "1b40 1c2e 1b7411 1d564200"},
		{"866", nil, []Item{Line("Ёж: 5!")}, "1b40 1c2e 1b7411 f0a63a203521 0a 1b6404"},
		{"1251", page1251, []Item{Line("Ёж №5")}, "1b40 1c2e 1b742e a8e620b935 0a 1b6404"},
		{"a blank line", nil, []Item{Line("")}, "1b40 1c2e 1b7411 0a 1b6404"},
		{"blanks", nil, []Item{Feed(0), Feed(3), Feed(255)}, "1b40 1c2e 1b7411 1b6400 1b6403 1b64ff 1b6404"},
		{"a title", nil, []Item{Title("Да")}, "1b40 1c2e 1b7411 1b6101 1d2111 84a0 0a 1d2100 1b6100 1b6404"},
		{
			"a long title", func(o *Opts) { o.Columns = 8 },
			[]Item{Title("Мазай")},
			"1b40 1c2e 1b7411 1b6101 1d2111 8ca0a7a0 0a a9 0a 1d2100 1b6100 1b6404",
		},
		{
			"a hostile name", nil,
			[]Item{Line("\x1b@\x1dV\x00\x10\x04\x01Аня\r\n\x7f\u0085\u202e\u2028\x10\x14\x02\x01\x08"), Title("\x1d!\x77x")},
			"1b40 1c2e 1b7411 405680adef 0a 1b6101 1d2111 217778 0a 1d2100 1b6100 1b6404",
		},
		{
			"drawn by a face", face,
			[]Item{Line("AZ"), Line(""), Title("A")},
			"1b40 1d763000 0800 0200 415a000000000000 ffff000000000000 0a" +
				"1d763000 0800 0400 0000000410000000 0000000410000000 0000000ff0000000 0000000ff0000000 1b6404",
		},
		{
			"a letter that the page lacks", func(o *Opts) { o.Face, o.Columns, o.Dots = bars, 8, 64 },
			[]Item{Line("Да"), Line("AÉ"), Line("—")},
			"1b40 1c2e 1b7411 84a0 0a 1d763000 0800 0200 41c9000000000000 ffff000000000000 2d 0a 1b6404",
		},
		{
			"a sign and a letter that the page lacks", func(o *Opts) { o.Face, o.Columns, o.Dots = bars, 8, 64 },
			[]Item{Line("«A» «É»")}, // not "A" and a picture of "É"
			"1b40 1c2e 1b7411 1d763000 0800 0200 ab41bb20abc9bb00 ffffffffffffff00 1b6404",
		},
		{"437", func(o *Opts) { o.Page, o.Table = charmap.CodePage437, 0 }, []Item{Line("«Ä» — é")}, "1b40 1c2e 1b7400 ae8eaf202d2082 0a 1b6404"},
		{"1252", func(o *Opts) { o.Page, o.Table = charmap.Windows1252, 16 }, []Item{Line("«Ä» — €")}, "1b40 1c2e 1b7410 abc4bb20972080 0a 1b6404"},
		{
			"a title with a letter that the page lacks", func(o *Opts) { o.Face, o.Columns, o.Dots = bars, 8, 64 },
			[]Item{Title("É")},
			"1b40 1c2e 1b7411 1b6101 1d2111 1d763000 0800 0400 0000000c90000000 0000000c90000000 0000000ff0000000 0000000ff0000000 1d2100 1b6100 1b6404",
		},
		{
			"a picture wider than the paper", func(o *Opts) { o.Face, o.Columns, o.Dots = bars, 12, 64 },
			[]Item{Line("AÉ CDEFGHIJ")},
			"1b40 1c2e 1b7411 1d763000 0800 0200 41c9000000000000 ffff000000000000 1d763000 0800 0200 434445464748494a ffffffffffffffff 1b6404",
		},
		{
			"a face and real-time commands", func(o *Opts) { o.Page, o.Face, o.Columns, o.Dots = nil, bars, 8, 64 },
			[]Item{Line("Ȑ\u0404Ȑ\u0405Ȑ\u0414Ȑ\u0406")},
			"1b40 1d763000 0800 0200 100c100d101c1006 ffffffffffffffff 1b6404",
		},
	} {
		o := DefaultOpts()
		if tt.change != nil {
			tt.change(&o)
		}
		e, err := encode(o, Job{Items: tt.items})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := slices.Concat(e.items...)
		if want := unhex(t, tt.want); !bytes.Equal(got, want) || e.bytes != len(want) {
			t.Errorf("%s:\n got % x\nwant % x, %d bytes", tt.name, got, want, e.bytes)
		}
	}
}

func TestAQRCodeIsDrawnHereOrByThePrinter(t *testing.T) {
	o := DefaultOpts()
	o.DrawsQR = true
	got, err := o.qr("SEAL")
	want := unhex(t, "1b6101 1d286b0400314132 00 1d286b0300314308 1d286b0300314531 1d286b0700315030 5345414c 1d286b0300315130 1b6100")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("by the printer: %v\n got % x\nwant % x", err, got, want)
	}
	o.DrawsQR = false
	drawn, err := o.qr("SEAL")
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode("SEAL", qr.M)
	if err != nil {
		t.Fatal(err)
	}
	// 21 modules and 4 around them, 8 dots each: 232 rows in two pictures.
	rows := slices.Concat(drawn[8:8+128*48], drawn[8+128*48+8:])
	if len(rows) != 232*48 || !bytes.Equal(drawn[:8], unhex(t, "1d763000 3000 8000")) || !bytes.Equal(drawn[8+128*48:][:8], unhex(t, "1d763000 3000 6800")) {
		t.Fatalf("%d bytes of rows after % x", len(rows), drawn[:8])
	}
	for y := range 232 {
		for x := range 384 {
			got := rows[y*48+x/8]&(0x80>>(x%8)) != 0
			mx, my := x-(384-21*8)/2, y-32
			want := mx >= 0 && my >= 0 && mx < 168 && my < 168 && code.Black(mx/8, my/8)
			if got != want {
				t.Fatalf("dot %d, %d is %v", x, y, got)
			}
		}
	}
}

func TestWhatCantBePrintedIsRefused(t *testing.T) {
	d, _ := connect(t, func(o *Opts) { o.Dots = 64 })
	for _, tt := range []struct {
		item Item
		want string
	}{
		{Feed(-1), `escpos: add "x": item 2: feed -1 lines: want 0 to 255`},
		{Feed(256), `escpos: add "x": item 2: feed 256 lines: want 0 to 255`},
		{QR("\x00\x1b"), `escpos: add "x": item 2: QR code without text`},
		{QR(strings.Repeat("x", 100)), `escpos: add "x": item 2: QR code of 100 bytes: wider than 64 dots`},
		{QR(strings.Repeat("x", 3000)), `escpos: add "x": item 2: QR code of 3000 bytes: text too long to encode as QR`},
	} {
		err := d.Add(Job{"x", []Item{Line(""), tt.item}})
		if err == nil || err.Error() != tt.want || len(d.Waiting()) != 0 {
			t.Errorf("Add: %v, want %s", err, tt.want)
		}
	}
}

func TestLongTextIsContinuedAfterABlank(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"12345678", "12345678"},
		{"123456789", "12345678|9"},
		{"1234567 9", "1234567|9"},
		{"12345678 9", "12345678|9"},
		{"1 2  5", "1 2  5"},
		{"Аня   12", "Аня   12"},
		{"заяц и ещё один заяц", "заяц и|ещё один|заяц"},
		{"one twelveletters", "one|twelvele|tters"},
		{"         ", ""},
		{"  twelveletters", "  twelve|letters"},
		{"one            two", "one|two"},
	} {
		if got := strings.Join(wrap(tt.text, 8), "|"); got != tt.want {
			t.Errorf("%q is cut into %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestWhatACodePageLacksIsSpelledOtherwise(t *testing.T) {
	for _, tt := range []struct{ text, in866, in1251 string }{
		{"«Мазай» — 3 № ×", `"Мазай" - 3 № x`, "«Мазай» — 3 № x"},
		{"и\u0306 е\u0308", "й ё", "й ё"}, // composed
		{"…→✓★", "...->+*", "…->+*"},
		{"漢🎲", "??", "??"},
		{"a\u200db\ufeff", "ab", "ab"},
		{"1\u00a0000\u202f№\u20095 x\u2011y", "1 000 № 5 x-y", "1 000 № 5 x-y"},
		{"\xffb\xc3", "b", "b"},
	} {
		if got := substitute(charmap.CodePage866, clean(tt.text), false); got != tt.in866 {
			t.Errorf("%q in page 866 is %q, want %q", tt.text, got, tt.in866)
		}
		if got := substitute(charmap.Windows1251, clean(tt.text), false); got != tt.in1251 {
			t.Errorf("%q in page 1251 is %q, want %q", tt.text, got, tt.in1251)
		}
	}
}

func TestNoTextBecomesACommand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		for _, page := range []*charmap.Charmap{charmap.CodePage437, charmap.CodePage866, charmap.Windows1251, charmap.Windows1252} {
			o := DefaultOpts()
			o.Page = page
			for l := range bytes.SplitSeq(bytes.TrimSuffix(o.text(text, 32, false), []byte{lf}), []byte{lf}) {
				if len(l) > 32 {
					t.Fatalf("a line of %d columns", len(l))
				}
				for _, b := range l {
					if b < 0x20 || b == 0x7f {
						t.Fatalf("%q is printed with % x", text, l)
					}
				}
			}
		}
	})
}

func TestNoPictureIsObeyedAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tricky := rapid.SampledFrom([]byte{dle, eot, enq, dc4, 0, 1, 2})
		b := rapid.SliceOfN(rapid.OneOf(tricky, rapid.Byte()), 8, 2000).Draw(t, "dots")
		b = b[:len(b)/8*8]
		was := slices.Clone(b)
		out := rows{8, b}.print()
		for i := 1; i < len(out); i++ {
			if out[i-1] == dle && (out[i] == eot || out[i] == enq || out[i] == dc4) {
				t.Fatalf("% x at %d", out[i-1:i+1], i)
			}
		}
		for i := range b {
			if b[i] != was[i] && b[i] != was[i]|0x08 {
				t.Fatalf("%02x became %02x", was[i], b[i])
			}
		}
	})
}

func TestWhatIsWiderThanThePaperIsCutOffAndWhatIsTransparentIsWhite(t *testing.T) {
	img := image.NewNRGBA(image.Rect(3, 5, 3+80, 6))
	for x := range 80 {
		c := color.NRGBA{A: 0xff}
		switch {
		case x < 8:
			c.A = 0x10
		case x < 16:
			c.R, c.G, c.B = 0xff, 0xff, 0
		}
		img.SetNRGBA(3+x, 5, c)
	}
	want := unhex(t, "1d763000 0800 0100 0000ffffffffffff")
	for _, inMiddle := range []bool{false, true} {
		if got := raster(img, 64, inMiddle); !bytes.Equal(got, want) {
			t.Errorf("printed % x, want % x", got, want)
		}
	}
}
