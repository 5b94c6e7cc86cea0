package screen

import (
	_ "embed"
	"image"
	"maps"
	"sync"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// Size of the picture on the OLED and its maximum shift, in px.
const (
	width     = 126
	height    = 62
	mostShift = 2
)

// Artist draws views. It doesn't change after its creation, except for a cache.
type Artist struct {
	glyphs   map[string]map[string]pixel.Glyph // glyphs by game ID and name
	pictures map[string]map[string]pixel.Picture
	own      map[string]pixel.Glyph // signs of the panel by name: arrows, the die on its edge
	emblems  map[string]pixel.Glyph // pictures of players by name
	// files caches an Artist by game ID. The Artist also has the pictures of that game, which comes
	// from a file.
	files sync.Map
}

var (
	//go:embed glyphs.txt
	ownGlyphs string
	//go:embed people.txt
	ownEmblems string
	//go:embed pictures.txt
	ownPictures string
)

// Emblems returns the pictures that players can choose, by name. Each has 16×16 px. The same pictures
// for the matrix have 8×8 px and names that end in SmallEmblem.
var Emblems = sync.OnceValue(func() map[string]pixel.Glyph {
	all, err := pixel.ParseGlyphs(ownEmblems)
	if err != nil {
		panic("screen: " + err.Error())
	}
	return all
})

// SmallEmblem is the end of the names of the pictures of players that are drawn for the matrix.
const SmallEmblem = "-small"

// New returns an Artist with the glyphs and pictures of games, by game ID and name. The glyphs of
// game "" serve every game that lacks a glyph of that name.
func New(glyphs map[string]map[string]pixel.Glyph, pictures map[string]map[string]pixel.Picture) *Artist {
	own, err := pixel.ParseGlyphs(ownGlyphs)
	if err != nil {
		panic("screen: " + err.Error())
	}
	shared, err := pixel.ParsePictures(ownPictures)
	if err != nil {
		panic("screen: " + err.Error())
	}
	all := maps.Clone(pictures)
	if all == nil {
		all = map[string]map[string]pixel.Picture{}
	}
	all[""] = shared
	return &Artist{glyphs: glyphs, pictures: all, own: own, emblems: Emblems()}
}

// glyph returns the glyph of a game by name, or else the glyph of that name shared by all games.
func (a *Artist) glyph(game, name string) (g pixel.Glyph, ok bool) {
	if g, ok = a.glyphs[game][name]; !ok {
		g, ok = a.glyphs[""][name]
	}
	return g, ok
}

// Draw returns the frame of v.
func (a *Artist) Draw(v panel.View) Frame {
	if v.Light == panel.Off || v.Kind == panel.KindDark {
		return Frame{Light: panel.Off, LampLight: panel.Off, Chip: v.Chip}
	}
	a = a.withFile(v.File)
	p := painter{Artist: a, view: &v}
	p.paint()
	if v.Edge {
		p.frameAll()
	} else {
		p.oled.Shift(int(min(v.ShiftX, mostShift)), int(min(v.ShiftY, mostShift)))
		p.drawCode()
	}
	if v.Blink {
		p.oled.Invert(image.Rect(0, 0, pixel.Width, pixel.Height))
	}
	return Frame{OLED: p.oled, Lamps: a.lamps(&v), Light: v.Light, Level: v.Level, Chip: v.Chip, LampLight: v.LampLight, LampLevel: v.LampLevel}
}
