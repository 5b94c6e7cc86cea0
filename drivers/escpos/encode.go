package escpos

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// ASCII control characters in the printer's commands.
const (
	lf  = '\n'
	eot = 0x04
	enq = 0x05
	dle = 0x10
	dc4 = 0x14
	esc = 0x1b
	fs  = 0x1c
	gs  = 0x1d
)

// Commands, named as in Epson's reference.
var (
	initialise = []byte{esc, '@'}
	noKanji    = []byte{fs, '.'}
	tableOf    = []byte{esc, 't'}        // selects a code page; its number in the printer follows
	feedLines  = []byte{esc, 'd'}        // feeds paper; the number of lines follows
	middle     = []byte{esc, 'a', 1}     // centres the following text
	left       = []byte{esc, 'a', 0}     // aligns the following text at the left
	twice      = []byte{gs, '!', 0x11}   // doubles width and height of characters
	once       = []byte{gs, '!', 0x00}   // restores normal width and height
	cut        = []byte{gs, 'V', 'B', 0} // feeds the paper to the cutter; cuts all but one point
)

// tearOff is the distance in lines from the print head to the tear-off edge of a printer
// without cutter.
const tearOff = 4

// encode converts a job to the commands of the printer.
func encode(o Opts, j Job) (*encoded, error) {
	e := &encoded{name: j.Name}
	e.add(o.start())
	for i, item := range j.Items {
		b, err := o.item(item)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i+1, err)
		}
		e.add(b)
	}
	if o.Cuts {
		e.add(cut)
	} else {
		e.add(feed(tearOff))
	}
	return e, nil
}

func (e *encoded) add(b []byte) {
	e.items = append(e.items, b)
	e.bytes += len(b)
}

// start returns the commands that reset the printer and select the code page of the text.
func (o Opts) start() []byte {
	switch {
	case o.Page == nil:
		return initialise
	case o.Kanji:
		return slices.Concat(initialise, noKanji, tableOf, []byte{o.Table})
	default:
		return slices.Concat(initialise, tableOf, []byte{o.Table})
	}
}

func feed(lines byte) []byte { return slices.Concat(feedLines, []byte{lines}) }

func (o Opts) item(i Item) ([]byte, error) {
	switch i.kind {
	case aLine:
		return o.text(i.text, o.Columns, false), nil
	case aTitle:
		return o.text(i.text, o.Columns/2, true), nil
	case aCode:
		return o.qr(clean(i.text))
	}
	if i.n < 0 || i.n > 255 {
		return nil, fmt.Errorf("feed %d lines: want 0 to 255", i.n)
	}
	return feed(byte(i.n)), nil
}

// text returns the commands that print text, wrapped into lines of at most columns characters.
// If big is true, the text has twice the size and stands in the middle of the paper.
func (o Opts) text(text string, columns int, big bool) []byte {
	text = clean(text)
	if o.Page != nil {
		text = o.spell(text)
	}
	var out []byte
	for _, l := range wrap(text, columns) {
		switch {
		case l == "":
			out = append(out, lf)
		case o.Page != nil && hasAll(o.Page, l):
			out = append(appendText(out, o.Page, l), lf)
		default:
			out = append(out, o.picture(l, big)...)
		}
	}
	if big && o.Page != nil {
		return slices.Concat(middle, twice, out, once, left)
	}
	return out
}

// spell returns text in characters of the code page, with the substitutes of signs. If that is
// impossible, it returns the text itself, whose lines can be drawn, or without Face a text with
// "?".
func (o Opts) spell(text string) string {
	if spelled := substitute(o.Page, text, o.Face != nil); o.Face == nil || hasAll(o.Page, spelled) {
		return spelled
	}
	return text
}

// picture returns the commands that print a line as a picture. If the letters of the face are wider
// than those of the printer, the line takes several pictures.
func (o Opts) picture(line string, big bool) []byte {
	img := o.Face(line, big)
	n := len([]rune(line))
	if wide := img.Bounds().Dx(); wide > o.Dots && n > 1 {
		var out []byte
		for _, part := range wrap(line, max(n*o.Dots/wide, 1)) {
			out = append(out, raster(o.Face(part, big), o.Dots, big)...)
		}
		return out
	}
	return raster(img, o.Dots, big)
}

// clean removes everything that isn't text: control and format characters, line separators,
// invalid UTF-8. Every kind of blank becomes a space, and every kind of hyphen a hyphen.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			return -1
		case unicode.Is(unicode.Zs, r):
			return ' '
		case r == '\u2010' || r == '\u2011':
			return '-'
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(text, "")))
}

// substitutes replaces characters that code pages lack.
var substitutes = strings.NewReplacer(
	"«", `"`, "»", `"`, "“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'",
	"—", "-", "–", "-", "−", "-", "…", "...", "→", "->", "←", "<-",
	"✓", "+", "★", "*", "•", "*", "×", "x", "№", "No",
)

// hasAll reports whether the code page has every character of text.
func hasAll(page *charmap.Charmap, text string) bool {
	for _, r := range text {
		if _, ok := page.EncodeRune(r); !ok {
			return false
		}
	}
	return true
}

// substitute replaces the characters that the code page lacks by those of substitutes. Others
// become "?", or stay if they can be drawn.
func substitute(page *charmap.Charmap, text string, drawn bool) string {
	var out strings.Builder
	for _, r := range text {
		_, ok := page.EncodeRune(r)
		s := string(r)
		if !ok {
			s = substitutes.Replace(s)
		}
		if !ok && s == string(r) && !drawn {
			s = "?"
		}
		out.WriteString(s)
	}
	return out.String()
}

func appendText(out []byte, page *charmap.Charmap, text string) []byte {
	for _, r := range text {
		b, _ := page.EncodeRune(r)
		out = append(out, b)
	}
	return out
}

// wrap cuts text into lines of at most columns characters. It cuts at a space if the line has
// one.
func wrap(text string, columns int) []string {
	var lines []string
	for rest := []rune(text); ; {
		if len(rest) <= columns {
			return append(lines, string(rest))
		}
		at := columns
		for at > 0 && rest[at] != ' ' {
			at--
		}
		if strings.TrimSpace(string(rest[:at])) == "" {
			at = columns
		}
		lines = append(lines, strings.TrimRight(string(rest[:at]), " "))
		rest = []rune(strings.TrimLeft(string(rest[at:]), " "))
		if len(rest) == 0 {
			return lines
		}
	}
}
