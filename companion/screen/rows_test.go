package screen

import (
	_ "embed"

	"tabletop/companion"
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

func artist() *Artist {
	glyphs, err := pixel.ParseGlyphs(testGlyphs)
	if err != nil {
		panic(err)
	}
	pictures, err := pixel.ParsePictures(testPictures)
	if err != nil {
		panic(err)
	}
	return New(map[string]map[string]pixel.Glyph{"test": glyphs}, map[string]map[string]pixel.Picture{"test": pictures})
}

func list(texts ...string) (rows [companion.MostRows]companion.Row) {
	for i, t := range texts {
		rows[i].Text = t
	}
	return rows
}

// under puts the cursor on row at.
func under(at int, rows [companion.MostRows]companion.Row) [companion.MostRows]companion.Row {
	rows[at].Mark = companion.Cursor
	return rows
}

func quietTable(pairs ...string) [companion.MostRows]companion.Row {
	rows := table(pairs...)
	for i := range len(pairs) / 2 {
		rows[i].Mark = companion.Quiet
	}
	return rows
}

// icons are rows of home: a picture and a text, the one at under the cursor.
func icons(at int, pairs ...string) (rows [companion.MostRows]companion.Row) {
	for i := 0; i < len(pairs); i += 2 {
		rows[i/2] = companion.Row{Icon: pairs[i], Text: pairs[i+1]}
	}
	rows[at].Mark = companion.Cursor
	return rows
}

// editing puts the value of row at between brackets.
func editing(at int, rows [companion.MostRows]companion.Row) [companion.MostRows]companion.Row {
	rows[at].Mark, rows[at].End = companion.Editing, "‹"+rows[at].End+"›"
	return rows
}

// prompts are lines under the title.
func prompts(lines ...string) (p [companion.MostPrompts]string) {
	copy(p[:], lines)
	return p
}

// strip are tallies side by side.
func strip(all ...companion.Tally) (s [companion.MostTallies]companion.Tally) {
	copy(s[:], all)
	return s
}

// dice are a roll of one kind of die.
func dice(kind string, faces ...string) (all [companion.MostCells]companion.Cell) {
	for i, f := range faces {
		all[i] = companion.Cell{Glyph: f, Name: kind}
	}
	return all
}

func dimmed(v companion.View) companion.View { v.Light = companion.Dim; return v }
func noticed(v companion.View) companion.View {
	v.Notice = "карта медлит, ждём…"
	return v
}
func shifted(v companion.View) companion.View           { v.ShiftX, v.ShiftY = 2, 2; return v }
func blinked(v companion.View) companion.View           { v.Blink = true; return v }
func drifted(v companion.View, by uint8) companion.View { v.Drift = by; return v }

func unsaved(v companion.View) companion.View { v.Unsaved = true; return v }

func quiet(texts ...string) [companion.MostRows]companion.Row {
	rows := list(texts...)
	for i := range texts {
		rows[i].Mark = companion.Quiet
	}
	return rows
}

// table are rows of a text and an end, the first of them under the cursor.
func table(pairs ...string) (rows [companion.MostRows]companion.Row) {
	for i := 0; i < len(pairs); i += 2 {
		rows[i/2] = companion.Row{Text: pairs[i], End: pairs[i+1]}
	}
	return rows
}

func seat(n, of uint8) companion.Lamps { return companion.Lamps{Seat: n, Seats: of} }

func faces(f ...string) (l companion.Lamps) {
	copy(l.Faces[:], f)
	return l
}

func cells(of ...companion.Cell) (all [companion.MostCells]companion.Cell) {
	copy(all[:], of)
	return all
}
