package web

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"tabletop/companion/door"
	"tabletop/companion/people"
	"tabletop/companion/screen"
	"tabletop/games"
)

// drawings maps names of games to their art.
type drawings map[string]drawing

// drawing is the art of a game: an SVG file. The page draws symbols of the file by their id.
type drawing struct {
	file    *asset
	version string   // version of the game's pictures; "" if addresses never have it
	symbols []string // ids of the symbols in file order
}

// artCacheControl lets browsers cache the file for a minute. Some browsers request it for each
// symbol that they draw, thousands of times for a book of problems.
const artCacheControl = "max-age=60"

// symbolID matches the id of a symbol in an SVG file. The test kit of the games checks that no
// other text of the file matches.
var symbolID = regexp.MustCompile(`<symbol id="([^"]+)"`)

// drawingsOf returns the art of all games that have art, except games in files: these can change
// while the server runs. See fileArt.
func drawingsOf(all games.Catalogue, known versions) drawings {
	found := drawings{}
	for _, r := range all.Games {
		art := r.Assets()["art"]
		if art == "" || games.Program(r) != "" {
			continue
		}
		table, topics, ok := strings.Cut(art, topicsMark)
		if ok {
			found[r.Name()+topicsArt] = drawingOf(opening.FindString(art) + topics)
			table += "</svg>"
		}
		drawn := drawingOf(table)
		drawn.version = known[r.Name()]
		found[r.Name()] = drawn
	}
	return found
}

// topicsMark stands in the art of a game before the symbols that only topics show. They are a file of
// their own, so that the first view of a match is small.
const topicsMark = "<!-- topics -->"

// topicsArt is appended to the name of a game for the file with the symbols of its topics.
const topicsArt = "-topics"

// svgOpening is the opening tag of a generated SVG file of symbols.
const svgOpening = `<svg xmlns="http://www.w3.org/2000/svg">`

// opening matches the opening tag of an SVG file.
var opening = regexp.MustCompile(`<svg[^>]*>`)

// drawingOf returns the drawing of an SVG file.
func drawingOf(art string) drawing {
	d := drawing{file: newAsset("art.svg", []byte(art)), symbols: symbolsIn(art)}
	d.file.cacheControl = artCacheControl
	return d
}

// symbolsIn returns the ids of the symbols in an SVG file, in file order.
func symbolsIn(art string) []string {
	all := []string{}
	for _, m := range symbolID.FindAllStringSubmatch(art, -1) {
		all = append(all, m[1])
	}
	return all
}

// symbol returns where the art of a game has a picture: the name of the file and the id of the symbol,
// "mice.svg#cover". It returns "" if the game has no such symbol.
func (d drawings) symbol(game, picture string) string {
	for _, file := range []string{game + topicsArt, game} {
		if slices.Contains(d[file].symbols, picture) {
			return file + ".svg#" + picture
		}
	}
	return ""
}

// symbols returns the ids of the symbols of a game. It returns an empty slice for a game without art.
func (s *Server) symbols(c *call, r games.Rules) []string {
	if games.Program(r) != "" {
		return symbolsIn(c.fileArt(r))
	}
	return append([]string{}, s.drawings[r.Name()].symbols...)
}

// fileArtPath is the path of the art of a game in a file: "/art/file/darts.svg".
const fileArtPath = "/art/" + games.InFile + "{file}"

// serveFileArt serves the art of a game in a file. It is public, as all art is, and contains only
// pictures and the title of the game.
func serveFileArt(c *call) {
	name, ok := strings.CutSuffix(c.r.PathValue("file"), ".svg")
	r := c.rulesFor(games.InFile + name)
	if !ok || r == nil {
		c.refuse(http.StatusNotFound, "nothing", quoted(c.r.URL.Path))
		return
	}
	c.w.Header().Add("Vary", "Accept-Language")
	c.serveArt(c.fileArt(r))
}

