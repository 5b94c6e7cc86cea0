package screen

import (
	"fmt"

	"tabletop/companion/pixel"
	"tabletop/games"
)

// For returns an Artist that knows the pictures of all these games. Its error
// names the game whose pictures can't be read.
func For(all games.Catalogue) (*Artist, error) {
	glyphs := map[string]map[string]pixel.Glyph{}
	for _, r := range all {
		g, err := pixel.ParseGlyphs(r.Assets()["glyphs"])
		if err != nil {
			return nil, fmt.Errorf("screen: game %s: %w", r.Name(), err)
		}
		glyphs[r.Name()] = g
	}
	return New(glyphs), nil
}
