package fakepi

import (
	"errors"
	"strings"
	"testing"

	"tabletop/companion/pixel"
)

// The daemon moves the whole picture once a minute, against burn-in: by 0 to 2 px to the right,
// and after three minutes also by 0 to 2 px down. A slow machine plays an evening for minutes.
const mostShift = 2

// same reports whether two texts of panel and lamps show the same but for the shift against
// burn-in. The first text may be shifted.
func same(got, want string) bool {
	seen, lamps, err := parts(got)
	meant, wanted, unknown := parts(want)
	if errors.Join(err, unknown) != nil || lamps != wanted {
		return false
	}
	for shift := range (mostShift + 1) * (mostShift + 1) {
		moved := meant
		moved.Shift(shift%(mostShift+1), shift/(mostShift+1))
		if moved == seen {
			return true
		}
	}
	return false
}

// parts returns the picture of the panel and the text of the lamps.
func parts(text string) (panel pixel.Bitmap, lamps string, err error) {
	lines := strings.SplitAfter(text, "\n")
	rows := min(panelRows, len(lines))
	panel, err = pixel.Parse(strings.Join(lines[:rows], ""))
	return panel, strings.Join(lines[rows:], ""), err
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
