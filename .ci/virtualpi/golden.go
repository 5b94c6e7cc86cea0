package main

import (
	"fmt"
	"slices"
	"strings"
)

// Gallery is the content of a gallery file: the expected pictures of the daemon's own tests, in
// one language.
type Gallery string

// Picture returns a picture of the display, by its name in the gallery. It leaves out the
// picture of the lamps.
func (g Gallery) Picture(name string) (string, error) {
	_, rest, ok := strings.Cut("\n"+string(g), "\n= "+name+"\n")
	if !ok {
		return "", fmt.Errorf("the gallery has no picture %q", name)
	}
	picture, _, _ := strings.Cut(rest, "\n\n= ")
	lines := strings.SplitAfter(picture+"\n", "\n")
	if len(lines) < 1+lamps+1 { // brightness, lamps, and the empty string after the last newline
		return "", fmt.Errorf("the picture %q of the gallery has %d lines", name, len(lines))
	}
	return trimmed(strings.Join(lines[1:len(lines)-1-lamps], "")), nil
}

// shift returns the number of columns by which a picture is shifted to the right of another,
// from -2 to 2. It returns false if the pictures differ in any other way. The daemon's pictures
// are shifted until the panel's chip has been selected. Columns beyond the edge are ignored.
func shift(picture, other string) (columns int, same bool) {
	for _, columns := range []int{0, 1, 2, -1, -2} {
		if slices.Equal(cropped(picture, max(0, columns), max(0, -columns)), cropped(other, max(0, -columns), max(0, columns))) {
			return columns, true
		}
	}
	return 0, false
}

// cropped returns the lines of a picture without the given numbers of columns at the left and
// the right.
func cropped(picture string, left, right int) (lines []string) {
	for line := range strings.Lines(picture) {
		columns := []rune(fmt.Sprintf("%-*s", panelWidth, strings.TrimRight(line, "\n")))
		lines = append(lines, string(columns[left:panelWidth-right]))
	}
	return lines
}

// litArea returns the pixels of a picture as "#" and ".", without the dark margin. The result is
// independent of the picture's position, which the daemon changes once a minute against burn-in.
func litArea(picture string) string {
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

// halves returns the upper and the lower row of pixels in a line of half blocks, as "#" and
// ".".
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

// lamps is the number of lines for the matrix below the display in a picture of the gallery.
const lamps = 8
