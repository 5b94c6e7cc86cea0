package screen

import (
	_ "embed"
	"image"
	"maps"
	"sync"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// The part of the OLED that is drawn on while the picture isn't shifted.
const (
	width     = 126
	height    = 62
	mostShift = 2
)

// Artist draws views. To the outside it never changes once made.
type Artist struct {
	glyphs   map[string]map[string]pixel.Glyph
	pictures map[string]map[string]pixel.Picture
	own      map[string]pixel.Glyph // signs of the panel: arrows, the die on its edge
	files    sync.Map               // by ID: the Artist that knows that game in a file as well
}

var (
	//go:embed glyphs.txt
	ownGlyphs string
	//go:embed pictures.txt
	ownPictures string
)

// New returns an Artist that knows the glyphs and pictures of games by game and name. Those
// under "" stand for any game's that lacks them.
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
	return &Artist{glyphs: glyphs, pictures: all, own: own}
}

// glyph finds the picture that a game calls by name, or one that all games share.
func (a *Artist) glyph(game, name string) (g pixel.Glyph, ok bool) {
	if g, ok = a.glyphs[game][name]; !ok {
		g, ok = a.glyphs[""][name]
	}
	return g, ok
}

// Draw returns the picture of v.
func (a *Artist) Draw(v panel.View) Frame {
	if v.Light == panel.Off || v.Kind == panel.KindDark {
		return Frame{Light: panel.Off, Chip: v.Chip}
	}
	a = a.withFile(v.File)
	p := painter{Artist: a, view: &v}
	p.paint()
	if v.Edge {
		p.frameAll()
	} else {
		p.oled.Shift(int(min(v.ShiftX, mostShift)), int(min(v.ShiftY, mostShift)))
	}
	if v.Blink {
		p.oled.Invert(image.Rect(0, 0, pixel.Width, pixel.Height))
	}
	return Frame{OLED: p.oled, Lamps: a.lamps(&v), Light: v.Light, Level: v.Level, Chip: v.Chip, LampLevel: v.LampLevel}
}
