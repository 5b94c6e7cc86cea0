package screen

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion/pixel/pixeltest"
	"tabletop/games"
)

// testRules is the game of testGlyphs.
type testRules struct{ games.Rules }

func (testRules) Name() string { return "test" }

// boardOf is a board of w×h cells on which pieces stand apart.
func boardOf(w, h int) games.View {
	v := games.View{W: w, H: h, Cells: make([]games.Cell, w*h)}
	for i, glyph := range []string{"boat", "hare", "mouse", "12", "red", "none"} {
		if at := i * (w*h - 1) / 5; at < len(v.Cells) {
			v.Cells[at] = games.Cell{Glyph: glyph, Seat: games.Seat(i % 4), Mark: uint8(i % 2)}
		}
	}
	return v
}

// rowOf is a row of cells.
func rowOf(cells ...games.Cell) games.View { return games.View{W: len(cells), H: 1, Cells: cells} }

// overviews are the rows of the overviews' gallery.
func overviews() (frames []Named) {
	var many, tags []games.Cell
	for i := range 16 {
		many = append(many, games.Cell{Glyph: strconv.Itoa(1 + i%6), Name: "d6"})
		tags = append(tags, games.Cell{Glyph: "green", Tag: strconv.Itoa(i + 1)})
	}
	for _, x := range []struct {
		name string
		view games.View
	}{
		{"overview-cover", games.View{}},
		{"overview-3x3", boardOf(3, 3)},
		{"overview-6x6", boardOf(6, 6)},
		{"overview-10x6", boardOf(10, 6)},
		{"overview-8x8", boardOf(8, 8)},
		{"overview-19x19", boardOf(19, 19)},
		{"overview-cards", rowOf(games.Cell{Glyph: "card", Tag: "11"}, games.Cell{Glyph: "red", Tag: "7"})},
		{"overview-16-cards", rowOf(tags...)},
		{"overview-dice", rowOf(games.Cell{Glyph: "6", Name: "d6"}, games.Cell{Glyph: "17", Name: "d20", Mark: games.MarkStuck})},
		{"overview-16-dice", rowOf(many...)},
		{"overview-count", rowOf(games.Cell{Glyph: "3/8", Mark: games.MarkCount})},
	} {
		b, _ := artist().Overview(testRules{}, x.view)
		frames = append(frames, Named{x.name, Frame{OLED: b}})
	}
	return frames
}

func TestEveryOverviewLooksAsInItsPicture(t *testing.T) {
	file, frames := filepath.Join("testdata", "overviews.txt"), overviews()
	if *update {
		var all strings.Builder
		for _, f := range frames {
			all.WriteString("== " + f.Name + "\n" + f.Frame.String())
		}
		write(t, file, []byte(all.String()))
	}
	pictures := want(t, file)
	for _, f := range frames {
		if got := f.Frame.String(); got != pictures[f.Name] {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, pictures[f.Name])
		}
	}
	if len(pictures) != len(frames) {
		t.Errorf("%s holds %d pictures of %d overviews", file, len(pictures), len(frames))
	}
	pixeltest.Compare(t, filepath.Join("testdata", "gallery-overviews.png"), Sheet(frames), *update)
}

func TestThereIsNoOverviewOfWhatCanNotBeDrawn(t *testing.T) {
	for name, v := range map[string]games.View{"too many cells": boardOf(64, 64), "other cells than its size": {W: 2, H: 2, Cells: make([]games.Cell, 3)}} {
		b, ok := New(nil, nil).Overview(testRules{}, v)
		if ok {
			t.Errorf("%s: drew\n%s", name, b.String())
		}
	}
	if b, ok := New(nil, nil).Overview(testRules{}, games.View{}); ok {
		t.Errorf("a game without a cover: drew\n%s", b.String())
	}
}
