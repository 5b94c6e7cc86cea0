package fakepi

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Entry is something that a disk was sent. A flush has no data; when it is done, all
// that was sent before is on the medium.
type Entry struct {
	Flush bool
	At    int64  // the first byte on the disk
	Data  []byte // what is written there
	Whole bool   // it is written as it is, or not at all
}

// The kinds of entries in a file (kernel-log.patch).
const (
	kindWrite  = 'W'
	kindZeroes = 'Z'
	kindFlush  = 'F'
)

// diskLog is what a machine's disk is sent, in a file that the kernel appends to.
type diskLog struct {
	path    string
	read    int64 // bytes of the file
	entries []Entry
}

// word is what Power tells the kernel.
func (l *diskLog) word() string { return "disklog=" + l.path }

// all returns what the disk was sent until now. A machine that was killed may leave
// an entry that isn't whole; the disk never got it.
func (l *diskLog) all() ([]Entry, error) {
	f, err := os.Open(l.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Seek(l.read, io.SeekStart); err != nil {
		return nil, err
	}
	in := bufio.NewReader(f)
	for {
		e, size, err := readEntry(in)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return l.entries, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: byte %d: %w", l.path, l.read, err)
		}
		l.entries, l.read = append(l.entries, e), l.read+size
	}
}

// mostData is the most that one entry may write, in bytes: far more than the kernel
// sends at once.
const mostData = 1 << 24

// readEntry reads one, and tells how many bytes of the file it takes.
func readEntry(in io.Reader) (e Entry, size int64, err error) {
	var head struct{ Kind, At, Length int64 }
	if err := binary.Read(in, binary.LittleEndian, &head); err != nil {
		return e, 0, err
	}
	if head.Length < 0 || head.Length > mostData {
		return e, 0, fmt.Errorf("an entry of %d bytes", head.Length)
	}
	size = int64(binary.Size(head))
	e = Entry{At: head.At, Data: make([]byte, head.Length)}
	switch head.Kind {
	case kindFlush:
		return Entry{Flush: true}, size, nil
	case kindZeroes:
		return e, size, nil
	case kindWrite:
		n, err := io.ReadFull(in, e.Data)
		return e, size + int64(n), err
	}
	return e, 0, fmt.Errorf("an entry of kind %d", head.Kind)
}
