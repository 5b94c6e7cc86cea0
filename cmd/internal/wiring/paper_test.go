package wiring

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"tabletop/cmd/internal/config"
	"tabletop/companion/pixel"
	"tabletop/drivers/escpos"
)

// paper is a receipt printer that shows what a person reads on its paper. It knows Epson's code
// pages, and reads pictures letter by letter.
type paper struct {
	page     *charmap.Charmap
	title    bool     // a title is printed: twice the size
	big      bool     // letters have twice the size
	text     []byte   // the line that is being printed
	lines    []string // what was printed, drawn lines too
	pictures int      // number of lines that were drawn
	faults   []string
}

func (p *paper) Read([]byte) (int, error)        { return 0, os.ErrDeadlineExceeded }
func (p *paper) SetReadDeadline(time.Time) error { return nil }

// Write executes commands. Each Write has whole ones.
func (p *paper) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		rest = rest[p.command(rest):]
	}
	return len(b), nil
}

func (p *paper) fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

// epson are the code pages by their numbers.
var epson = map[byte]*charmap.Charmap{0: charmap.CodePage437, 16: charmap.Windows1252, 17: charmap.CodePage866, 46: charmap.Windows1251}

// command executes the first command of b and returns its length.
func (p *paper) command(b []byte) int {
	switch {
	case b[0] == '\n':
		p.feed()
		return 1
	case b[0] >= ' ':
		p.text = append(p.text, b[0])
		return 1
	}
	switch string(b[:2]) {
	case "\x1b@":
		*p = paper{page: epson[0], title: p.title, lines: p.lines, pictures: p.pictures, faults: p.faults}
		return 2
	case "\x1c.":
		return 2
	case "\x1bt":
		if p.page = epson[b[2]]; p.page == nil {
			p.fault("no table %d", b[2])
			p.page = epson[0]
		}
		return 3
	case "\x1d!":
		p.big = b[2] == 0x11
		return 3
	case "\x1ba", "\x1bd":
		return 3
	case "\x1dv":
		return p.picture(b)
	}
	p.fault("unknown command % x", b[:2])
	return len(b)
}

func (p *paper) feed() {
	if len(p.text) > 0 && p.big != p.title {
		p.fault("letters of the wrong size")
	}
	line, _ := p.page.NewDecoder().Bytes(p.text)
	p.put([]rune(string(line)))
	p.text = nil
}

// put adds a line, which must fit on the paper.
func (p *paper) put(line []rune) {
	columns := 32
	if p.title {
		columns = 16
	}
	if len(line) > columns {
		p.fault("a line of %d columns", len(line))
	}
	p.lines = append(p.lines, string(line))
}

// picture reads GS v 0: a row of letters of 12×24 dots, or 24×48 if they are big.
func (p *paper) picture(b []byte) int {
	wide, high := int(b[4])+int(b[5])<<8, int(b[6])+int(b[7])<<8
	dots := b[8 : 8+wide*high]
	width, height := pixel.Body.Size()
	scale := high / height
	if want := map[bool]int{false: 2, true: 4}[p.title]; scale != want || high%height != 0 || wide != 48 {
		p.fault("a picture of %d×%d dots", 8*wide, high)
		return 8 + wide*high
	}
	black := func(x, y int) bool { return dots[y*wide+x/8]&(0x80>>(x%8)) != 0 }
	read := func(from int) string {
		var line []rune
		for left := from; left+scale*width <= 8*wide; left += scale * width {
			line = append(line, letterOf(func(x, y int) bool { return black(left+x*scale, y*scale) }))
		}
		return strings.TrimSpace(string(line))
	}
	line := read(0)
	if p.title && strings.ContainsRune(line, unread) { // an odd number of letters in the middle
		line = read(scale * width / 2)
	}
	p.pictures++
	p.put([]rune(line))
	return 8 + wide*high
}

// unread stands for a picture that is no letter, or the box of a letter that the font lacks.
const unread = '\ufffd'

// bits is the picture of a letter, row by row.
type bits [12]byte

func bitsOf(black func(x, y int) bool) (b bits) {
	width, height := pixel.Body.Size()
	for y := range height {
		for x := range width {
			if black(x, y) {
				b[y] |= 1 << x
			}
		}
	}
	return b
}

func drawn(r rune) bits {
	var b pixel.Bitmap
	pixel.Body.DrawRune(&b, 0, 0, r)
	return bitsOf(b.At)
}

// letterByPicture has the first of the letters that look the same, by their picture.
var letterByPicture = sync.OnceValue(func() map[bits]rune {
	all := map[bits]rune{}
	for r := rune(' '); r < 0x2800; r++ {
		if b := drawn(r); pixel.Body.Has(r) && all[b] == 0 {
			all[b] = r
		}
	}
	return all
})