// serveArt serves an SVG file, or a picture of the symbol that the query asks for by "only".
func (c *call) serveArt(svg string) {
	if only := c.r.URL.Query().Get("only"); slices.Contains(symbolsIn(svg), only) {
		svg = pictureOf(svg, only)
	}
	art := []byte(svg)
	file := asset{kind: kinds[".svg"], plain: art, tag: tagOf(art), cacheControl: artCacheControl}
	file.serve(c)
}

// pictureSize is the width and height of the picture of a symbol in px, unless it is scaled.
const pictureSize = 480

// pictureOf returns an SVG file that shows one of the symbols of a file, as an image or a canvas draws
// it.
func pictureOf(svg, symbol string) string {
	symbols := strings.TrimSuffix(strings.TrimSpace(opening.ReplaceAllString(svg, "")), "</svg>")
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%[1]d">%s<use href="#%s" width="100%%" height="100%%"/></svg>`, pictureSize, symbols, symbol)
}

// coverOfTables matches the cover that all tables share.
var coverOfTables = regexp.MustCompile(`(?s)<symbol id="cover".*?</symbol>`)

// fileArt returns the art of a game in a file: its cover with the title in the language of the
// answer, and the other symbols of a table.
func (c *call) fileArt(r games.Rules) string {
	assets := r.Assets()
	cover := coverSymbol(r.Name(), c.wordsOf(r).Word("title"), assets["cover"])
	table := coverOfTables.ReplaceAllString(assets["art"], "")
	return strings.TrimSuffix(cmp.Or(strings.TrimSpace(table), svgOpening), "</svg>") + cover + "</svg>"
}

// serve serves the art. Browsers keep it if its address has the version.
func (d drawing) serve(c *call) {
	if c.r.URL.Query().Has("only") {
		c.serveArt(string(d.file.plain))
		return
	}
	if d.version != "" && c.asksFor(d.version) {
		d.file.serveAs(c, forGood)
		return
	}
	d.file.serve(c)
}

// routes returns a route for the art of each game, under the game's name. Art is public, as the
// page is.
func (d drawings) routes() []route {
	var all []route
	for game, drawn := range d {
		all = append(all, get("/art/"+game+".svg", door.NoRole, drawn.serve))
	}
	return append(all, get("/art/people.svg", door.NoRole, peopleArt().serve), get(fileArtPath, door.NoRole, serveFileArt))
}

// pixelRun is a series of n set pixels in a row, from (x, y) to the right.
type pixelRun struct{ x, y, n int }

// runs yields the runs of a picture of w×h pixels, row by row. set reports whether a pixel within the
// picture is set.
func runs(w, h int, set func(x, y int) bool) func(yield func(pixelRun) bool) {
	return func(yield func(pixelRun) bool) {
		for y := range h {
			for x := 0; x < w; x++ {
				r := pixelRun{x, y, 0}
				for x < w && set(x, y) {
					x, r.n = x+1, r.n+1
				}
				if r.n > 0 && !yield(r) {
					return
				}
			}
		}
	}
}

// peopleArt returns an SVG file with a symbol for each picture that players can choose, drawn as on
// the matrix: solid, so that they differ even beside a small name. Each row of px is drawn as lines that
// overlap a little, so that no gaps show between rows.
func peopleArt() *asset {
	var b strings.Builder
	b.WriteString(svgOpening)
	for _, name := range people.Pictures {
		fmt.Fprintf(&b, `<symbol id="%s" viewBox="0 -.5 8 8"><path stroke="currentColor" stroke-width="1.1" d="`, name)
		g := screen.Emblems()[name+screen.SmallEmblem]
		for r := range runs(g.W, g.H, g.At) {
			fmt.Fprintf(&b, "M%d %dh%d", r.x, r.y, r.n)
		}
		b.WriteString(`"/></symbol>`)
	}
	b.WriteString("</svg>")
	art := newAsset("art.svg", []byte(b.String()))
	art.cacheControl = artCacheControl
	return art
}
