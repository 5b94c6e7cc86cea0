package find

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Journal is a file to which a program adds its results, one per line.
type Journal struct{ file *os.File }

// Open opens or creates a journal and calls read for each of its lines. It removes an incomplete
// last line, left by a program that was stopped. An error of read is returned with the number of
// its line.
func Open(path string, read func(line string) error) (*Journal, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	n := 0
	for line := range strings.Lines(string(whole)) {
		n++
		if err := read(line); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
	return open(path, int64(len(whole)))
}

// open opens or creates a file for appending, and cuts it to size bytes.
func open(path string, size int64) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		err = file.Truncate(size)
	}
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	return &Journal{file}, err
}

// Add appends a line, which must end with a line break, to the journal.
func (j *Journal) Add(line string) error {
	_, err := j.file.WriteString(line)
	return err
}

// Close closes the file of the journal.
func (j *Journal) Close() error { return j.file.Close() }