func letterOf(black func(x, y int) bool) rune {
	if r, ok := letterByPicture()[bitsOf(black)]; ok {
		return r
	}
	return unread
}

// seen is a text as a person sees it, without blanks: letters that look the same are the same.
func seen(text string) string {
	var out strings.Builder
	for _, r := range text {
		if r == ' ' || r == '\u00a0' {
			continue
		}
		if pixel.Body.Has(r) {
			r = letterByPicture()[drawn(r)]
		}
		out.WriteRune(r)
	}
	return out.String()
}

// simpler has the signs that a text may be printed with if the page lacks the true ones.
var simpler = strings.NewReplacer("«", `"`, "»", `"`, "“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'",
	"—", "-", "–", "-", "−", "-", "…", "...", "→", "->", "←", "<-", "✓", "+", "★", "*", "•", "*", "×", "x", "№", "No")

// prints prints a line, or a title.
func prints(t *testing.T, page int, text string, title bool) *paper {
	t.Helper()
	c := config.Default().Printer
	c.Page, c.Mute = page, true
	o, err := printerOpts(c)
	if err != nil {
		t.Fatal(err)
	}
	p, item := &paper{title: title}, escpos.Line(text)
	if title {
		item = escpos.Title(text)
	}
	d, err := escpos.New(p, o)
	if err == nil {
		err = d.Add(escpos.Job{Items: []escpos.Item{item}})
	}
	if err == nil {
		err = d.Print(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sentences are all that the companion says, in both languages, and names of people.
func sentences(t *testing.T) []string {
	t.Helper()
	all := map[string]bool{}
	for _, lang := range []string{"ru", "en"} {
		text, err := os.ReadFile("../../../companion/words/testdata/sentences-" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			_, said, _ := strings.Cut(strings.TrimSpace(line), " = ")
			for _, s := range strings.Split(said, " | ") {
				all[s] = true
			}
		}
	}
	for _, name := range []string{
		"Zoë & Łukasz", "Jörg Müller", "Straße: 5 €", "Қайрат", "Ґанна", "naïve «ё» — № 7 …", "L’été", "Алёна", "Ñandú", "Nguyễn Thị Ánh",
		"— Счёт № 5: 3 € ≤ 4 £", "“Anna” ‘Eva’ „Ida“", "Ödipus → Ägypten",
	} {
		all[name] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// longestTitle is the most bytes of a sentence that is printed as a title too.
const longestTitle = 30

func TestEverySentenceIsReadOnPaperWithEveryCodePage(t *testing.T) {
	all := sentences(t)
	if len(all) < 4000 {
		t.Fatalf("only %d sentences", len(all))
	}
	if testing.Short() { // one in ten, for slow machines
		all = slices.DeleteFunc(all, func(s string) bool { return len(s)%10 != 0 })
	}
	for page := range pages {
		t.Run(fmt.Sprint(page), func(t *testing.T) {
			t.Parallel()
			drawn := 0
			for _, s := range all {
				for _, title := range []bool{false, true} {
					if title && len(s) > longestTitle {
						continue
					}
					p := prints(t, page, s, title)
					got := strings.Join(p.lines, "")
					if exact := seen(got) == seen(s); !exact && (p.pictures > 0 || seen(simpler.Replace(got)) != seen(simpler.Replace(s))) || len(p.faults) > 0 {
						t.Fatalf("%q comes out as %q %q", s, p.lines, p.faults)
					}
					if !title {
						drawn += min(p.pictures, 1)
					}
				}
			}
			t.Logf("%d of %d sentences have drawn lines", drawn, len(all))
		})
	}
}

func TestALineIsDrawnOnlyIfItsPageLacksALetter(t *testing.T) {
	for _, test := range []struct {
		text                                 string
		text437, text866, text1251, text1252 bool
	}{
		{"Anna: 5!", true, true, true, true},
		{"Алёна", false, true, true, false},
		{"Jörg Müller", true, false, false, true},
		{"Straße", true, false, false, true},
		{"5 €", false, false, true, true},
		{"№ 5", true, true, true, true}, // or "No"
		{"«Anna» — …", true, true, true, true},
		{"Їжак", false, true, true, false},
		{"Қайрат", false, false, false, false},
		{"Łukasz", false, false, false, false},
	} {
		for page, want := range map[int]bool{0: false, 437: test.text437, 866: test.text866, 1251: test.text1251, 1252: test.text1252} {
			if got := prints(t, page, test.text, false).pictures == 0; got != want {
				t.Errorf("%q with page %d: printed in the printer's font %v, want %v", test.text, page, got, want)
			}
		}
	}
}
