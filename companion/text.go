package companion

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Columns of the OLED in the body font: of a whole line, of a row that can be chosen, and
// beside a board or a code.
const (
	columns       = 21
	rowColumns    = 19
	besideColumns = 10
)

// wrap breaks text into lines of at most width columns, at blanks where it can.
func wrap(text string, width int) (lines []string) {
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

// capital makes the first letter of an item a large one.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if size == 0 || unicode.IsDigit(next) || unicode.IsUpper(next) {
		return text // d6 and iPhone stay what they are
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// atMost is as many lines at most, the last of which says that there were more.
func atMost(n int, lines []string) []string {
	if len(lines) <= n {
		return lines
	}
	last := []rune(lines[n-1])
	return append(lines[:n-1:n-1], string(last[:len(last)-1])+"…")
}

// label is text from elsewhere as a question holds it: one line, and not all of it.
func label(text string) string {
	return labelOf(text, 36) // three lines with the question and both answers
}

// labelOf is label of so many letters at most.
func labelOf(text string, most int) string {
	letters := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
	if len(letters) > most {
		letters = append(letters[:most-1], '…')
	}
	return string(letters)
}

// chunks breaks an address into parts of at most width letters, behind a dot or
// before a colon where there is one.
func chunks(address string, width int) (parts []string) {
	for utf8.RuneCountInString(address) > width {
		r := []rune(address)
		at := width
		for i := width; i > 0; i-- {
			if r[i-1] == '.' || r[i] == ':' {
				at = i
				break
			}
		}
		parts, address = append(parts, string(r[:at])), string(r[at:])
	}
	return append(parts, address)
}

// minus writes a number as people do.
func minus(n int32) string { return strings.Replace(strconv.Itoa(int(n)), "-", "−", 1) }

// initial is the first letter of the i-th name, with its last where others begin alike.
func initial(names []string, i int) string {
	letters := []rune(names[i])
	for j, name := range names {
		if first, _ := utf8.DecodeRuneInString(name); j != i && first == letters[0] && len(letters) > 1 {
			return string(letters[0]) + string(letters[len(letters)-1])
		}
	}
	return string(letters[0])
}
