package gamestest

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

// Element is an XML element of a game's art, with its children.
type Element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Inner   string     `xml:",innerxml"` // content of the element as written in the file
	In      []Element  `xml:",any"`
}

// The shapes, attributes and colours that the shared style of art allows.
var (
	plainShapes     = strings.Fields("g path circle ellipse rect line polyline polygon")
	plainAttributes = strings.Fields("d points x y x1 y1 x2 y2 cx cy r rx ry width height fill fill-rule stroke stroke-width stroke-linejoin stroke-linecap")
	palette         = strings.Fields("none currentColor #d64545 #e8833a #e3b92b #3f9e5a #3f7fd0 #3aa6a0 #8a5fc7 #9a6a3f #c99a5b #8cc4e6 #4d8fc4 #5fae5b #8d9099 #f4ead2 #2b2a33 #ffffff")
)

// fine matches a coordinate with more than one decimal.
var fine = regexp.MustCompile(`\.\d\d`)

// Drawings returns the symbols of a game's art by id.
func Drawings(t *testing.T, r games.Rules) map[string]Element {
	t.Helper()
	var file Element
	if err := xml.Unmarshal([]byte(r.Assets()["art"]), &file); err != nil {
		t.Fatal(err)
	}
	all := map[string]Element{}
	for _, s := range file.In {
		all[s.Attribute("id")] = s
	}
	if len(all) != len(file.In) {
		t.Errorf("%d symbols have %d ids", len(file.In), len(all))
	}
	return all
}

// Symbols returns the contents of the symbols of a game's art by id, as written in the file.
func Symbols(t *testing.T, r games.Rules) map[string]string {
	t.Helper()
	all := map[string]string{}
	for id, s := range Drawings(t, r) {
		all[id] = s.Inner
	}
	return all
}

// Attribute returns the value of the attribute with that name, or "".
func (e Element) Attribute(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// check fails if e or one of its descendants is an element, or has an attribute, that the shared
// style does not allow.
func (e Element) check(t *testing.T, id string) {
	t.Helper()
	if !slices.Contains(plainShapes, e.XMLName.Local) || strings.TrimSpace(e.Text) != "" {
		t.Errorf("%s has a <%s> with the text %q", id, e.XMLName.Local, e.Text)
	}
	for _, a := range e.Attrs {
		name := a.Name.Local
		colour := name == "fill" || name == "stroke"
		if !slices.Contains(plainAttributes, name) || fine.MatchString(a.Value) || colour && !slices.Contains(palette, a.Value) {
			t.Errorf("%s has a <%s> with %s=%q", id, e.XMLName.Local, name, a.Value)
		}
	}
	for _, in := range e.In {
		in.check(t, id)
	}
}

// CheckPlain fails unless a game's art has at most 32,000 bytes and uses only the shapes and
// colours of the shared style. It is stricter than the check of package kit, which every game
// must pass.
func CheckPlain(t *testing.T, r games.Rules) {
	t.Helper()
	if n := len(r.Assets()["art"]); n > 32_000 {
		t.Errorf("%d bytes of art, at most 32 kB", n)
	}
	for id, s := range Drawings(t, r) {
		box := "0 0 48 48"
		if id == "cover" {
			box = "0 0 96 96"
		}
		if s.XMLName.Local != "symbol" || len(s.Attrs) != 2 || s.Attribute("viewBox") != box {
			t.Errorf("%s is a <%s> with %v, want a symbol with its id and viewBox %q", id, s.XMLName.Local, s.Attrs, box)
		}
		for _, in := range s.In {
			in.check(t, id)
		}
	}
}
