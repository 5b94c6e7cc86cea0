package fox_test

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

// element is one of the file's, with all that lies in it.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	In      []element  `xml:",any"`
}

// What the page lets art be drawn with.
var (
	shapes     = strings.Fields("g path circle ellipse rect line polyline polygon")
	attributes = strings.Fields("d points x y x1 y1 x2 y2 cx cy r rx ry width height fill fill-rule stroke stroke-width stroke-linejoin stroke-linecap")
	palette    = strings.Fields("none currentColor #d64545 #e8833a #e3b92b #3f9e5a #3f7fd0 #3aa6a0 #8a5fc7 #9a6a3f #c99a5b #8cc4e6 #4d8fc4 #5fae5b #8d9099 #f4ead2 #2b2a33 #ffffff")
	tooFine    = regexp.MustCompile(`\.\d\d`)
)

// symbols are the drawings of the art by their ids.
func symbols(t *testing.T) map[string]element {
	t.Helper()
	var file element
	if err := xml.Unmarshal([]byte(fox.Rules{}.Assets()["art"]), &file); err != nil {
		t.Fatal(err)
	}
	all := map[string]element{}
	for _, s := range file.In {
		all[s.attribute("id")] = s
	}
	if len(all) != len(file.In) {
		t.Errorf("%d symbols have %d ids", len(file.In), len(all))
	}
	return all
}

func (e element) attribute(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// check fails for what may not be drawn with, in e and all that lies in it.
func (e element) check(t *testing.T, id string) {
	t.Helper()
	if !slices.Contains(shapes, e.XMLName.Local) || strings.TrimSpace(e.Text) != "" {
		t.Errorf("%s has a <%s> with the text %q", id, e.XMLName.Local, e.Text)
	}
	for _, a := range e.Attrs {
		name := a.Name.Local
		colour := name == "fill" || name == "stroke"
		if !slices.Contains(attributes, name) || tooFine.MatchString(a.Value) || colour && !slices.Contains(palette, a.Value) {
			t.Errorf("%s has a <%s> with %s=%q", id, e.XMLName.Local, name, a.Value)
		}
	}
	for _, in := range e.In {
		in.check(t, id)
	}
}

func TestTheArtIsDrawnWithPlainShapesAndSmall(t *testing.T) {
	if n := len(fox.Rules{}.Assets()["art"]); n > 16_000 {
		t.Errorf("%d bytes of art, at most 16 kB", n)
	}
	for id, s := range symbols(t) {
		box := "0 0 48 48"
		if id == "cover" {
			box = "0 0 96 96"
		}
		if s.XMLName.Local != "symbol" || len(s.Attrs) != 2 || s.attribute("viewBox") != box {
			t.Errorf("%s is a <%s> with %v, want a symbol with its id and viewBox %q", id, s.XMLName.Local, s.Attrs, box)
		}
		for _, in := range s.In {
			in.check(t, id)
		}
	}
}

// pictured are the pictures that a state names, in its view and in what it tells.
func pictured(s games.State) []string {
	var all []string
	v := s.View(games.Nobody)
	for _, c := range v.Cells {
		all = append(all, c.Glyph)
	}
	for _, c := range v.Strip {
		all = append(all, c.Glyph)
	}
	for _, m := range games.Moments(s) {
		all = append(all, m.Glyph)
	}
	for _, step := range games.Steps(s) {
		all = append(all, step.Glyph)
	}
	return all
}

func TestTheArtHasWhateverARoundShows(t *testing.T) {
	all, s := symbols(t), after(t, "seats=2")
	for _, d := range append([]games.Decision{""}, wholeRound...) {
		if d != "" {
			s = gamestest.After(t, s, d)
		}
		for _, name := range pictured(s) {
			if _, ok := all[name]; !ok && name != "" {
				t.Errorf("after %q there is no drawing of %s", d, name)
			}
		}
	}
}

func TestTheArtHasEachSuitCardAndPower(t *testing.T) {
	all := symbols(t)
	for name := range strings.FieldsSeq("cover bells keys moons trick treasure decree card card-back card-edge power-1 power-3 power-5 power-7 power-9 power-11") {
		if _, ok := all[name]; !ok {
			t.Errorf("there is no drawing of %s", name)
		}
	}
}
