package maze_test

import (
	"encoding/xml"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/games/maze"
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
	if err := xml.Unmarshal([]byte(maze.Rules{}.Assets()["art"]), &file); err != nil {
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
	if n := len(maze.Rules{}.Assets()["art"]); n > 16_000 {
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

func TestTheArtHasEachPieceAndSquare(t *testing.T) {
	all := symbols(t)
	for name := range drawings("glyphs") {
		id := strings.ReplaceAll(name, "×", "x")
		if _, ok := all[id]; !ok {
			t.Errorf("there is no drawing of %s, %s", name, id)
		}
	}
	if _, ok := all["cover"]; !ok {
		t.Error("there is no cover")
	}
}

// piece is the one group that a piece is drawn as.
func piece(t *testing.T, all map[string]element, id string) element {
	t.Helper()
	if len(all[id].In) != 1 {
		t.Fatalf("%s isn't one group", id)
	}
	return all[id].In[0]
}

func TestAPieceThatStaysIsDrawnAsItWasAndLocked(t *testing.T) {
	all := symbols(t)
	for _, colour := range "wb" {
		for _, kind := range "MSLRTB123" {
			id := string(colour) + string(kind)
			free, stays := piece(t, all, id).In, piece(t, all, id+"x").In
			if len(stays) != len(free)+1 || !reflect.DeepEqual(stays[:len(free)], free) {
				t.Errorf("%sx isn't %s with a lock", id, id)
			}
		}
	}
}

func TestABlackPieceIsDrawnAsAWhiteOneInOtherColours(t *testing.T) {
	all := symbols(t)
	for _, kind := range "MSLRTB123" {
		white, black := piece(t, all, "w"+string(kind)), piece(t, all, "b"+string(kind))
		if !reflect.DeepEqual(white.In, black.In) {
			t.Errorf("%c has two shapes", kind)
		}
		if white.attribute("fill") != "#ffffff" || black.attribute("fill") != "#2b2a33" || black.attribute("stroke") != "#f4ead2" {
			t.Errorf("%c isn't light with a dark line and dark with a light one", kind)
		}
	}
}
