package scanner

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is the code that is being received.
type line struct {
	longest int
	bytes   []byte
	long    bool // it had more bytes than are kept
}

// add adds a byte. When it ends a line that isn't blank, add returns the code, or
// "" for what can't be one.
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

// drop forgets the line and reports whether there was any.
func (l *line) drop() bool {
	was := len(l.bytes) > 0
	l.bytes, l.long = l.bytes[:0], false
	return was
}

// isCode reports whether b is text without control characters.
func isCode(b []byte) bool {
	return utf8.Valid(b) && !strings.ContainsFunc(string(b), unicode.IsControl)
}
