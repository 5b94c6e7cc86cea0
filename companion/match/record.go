package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"tabletop/games"
)

// LineError is an error in a line of a record.
type LineError struct {
	File string
	Line int // number of the line, from 1
	Err  error
	// Game, Program and Names describe the match before the line. If the first fact is wrong,
	// they describe that fact. They allow a games.Illegal to be shown in the game's words.
	Game    string
	Program string   // text of the game's file, if it has one
	Names   []string // names of the players by seat, seat 1 first
}

// Error returns the message in the form "FILE:LINE: …".
func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns Err, which is a games.Illegal if the game refused the fact.
func (e *LineError) Unwrap() error { return e.Err }

// Read reads a record. Its errors are of type *LineError and contain name. Read accepts blank
// lines, CRLF, a byte order mark and a missing last line feed. It stops with an error at the
// first line that exceeds MostLine, MostFacts or MostRecord; the first line may have MostStarted
// bytes.
func Read(r io.Reader, name string, catalogue games.Catalogue) (Match, error) {
	in := lines{in: bufio.NewReader(r)}
	var m Match
	for {
		text, err := in.next()
		var f Fact
		switch {
		case err == io.EOF && !m.IsZero():
			return m, nil
		case err == io.EOF:
			err = errors.New("the record has no facts")
		case err == nil:
			m, f, err = m.read(text, catalogue)
		}
		if err != nil {
			return Match{}, in.lineError(name, err, m, f)
		}
	}
}

// read parses a fact from a line of JSON and returns the match with that fact added.
func (m Match) read(text []byte, catalogue games.Catalogue) (Match, Fact, error) {
	var f Fact
	err := json.Unmarshal(text, &f)
	switch {
	case err != nil:
	case m.IsZero():
		m, err = Begin(catalogue, f)
	default:
		m, err = m.Fold(f)
	}
	return m, f, err
}

// lineError returns the error for the last line that was read, which contains f.
func (l *lines) lineError(file string, err error, m Match, f Fact) *LineError {
	e := &LineError{File: file, Line: max(l.n, 1), Err: err, Game: f.Game, Program: f.Program, Names: f.Seats}
	if !m.IsZero() {
		e.Game, e.Program, e.Names = m.Rules().Name(), games.Program(m.Rules()), m.Names()
	}
	return e
}

const byteOrderMark = "\ufeff"

// lines splits a record into lines.
type lines struct {
	in    *bufio.Reader
	n     int    // number of the last line read, from 1
	bytes int    // bytes read so far
	long  []byte // buffer for a line that is longer than the buffer of in
	begun bool   // a line that isn't blank was read
}

// next returns the next line that isn't blank, without its line end. After the last line it
// returns io.EOF. The returned line is valid until the next call.
func (l *lines) next() ([]byte, error) {
	for {
		text, err := l.line()
		if len(text) == 0 && err == io.EOF {
			return nil, io.EOF
		}
		l.n++
		l.bytes += len(text)
		if l.n == 1 {
			text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		}
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		switch {
		case err == bufio.ErrBufferFull || len(text) > l.limit():
			return nil, fmt.Errorf("a line has at most %d bytes", l.limit())
		case l.bytes > MostRecord:
			return nil, fmt.Errorf("a record has at most %d bytes", MostRecord)
		case err != nil && err != io.EOF:
			return nil, err
		case len(bytes.TrimSpace(text)) > 0:
			l.begun = true
			return text, nil
		}
	}
}

// line returns the next line with its line end. If the line is too long, it returns the first
// part of the line and bufio.ErrBufferFull.
func (l *lines) line() ([]byte, error) {
	text, err := l.in.ReadSlice('\n')
	for l.long = l.long[:0]; err == bufio.ErrBufferFull && len(l.long) <= l.limit(); {
		l.long = append(l.long, text...)
		text, err = l.in.ReadSlice('\n')
	}
	if len(l.long) == 0 {
		return text, err
	}
	l.long = append(l.long, text...)
	return l.long, err
}

// limit returns the maximum length of the next line in bytes. The first line may contain a
// program.
func (l *lines) limit() int {
	if l.begun {
		return MostLine
	}
	return MostStarted
}

// WriteTo writes the record of m to w: one line of JSON per fact.
func (m Match) WriteTo(w io.Writer) (int64, error) {
	out := bufio.NewWriter(w)
	written := int64(0)
	for e := range m.history.after(0) {
		n, err := out.WriteString(e.text + "\n")
		written += int64(n)
		if err != nil {
			return written, err
		}
	}
	return written, out.Flush()
}

// Since returns the lines of the facts with a number greater than seq, each with its line feed.
func (m Match) Since(seq int) string {
	var all strings.Builder
	for e := range m.history.after(seq) {
		all.WriteString(e.text)
		all.WriteByte('\n')
	}
	return all.String()
}

// Lines returns the lines of the facts with a number greater than seq, without line feeds.
func (m Match) Lines(seq int) (lines []string) {
	for e := range m.history.after(seq) {
		lines = append(lines, e.text)
	}
	return lines
}
