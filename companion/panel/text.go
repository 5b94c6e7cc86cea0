package panel

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Widths in columns of 6 px of a line of text on the OLED.
const (
	Columns       = 21 // columns of a whole line
	RowColumns    = 19 // columns of a row to choose
	HomeColumns   = 16 // columns of a row with an icon
	BesideColumns = 10 // columns of a line beside a board or a QR code
)

// Wrap breaks text into lines of at most width columns, at blanks where possible.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		for utf8.RuneCountInString(word) > width {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			r := []rune(word)
			lines, word = append(lines, string(r[:width])), string(r[width:])
		}
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Capital returns text with a capital first letter.
func Capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if size == 0 || unicode.IsDigit(next) || unicode.IsUpper(next) {
		return text // d6 and iPhone keep their small letters
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// AtMost returns the first n lines. If there are more, the last of the n ends in "…".
func AtMost(n int, lines []string) []string {
	if len(lines) <= n {
		return lines
	}
	last := []rune(lines[n-1])
	return append(lines[:n-1:n-1], string(last[:len(last)-1])+"…")
}

// Minus returns a number as text, with a true minus sign.
func Minus(n int32) string { return strings.Replace(strconv.Itoa(int(n)), "-", "−", 1) }

// Initial returns the first letter of name i. It adds the last letter if another name begins with
// the same letter.
func Initial(names []string, i int) string {
	letters := []rune(names[i])
	for j, name := range names {
		if first, _ := utf8.DecodeRuneInString(name); j != i && first == letters[0] && len(letters) > 1 {
			return string(letters[0]) + string(letters[len(letters)-1])
		}
	}
	return string(letters[0])
}
