package fakepi

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Entry is a write to a disk, or a flush. A flush has no data. When a flush is complete, all
// earlier writes are on the medium.
type Entry struct {
	Flush bool
	At    int64  // position of the write on the disk in bytes
	Data  []byte // bytes written
	Whole bool   // the write is atomic: stored completely or not at all
}

// Kinds of entries in the log file, which the kernel writes (kernel-log.patch).
const (
	kindWrite  = 'W' // write with its data
	kindZeroes = 'Z' // write of zeros, without data
	kindFlush  = 'F' // flush
)

// diskLog is the log of all writes and flushes of a machine's disk. The kernel appends to the
// log's file.
type diskLog struct {
	path    string
	read    int64 // number of bytes of the file parsed so far
	entries []Entry
}

// kernelArgument returns an argument for Power. It makes the kernel write the log.
func (l *diskLog) kernelArgument() string { return "disklog=" + l.path }

// all returns all entries logged so far. It ignores an incomplete entry at the end of the file:
// the machine was killed while it wrote the entry, and the disk never received that write.
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

// maxData is the maximum number of bytes in one entry, far more than the kernel sends at once.
const maxData = 1 << 24

// readEntry reads one entry of the log, and returns it with its size in the file in bytes.
func readEntry(in io.Reader) (e Entry, size int64, err error) {
	var head struct{ Kind, At, Length int64 }
	if err := binary.Read(in, binary.LittleEndian, &head); err != nil {
		return e, 0, err
	}
	if head.Length < 0 || head.Length > maxData {
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
