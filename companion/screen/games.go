package screen

import (
	"fmt"
	"maps"

	"tabletop/companion/pixel"
	"tabletop/games"
)

// For returns an Artist with the pictures of all games of the catalogue. The error names the game
// with invalid pictures.
func For(all games.Catalogue) (*Artist, error) {
	glyphs, pictures := map[string]map[string]pixel.Glyph{}, map[string]map[string]pixel.Picture{}
	for _, r := range all.Games {
		if err := read(r, glyphs, pictures); err != nil {
			return nil, err
		}
	}
	return New(glyphs, pictures), nil
}

// read adds the pictures of r to glyphs and pictures under the game's ID.
func read(r games.Rules, glyphs map[string]map[string]pixel.Glyph, pictures map[string]map[string]pixel.Picture) error {
	id := games.ID(r)
	g, err := pixel.ParseGlyphs(r.Assets()["glyphs"])
	if err != nil {
		return fmt.Errorf("screen: game %s: %w", r.Name(), err)
	}
	p, err := pixel.ParsePictures(r.Assets()["pictures"])
	if err != nil {
		return fmt.Errorf("screen: game %s: %w", r.Name(), err)
	}
	glyphs[id], pictures[id] = g, p
	return nil
}

// withFile returns an Artist that also has the pictures of r, a game from a file. If r is nil, it
// returns a. It ignores invalid pictures, because the import of the file has checked them.
func (a *Artist) withFile(r games.Rules) *Artist {
	if r == nil {
		return a
	}
	if known, ok := a.files.Load(games.ID(r)); ok {
		return known.(*Artist)
	}
	more := &Artist{glyphs: maps.Clone(a.glyphs), pictures: maps.Clone(a.pictures), own: a.own}
	_ = read(r, more.glyphs, more.pictures)
	a.files.Store(games.ID(r), more)
	return more
}
