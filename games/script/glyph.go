package script

import (
	"regexp"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits for the drawings of a game: the greatest width and height of a glyph and of a picture, in
// px, and the greatest number of glyphs. The number of pictures has the same limit.
const (
	largestGlyph   = 16
	largestPicture = 48
	mostGlyphs     = 64
)

// glyphHead and pictureHead match the first line of a glyph, "glyph red #ff0000 R", and of a
// picture, "picture red".
var (
	glyphHead   = regexp.MustCompile(`^glyph ([a-z0-9][a-z0-9-]{0,23})( #[0-9a-f]{6})?( \S)*$`)
	pictureHead = regexp.MustCompile(`^picture ([a-z0-9][a-z0-9-]{0,23})$`)
)

// glyphsOf checks and stores the glyphs and pictures of a game.
func (g *game) glyphsOf(given map[string]starlark.Value) error {
	g.assets, g.glyphs = map[string]string{}, map[string]bool{}
	for _, kind := range []struct {
		name string
		head *regexp.Regexp
		most int
	}{{"glyphs", glyphHead, largestGlyph}, {"pictures", pictureHead, largestPicture}} {
		v := given[kind.name]
		if v == nil {
			continue
		}
		text, ok := starlark.AsString(v)
		if !ok {
			return unlike(kind.name, "str", v)
		}
		if err := g.drawn(kind.name, text, kind.head, kind.most); err != nil {
			return err
		}
		g.assets[kind.name] = strings.TrimSpace(text) + "\n"
	}
	return nil
}

// drawn checks a text of drawings, which are separated by blank lines. A drawing consists of a head
// line and of rows of "#" and ".". most is the greatest width and height in px.
func (g *game) drawn(name, text string, head *regexp.Regexp, most int) error {
	seen := map[string]bool{}
	rows, width := -1, 0 // size of the current drawing in px; rows is -1 between drawings
	for i, line := range strings.Split(strings.TrimSpace(text)+"\n\n", "\n") {
		line = strings.TrimRight(line, " ")
		fault := func(key string, args ...string) error {
			at := g.at
			if first, ok := g.literals[text]; ok {
				skipped := strings.Count(text[:strings.Index(text, strings.TrimSpace(text))], "\n")
				at = syntax.MakePosition(&g.file, first.Line+int32(i+skipped), 1)
			}
			return located(faulty(key, args...), at)
		}
		switch {
		case line == "" && rows == 0:
			return fault("drawing", name, strconv.Itoa(most))
		case line == "":
			rows, width = -1, 0
		case rows < 0:
			found := head.FindStringSubmatch(line)
			if found == nil {
				return fault("drawing", name, strconv.Itoa(most))
			}
			if seen[found[1]] {
				return fault("twice", found[1])
			}
			if len(seen) == mostGlyphs {
				return fault("large", name, strconv.Itoa(mostGlyphs))
			}
			seen[found[1]], g.glyphs[found[1]], rows = true, true, 0
		case strings.Trim(line, "#.") != "", len(line) > most, rows == most, rows > 0 && len(line) != width:
			return fault("drawing", name, strconv.Itoa(most))
		default:
			rows, width = rows+1, len(line)
		}
	}
	return nil
}
