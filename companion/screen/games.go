package screen

import (
	"fmt"

	"tabletop/companion/pixel"
	"tabletop/games"
)

// For returns an Artist that knows the pictures of all these games. Its error
// names the game whose pictures can't be read.
func For(all games.Catalogue) (*Artist, error) {
	glyphs, pictures := map[string]map[string]pixel.Glyph{}, map[string]map[string]pixel.Picture{}
	for _, r := range all {
		g, err := pixel.ParseGlyphs(r.Assets()["glyphs"])
		if err != nil {
			return nil, fmt.Errorf("screen: game %s: %w", r.Name(), err)
		}
		p, err := pixel.ParsePictures(r.Assets()["pictures"])
		if err != nil {
			return nil, fmt.Errorf("screen: game %s: %w", r.Name(), err)
		}
		glyphs[r.Name()], pictures[r.Name()] = g, p
	}
	return New(glyphs, pictures), nil
}
