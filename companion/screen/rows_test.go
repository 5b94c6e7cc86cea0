package screen

import (
	_ "embed"
	"sync"

	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// testPictures are the pictures of the same game for the OLED.
//
//go:embed testdata/game-pictures.txt
var testPictures string

// testGlyphs are the pictures of a game that exists in these tests only.
const testGlyphs = `
glyph red #ff2010 R
.##.
#..#
#..#
.##.

glyph green #10c020 G
#..#
.##.
.##.
#..#

glyph mouse #c0c0ff
.##..##.
#..##..#
#.####.#
.######.
.#.##.#.
.######.
..####..
...##...

glyph boat #a06020
...#...
..###..
.#####.
#######
.#####.

glyph hare #ffffff H
.#...#..
.#...#..
.##.##..
.#####..
#.#.#.#.
#######.
.#####..
..###...
`

// artist is one that all tests share: it never changes once it is made.
var artist = sync.OnceValue(func() *Artist {
	glyphs, err := pixel.ParseGlyphs(testGlyphs)
	if err != nil {
		panic(err)
	}
	pictures, err := pixel.ParsePictures(testPictures)
	if err != nil {
		panic(err)
	}
	return New(map[string]map[string]pixel.Glyph{"test": glyphs}, map[string]map[string]pixel.Picture{"test": pictures})
})

func list(texts ...string) (rows [panel.MostRows]panel.Row) {
	for i, t := range texts {
		rows[i].Text = t
	}
	return rows
}

// under puts the cursor on row at.
func under(at int, rows [panel.MostRows]panel.Row) [panel.MostRows]panel.Row {
	rows[at].Mark = panel.Cursor
	return rows
}

func quietTable(pairs ...string) [panel.MostRows]panel.Row {
	rows := table(pairs...)
	for i := range len(pairs) / 2 {
		rows[i].Mark = panel.Quiet
	}
	return rows
}

// icons are rows of home: a picture and a text, the one at under the cursor.
func icons(at int, pairs ...string) (rows [panel.MostRows]panel.Row) {
	for i := 0; i < len(pairs); i += 2 {
		rows[i/2] = panel.Row{Icon: pairs[i], Text: pairs[i+1]}
	}
	rows[at].Mark = panel.Cursor
	return rows
}

// withPictures puts the picture of a player beside the text of each row.
func withPictures(rows [panel.MostRows]panel.Row, pictures ...string) [panel.MostRows]panel.Row {
	for i, name := range pictures {
		rows[i].Icon = name
	}
	return rows
}

// editing puts the value of row at between brackets.
func editing(at int, rows [panel.MostRows]panel.Row) [panel.MostRows]panel.Row {
	rows[at].Mark, rows[at].End = panel.Editing, "‹"+rows[at].End+"›"
	return rows
}

// prompts are lines under the title.
func prompts(lines ...string) (p [panel.MostPrompts]string) {
	copy(p[:], lines)
	return p
}

// strip are tallies side by side.
func strip(all ...panel.Tally) (s [panel.MostTallies]panel.Tally) {
	copy(s[:], all)
	return s
}

// dice are a roll of one kind of die.
func dice(kind string, faces ...string) (all [panel.MostCells]panel.Cell) {
	for i, f := range faces {
		all[i] = panel.Cell{Glyph: f, Name: kind}
	}
	return all
}

func dimmed(v panel.View) panel.View { v.Light = panel.Dim; return v }
func noticed(v panel.View) panel.View {
	v.Notice = "карта медлит, ждём…"
	return v
}
func shifted(v panel.View) panel.View           { v.ShiftX, v.ShiftY = 2, 2; return v }
func blinked(v panel.View) panel.View           { v.Blink = true; return v }
func drifted(v panel.View, by uint8) panel.View { v.Drift = by; return v }

func unsaved(v panel.View) panel.View { v.Unsaved = true; return v }

func quiet(texts ...string) [panel.MostRows]panel.Row {
	rows := list(texts...)
	for i := range texts {
		rows[i].Mark = panel.Quiet
	}
	return rows
}

// table are rows of a text and an end, the first of them under the cursor.
func table(pairs ...string) (rows [panel.MostRows]panel.Row) {
	for i := 0; i < len(pairs); i += 2 {
		rows[i/2] = panel.Row{Text: pairs[i], End: pairs[i+1]}
	}
	return rows
}

func seat(n, of uint8) panel.Lamps { return panel.Lamps{Seat: n, Seats: of} }

func faces(f ...string) (l panel.Lamps) {
	copy(l.Faces[:], f)
	return l
}

func cells(of ...panel.Cell) (all [panel.MostCells]panel.Cell) {
	copy(all[:], of)
	return all
}
