package web

import (
	"regexp"

	"tabletop/companion/door"
	"tabletop/games"
)

// drawings are the art of the games: a file of each that has one, by the game's name.
type drawings map[string]drawing

// drawing is the art of a game: an SVG file whose symbols the page draws by their ids.
type drawing struct {
	file    *asset
	symbols []string // their ids, in the order of the file
}

// artKept is for how long a browser keeps a file: some ask for it with each symbol that they
// draw, thousands of times for a book of problems.
const artCacheControl = "max-age=60"

// symbolID finds the ids of the symbols of a file. The kit of the games checks that it
// holds nothing else by that name.
var symbolID = regexp.MustCompile(`<symbol id="([^"]+)"`)

// drawingsOf reads the art of all games that have some.
func drawingsOf(all games.Catalogue) drawings {
	found := drawings{}
	for _, r := range all.Games {
		art := r.Assets()["art"]
		if art == "" {
			continue
		}
		d := drawing{file: newAsset("art.svg", []byte(art))}
		d.file.cacheControl = artCacheControl
		for _, m := range symbolID.FindAllStringSubmatch(art, -1) {
			d.symbols = append(d.symbols, m[1])
		}
		found[r.Name()] = d
	}
	return found
}

// symbols are those that a game's art has, none where it has no art.
func (d drawings) symbols(game string) []string { return append([]string{}, d[game].symbols...) }

// routes serve every file under the name of its game. Art is as public as the page.
func (d drawings) routes() []route {
	var all []route
	for game, drawn := range d {
		all = append(all, get("/art/"+game+".svg", door.NoRole, drawn.file.serve))
	}
	return all
}
