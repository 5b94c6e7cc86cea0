package web

import (
	"fmt"
	"hash/fnv"
	"html"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/pixel"
)

// Colours of the covers of games in files. coverTones are the tones of players on a light page
// (page.css): light text is readable on all of them.
var coverTones = []string{
	"#a3200f", "#1c4f9c", "#22622a", "#765400", "#6d2f88", "#0b5f61", "#8d4004", "#57534c", "#ad1f63", "#543517", "#4b6100", "#3d2f9e",
}

const coverPaper = "#f4ead2"

// Measures of a cover in units of its view box, 96×96. The title may be coverWide wide and stands
// above coverBottom.
const (
	coverWide   = 82.0
	coverBottom = 89.0
	titleHigh   = 31.0 // of all lines of the title
	titleMost   = 19.0 // size of the largest letters
	titleLeast  = 9.5  // a long word is condensed rather than smaller
	lineHigh    = 1.08 // height of a line by the size of its letters
	mostLines   = 3
)

// coverSymbol returns the cover of a game in a file as a symbol of an SVG file: a card in a colour
// that the name determines, with the pictures of the game or the first letter of its title, and the
// title. pictures is the text of the game's asset "cover"; see package games.
func coverSymbol(name, title, pictures string) string {
	tone := toneOf(name)
	var b strings.Builder
	fmt.Fprintf(&b, `<symbol id="cover" viewBox="0 0 96 96"><rect x="2" y="2" width="92" height="92" rx="14" fill="%s"/><circle cx="48" cy="32" r="28" fill="#ffffff" fill-opacity="0.13"/>`, tone)
	all, _ := pixel.ParsePictures(pictures) // can't fail: the compiler of the file has checked them
	if own, ok := all["cover"]; ok {
		writePixels(&b, &own, 48, 31, 48, 0, coverPaper)
	} else {
		writeTiles(&b, all, title, tone)
	}
	writeTitle(&b, title)
	b.WriteString(`</symbol>`)
	return b.String()
}

// toneOf returns the colour of the cover of a game.
func toneOf(name string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // can't fail
	return coverTones[h.Sum32()%uint32(len(coverTones))]
}

// tile is the place of a tile on a cover: its middle, its side, and its angle in degrees.
type tile struct{ x, y, side, angle float64 }

// tiles are the tiles of a cover with one, two or three of them, in the order of drawing: the last
// one lies on top. middles are the same tiles by the order of the glyphs.
var tiles = [...][]tile{
	{{48, 31, 44, -5}},
	{{34, 32, 36, -9}, {62, 32, 36, 9}},
	{{25, 35, 32, -12}, {71, 35, 32, 12}, {48, 29, 34, 0}},
}

// writeTiles draws a tile for each glyph, or one with the first letter of the title.
func writeTiles(b *strings.Builder, all map[string]pixel.Picture, title, tone string) {
	if len(all) == 0 {
		at := tiles[0][0]
		writeTile(b, at)
		first, _ := utf8.DecodeRuneInString(title)
		fmt.Fprintf(b, `<text transform="translate(%g %g) rotate(%g)" y="12.5" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="35" fill="%s">%s</text>`,
			at.x, at.y, at.angle, tone, html.EscapeString(string(unicode.ToUpper(first))))
		return
	}
	for i, at := range tiles[len(all)-1] {
		p := all[fmt.Sprintf("glyph/%d", (i+1)%len(all)+1)]
		writeTile(b, at)
		writePixels(b, &p, at.x, at.y, at.side*0.72, at.angle, tone)
	}
}

func writeTile(b *strings.Builder, at tile) {
	fmt.Fprintf(b, `<rect x="%g" y="%g" width="%[3]g" height="%[3]g" rx="6" transform="rotate(%[4]g %[5]g %[6]g)" fill="%[7]s" stroke="#000000" stroke-opacity="0.35"/>`,
		at.x-at.side/2, at.y-at.side/2, at.side, at.angle, at.x, at.y, coverPaper)
}

// writePixels draws a picture in one colour within a square with the middle (x, y). Rows are lines
// that overlap a little, so that no gaps show between them.
func writePixels(b *strings.Builder, p *pixel.Picture, x, y, side, angle float64, colour string) {
	fmt.Fprintf(b, `<path transform="translate(%g %g) rotate(%g) scale(%.3f) translate(%g %g)" stroke="%s" stroke-width="1.06" d="`,
		x, y, angle, side/float64(max(p.W, p.H)), -float64(p.W)/2, 0.5-float64(p.H)/2, colour)
	for r := range runs(p.W, p.H, p.At) {
		fmt.Fprintf(b, "M%d %dh%d", r.x, r.y, r.n)
	}
	b.WriteString(`"/>`)
}

// writeTitle draws the title in up to mostLines lines at the bottom of a cover.
func writeTitle(b *strings.Builder, title string) {
	lines, size := titleLines(title)
	y := coverBottom - (titleHigh-float64(len(lines))*size*lineHigh)/2 - size*0.28
	for i, line := range lines {
		at := y - float64(len(lines)-1-i)*size*lineHigh
		fmt.Fprintf(b, `<text x="48" y="%.1f" text-anchor="middle" textLength="%.1f" lengthAdjust="spacingAndGlyphs" font-family="system-ui, sans-serif" font-weight="700" font-size="%.1f" fill="%s">%s</text>`,
			at, min(coverWide, size*widthOf(line)), size, coverPaper, html.EscapeString(line))
	}
}

// titleLines returns the lines of a title and the size of its letters: the largest at which the
// lines fit, with as few lines as possible.
func titleLines(title string) (lines []string, size float64) {
	words := strings.Fields(title)
	for n := 1; n <= min(mostLines, len(words)); n++ {
		broken, widest := broken(words, n)
		fits := min(titleMost, coverWide/widest, titleHigh/(lineHigh*float64(n)))
		if fits > size {
			lines, size = broken, fits
		}
	}
	return lines, max(size, titleLeast)
}

// broken breaks words into n lines so that the widest line is as narrow as possible. It returns the
// width of that line for letters of size 1.
func broken(words []string, n int) (lines []string, widest float64) {
	if n == 1 {
		line := strings.Join(words, " ")
		return []string{line}, widthOf(line)
	}
	widest = math.Inf(1)
	for first := 1; first <= len(words)-n+1; first++ {
		line := strings.Join(words[:first], " ")
		rest, wide := broken(words[first:], n-1)
		if wide = max(wide, widthOf(line)); wide < widest {
			lines, widest = append([]string{line}, rest...), wide
		}
	}
	return lines, widest
}

// Letters that are narrower or wider than others in bold fonts without serifs.
const (
	narrowLetters = "iljtfrI.,'!:;|()-1 ’"
	wideLetters   = "mwMWQOGDжшщюыфмЖШЩЮФМЫДО@%"
)

// widthOf returns the approximate width of a text in bold letters of size 1. The browser stretches
// the text to this width in whatever font it has.
func widthOf(text string) (wide float64) {
	for _, r := range text {
		switch {
		case strings.ContainsRune(narrowLetters, r):
			wide += 0.36
		case strings.ContainsRune(wideLetters, r):
			wide += 0.86
		case unicode.IsUpper(r):
			wide += 0.71
		default:
			wide += 0.6
		}
	}
	return wide
}
