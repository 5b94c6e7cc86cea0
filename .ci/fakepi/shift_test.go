package fakepi

import (
	"strings"
	"testing"
)

// The daemon moves the whole picture once a minute, against burn-in: by 0 to 2 px to the right,
// and after three minutes also by 0 to 2 px down. A slow machine plays an evening for minutes.
const mostShift = 2

// pixels is a picture of the display, as bits of lines of 128 px.
type pixels [2 * panelRows][128]bool

// pixelsOf reads the first 32 lines of text, in which a letter is two px, one above the other.
func pixelsOf(text string) (px pixels) {
	for row, line := range strings.Split(text, "\n")[:panelRows] {
		for x, letter := range []rune(line) {
			px[2*row][x] = letter == '█' || letter == '▀'
			px[2*row+1][x] = letter == '█' || letter == '▄'
		}
	}
	return px
}

// moved returns the picture moved to the right and down.
func (px *pixels) moved(right, down int) (to pixels) {
	for y := down; y < len(px); y++ {
		copy(to[y][right:], px[y-down][:])
	}
	return to
}

// same reports whether two texts of panel and lamps show the same but for the shift against
// burn-in. The first text may be shifted.
func same(got, want string) bool {
	if got == want {
		return true
	}
	_, lamps, _ := cutPanel(got)
	if _, wanted, _ := cutPanel(want); lamps != wanted {
		return false
	}
	seen, meant := pixelsOf(got), pixelsOf(want)
	for shift := range (mostShift + 1) * (mostShift + 1) {
		if meant.moved(shift%(mostShift+1), shift/(mostShift+1)) == seen {
			return true
		}
	}
	return false
}

// cutPanel separates the lines of the panel from those of the lamps.
func cutPanel(text string) (panel, lamps string, ok bool) {
	lines := strings.SplitAfterN(text, "\n", panelRows+1)
	if len(lines) <= panelRows {
		return text, "", false
	}
	return strings.Join(lines[:panelRows], ""), lines[panelRows], true
}

func TestAShiftedPictureIsTheSameAndAnotherIsNot(t *testing.T) {
	blank := strings.Repeat(" ", 128) + "\n"
	text := func(row, column int, sign string) string {
		line := strings.Repeat(" ", column) + sign + strings.Repeat(" ", 127-column) + "\n"
		return strings.Repeat(blank, row) + line + strings.Repeat(blank, panelRows-1-row) + "#.......\n"
	}
	want := text(5, 7, "▀")
	for got, is := range map[string]bool{
		want: true, text(5, 9, "▀"): true, text(5, 8, "▄"): true, text(6, 7, "▀"): true,
		text(5, 10, "▀"): false, text(5, 6, "▀"): false, text(6, 7, "▄"): false, text(5, 7, "█"): false,
		strings.Replace(want, "#", ".", 1): false,
	} {
		if same(got, want) != is {
			t.Errorf("same says %v of\n%swhere one wants\n%s", !is, got, want)
		}
	}
}
