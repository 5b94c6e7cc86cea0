package pages

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Size is the size of a database page in bytes.
const Size = 4096

// File is the contents of a database file and its log.
type File struct {
	main   []byte
	log    walLog
	before []version      // pages of a log that is assumed older than the database; see LogAgeUnknown
	after  []version      // pages of a log that is younger than the database, in the order of the log
	lost   map[uint32]int // by page number: age of the youngest lost version; key 0: unknown pages
}

// version is the contents of a page at some time.
type version struct {
	page uint32 // number of the page, from 1
	age  int    // the higher the age, the younger the version; 0 in the database file
	data []byte // contents of the page, Size bytes
}

// Read returns the File of a database and its log, given their bytes. Either may be truncated,
// damaged or missing. The caller must not change the bytes while the File is in use.
func Read(main, log []byte) *File {
	f := &File{main: main, log: readLog(log), lost: map[uint32]int{}}
	last := f.log.last()
	for i, frame := range f.log.frames {
		v := version{page: frame.page, age: i + 1, data: frame.data}
		switch {
		case !frame.intact && i < last && frame.sameSalt:
			f.lost[frame.page] = v.age
		case !frame.intact && i < last:
			f.lost[0] = v.age
		case !frame.intact || frame.page == 0:
		case f.log.headless && !f.log.unbroken():
			v.age = i - len(f.log.frames)
			f.before = append(f.before, v)
		default:
			f.after = append(f.after, v)
		}
	}
	return f
}

// LogAgeUnknown reports whether the age of the log relative to the database is unknown. It is
// unknown if the header and at least one frame of the log are damaged. The log is then assumed
// older.
func (f *File) LogAgeUnknown() bool { return len(f.before) > 0 }

// WithYoungerLog returns a File in which the log is assumed younger than the database.
func (f *File) WithYoungerLog() *File {
	younger := File{main: f.main, log: f.log, lost: f.lost}
	for i, v := range f.before {
		v.age = i + 1
		younger.after = append(younger.after, v)
	}
	return &younger
}

// LosesTransactions reports whether the log contains more than one complete transaction that SQLite
// ignores because of damage before them. A power cut can't cause that: no transaction begins
// before the previous one is on the card.
func (f *File) LosesTransactions() bool { return f.log.rotten() }

// Image returns the database as SQLite sees it, with every readable transaction of the log
// applied. SQLite can open the image without a log.
func (f *File) Image() []byte {
	image := slices.Clone(f.main)
	for _, frame := range f.log.frames[:f.log.live] {
		at := int(frame.page-1) * Size
		if grow := at + Size - len(image); grow > 0 {
			image = append(image, make([]byte, grow)...)
		}
		copy(image[at:], frame.data)
	}
	if size := int(f.log.size) * Size; f.log.live > 0 && size < len(image) {
		image = image[:size]
	}
	if len(image) >= headSize {
		image[18], image[19] = 1, 1 // file format without a log: section 1.3.3
	}
	return image
}

// headSize is the size of the header of a database file in bytes: SQLite file format, section
// 1.3.
const headSize = 100

// Sound reports whether the header of the database, as SQLite sees it, has the values that this
// program writes. An empty file is sound.
func (f *File) Sound() bool {
	head := f.main
	for _, frame := range f.log.frames[:f.log.live] {
		if frame.page == 1 {
			head = frame.data
		}
	}
	if len(head) == 0 {
		return true
	}
	if len(head) < headSize {
		return false
	}
	return bytes.HasPrefix(head, []byte("SQLite format 3\x00")) &&
		binary.BigEndian.Uint16(head[16:]) == Size &&
		head[18] == head[19] && (head[18] == 1 || head[18] == 2) &&
		bytes.Equal(head[20:24], []byte{0, 64, 32, 32}) &&
		binary.BigEndian.Uint32(head[44:]) <= 4 &&
		binary.BigEndian.Uint32(head[56:]) <= 1
}

// versions returns all known versions of all pages, the oldest first.
func (f *File) versions() []version {
	all := slices.Clone(f.before)
	for at := 0; at+Size <= len(f.main); at += Size {
		all = append(all, version{page: uint32(at/Size) + 1, data: f.main[at:][:Size]})
	}
	return append(all, f.after...)
}

// latest returns the youngest version of a page that looks like a page of a tree.
func (f *File) latest(page uint32) (version, bool) {
	all := f.versionsOf(page)
	for _, v := range slices.Backward(all) {
		if _, count := v.cells(); count >= 0 {
			return v, true
		}
	}
	return version{}, false
}

// versionsOf returns the versions of one page, the oldest first.
func (f *File) versionsOf(page uint32) (all []version) {
	for _, v := range f.before {
		if v.page == page {
			all = append(all, v)
		}
	}
	if at := int(page-1) * Size; page > 0 && at+Size <= len(f.main) {
		all = append(all, version{page: page, data: f.main[at:][:Size]})
	}
	for _, v := range f.after {
		if v.page == page {
			all = append(all, v)
		}
	}
	return all
}
