package companion

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// label returns a text from elsewhere on one line and cut to 36 letters, for a question on the
// panel.
func label(text string) string {
	return labelOf(text, 36) // leaves room on the panel for the question and both answers
}

// labelOf is like label, but most is the maximum number of letters.
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

// chunks splits an address into parts of at most width letters. Where it can, it splits after a
// dot or before a colon.
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
