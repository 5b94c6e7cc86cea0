package mazaitsy_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/mazaitsy"
)

// mostArt is how many bytes the pages load for a game's art.
const mostArt = 16 << 10

// shapes are what art is drawn with, and the attributes each has besides those of paint.
var shapes = map[string]string{
	"g": "", "path": "d", "circle": "cx cy r", "ellipse": "cx cy rx ry", "rect": "x y width height rx",
	"line": "x1 y1 x2 y2", "polyline": "points", "polygon": "points",
}

// paint are the attributes that every shape may have, and what they may say.
var paint = map[string]*regexp.Regexp{
	"fill":            regexp.MustCompile(`^(` + colours + `|var\(--seat, #c99a5b\))$`),
	"stroke":          regexp.MustCompile(`^(` + colours + `|currentColor)$`),
	"stroke-width":    regexp.MustCompile(`^\d+$`),
	"stroke-linejoin": regexp.MustCompile(`^round$`),
	"stroke-linecap":  regexp.MustCompile(`^round$`),

	"stroke-dasharray": regexp.MustCompile(`^\d+ \d+$`),
}

// colours are the palette that all games' art shares.
const colours = `none|#(d64545|e8833a|e3b92b|3f9e5a|3f7fd0|3aa6a0|8a5fc7|9a6a3f|c99a5b|8cc4e6|4d8fc4|5fae5b|8d9099|f4ead2|2b2a33|fff)`

// finer is a number with more than one decimal.
var finer = regexp.MustCompile(`\.\d\d`)

// symbols reads the art as a page's browser does, and returns the symbols' names.
func symbols(t *testing.T, art string) []string {
	t.Helper()
	var names, open []string
	for d := xml.NewDecoder(strings.NewReader(art)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		switch one := token.(type) {
		case xml.StartElement:
			if name := checkElement(t, open, one); name != "" {
				names = append(names, name)
			}
			open = append(open, one.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if strings.TrimSpace(string(one)) != "" {
				t.Errorf("text %q", one)
			}
		default:
			t.Errorf("%T: want elements and nothing else", one)
		}
	}
}

// checkElement fails t where an element may not stand inside those that are open, or says
// too much. It returns the name of a symbol.
func checkElement(t *testing.T, open []string, e xml.StartElement) string {
	t.Helper()
	switch kind := e.Name.Local; {
	case len(open) == 0 && kind == "svg":
		if len(e.Attr) != 1 || e.Attr[0].Name.Local != "xmlns" {
			t.Errorf("svg has %v", e.Attr)
		}
	case len(open) == 1 && kind == "symbol":
		return checkSymbol(t, e.Attr)
	case len(open) > 1 && (len(open) == 2 || open[len(open)-1] == "g"):
		checkShape(t, kind, e.Attr)
	default:
		t.Errorf("%s inside %v", kind, open)
	}
	return ""
}

func checkSymbol(t *testing.T, attributes []xml.Attr) string {
	t.Helper()
	if len(attributes) != 2 || attributes[0].Name.Local != "id" || attributes[1].Name.Local != "viewBox" {
		t.Fatalf("a symbol has %v", attributes)
	}
	name, box := attributes[0].Value, "0 0 48 48"
	if name == "cover" {
		box = "0 0 96 96"
	}
	if attributes[1].Value != box {
		t.Errorf("%s shows %s, want %s", name, attributes[1].Value, box)
	}
	return name
}

func checkShape(t *testing.T, kind string, attributes []xml.Attr) {
	t.Helper()
	own, known := shapes[kind]
	if !known {
		t.Errorf("%s is no plain shape", kind)
	}
	for _, a := range attributes {
		says := paint[a.Name.Local]
		switch {
		case says != nil && !says.MatchString(a.Value):
			t.Errorf("%s has %s=%q", kind, a.Name.Local, a.Value)
		case says == nil && !slices.Contains(strings.Fields(own), a.Name.Local):
			t.Errorf("%s has %s", kind, a.Name.Local)
		case finer.MatchString(a.Value):
			t.Errorf("%s=%q is finer than a tenth", a.Name.Local, a.Value)
		}
	}
}

func TestTheArtIsPlainAndHasEveryPicture(t *testing.T) {
	assets := mazaitsy.Rules{}.Assets()
	if n := len(assets["art"]); n > mostArt {
		t.Errorf("%d bytes, want at most %d", n, mostArt)
	}
	want := []string{"cover", "hare"} // for lists, and for a hare with its number
	for line := range strings.Lines(assets["glyphs"] + "\n" + assets["pictures"]) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] != "glyph" && f[0] != "picture" || strings.Contains(f[1], "/") { // but for what moves
			continue
		}
		if thing, seen := strings.CutPrefix(f[1], "see-"); seen { // a scene is drawn by the thing that it is about
			thing, _, _ = strings.Cut(thing, "-")
			want = append(want, thing)
			continue
		}
		want = append(want, f[1])
	}
	slices.Sort(want)
	got := slices.Sorted(slices.Values(symbols(t, assets["art"])))
	if want = slices.Compact(want); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// glyphsOf are the names of all pictures that a position shows.
func glyphsOf(s games.State) []string {
	var all []string
	v := s.View(games.Nobody)
	for _, c := range v.Cells {
		all = append(all, c.Glyph)
	}
	for _, tally := range v.Strip {
		all = append(all, tally.Glyph)
	}
	for _, step := range games.Steps(s) {
		all = append(all, step.Glyph)
	}
	for _, m := range games.Moments(s) {
		all = append(all, m.Glyph)
	}
	return all
}

func TestWhateverAPositionShowsIsDrawn(t *testing.T) {
	drawn := symbols(t, mazaitsy.Rules{}.Assets()["art"])
	shown := map[string]bool{}
	for _, line := range []string{"seats=2 field=on", "seats=4 field=on", "seats=3 field=on mazai=real", "seats=3"} {
		rnd := rand.New(rand.NewPCG(1, uint64(len(line))))
		s := begun(t, line)
		for range 1500 {
			for _, glyph := range glyphsOf(s) {
				shown[glyph] = true
			}
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			one := legal[rnd.IntN(len(legal))]
			s = after(t, s, string(one.At(rnd.IntN(one.Len()))))
		}
	}
	for _, topic := range games.Topics(mazaitsy.Rules{}, games.Setup{Seats: 2}) {
		shown[topic.Picture] = true
	}
	for _, topic := range games.Topics(mazaitsy.Rules{}, games.Setup{Seats: 3}) {
		shown[topic.Picture] = true
	}
	for _, name := range drawn {
		if !shown[name] && name != "cover" && name != "hare" {
			t.Errorf("nothing showed %s", name)
		}
	}
	for glyph := range shown {
		if _, err := strconv.Atoi(glyph); err != nil && glyph != "" && !strings.HasPrefix(glyph, "see-") && !slices.Contains(drawn, glyph) {
			t.Errorf("%q is not drawn", glyph)
		}
	}
}
