package script

import (
	"regexp"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits for the drawings of a game: the greatest width and height of a glyph, of a picture and of
// the cover, in px, and the greatest number of glyphs. The number of pictures has the same limit.
const (
	largestGlyph   = 16
	largestPicture = 48
	largestCover   = 32
	mostGlyphs     = 64
)

// mostOnCover is the greatest number of glyphs on the cover of a game that brings no cover.
const mostOnCover = 3

// glyphHead and pictureHead match the first line of a glyph, "glyph red #ff0000 R", and of a
// picture, "picture red". A cover has no such line.
var (
	glyphHead   = regexp.MustCompile(`^glyph ([a-z0-9][a-z0-9-]{0,23})( #[0-9a-f]{6})?( \S)*$`)
	pictureHead = regexp.MustCompile(`^picture ([a-z0-9][a-z0-9-]{0,23})$`)
)

// drawingKind is a parameter whose value is a text of drawings.
type drawingKind struct {
	name string
	head *regexp.Regexp // first line of a drawing; nil for a single drawing without such a line
	most int            // greatest width and height in px
}

// glyphsOf checks and stores the glyphs, the pictures and the cover of a game.
func (g *game) glyphsOf(given map[string]starlark.Value) error {
	g.assets, g.glyphs = map[string]string{}, map[string]bool{}
	texts := map[string]string{}
	for _, kind := range []drawingKind{{"glyphs", glyphHead, largestGlyph}, {"pictures", pictureHead, largestPicture}, {"cover", nil, largestCover}} {
		v := given[kind.name]
		if v == nil {
			continue
		}
		text, ok := starlark.AsString(v)
		if !ok {
			return unlike(kind.name, "str", v)
		}
		if err := g.drawn(kind, text); err != nil {
			return err
		}
		texts[kind.name] = strings.TrimSpace(text) + "\n"
	}
	for _, name := range []string{"glyphs", "pictures"} {
		if text, ok := texts[name]; ok {
			g.assets[name] = text
		}
	}
	g.assets["cover"] = coverOf(texts)
	return nil
}

// drawn checks a text of drawings, which are separated by blank lines. A drawing consists of a head
// line and of rows of "#" and ".".
func (g *game) drawn(kind drawingKind, text string) error {
	seen := map[string]bool{}
	rows, width := -1, 0 // size of the current drawing in px; rows is -1 between drawings
	if kind.head == nil {
		rows = 0
	}
	fault := func(i int, key string, args ...string) error {
		at := g.at
		if first, ok := g.literals[text]; ok {
			skipped := strings.Count(text[:strings.Index(text, strings.TrimSpace(text))], "\n")
			at = syntax.MakePosition(&g.file, first.Line+int32(i+skipped), 1)
		}
		return located(faulty(key, args...), at)
	}
	for i, line := range strings.Split(strings.TrimSpace(text)+"\n\n", "\n") {
		line = strings.TrimRight(line, " ")
		wrong := func() error { return fault(i, kind.fault(), kind.name, strconv.Itoa(kind.most)) }
		switch {
		case line == "" && rows == 0:
			return wrong()
		case line == "":
			rows, width = -1, 0
		case rows < 0 && kind.head == nil:
			return wrong()
		case rows < 0:
			found := kind.head.FindStringSubmatch(line)
			if found == nil {
				return wrong()
			}
			if seen[found[1]] {
				return fault(i, "twice", found[1])
			}
			if len(seen) == mostGlyphs {
				return fault(i, "large", kind.name, strconv.Itoa(mostGlyphs))
			}
			seen[found[1]], g.glyphs[found[1]], rows = true, true, 0
		case strings.Trim(line, "#.") != "", len(line) > kind.most, rows == kind.most, rows > 0 && len(line) != width:
			return wrong()
		default:
			rows, width = rows+1, len(line)
		}
	}
	return nil
}

// fault returns the key of the fault of a drawing that breaks its format.
func (k drawingKind) fault() string {
	if k.head == nil {
		return "cover"
	}
	return "drawing"
}

// coverOf returns the pictures of a game's cover: the cover that the file brings, or else its
// picture named "cover", or else up to mostOnCover glyphs that differ. texts contains the drawings
// of the file by parameter. coverOf returns "" if there are none.
func coverOf(texts map[string]string) string {
	if rows, ok := texts["cover"]; ok {
		return "picture cover\n" + rows
	}
	for drawing := range drawings(texts["pictures"]) {
		if drawing.name == "cover" {
			return "picture cover\n" + drawing.rows
		}
	}
	var all []string
	seen := map[string]bool{}
	for drawing := range drawings(texts["glyphs"]) {
		if !seen[drawing.rows] && strings.Contains(drawing.rows, "#") && len(all) < mostOnCover {
			seen[drawing.rows] = true
			all = append(all, "picture glyph/"+strconv.Itoa(len(all)+1)+"\n"+drawing.rows)
		}
	}
	return strings.Join(all, "\n")
}

// drawing is one drawing of a text: its name and its rows.
type drawing struct{ name, rows string }

// drawings yields the drawings of a valid text in their order.
func drawings(text string) func(yield func(drawing) bool) {
	return func(yield func(drawing) bool) {
		var d drawing
		for line := range strings.Lines(text + "\n") {
			line = strings.TrimRight(line, " \n")
			switch head := strings.Fields(line); {
			case line == "" && d.name == "":
			case line == "":
				if !yield(d) {
					return
				}
				d = drawing{}
			case d.name == "":
				d.name = head[1]
			default:
				d.rows += line + "\n"
			}
		}
	}
}
