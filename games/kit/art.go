package kit

import (
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// mostArt is the greatest size of a game's art in bytes.
const mostArt = 32 << 10

const svgSpace = "http://www.w3.org/2000/svg"

// allowedShapes lists the elements that a symbol may contain. allowedAttributes lists the
// attributes that these elements may have. None of them loads a file or needs a style or a
// script.
var (
	allowedShapes     = []string{"g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"}
	allowedAttributes = []string{
		"d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "transform",
		"fill", "stroke", "opacity", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-width", "stroke-linejoin",
		"stroke-linecap", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit",
	}
)

// fineCoordinate matches a coordinate with more than one decimal.
var fineCoordinate = regexp.MustCompile(`\.\d\d`)

// symbolID matches the allowed ids of symbols. "/" and "×" in the name of a picture become "_"
// and "x".
var symbolID = regexp.MustCompile(`^[\p{L}\d_-]+$`)

// CheckArt fails unless the game's art consists of symbols drawn with plain shapes, and one of the
// symbols is the cover. Art is optional: without it, and for each picture without a symbol, the
// page shows glyphs.
func (k *Kit) CheckArt(t T) {
	art := k.rules.Assets()["art"]
	if art == "" {
		return
	}
	if len(art) > mostArt {
		t.Errorf("%d bytes of art, at most %d", len(art), mostArt)
	}
	for _, fault := range artFaults(art) {
		t.Errorf("%s", fault)
	}
}

// artFaults returns a text for each fault in art, the text of an SVG file.
func artFaults(art string) []string {
	a, in := artist{seen: map[string]bool{}}, strings.NewReader(art)
	for d := xml.NewDecoder(in); ; {
		token, err := d.Token()
		if err == nil {
			a.read(token)
			continue
		}
		if _, end := in.ReadByte(); errors.Is(err, end) { // ReadByte returns io.EOF at the end
			return a.finish()
		}
		return append(a.faults, err.Error())
	}
}

// artist checks an SVG file of symbols, element by element, and collects the faults.
type artist struct {
	seen   map[string]bool
	depth  int
	faults []string
}

func (a *artist) fault(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf(format, args...))
}

// finish returns all faults of the file, after its last element.
func (a *artist) finish() []string {
	if !a.seen["cover"] {
		a.fault("no cover")
	}
	return a.faults
}

func (a *artist) read(token xml.Token) {
	switch token := token.(type) {
	case xml.StartElement:
		a.element(token)
		a.depth++
	case xml.EndElement:
		a.depth--
	case xml.CharData:
		if text := strings.TrimSpace(string(token)); text != "" {
			a.fault("text: %q", text)
		}
	case xml.Comment:
	default:
		a.fault("%T is not drawn", token)
	}
}

// element checks an element by its depth: 0 is the root element, 1 is a symbol, and more is a
// shape.
func (a *artist) element(e xml.StartElement) {
	if e.Name.Space != svgSpace {
		a.fault("<%s> has the name space %q", e.Name.Local, e.Name.Space)
	}
	switch name := e.Name.Local; {
	case a.depth == 0 && name == "svg":
		a.attributes(e, "xmlns")
	case a.depth == 1 && name == "symbol":
		a.symbol(e)
	case a.depth > 1 && slices.Contains(allowedShapes, name):
		a.attributes(e, allowedAttributes...)
	default:
		a.fault("<%s> is not allowed here", name)
	}
}

func (a *artist) symbol(e xml.StartElement) {
	a.attributes(e, "id", "viewBox")
	id, box := attribute(e, "id"), "0 0 48 48"
	if id == "cover" {
		box = "0 0 96 96"
	}
	switch {
	case !symbolID.MatchString(id):
		a.fault("a symbol has the name %q", id)
	case a.seen[id]:
		a.fault("%q is drawn twice", id)
	case attribute(e, "viewBox") != box:
		a.fault("%q is drawn in %q, want %q", id, attribute(e, "viewBox"), box)
	}
	a.seen[id] = true
}

// attributes adds a fault for each attribute of e whose name is not in may, whose value loads a
// file, or whose value has a coordinate with more than one decimal.
func (a *artist) attributes(e xml.StartElement, may ...string) {
	for _, of := range e.Attr {
		switch name := of.Name.Local; {
		case of.Name.Space != "" || !slices.Contains(may, name):
			a.fault("<%s> has the attribute %s, which is not allowed", e.Name.Local, name)
		case strings.Contains(of.Value, "url("):
			a.fault("<%s> loads %s", e.Name.Local, of.Value)
		case name != "xmlns" && !strings.HasSuffix(name, "opacity") && fineCoordinate.MatchString(of.Value):
			a.fault("<%s> has two decimals in %s=%q", e.Name.Local, name, of.Value)
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, of := range e.Attr {
		if of.Name.Local == name {
			return of.Value
		}
	}
	return ""
}
