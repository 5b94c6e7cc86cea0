package scanner

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// line holds the bytes received so far of the current line. The field longest is the maximum
// number of bytes.
type line struct {
	longest int
	bytes   []byte
	long    bool // the line has more bytes than longest
}

// add processes a received byte. At the end of a line that isn't blank, it returns true and the
// code in the line, or "" if the line is not a valid code.
func (l *line) add(b byte) (code string, ended bool) {
	if b != '\r' && b != '\n' {
		if len(l.bytes) == l.longest {
			l.long = true
		} else {
			l.bytes = append(l.bytes, b)
		}
		return "", false
	}
	if !l.long && isCode(l.bytes) {
		code = string(l.bytes)
	}
	return code, l.drop()
}

// drop discards the line and reports whether it had any bytes.
func (l *line) drop() bool {
	was := len(l.bytes) > 0
	l.bytes, l.long = l.bytes[:0], false
	return was
}

// isCode reports whether b is text without control characters.
func isCode(b []byte) bool {
	return utf8.Valid(b) && !strings.ContainsFunc(string(b), unicode.IsControl)
}
