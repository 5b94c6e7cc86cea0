package companion

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// label returns a foreign text shortened to one line of a question.
func label(text string) string {
	return labelOf(text, 36) // three lines with the question and both answers
}

// labelOf is label with a maximum number of letters.
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

// chunks breaks an address into parts of at most width letters, after a dot or before a colon
// if possible.
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
