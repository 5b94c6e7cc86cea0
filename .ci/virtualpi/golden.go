package main

import (
	"fmt"
	"slices"
	"strings"
)

// Gallery are the pictures that the daemon's own tests compare, in one language.
type Gallery string

// Picture is what the display shows on one of them, without the lamps.
func (g Gallery) Picture(name string) (string, error) {
	_, rest, ok := strings.Cut("\n"+string(g), "\n= "+name+"\n")
	if !ok {
		return "", fmt.Errorf("the gallery has no picture %q", name)
	}
	picture, _, _ := strings.Cut(rest, "\n\n= ")
	lines := strings.SplitAfter(picture+"\n", "\n")
	if len(lines) < 1+lamps+1 { // its light, the lamps, what Split adds
		return "", fmt.Errorf("the picture %q of the gallery has %d lines", name, len(lines))
	}
	return trimmed(strings.Join(lines[1:len(lines)-1-lamps], "")), nil
}

// Besides reports by how many columns a picture stands to the right of another one that
// is otherwise the same, at most two: as long as nobody has said which chip the panel
// has, it may. What is beyond the edge isn't seen.
func besides(picture, other string) (columns int, same bool) {
	for _, columns := range []int{0, 1, 2, -1, -2} {
		if slices.Equal(moved(picture, max(0, columns), max(0, -columns)), moved(other, max(0, -columns), max(0, columns))) {
			return columns, true
		}
	}
	return 0, false
}

// moved are the lines of a picture without some columns at its left and at its right.
func moved(picture string, left, right int) (lines []string) {
	for line := range strings.Lines(picture) {
		columns := []rune(fmt.Sprintf("%-*s", panelWidth, strings.TrimRight(line, "\n")))
		lines = append(lines, string(columns[left:panelWidth-right]))
	}
	return lines
}

// framed is a picture as its pixels, "#" and ".", without the dark ones around it: the
// same wherever the daemon has moved it to against burning in, once a minute.
func framed(picture string) string {
	var rows []string
	for line := range strings.Lines(picture) {
		upper, lower := halves(strings.TrimRight(line, "\n"))
		rows = append(rows, upper, lower)
	}
	lit := func(row string) bool { return strings.Contains(row, "#") }
	from, to := slices.IndexFunc(rows, lit), 0
	if from < 0 {
		return ""
	}
	left, right := panelWidth, 0
	for i, row := range rows {
		if lit(row) {
			to, left, right = i+1, min(left, strings.IndexByte(row, '#')), max(right, strings.LastIndexByte(row, '#')+1)
		}
	}
	for i := range rows {
		rows[i] = rows[i][left:right]
	}
	return strings.Join(rows[from:to], "\n")
}

// halves are the two rows of pixels in a line of half blocks.
func halves(line string) (upper, lower string) {
	for _, r := range fmt.Sprintf("%-*s", panelWidth, line) {
		upper += pixel(r == '█' || r == '▀')
		lower += pixel(r == '█' || r == '▄')
	}
	return upper, lower
}

func pixel(lit bool) string {
	if lit {
		return "#"
	}
	return "."
}

// lamps are the lines of the matrix under a picture.
const lamps = 8
