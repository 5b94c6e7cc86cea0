package screen

import (
	"flag"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/companion/panel"
	"tabletop/companion/pixel/pixeltest"
	"tabletop/games"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

// want reads the pictures of a group by name: "== NAME" and the frame as text.
func want(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pictures := map[string]string{}
	for _, part := range strings.Split("\n"+string(text), "\n== ")[1:] {
		name, picture, _ := strings.Cut(part, "\n")
		pictures[name] = strings.TrimSuffix(picture, "\n") + "\n"
	}
	return pictures
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestEveryScreenLooksAsInItsPicture(t *testing.T) {
	a := artist()
	for _, g := range gallery() {
		file := filepath.Join("testdata", g.name+".txt")
		if *update {
			var all strings.Builder
			for _, r := range g.rows {
				all.WriteString("== " + r.name + "\n" + a.Draw(r.view).String())
			}
			write(t, file, []byte(all.String()))
		}
		pictures := want(t, file)
		for _, r := range g.rows {
			if got := a.Draw(r.view).String(); got != pictures[r.name] {
				t.Errorf("%s: got\n%s\nwant\n%s", r.name, got, pictures[r.name])
			}
		}
		if len(pictures) != len(g.rows) {
			t.Errorf("%s holds %d pictures of %d screens", file, len(pictures), len(g.rows))
		}
	}
}

func TestTheGalleryShowsEveryScreen(t *testing.T) {
	a := artist()
	for _, g := range gallery() {
		var frames []Named
		for _, r := range g.rows {
			frames = append(frames, Named{r.name, a.Draw(r.view)})
		}
		pixeltest.Compare(t, filepath.Join("testdata", "gallery-"+g.name+".png"), Sheet(frames), *update)
	}
}

func TestEveryKindOfScreenHasARow(t *testing.T) {
	var have [panel.Kinds]bool
	for _, r := range galleryRows() {
		have[r.view.Kind] = true
	}
	for k, ok := range have {
		if !ok {
			t.Errorf("kind %d has no row in the gallery", k)
		}
	}
}

func TestEveryKindOfMomentHasItsFramesInTheGallery(t *testing.T) {
	seen := map[games.Kind]map[uint8]bool{}
	for _, r := range galleryRows() {
		if v := r.view; v.Kind == panel.KindMoment {
			if seen[v.Moment] == nil {
				seen[v.Moment] = map[uint8]bool{}
			}
			seen[v.Moment][v.Frame] = true
		}
	}
	for _, kind := range momentKinds {
		if len(seen[kind]) < framesSeen {
			t.Errorf("%s has %d frames in the gallery, want %d", kind, len(seen[kind]), framesSeen)
		}
	}
}

func TestNamesInTheGalleryAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range galleryRows() {
		if seen[r.name] {
			t.Errorf("two rows are called %s", r.name)
		}
		seen[r.name] = true
	}
}

func TestASheetGrowsByTheRow(t *testing.T) {
	var lit Frame
	lit.OLED.Set(0, 0, true)
	for _, c := range []struct {
		frame Frame
		n     int
		want  image.Rectangle
	}{
		// OLED and matrix are 192 px high, the name over them 36; 8 px lie between all.
		{lit, 1, image.Rect(0, 0, 8+2*(384+8+192+8), 8+36+192+8)},
		{lit, 3, image.Rect(0, 0, 8+2*(384+8+192+8), 8+2*(36+192+8))},
		{Frame{}, 6, image.Rect(0, 0, 8+6*(192+8), 8+12+192+8)},
		{Frame{}, 7, image.Rect(0, 0, 8+6*(192+8), 8+2*(12+192+8))},
		{Frame{}, 0, image.Rect(0, 0, 8+6*(192+8), 8)},
	} {
		frames := make([]Named, c.n)
		for i := range frames {
			frames[i].Frame = c.frame
		}
		if got := Sheet(frames).Rect; got != c.want {
			t.Errorf("a sheet of %d frames is %v, want %v", c.n, got, c.want)
		}
	}
}

func TestASheetShowsMoreColoursThanAPaletteHolds(t *testing.T) {
	var frames []Named
	for i := range 6 {
		var f Frame
		for j := range f.Lamps {
			f.Lamps[j] = [3]byte{byte(20 * i), byte(2 * j), 30}
		}
		frames = append(frames, Named{Frame: f})
	}
	if n := len(Sheet(frames).Palette); n != 256 {
		t.Errorf("the palette holds %d colours, want 256", n)
	}
}

func TestAFrameAsTextNamesEveryColour(t *testing.T) {
	var f Frame
	f.Light = panel.Dim
	f.OLED.Set(1, 0, true)
	f.Lamps.Set(0, 0, [3]byte{255, 0, 0})
	f.Lamps.Set(1, 0, [3]byte{200, 0, 0})
	f.Lamps.Set(2, 0, [3]byte{100, 0, 0})
	f.Lamps.Set(3, 0, [3]byte{255, 0, 0})
	const want = "dim\n ▀\nrR3r....\n........\n........\n........\n........\n........\n........\n........\nr #ff0000\nR #c80000\n3 #640000\n"
	if got := f.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
