package screen

import (
	"fmt"
	"maps"

	"tabletop/companion/pixel"
	"tabletop/games"
)

// For returns an Artist that knows the pictures of all these games. Its error
// names the game whose pictures can't be read.
func For(all games.Catalogue) (*Artist, error) {
	glyphs, pictures := map[string]map[string]pixel.Glyph{}, map[string]map[string]pixel.Picture{}
	for _, r := range all.Games {
		if err := read(r, glyphs, pictures); err != nil {
			return nil, err
		}
	}
	return New(glyphs, pictures), nil
}

// read adds what a game draws, under its ID.
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

// knowing returns an Artist that also knows the pictures of a game in a file; nil is none.
// Pictures that can't be read are none: whoever takes a file in has tried them.
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
